import { PlusIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { foundVariants, type Picked } from './found-variants.ts'
import { pickedName } from './names.ts'
import { Found, ProductFinder } from './product-finder.tsx'

/** Hands over the variant that was pressed, of the products that were found. */
export function VariantPicker({ onPick }: { onPick: (picked: Picked) => void }) {
  const { t } = useTranslation()
  const { say, price } = useStore()
  return (
    <ProductFinder>
      {(found, q) =>
        foundVariants(found, q).map(picked => {
          const { product, variant } = picked
          const name = pickedName(picked, say)
          const stock = variant.stock === null ? t('products.unlimited') : t('products.units', { count: variant.stock })
          return (
            <Found
              key={variant.id}
              product={product}
              name={name}
              about={`${price(variant.promotional_price ?? variant.price)} · ${stock}`}
            >
              <Button aria-label={`${t('add')}: ${name}`} onClick={() => onPick(picked)}>
                <PlusIcon aria-hidden size={14} />
                {t('add')}
              </Button>
            </Found>
          )
        })
      }
    </ProductFinder>
  )
}
