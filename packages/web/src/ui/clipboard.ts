/** Browsers offer the clipboard to https and localhost only; a Bodega on a plain http address of the local network uses the old way. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  )
}

function copySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'only-heard'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
