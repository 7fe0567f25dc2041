/** What comes only where it is needed can fail to: the browser has nothing to show then but a page of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'
import { panel } from './session.ts'

/** Says why the service does not answer, where it does not. */
const answers = (): Promise<unknown> => panel.sessions.get()

/** Only what is loaded anew asks again for a script that did not arrive: but first whether there is anybody to ask. */
export async function loadAnew(): Promise<void> {
  await answers()
  window.location.reload()
}

/** A page whose script did not arrive although the service answers is of another version: the router loads it anew. */
export const page: typeof lazyRouteComponent = (script, name) =>
  lazyRouteComponent(
    () =>
      script().catch(async (error: unknown) => {
        await answers()
        throw error
      }),
    name,
  )
