export const products = {
  products: {
    search: 'Buscar por nome, SKU ou código de barras',
    product: 'Produto',
    noneFound: 'Nenhum produto encontrado',
  },
}
