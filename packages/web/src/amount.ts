/** A number as the wire has it: people also type a comma. */
export const amountOf = (text: string): string => text.trim().replace(',', '.')
