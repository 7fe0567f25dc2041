export const customers = {
  customers: {
    name: 'Nombre',
    phone: 'Teléfono',
  },
}
