import type { Product } from '@bodega/api'
import { PlusIcon } from '@nimbus-ds/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureOf } from '../format.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Loaded } from '../ui/states.tsx'
import { Search } from '../ui/table.tsx'
import { foundVariants, type Picked } from './found-variants.ts'
import { pickedName } from './names.ts'
import styles from './variant-picker.module.css'

/** Finds products by name, SKU or barcode, and hands over the variant that was pressed. */
export function VariantPicker({ onPick }: { onPick: (picked: Picked) => void }) {
  const { t } = useTranslation()
  const { client, key, say, price } = useStore()
  const [q, setQ] = useState('')
  const products = useQuery({
    queryKey: key('products', 'pick', q),
    queryFn: async (): Promise<Product[]> =>
      client.products.list({ query: { page: 1, per_page: 6, ...(q ? { q } : {}) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.picker}>
      <Search label={t('products.search')} value={q} onSearch={setQ} />
      <Loaded query={products}>
        {found => (
          <ul className={styles.found} aria-label={t('products.found')}>
            {foundVariants(found, q).map(picked => {
              const { product, variant } = picked
              const name = pickedName(picked, say)
              return (
                <li key={variant.id}>
                  <Picture src={product.images[0] ? pictureOf(product.images[0].src) : undefined} />
                  <div>
                    {name}
                    <small>
                      {[
                        price(variant.promotional_price ?? variant.price),
                        variant.stock === null
                          ? t('products.unlimited')
                          : t('products.units', { count: variant.stock }),
                      ].join(' · ')}
                    </small>
                  </div>
                  <Button aria-label={`${t('add')}: ${name}`} onClick={() => onPick(picked)}>
                    <PlusIcon aria-hidden size={14} />
                    {t('add')}
                  </Button>
                </li>
              )
            })}
            {found.length === 0 && <li>{t('products.noneFound')}</li>}
          </ul>
        )}
      </Loaded>
    </div>
  )
}
