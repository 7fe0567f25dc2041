import Type from 'typebox'
import { countries } from '../countries.ts'
import { panelEndpoint } from './panel-endpoint.ts'
import { MyStore } from './sessions.ts'

export const NewStore = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  country: Type.Enum(Object.keys(countries)),
  /** Besides the language of the country. */
  languages: Type.Optional(Type.Array(Type.Enum(['en', 'es', 'pt']), { maxItems: 3 })),
})

export const stores = {
  create: panelEndpoint({
    method: 'POST',
    path: '/stores',
    access: 'account',
    summary: 'Make a store, and own it',
    body: NewStore,
    status: 201,
    reply: MyStore,
    errors: { 403: 'Nobody can make a store here', 422: 'A field is wrong, or the account has too many stores' },
  }),
}
