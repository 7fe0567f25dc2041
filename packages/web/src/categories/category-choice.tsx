import { useTranslation } from 'react-i18next'
import { Refusal } from '../ui/states.tsx'
import styles from './category-choice.module.css'
import { useCategories, useCategoryPaths } from './queries.ts'

interface Props {
  /** Ids. */
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

/** Some of all categories. */
export function CategoryChoice({ chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const { isSuccess, isError, error } = useCategories()
  const categories = useCategoryPaths()
  const toggle = (id: number) => onChoose(chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id])
  return (
    <fieldset className={styles.choice}>
      <legend>{t('nav.categories')}</legend>
      <div>
        {categories.map(({ id, path }) => (
          <label key={id}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            {path}
          </label>
        ))}
      </div>
      {isSuccess && categories.length === 0 && <p>{t('categories.none')}</p>}
      {isError && <Refusal error={error} />}
    </fieldset>
  )
}
