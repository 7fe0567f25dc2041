import { hashKey } from '@tanstack/react-query'

export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other])

/** The fields that are not what they were: only they are sent, so that nothing comes back that others have changed meanwhile. */
export const changesOf = <T extends object>(before: T, after: Partial<T>): Partial<T> =>
  // The fields of a thing are its fields, which `fromEntries` does not say in its type.
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(before[name as keyof T], value)),
  ) as Partial<T>
