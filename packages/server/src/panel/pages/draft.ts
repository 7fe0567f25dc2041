import type { FastifyInstance } from 'fastify'
import { type Purchase, purchaseOf } from '../../draft-orders/index.ts'
import { inLanguage, type Language, type Texts } from '../texts/index.ts'
import { type Html, html } from './html.ts'
import { type PagesOptions, sendPage } from './page.ts'

/** Nobody has the id 0. */
const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** Where a draft leads the buyer, and the order that it becomes: what is bought, for whoever has the link. */
export function serveDraft(app: FastifyInstance, { stores }: PagesOptions): void {
  app.get('/drafts/:store_id/:id/:token', async (request, reply) => {
    const { store_id, id, token } = request.params as Record<'store_id' | 'id' | 'token', string>
    const store = idOf(store_id)
    const purchase = await purchaseOf(stores.of(store), store, idOf(id), token)
    return sendPage(request, reply, ({ purchase: t }, language) =>
      purchase
        ? { title: inLanguage(purchase.store, language), body: bodyOf(purchase, t, language) }
        : { title: t.none, status: 404, body: html`<h1>${t.none}</h1><p>${t.noneLead}</p>` },
    )
  })
}

const stateOf = ({ number, status, payment_status, shipping_status }: Purchase, t: Texts['purchase']): string => {
  if (status === 'cancelled') return t.cancelled
  return number === 0 ? t.payment[payment_status] : `${t.payment[payment_status]} · ${t.delivery[shipping_status]}`
}

/**
 * As the store's country writes money, as in its admin. Amounts have hundredths also where the currency is used without: then
 * they are shown only if there are any.
 */
function moneyIn(language: Language, { country, currency }: Purchase, currencyDisplay: 'symbol' | 'narrowSymbol') {
  const style = {
    style: 'currency',
    currency,
    currencyDisplay,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  } as const
  const format = new Intl.NumberFormat(`${language}-${country}`, style)
  return (amount: string): string => format.format(amount as `${number}`)
}

function bodyOf(purchase: Purchase, t: Texts['purchase'], language: Language): Html {
  const { store, number, lines, subtotal, discount, shipping, total } = purchase
  const money = moneyIn(language, purchase, 'narrowSymbol')
  const sum = (name: string, amount: string) => html`<tr><th scope="row">${name}</th><td>${amount}</td></tr>`
  return html`
<h1>${inLanguage(store, language)}</h1>
${number === 0 ? html`<p>${t.open}</p>` : html`<h2>${t.order(number)}</h2>`}
<p class="quiet">${stateOf(purchase, t)}</p>
<table>
<thead><tr><th scope="col">${t.products}</th><th scope="col">${t.amount}</th></tr></thead>
<tbody>${lines.map(
    line => html`<tr><th scope="row">${line.name}<span class="more quiet">${line.quantity} × ${money(line.price)}</span></th>
<td>${money(line.total)}</td></tr>`,
  )}</tbody>
</table>
<table class="sums"><tbody>
${sum(t.subtotal, money(subtotal))}
${Number(discount) > 0 && sum(t.discount, money(`-${discount}`))}
${sum(t.shipping, money(shipping))}
${sum(t.total, moneyIn(language, purchase, 'symbol')(total))}
</tbody></table>`
}
