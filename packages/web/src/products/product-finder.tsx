import type { Product } from '@bodega/api'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureOf } from '../format.ts'
import { useStore } from '../store.tsx'
import { Picture } from '../ui/picture.tsx'
import { Loaded } from '../ui/states.tsx'
import { Search } from '../ui/table.tsx'
import styles from './product-finder.module.css'

/** Finds products by name, SKU or barcode; what is shown of them is for whoever looks for them. */
export function ProductFinder({ children }: { children: (found: readonly Product[], q: string) => ReactNode }) {
  const { t } = useTranslation()
  const { client, key } = useStore()
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
            {children(found, q)}
            {found.length === 0 && <li>{t('products.noneFound')}</li>}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

interface FoundProps {
  product: Product
  name: string
  about?: string
  /** What can be done with it. */
  children: ReactNode
}

export const Found = ({ product, name, about, children }: FoundProps) => (
  <li>
    <Picture src={product.images[0] ? pictureOf(product.images[0].src) : undefined} />
    <div>
      {name}
      {about && <small>{about}</small>}
    </div>
    {children}
  </li>
)
