/** What stands in an order where a client said nothing (contract: orders 5.4). */
export interface Placeholders {
  text: string
  email: string
  zipcode: string
}

/** By the main language of the store: Portuguese has its own, all others those in Spanish. */
export const placeholders: Readonly<Record<'es' | 'pt', Placeholders>> = {
  es: { text: 'No informado', email: 'email@noinformado.com', zipcode: '0000' },
  pt: { text: 'Não informado', email: 'email@naoinformado.com', zipcode: '0000' },
}

export const placeholdersIn = (mainLanguage: string): Placeholders =>
  mainLanguage === 'pt' ? placeholders.pt : placeholders.es
