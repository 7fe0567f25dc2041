import { invalid, type Order, type OrderInput, type OrderLine, placeholdersIn, units } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'
import { wireTime } from '../platform/database/values.ts'
import { currencyCode } from './codes.ts'
import { lineTotal } from './lines.ts'
import { cents, money } from './money.ts'
import { type AddressTexts, addressOf, contactOf } from './texts.ts'
import { weightOf } from './weight.ts'

/** What stands in columns and rows of its own. */
type Apart = 'id' | 'number' | 'customer' | 'fulfillments' | 'fulfillment_orders'

/** An order without what stands apart. */
export type OrderBody = Omit<Order, Apart>

export interface Maker {
  store: StoreContext
  /** The app that placed it; an order that was a draft has none. */
  app_id: number | null
  storefront: 'api' | 'form'
  now: Date
  token: string
}

/** Everything of an order that follows from its input and its lines; who ships it is decided elsewhere. */
export function bodyOf(
  id: number,
  input: OrderInput,
  lines: OrderLine[],
  { store, app_id, storefront, now, token }: Maker,
  ships: boolean,
): OrderBody {
  const none = placeholdersIn(store.main_language)
  const billing = addressOf(input.billing_address, none, store.country)
  const shipping = addressOf(input.shipping_address, none, store.country)
  const date = wireTime(now)
  const status = input.status ?? 'open'
  const payment_status = input.payment_status ?? 'pending'
  const isPaid = payment_status === 'paid'
  const totals = totalsOf(input, lines)
  return {
    token,
    store_id: store.id,
    ...contactOf(input.customer, none),
    ...billingOf(billing),
    ...legacyOf(input, none.text),
    shipping_address: shippingAddressOf(shipping, date),
    shipping_status: 'unpacked',
    ...totals,
    discount_coupon: '0.00',
    discount_gateway: '0.00',
    total_usd: totals.total,
    total_paid_by_customer: isPaid ? totals.total : null,
    total_paid_by_customer_including_fees: isPaid ? totals.total : null,
    payment_count: isPaid ? 1 : 0,
    coupon: [],
    promotional_discount: {
      id: null,
      store_id: store.id,
      order_id: id,
      created_at: date,
      total_discount_amount: '0.00',
      contents: [],
      promotions_applied: [],
    },
    currency: currencyCode(input.currency || store.main_currency),
    language: input.language || store.main_language,
    gateway: input.gateway || 'not-provided',
    gateway_id: null,
    gateway_name: '',
    gateway_link: null,
    payment_details: { method: null, credit_card_company: null, installments: 1 },
    payment_status,
    status,
    cancel_reason: status === 'cancelled' ? 'other' : null,
    products: lines,
    note: input.note ?? null,
    owner_note: input.owner_note ?? null,
    weight: weightOf(lines),
    checkout_enabled: true,
    has_shippable_products: ships,
    same_billing_and_shipping_address: isSame(billing, shipping),
    is_subscription: false,
    is_subscription_initial: false,
    storefront,
    app_id,
    location_id: input.location_id || null,
    extra: input.extra ?? {},
    attributes: [],
    client_details: { browser_ip: null, user_agent: null },
    completed_at: { date: `${date.slice(0, 10)} ${date.slice(11, 19)}.000000`, timezone_type: 3, timezone: 'UTC' },
    created_at: date,
    updated_at: date,
    paid_at: isPaid ? date : null,
    closed_at: status === 'closed' ? date : null,
    cancelled_at: status === 'cancelled' ? date : null,
    read_at: null,
  }
}

/** In hundredths; sums of a few of them still fit into their column. */
const largest = 10n ** 16n

/** What all lines cost, in hundredths. */
export function subtotalOf(lines: readonly OrderLine[]): bigint {
  const subtotal = lines.reduce((sum, line) => sum + lineTotal(line), 0n)
  if (subtotal > largest) throw invalid({ products: ['cost more than an order can'] })
  return subtotal
}

