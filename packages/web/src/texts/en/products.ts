export const products = {
  products: {
    search: 'Search by name, SKU or barcode',
    product: 'Product',
    noneFound: 'No products found',
  },
}
