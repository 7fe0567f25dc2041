import type { Category } from '@bodega/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { useStore } from '../store.tsx'
import { useStoreLanguages } from '../stores/languages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SelectField, Switch } from '../ui/field.tsx'
import { LocalizedField } from '../ui/localized-field.tsx'
import { Refusal } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { canMove, flatten } from './tree.ts'

interface Props {
  category?: Category
  parent: number | null
  categories: readonly Category[]
  onClose: () => void
}

export function CategoryDialog({ category, parent: given, categories, onClose }: Props) {
  const { t } = useTranslation()
  const { client, key, say } = useStore()
  const queries = useQueryClient()
  const { tell } = useToasts()
  const languages = useStoreLanguages()
  const [name, setName] = useState<Record<string, string>>({ ...category?.name })
  const [description, setDescription] = useState<Record<string, string>>({ ...category?.description })
  const [parent, setParent] = useState(given)
  const [isVisible, setVisible] = useState(category?.visibility !== 'hidden')
  const save = useMutation({
    mutationFn: () => {
      const body = { name, description, parent, visibility: isVisible ? ('visible' as const) : ('hidden' as const) }
      return category
        ? client.categories.update({ params: { id: category.id }, body })
        : client.categories.create({ body })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key('categories') })
      tell(t('saved'))
      onClose()
    },
  })
  const wrong = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const places = flatten(categories).filter(
    branch =>
      !category || branch.category.id === category.parent || canMove(categories, category.id, branch.category.id),
  )
  return (
    <Dialog title={category ? say(category.name) : t('categories.new')} onClose={onClose}>
      <form className="stacked" onSubmit={submit}>
        <LocalizedField
          label={t('products.name')}
          value={name}
          languages={languages}
          onValue={setName}
          required
          maxLength={255}
          wrong={wrong.name}
        />
        <LocalizedField
          label={t('products.description')}
          value={description}
          languages={languages}
          onValue={setDescription}
          isLong
          isOptional
        />
        <SelectField
          label={t('categories.parent')}
          value={parent === null ? '' : String(parent)}
          onValue={value => setParent(value === '' ? null : Number(value))}
          options={[
            { value: '', text: t('categories.top') },
            ...places.map(({ category: { id, name }, depth }) => ({
              value: String(id),
              text: `${'— '.repeat(depth)}${say(name)}`,
            })),
          ]}
        />
        <Switch label={t('products.visible')} isOn={isVisible} onSwitch={setVisible} />
        <Refusal error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="main" isBusy={save.isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
