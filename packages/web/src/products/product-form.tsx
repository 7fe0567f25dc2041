import type { Product, ProductChange } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CategoryChoice } from '../categories/category-choice.tsx'
import { fieldErrors } from '../errors.ts'
import { useStoreLanguages } from '../stores/languages.ts'
import { useDraft } from '../ui/draft.ts'
import { FieldRow, SelectField, Switch, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { LocalizedField } from '../ui/localized-field.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { visibilityOf } from './search.ts'
import { useVisibilities } from './visibility.tsx'

function draftOf(product: Product | undefined) {
  return {
    name: { ...product?.name },
    description: { ...product?.description },
    brand: product?.brand ?? '',
    tags: product?.tags ?? '',
    visibility: product?.visibility ?? 'visible',
    free_shipping: product?.free_shipping ?? false,
    requires_shipping: product?.requires_shipping ?? true,
    categories: product?.categories.map(({ id }) => id) ?? [],
  }
}
type Draft = ReturnType<typeof draftOf>

const inputOf = (draft: Draft) => ({ ...draft, brand: draft.brand || null })

interface Props {
  product?: Product
  /** Is given what shall be changed, by what is kept at that moment. */
  submit: (changesTo: (now?: Product) => ProductChange) => Promise<unknown>
}

/** What a product is, in every language of the store. What is sold of it are its variants. */
export function ProductForm({ product, submit }: Props) {
  const { t } = useTranslation()
  const languages = useStoreLanguages()
  const visibilities = useVisibilities()
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(product), inputOf)
  const question = useLeaveQuestion(hasChanges)
  const save = useMutation({ mutationFn: () => submit(now => (now ? changesTo(draftOf(now)) : inputOf(draft))) })
  const wrong = fieldErrors(save.error)
  return (
    <Form onSend={() => save.mutate(undefined, { onSuccess: () => settle(draft) })}>
      <Panel title={t('products.about')}>
        <LocalizedField
          label={t('products.name')}
          value={draft.name}
          languages={languages}
          onValue={name => change({ name })}
          required
          maxLength={1000}
          wrong={wrong.name}
        />
        <LocalizedField
          label={t('products.description')}
          value={draft.description}
          languages={languages}
          onValue={description => change({ description })}
          isLong
          isOptional
          wrong={wrong.description}
        />
        <FieldRow>
          <TextField
            label={t('products.brand')}
            isOptional
            maxLength={255}
            value={draft.brand}
            onValue={brand => change({ brand })}
          />
          <TextField
            label={t('products.tags')}
            hint={t('products.tagsHint')}
            isOptional
            value={draft.tags}
            onValue={tags => change({ tags })}
          />
        </FieldRow>
        <SelectField
          label={t('products.visibility')}
          value={draft.visibility}
          options={visibilities}
          onValue={text => change({ visibility: visibilityOf(text) ?? draft.visibility })}
        />
        <CategoryChoice chosen={draft.categories} onChoose={categories => change({ categories })} />
        <FieldRow>
          <Switch
            label={t('products.freeShipping')}
            isOn={draft.free_shipping}
            onSwitch={free_shipping => change({ free_shipping })}
          />
          <Switch
            label={t('products.requiresShipping')}
            isOn={draft.requires_shipping}
            onSwitch={requires_shipping => change({ requires_shipping })}
          />
        </FieldRow>
        <SaveRow save={save} />
      </Panel>
      {question}
    </Form>
  )
}
