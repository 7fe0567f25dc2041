import type { AnyRouter } from '@tanstack/react-router'

/** What is around something and has a name or a place of its own. */
const holders = 'section, article, main, [tabindex]'

/** Nothing moves on the screen: it is there already. */
function give(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

const isHolder = (node: EventTarget): node is HTMLElement => node instanceof HTMLElement && node.matches(holders)

/**
 * What has the focus can go: a row that is deleted, a button that is used up, a page. No browser says where the focus goes
 * then, and keyboards and screen readers begin anew: it goes to the nearest thing around that is still there.
 */
function keepFocus(): void {
  let path: EventTarget[] = []
  document.addEventListener('focusin', event => {
    path = event.composedPath()
  })
  const look = () => {
    const [held, ...around] = path
    if (!(held instanceof Element) || held.isConnected || document.activeElement !== document.body) return
    const nearest = around.filter(isHolder).find(({ isConnected }) => isConnected) ?? document.querySelector('main')
    if (nearest) give(nearest)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}

/** Another page is read from its beginning, also by those who came to it by the navigation, where the focus is still. */
function followPages(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const main = document.querySelector('main')
    if (fromLocation && pathChanged && main && !main.contains(document.activeElement)) give(main)
  })
}

export function startFocus(router: AnyRouter): void {
  keepFocus()
  followPages(router)
}
