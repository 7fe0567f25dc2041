export const customers = {
  customers: {
    name: 'Name',
    phone: 'Phone',
  },
}
