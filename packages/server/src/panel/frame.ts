import type { FastifyRequest } from 'fastify'
import { roleIn } from '../accounts/index.ts'
import { findApp, isInstalled } from '../apps/index.ts'
import { type Door, signedInBy } from './authorize.ts'

/** The origin of the app that the page shows embedded: for members of a store where it is installed, and for nobody else. */
export async function frameOfApp(door: Door, request: FastifyRequest): Promise<string | undefined> {
  const { store_id, app_id } = request.params as { store_id: string; app_id: string }
  const [store, id] = [Number(store_id), Number(app_id)]
  if (!Number.isSafeInteger(store) || !Number.isSafeInteger(id)) return undefined
  const signedIn = await signedInBy(door, request)
  if (!signedIn || !(await roleIn(door.db, store, signedIn.account.id))) return undefined
  if (!(await isInstalled(door.db, store, id))) return undefined
  const app = await findApp(door.db, id)
  return app?.app_url ? new URL(app.app_url).origin : undefined
}
