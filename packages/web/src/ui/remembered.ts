/** What a person chose, kept in this browser. Storage throws where it is blocked; the choice then lasts as long as the page. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`bodega.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`bodega.${name}`, value)
  } catch {
    return
  }
}
