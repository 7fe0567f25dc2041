import type { Listed } from '@bodega/api'

/** As many as the API gives at once. */
const per_page = 200

/** All of a list that has a limit of its own: its first page tells how many others there are. */
export async function whole<T>(read: (query: { page: number; per_page: number }) => Promise<Listed<T>>): Promise<T[]> {
  const first = await read({ page: 1, per_page })
  const others = Array.from({ length: Math.max(0, Math.ceil(first.total / per_page) - 1) }, (_, i) =>
    read({ page: i + 2, per_page }),
  )
  return [...first, ...(await Promise.all(others)).flat()]
}
