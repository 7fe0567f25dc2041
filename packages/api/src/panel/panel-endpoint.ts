import Type, { type Static } from 'typebox'
import { Paging } from '../common.ts'
import type { Operation } from '../endpoint.ts'

/**
 * Who may call an operation of the panel: anyone; whoever is signed in; partners; members of the store in the path;
 * its owners alone. A store or an app that is not the caller's own does not exist for the caller.
 */
export type Access = 'anyone' | 'account' | 'partner' | 'member' | 'owner'

/** One operation that the pages need beyond the public contract, in the same form. Its path is relative to `/panel`. */
export interface PanelEndpoint extends Operation {
  access: Access
}

/** Keeps the literal types, as `endpoint` does. */
export const panelEndpoint = <const E extends PanelEndpoint>(definition: E): E => definition

/** Where the operations of the panel stand. */
export const panelPrefix = '/panel'

/** A page of a list, or of what is found in it. */
export const Search = Type.Object({ ...Paging.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })
export type Search = Static<typeof Search>
