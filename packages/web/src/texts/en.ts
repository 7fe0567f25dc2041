export const en = {
  title: 'Bodega: the store API that you can run yourself',
  skip: 'Skip to the content',
  language: 'Language',
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  copy: { action: 'Copy', done: 'Copied', failed: 'Not copied' },
  retry: 'Try again',
  start: {
    headline: 'The store API that you can run yourself',
    lead: 'An HTTP API for stores that keep stock in many places. It runs on your machine, with your data in your PostgreSQL.',
    name: 'In Spanish, a bodega is where the stock is kept. In New York and in the northeast of Brazil, it is the shop on the corner.',
    openDocs: 'Read the API docs',
    address: 'Base address',
    service: 'What runs here',
    explore: 'Look around',
    license: 'MIT license',
  },
  status: {
    checking: 'Asking the service',
    ready: 'Up and ready',
    notReady: 'Not ready',
    unreachable: 'The service does not answer',
    noReason: 'the service gives no reason',
  },
  facts: {
    release: 'Release',
    endpoints: 'Endpoints',
    resources: 'Resources',
    loading: 'Loading',
    none: 'None yet',
    failed: 'The API description could not be loaded.',
  },
  firstCall: {
    title: 'First call',
    languages: 'Language of the example',
    token:
      '`$TOKEN` for the demo store: `access_token` in `.bodega/demo.json`, or the terminal output of `npm start`. To make one:',
    example: 'example',
    command: 'command',
  },
  cards: {
    docs: { title: 'API docs', text: 'Every endpoint with its fields, errors and scopes.' },
    openapi: { title: 'OpenAPI', text: 'The same as a file, for clients and code generators.' },
    health: { title: 'Health', text: 'Says whether the service can serve, and why not.' },
    metrics: { title: 'Metrics', text: 'Requests, times and memory, in the Prometheus format.' },
  },
}

/** The shape of every language: a text that one of them lacks does not compile. */
export type Texts = typeof en
