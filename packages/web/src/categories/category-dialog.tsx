import type { Category } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { useStoreLanguages } from '../stores/languages.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { useDraft } from '../ui/draft.ts'
import { SelectField, Switch } from '../ui/field.tsx'
import { LocalizedField } from '../ui/localized-field.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { canMove, flatten } from './tree.ts'

interface Props {
  category?: Category
  parent: number | null
  categories: readonly Category[]
  onClose: () => void
}

const draftOf = (category: Category | undefined, parent: number | null) => ({
  name: { ...category?.name },
  description: { ...category?.description },
  parent,
  isVisible: category?.visibility !== 'hidden',
})

const inputOf = ({ isVisible, ...texts }: ReturnType<typeof draftOf>) => ({
  ...texts,
  visibility: isVisible ? ('visible' as const) : ('hidden' as const),
})

export function CategoryDialog({ category, parent: given, categories, onClose }: Props) {
  const { t } = useTranslation()
  const { client, refresh, say } = useStore()
  const { tell } = useToasts()
  const languages = useStoreLanguages()
  const { draft, change, changesTo } = useDraft(draftOf(category, given), inputOf)
  const { name, description, parent, isVisible } = draft
  const save = useMutation({
    mutationFn: () =>
      category
        ? saveOver(
            () => client.categories.get({ params: { id: category.id } }),
            (now, headers) =>
              client.categories.update({ params: { id: now.id }, headers, body: changesTo(draftOf(now, now.parent)) }),
          )
        : client.categories.create({ body: inputOf(draft) }),
    onSuccess: async () => {
      await refresh('categories')
      tell(t('saved'))
      onClose()
    },
  })
  const wrong = fieldErrors(save.error)
  const places = flatten(categories).filter(
    branch =>
      !category || branch.category.id === category.parent || canMove(categories, category.id, branch.category.id),
  )
  return (
    <FormDialog
      title={category ? say(category.name) : t('categories.new')}
      action={t('save')}
      save={save}
      onClose={onClose}
    >
      <LocalizedField
        label={t('products.name')}
        value={name}
        languages={languages}
        onValue={typed => change({ name: typed })}
        required
        maxLength={255}
        wrong={wrong.name}
      />
      <LocalizedField
        label={t('products.description')}
        value={description}
        languages={languages}
        onValue={typed => change({ description: typed })}
        isLong
        isOptional
      />
      <SelectField
        label={t('categories.parent')}
        value={parent === null ? '' : String(parent)}
        onValue={value => change({ parent: value === '' ? null : Number(value) })}
        options={[
          { value: '', text: t('categories.top') },
          ...places.map(({ category: { id, name }, depth }) => ({
            value: String(id),
            text: `${'— '.repeat(depth)}${say(name)}`,
          })),
        ]}
      />
      <Switch label={t('products.visible')} isOn={isVisible} onSwitch={isOn => change({ isVisible: isOn })} />
    </FormDialog>
  )
}
