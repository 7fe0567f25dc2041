import { countries } from '@bodega/api'
import type { MyStore } from '@bodega/api/panel'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Refusal } from '../ui/states.tsx'

export interface NewStore {
  name: string
  country: string
  languages: ('es' | 'pt' | 'en')[]
}

/** What a new store begins with. */
export function StoreForm({ create }: { create: UseMutationResult<MyStore, Error, NewStore> }) {
  const { t, i18n } = useTranslation()
  const [name, setName] = useState('')
  const [country, setCountry] = useState('AR')
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
  return (
    <Form className="stacked" onSend={() => create.mutate({ name, country, languages: ['es', 'pt', 'en'] })}>
      <TextField
        label={t('newStore.name')}
        required
        maxLength={255}
        value={name}
        onValue={setName}
        wrong={fieldErrors(create.error).name}
      />
      <SelectField
        label={t('newStore.country')}
        hint={t('newStore.countryHint')}
        value={country}
        onValue={setCountry}
        options={Object.keys(countries).map(code => ({ value: code, text: names.of(code) ?? code }))}
      />
      <Refusal error={create.error} />
      <Button type="submit" look="main" isBusy={create.isPending}>
        {t('newStore.action')}
      </Button>
    </Form>
  )
}
