import type { Listed } from '@bodega/api'
import { expect, test } from 'vitest'
import { whole } from './whole.ts'

const listOf = (total: number) => {
  const asked: number[] = []
  const read = async ({ page, per_page }: { page: number; per_page: number }): Promise<Listed<number>> => {
    asked.push(page)
    const begin = (page - 1) * per_page
    const rows = Array.from({ length: Math.max(0, Math.min(per_page, total - begin)) }, (_, i) => begin + i)
    return Object.assign(rows, { total })
  }
  return { asked, read }
}

test.each([0, 1, 200, 201, 1000])(
  'all %s of a list are read, in their order, by as many pages as it has',
  async total => {
    const { asked, read } = listOf(total)
    expect(await whole(read)).toEqual(Array.from({ length: total }, (_, i) => i))
    expect(asked).toHaveLength(Math.max(1, Math.ceil(total / 200)))
  },
)