/** Exact decimals: subtotal less discount plus shipping, unless the client says what was paid. */
function totalsOf(input: OrderInput, lines: readonly OrderLine[]) {
  const subtotal = subtotalOf(lines)
  const discount = amountOf(input.discount, 'discount') ?? 0n
  const shipping = amountOf(input.shipping_cost_customer, 'shipping_cost_customer') ?? 0n
  const given = amountOf(input.total, 'total')
  if (given === 0n) throw invalid({ total: ['must be greater than 0'] })
  const computed = subtotal - discount + shipping
  if (given === undefined && computed < 0n) {
    throw invalid({ discount: [`must be at most ${money(subtotal + shipping)}, what products and shipping cost`] })
  }
  return { subtotal: money(subtotal), discount: money(discount), total: money(given ?? computed) }
}

/** An amount in hundredths, if one is said; `field` is what the client calls it. */
export function amountOf(input: string | number | null | undefined, field: string): bigint | undefined {
  if (input === undefined || input === null || input === '') return undefined
  const amount = units(input, 2)
  if (amount === undefined || amount < 0n) throw invalid({ [field]: ['must be a number of at least 0'] })
  if (amount > largest) throw invalid({ [field]: [`must be at most ${money(largest)}`] })
  return amount
}

const isSame = (one: AddressTexts, other: AddressTexts): boolean =>
  Object.entries(one).every(([name, value]) => {
    const same = other[name as keyof AddressTexts]
    return value === same || (name === 'customs' && JSON.stringify(value) === JSON.stringify(same))
  })

function billingOf(billing: AddressTexts) {
  return {
    billing_name: billing.first,
    billing_phone: billing.phone,
    billing_address: billing.address,
    billing_number: billing.number,
    billing_floor: billing.floor,
    billing_locality: billing.locality,
    billing_zipcode: billing.zipcode,
    billing_city: billing.city,
    billing_province: billing.province,
    billing_country: billing.country,
    billing_customer_type: null,
    billing_business_name: null,
    billing_trade_name: null,
    billing_state_registration: null,
    billing_document_type: null,
    billing_business_activity: null,
    ...invoicingIn(billing.country),
  }
}

/** What Mexico wants to know of an invoice, unless somebody says otherwise: general regime, purchase of goods. */
const invoicingIn = (country: string | null) => {
  const [billing_fiscal_regime, billing_invoice_use] = country === 'MX' ? ['601', 'G01'] : [null, null]
  return { billing_fiscal_regime, billing_invoice_use }
}

/** An object without fields says nothing. */
const saying = <T extends object>(given: T | null | undefined): T | null =>
  given && Object.keys(given).length > 0 ? given : null

/** The shipping fields of the first shipment; an order shows them in the older version. */
function legacyOf(input: OrderInput, none: string) {
  return {
    shipping: input.shipping || none,
    shipping_carrier_name: input.shipping_carrier_name || input.shipping || none,
    shipping_option: input.shipping_option || none,
    shipping_option_code: input.shipping_option_code || null,
    shipping_option_reference: input.shipping_option_reference || null,
    shipping_pickup_type: input.shipping_pickup_type ?? 'pickup',
    shipping_pickup_details: saying(input.shipping_pickup_details),
    shipping_store_branch_name: input.shipping_store_branch_name || null,
    shipping_store_branch_extra: null,
    shipping_suboption: input.shipping_suboption ?? [],
    shipping_tracking_number: input.shipping_tracking_number || null,
    shipping_tracking_url: input.shipping_tracking_url || null,
    shipping_min_days: input.shipping_min_days ?? null,
    shipping_max_days: input.shipping_max_days ?? null,
    shipping_cost_owner: money(amountOf(input.shipping_cost_owner, 'shipping_cost_owner') ?? 0n),
    shipping_cost_customer: money(cents(input.shipping_cost_customer)),
    shipped_at: null,
    next_action: 'noop',
    landing_url: null,
  }
}

function shippingAddressOf(texts: AddressTexts, date: string): OrderBody['shipping_address'] {
  const { name, address, number, floor, locality, city, province, zipcode, country, phone, customs } = texts
  return {
    id: 0,
    name,
    address,
    number,
    floor,
    locality,
    city,
    province,
    zipcode,
    country,
    phone,
    default: false,
    customs: customs as Record<string, unknown> | null,
    created_at: date,
    updated_at: date,
  }
}
