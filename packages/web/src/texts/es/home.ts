export const home = {
  home: {
    lead: 'Lo que hay para hacer hoy, y cómo va.',
    sales: 'Ventas',
    lastDays: 'Últimos {{count}} días',
    orders_one: '{{count}} orden',
    orders_other: '{{count}} órdenes',
    toShip: 'Órdenes por empaquetar',
    nothingToShip: 'No hay nada por empaquetar',
    perLocation: 'Envíos por ubicación',
    noShipments: 'Todavía no hubo envíos.',
    runningOut: 'Por agotarse',
    nothingRunsOut: 'Hay suficiente de todo',
    all: 'Ver todo',
  },
}
