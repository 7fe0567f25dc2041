/** Holds what the outside remembers against what is in the database. */
import Type, { type Static } from 'typebox'
import type { Db } from '../src/platform/database/database.ts'
import { sql } from '../src/platform/database/sql.ts'
import { until } from '../src/testing/waiting.ts'
import type { Memory, OrderRecord, Register } from './memory.ts'
import type { Receiver } from './mortals.ts'
import type { Shop } from './shop.ts'

export interface Findings {
  /** Acknowledged, and not there. */
  lost: string[]
  /** There, although it was refused or never asked for; or there twice. */
  wrong: string[]
  /** Units that were sold and never were there. */
  oversold: number
  undelivered: number
}

const Placed = Type.Object({ id: Type.Integer(), note: Type.String(), status: Type.String() })
type Placed = Static<typeof Placed>

/** The orders of the traffic; those of the demo store carry no mark. */
export const placedOrders = (db: Db, { demo }: Shop): Promise<Placed[]> =>
  db.many(
    Placed,
    sql`select id, document::jsonb ->> 'note' as note, status from orders
         where store_id = ${demo.store_id} and document::jsonb ->> 'note' ~ '^[0-9]+[.][0-9]+$'`,
  )

export async function audit(db: Db, shop: Shop, memory: Memory, receivers: readonly Receiver[]): Promise<Findings> {
  const findings: Findings = { lost: [], wrong: [], oversold: 0, undelivered: 0 }
  const placed = await placedOrders(db, shop)
  auditOrders(placed, memory, findings)
  await auditStock(db, shop, placed, memory, findings)
  await auditRegisters(db, shop, memory, findings)
  await auditWebhooks(db, shop, memory, findings)
  await auditDeliveries(placed, memory, receivers, findings)
  return findings
}

function auditOrders(placed: readonly Placed[], { orders }: Memory, { lost, wrong }: Findings): void {
  const byMark = new Map<string, Placed>()
  for (const order of placed) {
    const record = orders.get(order.note)
    if (!record || record.answer.kind === 'refused') wrong.push(`order ${order.note} was refused or never sent`)
    if (byMark.has(order.note)) wrong.push(`order ${order.note} is there twice`)
    byMark.set(order.note, order)
  }
  for (const [mark, { answer, cancel }] of orders) {
    const order = byMark.get(mark)
    if (answer.kind === 'done' && order?.id !== answer.value) lost.push(`order ${mark}`)
    if (cancel.kind === 'done' && order?.status !== 'cancelled') lost.push(`cancellation of order ${mark}`)
    if (/never|refused/.test(cancel.kind) && order?.status === 'cancelled') wrong.push(`order ${mark} is cancelled`)
  }
}

const Level = Type.Object({ variant_id: Type.Integer(), location_id: Type.String(), stock: Type.Integer() })

async function auditStock(db: Db, shop: Shop, placed: readonly Placed[], memory: Memory, findings: Findings) {
  const levels = await db.many(
    Level,
    sql`select variant_id, location_id, stock from inventory_levels
         where store_id = ${shop.demo.store_id} and stock is not null`,
  )
  const live = placed.filter(({ status }) => status !== 'cancelled').map(({ note }) => memory.orders.get(note))
  for (const { variant } of shop.scarce) {
    const left = levels.filter(level => level.variant_id === variant).reduce((sum, { stock }) => sum + stock, 0)
    const sold = live.reduce((sum, order) => sum + (order?.variant === variant ? order.quantity : 0), 0)
    const supplied = memory.supplied.get(variant) ?? 0
    findings.oversold += Math.max(0, sold - supplied)
    if (left !== supplied - sold)
      findings.wrong.push(`of variant ${variant} ${supplied} came, ${sold} were sold and ${left} are left`)
  }
  for (const { variant } of shop.own) {
    const level = levels.find(row => row.variant_id === variant && row.location_id === shop.locations[0])
    auditRegister(`level of variant ${variant}`, level?.stock, memory.levels.get(variant), findings)
  }
}

