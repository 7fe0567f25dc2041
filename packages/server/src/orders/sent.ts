interface Sent {
  variant_id: number | string
  quantity: number | string
}

type Numbered<E extends Sent> = Omit<E, keyof Sent> & { variant_id: number; quantity: number }
export type Counted<I extends { products: Sent[] }> = Omit<I, 'products'> & {
  products: Numbered<I['products'][number]>[]
}

const isNumbered = ({ variant_id, quantity }: Sent): boolean =>
  typeof variant_id === 'number' && typeof quantity === 'number'

const numbered = (entry: Sent) => ({
  ...entry,
  variant_id: Number(entry.variant_id),
  quantity: Number(entry.quantity),
})

/**
 * What was sent, with numbers where ids and quantities came as digits in a text (contract 8.2). Nearly all clients send
 * numbers: what they sent is handed on as it is, and nothing is copied.
 */
export function counted<I extends { products: Sent[] }>(input: I): Counted<I> {
  const { products } = input
  const read = products.every(isNumbered) ? input : { ...input, products: products.map(numbered) }
  // All entries have numbers now, which is all that the two types differ in.
  return read as unknown as Counted<I>
}
