import { variables as darkVariables } from '@nimbus-ds/styles/dist/themes/dark'
import { recall, remember } from './remembered.ts'

export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export const currentTheme = (): Theme => themes.find(theme => theme === recall('theme')) ?? 'system'

function paint(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches)
  const page = document.documentElement
  page.dataset.theme = isDark ? 'dark' : 'light'
  page.classList.toggle(darkVariables, isDark)
}

/** Runs before the first render, so that nobody sees the page change its colours. */
export function startTheme(): void {
  paint(currentTheme())
  systemIsDark.addEventListener('change', () => paint(currentTheme()))
  // Paper is white, and most browsers print no ground behind light letters.
  window.addEventListener('beforeprint', () => paint('light'))
  window.addEventListener('afterprint', () => paint(currentTheme()))
}

export function changeTheme(theme: Theme): void {
  remember('theme', theme)
  paint(theme)
}
