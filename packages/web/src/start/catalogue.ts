/** What `/openapi.json` says about the service, in the few numbers that a person wants first. */
export interface Catalogue {
  release: string
  endpoints: number
  resources: { name: string; endpoints: number }[]
}

interface Operation {
  tags?: string[]
}

/** The part of OpenAPI 3.1 that is read here. */
export interface Document {
  info: { version: string }
  paths?: Record<string, Record<string, unknown>>
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

const isOperation = (entry: [string, unknown]): entry is [string, Operation] => methods.includes(entry[0])

export function summarize({ info, paths = {} }: Document): Catalogue {
  const operations = Object.values(paths)
    .flatMap(path => Object.entries(path).filter(isOperation))
    .map(([, operation]) => operation)
  const counts = new Map<string, number>()
  for (const tag of operations.flatMap(({ tags = [] }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return {
    release: info.version,
    endpoints: operations.length,
    resources: [...counts].map(([name, endpoints]) => ({ name, endpoints })),
  }
}

export async function fetchCatalogue(signal: AbortSignal): Promise<Catalogue> {
  const reply = await fetch('/openapi.json', { signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]) })
  if (!reply.ok) throw new Error(`/openapi.json answered ${reply.status}`)
  return summarize(await reply.json())
}
