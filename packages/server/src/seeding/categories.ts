import type { Write } from '../access/index.ts'
import { categoryNames } from '../categories/index.ts'
import { departments } from './departments.ts'
import { inLanguages } from './words.ts'

/** The tree of categories, made where it is missing. Answers the category of each kind, by the code of the kind. */
export async function plantCategories(call: Write): Promise<Map<string, number>> {
  const { languages } = call.store
  const names = await categoryNames(call.tx, call.store)
  const byKind = new Map<string, number>()
  for (const department of departments) {
    const top = await names.ensure(call, inLanguages(department.name, languages), null)
    for (const { code, category } of department.kinds) {
      byKind.set(code, await names.ensure(call, inLanguages(category, languages), top))
    }
  }
  return byKind
}
