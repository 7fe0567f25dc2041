export const home = {
  home: {
    lead: 'O que há para fazer hoje, e como vai.',
    sales: 'Vendas',
    lastDays: 'Últimos {{count}} dias',
    orders_one: '{{count}} pedido',
    orders_other: '{{count}} pedidos',
    toShip: 'Pedidos para embalar',
    nothingToShip: 'Nada espera para ser embalado',
    perLocation: 'Envios por local',
    noShipments: 'Ainda não houve envios.',
    runningOut: 'Acabando',
    nothingRunsOut: 'Há o suficiente de tudo',
    all: 'Ver tudo',
  },
}
