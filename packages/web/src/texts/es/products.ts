export const products = {
  products: {
    search: 'Buscar por nombre, SKU o código de barras',
    product: 'Producto',
    noneFound: 'No se encontraron productos',
  },
}
