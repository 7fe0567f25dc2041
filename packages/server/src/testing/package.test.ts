/** What `npm run pack` makes of packages/api is used by apps as any package is: no bundler, no sources, types beside it. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { inCheckout, newFolder } from './process.ts'

const node = (...args: string[]) => promisify(execFile)(process.execPath, args)

let app: string
beforeAll(async () => {
  await node(inCheckout('scripts/pack.js'))
  app = newFolder()
  mkdirSync(join(app, 'node_modules/@bodega'), { recursive: true })
  cpSync(inCheckout('dist/api'), join(app, 'node_modules/@bodega/api'), { recursive: true })
  symlinkSync(inCheckout('node_modules/typebox'), join(app, 'node_modules/typebox'))
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
})

test('Node.js runs it', async () => {
  const program = join(app, 'app.js')
  writeFileSync(
    program,
    `import { createClient, verifyWebhook } from '@bodega/api'
     import { panelContract } from '@bodega/api/panel'
     const fetch = async url => Response.json([String(url)])
     const client = createClient({ baseUrl: 'http://bodega.example', storeId: 7, token: 't', fetch })
     console.log(...(await client.locations.list({ query: { per_page: 50 } })))
     console.log(await verifyWebhook({ body: '{}', headers: {}, secret: 's' }).catch(error => error instanceof Error))
     console.log(typeof panelContract)`,
  )
  const { stdout } = await node(program)
  expect(stdout).toBe('http://bodega.example/v1/7/locations?per_page=50\ntrue\nobject\n')
})

test('TypeScript reads its types', async () => {
  writeFileSync(
    join(app, 'app.ts'),
    `import { type Client, createClient } from '@bodega/api'
     const client: Client = createClient({ baseUrl: 'http://bodega.example', storeId: 7, token: 't' })
     const [location] = await client.locations.list({ query: { per_page: 50 } })
     export const id: string | undefined = location?.id
     const [order] = await client.orders.list()
     export const billed: string | null | undefined = order?.billing_business_name
     // @ts-expect-error it is a text
     export const wrong: number | undefined = location?.id
     // @ts-expect-error a product needs a name
     await client.products.create()
     await client.orders.cancel({ params: { id: 1 } })
     // @ts-expect-error there is no such parameter
     await client.locations.list({ query: { per_pagina: 50 } })`,
  )
  const compilerOptions = { noEmit: true, strict: true, target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom'] }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  const { stdout } = await node(inCheckout('node_modules/typescript/bin/tsc'), '--project', app).catch(error => error)
  expect(stdout).toBe('')
})
