export const customers = {
  customers: {
    name: 'Nome',
    phone: 'Telefone',
  },
}
