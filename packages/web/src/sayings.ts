import type { TFunction } from 'i18next'

/** Some fields are named in the middle of what is said of them, where a label of ours stands before it. */
const isSaid = (words: string): RegExp => new RegExp(`^(?:The [a-z ]+ )?${words}\\.?$`)

/** The stop behind it is that of the sentence. */
const number = '(\\d+(?:\\.\\d+)?)'

/** What the server says most often of a field. */
const wrong = {
  blank: isSaid("(?:can't be blank|field is required)"),
  blankInMain: isSaid("can't be blank in the main language"),
  taken: isSaid('has already been taken'),
  invalid: isSaid('is invalid'),
  long: isSaid('is too long \\(maximum is (\\d+) characters\\)'),
  short: isSaid('is too short \\(minimum is (\\d+) characters\\)'),
  number: isSaid('must be a number'),
  least: isSaid(`must be (?:a number of )?at least ${number}`),
  more: isSaid(`must be greater than ${number}`),
  most: isSaid(`must be at most ${number}`),
  upTo: isSaid(`must be a number from 0 to ${number}`),
  weight: isSaid(`must be a number of kilograms, at most ${number}`),
  repeated: isSaid('cannot be repeated'),
  common: isSaid('is one of those that are tried first'),
  noStore: isSaid('names a store that does not exist'),
  https: isSaid('must begin with https://'),
  internet: isSaid('must lead to the public internet'),
  withUser: isSaid('must not contain a user name or a password'),
  picture: isSaid('is not a whole gif, jpg, png or webp image'),
  megabytes: isSaid('is larger than (\\d+) MB'),
  pixels: isSaid('has more than (\\d+) million pixels'),
  range: isSaid('must be as long as the first code, and not before it'),
  heavier: isSaid('must be more than that of the step before'),
  onlyLast: isSaid('can be left out in the last step only'),
} as const

/** What it says in words that are not those of the pages. */
const why = {
  days: isSaid('must not be less than min_days'),
  early: isSaid('must not be before start_date'),
  full: /(?:at most|maximum limit of|more than) (\d+) (?!characters)/i,
  stocked: isSaid('A location that holds stock cannot be deleted'),
  sending: isSaid('A location with open fulfillment orders cannot be deleted'),
  sameVariants: isSaid('(?:Variants cannot|Variant values should not) be repeated'),
  hasOrders: isSaid('Cannot delete a customer with orders'),
  sameEvent: isSaid('The tracking event must not be identical to an existing tracking event'),
  emptied: /^Fulfillment order (\d+) would be left without products$/,
  noOwner: isSaid('The store would be left without an owner'),
  cancelled: isSaid('Order is cancelled'),
  closed: isSaid('Order is closed'),
  stepped:
    /^(Invalid status transition from |Fulfillment order \d+ \(\w+\) is |The shipment (is delivered|has left|has not been)|Only a shipment that is not packed )/,
  standard: isSaid('The default location cannot be deleted'),
  lastVariant: isSaid('The last variant of a product cannot be deleted'),
  gone: /^(Category|Location|Product|Variant) with such id does not exist$/,
} as const

// All that they have is written above.
const kinds = Object.entries({ wrong, why }).flatMap(([group, sayings]) =>
  Object.entries(sayings).map(([kind, said]) => [`${group}.${kind}`, said]),
) as [`wrong.${keyof typeof wrong}` | `why.${keyof typeof why}`, RegExp][]

/** What is wrong, in the language of the page where it is said often; else as the server says it. */
export function sayWrong(text: string, t: TFunction): string {
  for (const [kind, said] of kinds) {
    const found = said.exec(text)
    if (found) return t(kind, { limit: found[1] })
  }
  return text
}

/** What the pages call what the server names. */
const labels = {
  name: 'products.name',
  description: 'products.description',
  price: 'products.price',
  promotional_price: 'products.offer',
  weight: 'products.weight',
  stock: 'stock.stock',
  values: 'products.value',
  attributes: 'products.attribute',
  email: 'account.email',
  contact_email: 'account.email',
  phone: 'customers.phone',
  contact_phone: 'customers.phone',
  identification: 'customers.identification',
  password: 'account.password',
  address: 'settings.lines.address',
  shipping_address: 'settings.lines.address',
  city: 'address.city',
  province: 'address.province',
  zipcode: 'address.zipcode',
  street: 'address.street',
  products: 'nav.products',
  categories: 'nav.categories',
  code: 'coupons.code',
  value: 'coupons.discount',
  min_price: 'coupons.minPrice',
  max_uses: 'coupons.maxUses',
  start_date: 'coupons.start',
  end_date: 'coupons.end',
  zones: 'shipping.zone',
  postal_codes: 'shipping.codes',
  provinces: 'shipping.provinces',
  rates: 'shipping.origin',
  location_id: 'shipping.from',
  min_days: 'shipping.minDays',
  max_days: 'shipping.maxDays',
  steps: 'shipping.step',
  max_weight: 'shipping.upTo',
  distribution: 'partnerApps.distribution',
  store_ids: 'partnerApps.storeIds',
  redirect_url: 'partnerApps.redirectUrl',
  app_url: 'partnerApps.appUrl',
  preferences_url: 'partnerApps.preferencesUrl',
  privacy_policy_url: 'partnerApps.privacyPolicyUrl',
  support_url: 'partnerApps.supportUrl',
  support_email: 'partnerApps.supportEmail',
  store_redact_url: 'partnerApps.storeRedactUrl',
  customers_redact_url: 'partnerApps.customersRedactUrl',
  customers_data_request_url: 'partnerApps.customersDataRequestUrl',
  scopes: 'partnerApps.scopes',
  demo_store_id: 'partnerApps.demoStore',
} as const

const isLabelled = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name)

/** What is wrong with one end of a range is said of the range. */
const ends = new Set(['from', 'to'])

/** Where it is wrong, as the page has it: `zones.0.rates.1.steps.0.price` is "Zone 1, Origin 2, Weight 1, Price". */
export function sayPlace(field: string, t: TFunction): string {
  const said: string[] = []
  for (const part of field.split('.').filter(part => !ends.has(part))) {
    if (/^\d+$/.test(part)) said.push(`${said.pop() ?? ''} ${Number(part) + 1}`.trim())
    else said.push(isLabelled(part) ? t(labels[part]) : part)
  }
  return said.join(', ')
}
