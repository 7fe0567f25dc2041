import type { Prepared } from './scenarios.ts'
import type { Bench } from './world.ts'

/** A list as our server answers it, and the same bytes by the bare one. */
export async function mirrored(
  bench: Bench,
  name: string,
  path: string,
  headers: Record<string, string>,
): Promise<Prepared> {
  const { origin } = new URL(bench.server.url)
  const response = await fetch(origin + path, { headers: { ...headers, 'user-agent': 'Bench (bench@example.com)' } })
  const items = (await response.json()) as unknown[]
  // An error, or a list that says nothing, would be fast.
  if (!response.ok || items.length < 15) throw new Error(`${path}: ${response.status}, ${items.length} items`)
  await bench.mirror(
    name,
    items.map(item => JSON.stringify(item)),
  )
  return {
    ours: [{ method: 'GET', path, headers }],
    bare: [{ method: 'GET', path: `/list/${encodeURIComponent(name)}` }],
  }
}
