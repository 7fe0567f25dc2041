import Type, { type Static } from 'typebox'
import {
  Dates,
  DateTime,
  Fields,
  Id,
  Maybe,
  MaybeOf,
  MaybeText,
  Nullable,
  SinceId,
  Sought,
  WholePaging,
} from './common.ts'
import { endpoint } from './endpoint.ts'

export const scriptEvents = ['onload', 'onfirstinteraction'] as const
export const scriptPlaces = ['store', 'checkout'] as const

const ScriptEvent = Type.Enum([...scriptEvents])

/** Scripts of a partner panel have smaller ids than what is made here: so a path can name either. */
export const maxScriptId = 999_999_999
const ScriptId = Type.Integer({ minimum: 1, maximum: maxScriptId })

const ScriptVersion = Type.Object({ id: Id, src: Type.String(), version: Type.Integer() })

/** By its address, or by the id that it has in a partner panel. */
export const Script = Type.Object({
  id: Id,
  /** The file name of `src`. */
  name: Type.String(),
  src: MaybeText,
  event: ScriptEvent,
  /** `store,checkout` */
  where: MaybeText,
  /** As `where`; `store` where nothing is said. */
  location: Type.String(),
  is_auto_install: Type.Boolean(),
  status: Type.Enum(['active']),
  script_id: Nullable(ScriptId),
  query_params: MaybeText,
  /** `query_params`, where those are a JSON object. */
  params: Type.Record(Type.String(), Type.Unknown()),
  current_version: Nullable(ScriptVersion),
  draft_version: Nullable(ScriptVersion),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Script = Static<typeof Script>

export const ScriptInput = Type.Object({
  src: Maybe(2048),
  event: MaybeOf(ScriptEvent),
  where: Maybe(),
  script_id: MaybeOf(ScriptId),
  query_params: Maybe(16_384),
})
export type ScriptInput = Static<typeof ScriptInput>

export const ScriptFilters = Type.Object({
  ...WholePaging.properties,
  ...SinceId.properties,
  ...Dates.properties,
  src: Sought(2048),
})
export type ScriptFilters = Static<typeof ScriptFilters>

const OneScript = Type.Object({ id: Id })

const refusals = { 422: 'A field is wrong, there is neither src nor script_id, or the app has too many scripts' }

export const scripts = {
  list: endpoint({
    method: 'GET',
    path: '/scripts',
    scope: 'none',
    summary: 'List the scripts of the calling app',
    query: ScriptFilters,
    reply: Script,
    list: true,
    envelope: 'result',
  }),
  get: endpoint({
    method: 'GET',
    path: '/scripts/:id',
    scope: 'none',
    summary: 'Read one script',
    params: OneScript,
    query: Fields,
    reply: Script,
  }),
  create: endpoint({
    method: 'POST',
    path: '/scripts',
    scope: 'write_scripts',
    summary: 'Register a script',
    body: ScriptInput,
    status: 201,
    reply: Script,
    errors: refusals,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/scripts/:id',
    scope: 'write_scripts',
    summary: 'Update a script',
    params: OneScript,
    body: ScriptInput,
    reply: Script,
    errors: refusals,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/scripts/:id',
    scope: 'write_scripts',
    summary: 'Remove a script',
    params: OneScript,
    reply: Type.Object({}),
  }),
}
