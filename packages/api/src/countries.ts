/** What a country speaks and pays with, so that a store needs no more than a name to begin. */
export const countries: Readonly<Record<string, { language: string; currency: string }>> = {
  AR: { language: 'es', currency: 'ARS' },
  BR: { language: 'pt', currency: 'BRL' },
  CL: { language: 'es', currency: 'CLP' },
  CO: { language: 'es', currency: 'COP' },
  ES: { language: 'es', currency: 'EUR' },
  GB: { language: 'en', currency: 'GBP' },
  MX: { language: 'es', currency: 'MXN' },
  PE: { language: 'es', currency: 'PEN' },
  PT: { language: 'pt', currency: 'EUR' },
  US: { language: 'en', currency: 'USD' },
  UY: { language: 'es', currency: 'UYU' },
}
