/** `Ropa > Remeras`: a category by its names from the top down, as people write it in one cell of a table. */
const marked = (name: string) => name.replace(/[\\>|]/g, '\\$&')

export const writePaths = (paths: readonly (readonly string[])[]): string =>
  paths.map(path => path.map(marked).join(' > ')).join(' | ')

/** Several stand between bars; a mark that belongs to a name has a backslash before it. */
export function readPaths(cell: string): string[][] {
  const paths: string[][] = [[]]
  let name = ''
  const endName = () => {
    if (name.trim() !== '') paths.at(-1)?.push(name.trim())
    name = ''
  }
  for (let i = 0; i < cell.length; i++) {
    const letter = cell[i] ?? ''
    if (letter === '\\' && i + 1 < cell.length) name += cell[++i]
    else if (letter === '>') endName()
    else if (letter === '|') {
      endName()
      paths.push([])
    } else name += letter
  }
  endName()
  return paths.filter(path => path.length > 0)
}
