import { type FulfillmentOrder, placeholders } from '@bodega/api'

/** What the service puts where nothing was said. */
const nothing = new Set(Object.values(placeholders).flatMap(({ text, email, zipcode }) => [text, email, zipcode]))

/** What was said, for people; what only stands in its place says nothing. */
export const told = (text: unknown): string => (typeof text === 'string' && !nothing.has(text) ? text.trim() : '')

/** What was said of these, side by side. */
export const line = (texts: readonly unknown[], between = ' '): string => texts.map(told).filter(Boolean).join(between)

/** What the buyer chose of the ways to send it. That it is by our own tables is no name that anybody knows. */
export const chosenWay = ({ shipping }: Pick<FulfillmentOrder, 'shipping'>): string =>
  shipping?.type === 'ship'
    ? line([shipping.carrier?.carrier_id !== 'table' && shipping.carrier?.name, shipping.option?.name], ' · ')
    : ''

/** An address that leads somewhere: clients keep any text as one. */
export const isWeb = (address: string): boolean => /^https?:\/\//i.test(address)
