import { type Client, callsOf, type Transport } from '../client.ts'
import { panelContract } from './contract.ts'
import { panelPrefix } from './panel-endpoint.ts'

export interface PanelClientOptions extends Transport {
  /** Where the service answers; empty in its own pages. */
  baseUrl?: string
  /** The `csrf_token` of the session, as it is at the moment of a call. */
  csrfToken: () => string | null
}

export type PanelClient = Client<typeof panelContract>

/** Every operation of the panel as a typed call: `panel.sessions.signIn({ body })`. */
export function createPanelClient(options: PanelClientOptions): PanelClient {
  return callsOf(panelContract, {
    ...options,
    base: (options.baseUrl ?? '').replace(/\/$/, '') + panelPrefix,
    headers: () => {
      const token = options.csrfToken()
      return token === null ? {} : { 'x-csrf-token': token }
    },
  })
}
