/** Locations of a server that runs by itself. */
import { type DemoStore, type Env, headersOf } from './process.ts'
import { aLocation } from './store.ts'

/** Creates a location whose name is the given text. */
export function postLocation(url: string, demo: DemoStore, name: string, headers: Env = {}): Promise<Response> {
  return fetch(`${url}/v1/${demo.store_id}/locations`, {
    method: 'POST',
    headers: { ...headersOf(demo), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(aLocation({ name: { es_AR: name } })),
  })
}

/** The names of all locations of the store. */
export async function locationNames(url: string, demo: DemoStore): Promise<string[]> {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}/v1/${demo.store_id}/locations?per_page=200&page=${page}`, {
      headers: headersOf(demo),
    })
    if (response.status === 404) return names
    const rows = (await response.json()) as { name: Record<string, string> }[]
    names.push(...rows.map(({ name }) => String(name.es_AR)))
    if (rows.length === 0) return names
  }
}