function auditRegister<T>(name: string, value: T, register: Register<T> | undefined, { lost }: Findings): void {
  if (register?.acknowledged === undefined) return
  if (value !== register.acknowledged && !register.unknown.includes(value))
    lost.push(`${name}: ${register.acknowledged} was acknowledged, ${value} is there`)
}

const Text = Type.Object({ key: Type.String(), value: Type.String() })

async function auditRegisters(db: Db, { demo }: Shop, memory: Memory, findings: Findings): Promise<void> {
  const rows = await db.many(
    Text,
    sql`select id as key, location_id as value from fulfillment_orders where store_id = ${demo.store_id}
         union all
        select 'priorities', string_agg(id, ',' order by priority) from locations where store_id = ${demo.store_id}`,
  )
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  auditRegister('priorities', values.get('priorities'), memory.priorities, findings)
  for (const [id, register] of memory.places)
    auditRegister(`place of shipment ${id}`, values.get(id), register, findings)
}

const Address = Type.Object({ url: Type.String() })

async function auditWebhooks(db: Db, { demo }: Shop, { webhooks }: Memory, { lost, wrong }: Findings): Promise<void> {
  const rows = await db.many(Address, sql`select url from webhooks where store_id = ${demo.store_id}`)
  const paths = rows.map(({ url }) => new URL(url).pathname)
  for (const [path, { gone, isLeaving }] of webhooks) {
    if (!isLeaving && !paths.includes(path)) lost.push(`webhook ${path}`)
    if (gone < Number.POSITIVE_INFINITY && paths.includes(path)) wrong.push(`webhook ${path} was deleted`)
  }
  for (const path of paths) {
    if (!webhooks.has(path)) wrong.push(`webhook ${path} was never made`)
    if (paths.indexOf(path) !== paths.lastIndexOf(path)) wrong.push(`webhook ${path} is there twice`)
  }
}

/** When the event of an order was begun, by the kind of event. */
const begun = {
  'order/created': (of: OrderRecord) => of.sentAt,
  'order/cancelled': (of: OrderRecord) => of.cancel.sentAt,
}

async function auditDeliveries(
  placed: readonly Placed[],
  { orders, webhooks }: Memory,
  receivers: readonly Receiver[],
  findings: Findings,
): Promise<void> {
  /** The orders whose event came when the webhook was there, or only those after it was gone. */
  const ordersOf = (event: string, from: number) =>
    placed.filter(({ note, status }) => {
      const record = orders.get(note)
      const hasHappened = event === 'order/created' || (status === 'cancelled' && record?.cancel.kind !== 'never')
      return record && hasHappened && begun[event as keyof typeof begun](record) >= from
    })
  const toldBy = () => {
    const told = new Map<string, Set<number>>()
    for (const { hook, id } of receivers.flatMap(receiver => receiver.told())) {
      const ids = told.get(hook) ?? new Set()
      told.set(hook, ids.add(id))
    }
    return told
  }
  const missing = () => {
    const told = toldBy()
    return [...webhooks].flatMap(([path, { event, there, isLeaving }]) =>
      isLeaving ? [] : ordersOf(event, there).filter(({ id }) => !told.get(path)?.has(id)),
    )
  }
  await until(async () => missing().length === 0, 60_000).catch(() => {})
  findings.undelivered = missing().length
  const told = toldBy()
  const known = new Set(placed.map(({ id }) => id))
  for (const [path, ids] of told) {
    const { event, gone } = webhooks.get(path) ?? { event: 'order/created', gone: 0 }
    const late = ordersOf(event, gone).filter(({ id }) => ids.has(id))
    if (late.length > 0) findings.wrong.push(`webhook ${path} was told of ${late.length} orders after it was deleted`)
    for (const id of ids)
      if (!known.has(id)) findings.wrong.push(`webhook ${path} was told of order ${id}, which is not there`)
  }
}
