export const home = {
  home: {
    lead: 'What wants to be done today, and how it goes.',
    sales: 'Sales',
    lastDays: 'Last {{count}} days',
    orders_one: '{{count}} order',
    orders_other: '{{count}} orders',
    toShip: 'Orders to pack',
    nothingToShip: 'Nothing waits to be packed',
    perLocation: 'Shipments per location',
    noShipments: 'Nothing was shipped yet.',
    runningOut: 'Running out',
    nothingRunsOut: 'There is enough of everything',
    all: 'See all',
  },
}
