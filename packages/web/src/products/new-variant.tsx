import type { Product } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceOf } from '../amount.ts'
import { useStore } from '../store.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { FieldRow, TextField } from '../ui/field.tsx'
import { Note } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'

/** One more combination. Where the product has no attributes yet, the first one is named here. */
export function NewVariant({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation()
  const { client, refresh, say, typed } = useStore()
  const { tell } = useToasts()
  const isFirst = product.attributes.length === 0
  const [attribute, setAttribute] = useState('')
  const [before, setBefore] = useState('')
  const [values, setValues] = useState<string[]>(isFirst ? [''] : product.attributes.map(() => ''))
  const [price, setPrice] = useState(typed(product.variants[0]?.price))
  const [sku, setSku] = useState('')
  const params = { product_id: product.id }
  const name = (attributes: string[]) => client.products.update({ params: { id: product.id }, body: { attributes } })
  const add = () =>
    client.variants.create({
      params,
      body: { values, price: priceOf(price) || null, sku: sku || null, stock: 0 },
    })
  const addSecond = async () => {
    await name([attribute])
    try {
      const [only] = product.variants
      if (only) await client.variants.update({ params: { ...params, id: only.id }, body: { values: [before] } })
      await add()
    } catch (refusal) {
      // The product is as it was: with the attribute goes the value.
      await name([])
      throw refusal
    }
  }
  const save = useMutation({
    mutationFn: async () => {
      await (isFirst ? addSecond() : add())
    },
    onSuccess: () => {
      tell(t('saved'))
      onClose()
    },
    onSettled: () => refresh('products'),
  })
  const names = isFirst ? [attribute || t('products.value')] : product.attributes.map(say)
  return (
    <FormDialog title={t('products.newVariant')} action={t('add')} save={save} onClose={onClose}>
      {isFirst && (
        <>
          <Note>
            <p>{t('products.firstAttribute')}</p>
          </Note>
          <FieldRow>
            <TextField
              label={t('products.attribute')}
              placeholder={t('products.attributeHint')}
              required
              maxLength={255}
              value={attribute}
              onValue={setAttribute}
            />
            <TextField label={t('products.valueBefore')} required maxLength={255} value={before} onValue={setBefore} />
          </FieldRow>
        </>
      )}
      <FieldRow>
        {names.map((label, place) => (
          <TextField
            key={place}
            label={label}
            required
            maxLength={255}
            value={values[place] ?? ''}
            onValue={text => setValues(old => Object.assign([...old], { [place]: text }))}
          />
        ))}
      </FieldRow>
      <FieldRow>
        <TextField label={t('products.price')} isOptional inputMode="decimal" value={price} onValue={setPrice} />
        <TextField label="SKU" isOptional maxLength={255} value={sku} onValue={setSku} />
      </FieldRow>
    </FormDialog>
  )
}
