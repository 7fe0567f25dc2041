/** Every scope an application can hold, and what it opens, in the words of the consent page. */
export const scopes = {
  read_products: 'View products, variants, images and categories',
  write_products: 'Create, change and delete products, variants, images and categories',
  read_locations: 'View stock locations',
  write_locations: 'Create, change and delete stock locations',
  read_orders: 'View orders',
  write_orders: 'Create and change orders',
  read_fulfillment_orders: 'View the shipments of orders',
  write_fulfillment_orders: 'Change the shipments of orders',
  read_draft_orders: 'View draft orders',
  write_draft_orders: 'Create and change draft orders',
  read_customers: 'View customers',
  write_customers: 'Create, change and delete customers',
  read_coupons: 'View coupons',
  write_coupons: 'Create, change and delete coupons',
  read_content: 'View pages and blogs',
  write_content: 'Create, change and delete pages and blogs',
  read_email_templates: 'View e-mail templates',
  write_email_templates: 'Change e-mail templates',
  write_scripts: 'Add scripts to the store',
  read_shipping: 'View shipping options and quotes',
  write_shipping: 'Create and change shipping options',
  read_payments: 'View payments',
  write_payments: 'Create and change payments',
  read_payment_options: 'View payment options',
} as const

export type Scope = keyof typeof scopes

export const allScopes = Object.keys(scopes) as Scope[]

export const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text)

/** What comes with a scope besides the read scope of its own family (D26). */
const alsoGiven: Partial<Record<Scope, readonly Scope[]>> = {
  read_products: ['read_locations'],
  write_products: ['read_locations'],
  read_shipping: ['read_locations'],
  write_shipping: ['read_locations'],
  read_orders: ['read_fulfillment_orders'],
  write_orders: ['write_fulfillment_orders', 'read_fulfillment_orders'],
}

/** All that a set of granted scopes opens: write gives read, and the implications of D26. */
export function impliedScopes(granted: Iterable<Scope>): Set<Scope> {
  const opened = new Set<Scope>()
  for (const scope of granted) {
    opened.add(scope)
    const read = scope.replace(/^write_/, 'read_')
    if (isScope(read)) opened.add(read)
    for (const other of alsoGiven[scope] ?? []) opened.add(other)
  }
  return opened
}

/** What scopes open that others do not: who may write may read already (D26). They may have names that are no longer known. */
export function scopesBeyond(granted: readonly string[], wanted: readonly string[]): string[] {
  const opened = new Set<string>([...granted, ...impliedScopes(granted.filter(isScope))])
  return wanted.filter(scope => !opened.has(scope))
}
