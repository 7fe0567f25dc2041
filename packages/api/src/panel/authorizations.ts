import Type, { type Static } from 'typebox'
import { Id, Localized, Nullable } from '../common.ts'
import { panelEndpoint } from './panel-endpoint.ts'

const Given = Type.Optional(Type.String({ maxLength: 4096 }))

/** The query of `/apps/{app_id}/authorize`, as the page got it. */
export const AuthorizationRequest = Type.Object({
  state: Given,
  response_type: Given,
  client_id: Given,
  redirect_uri: Given,
  code_challenge: Given,
  code_challenge_method: Given,
})

/** All that an owner must see before agreeing. The words of the scopes are in `scopeTexts`. */
export const Consent = Type.Object({
  app: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    publisher: Type.String(),
    app_url: Nullable(Type.String()),
    privacy_policy_url: Nullable(Type.String()),
    support_url: Nullable(Type.String()),
    support_email: Nullable(Type.String()),
    /** Where the browser goes afterwards. */
    redirect_url: Type.String(),
  }),
  scopes: Type.Array(Type.String()),
  /** The stores of the account that may install the app. */
  stores: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Localized,
      /** What was agreed to before; null where the app is not installed. */
      granted: Nullable(Type.Array(Type.String())),
    }),
  ),
})
export type Consent = Static<typeof Consent>

const OneApp = Type.Object({ app_id: Id })
const errors = { 400: 'The request does not fit the app', 404: 'There is no such app' }

export const authorizations = {
  get: panelEndpoint({
    method: 'GET',
    path: '/authorizations/:app_id',
    access: 'account',
    summary: 'Read what an app asks for',
    params: OneApp,
    query: AuthorizationRequest,
    reply: Consent,
    errors,
  }),
  decide: panelEndpoint({
    method: 'POST',
    path: '/authorizations/:app_id',
    access: 'account',
    summary: 'Agree or decline, and learn where to send the browser',
    params: OneApp,
    body: Type.Object({
      ...AuthorizationRequest.properties,
      store_id: Id,
      /** As they were shown. */
      scopes: Type.Array(Type.String()),
      decision: Type.Enum(['accept', 'decline']),
    }),
    reply: Type.Object({ redirect_url: Type.String() }),
    errors: {
      ...errors,
      403: 'The app is not for this store, or the account does not own it',
      409: 'The app asks for other scopes by now',
    },
  }),
}
