import type { Localized } from '@bodega/api'
import { PlusIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import styles from './product-finder.module.css'
import { Found, ProductFinder } from './product-finder.tsx'

export interface ShortProduct {
  id: number
  name: Localized
}

interface Props {
  chosen: readonly ShortProduct[]
  onChoose: (products: ShortProduct[]) => void
}

/** Some products: those that are chosen, and below them a search for others. */
export function ProductChoice({ chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const { say } = useStore()
  const remove = ({ id, name }: ShortProduct) => (
    <Button
      look="quiet"
      aria-label={`${t('remove')}: ${say(name)}`}
      onClick={() => onChoose(chosen.filter(one => one.id !== id))}
    >
      {t('remove')}
    </Button>
  )
  return (
    <>
      <ul className={styles.found} aria-label={t('products.chosen')}>
        {chosen.map(product => (
          <li key={product.id}>
            <div>{say(product.name)}</div>
            {remove(product)}
          </li>
        ))}
        {chosen.length === 0 && <li>{t('products.noneChosen')}</li>}
      </ul>
      <ProductFinder>
        {found =>
          found.map(product => (
            <Found key={product.id} product={product} name={say(product.name)}>
              {chosen.some(({ id }) => id === product.id) ? (
                remove(product)
              ) : (
                <Button
                  aria-label={`${t('add')}: ${say(product.name)}`}
                  onClick={() => onChoose([...chosen, { id: product.id, name: product.name }])}
                >
                  <PlusIcon aria-hidden size={14} />
                  {t('add')}
                </Button>
              )}
            </Found>
          ))
        }
      </ProductFinder>
    </>
  )
}
