import { posix } from 'node:path'
import { Script } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { parseJson } from '../platform/http/body.ts'

const { id, src, event, where, script_id, query_params, created_at, updated_at } = Script.properties

export const ScriptRow = Type.Object({ id, src, event, where, script_id, query_params, created_at, updated_at })
export type ScriptRow = Static<typeof ScriptRow>

/** Whoever read the reference looks for names and versions too. None are kept here: they follow from the rest. */
export function shown(row: ScriptRow): Script {
  const { id, src, where, query_params } = row
  return {
    ...row,
    name: src === null ? '' : posix.basename(new URL(src).pathname),
    location: where ?? 'store',
    is_auto_install: false,
    status: 'active',
    params: paramsOf(query_params),
    current_version: src === null ? null : { id, src, version: 1 },
    draft_version: null,
  }
}

/** What a body could not say is left out, because whoever read a script may send all of it back. */
function paramsOf(query_params: string | null): Script['params'] {
  if (!query_params?.trimStart().startsWith('{')) return {}
  try {
    const body = parseJson(`{"params":${query_params}}`) as Pick<Script, 'params'>
    return body.params
  } catch {
    return {}
  }
}
