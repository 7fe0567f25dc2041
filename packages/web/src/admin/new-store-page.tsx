import { countries } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFrame, frameStyles as styles } from '../account/frame.tsx'
import { fieldErrors } from '../errors.ts'
import { panel, queries, sessionQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Refusal } from '../ui/states.tsx'

export function NewStorePage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [country, setCountry] = useState('AR')
  const create = useMutation({
    mutationFn: () => panel.stores.create({ body: { name, country, languages: ['es', 'pt', 'en'] } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries(sessionQuery)
      await navigate({ to: '/admin/$storeId', params: { storeId: String(id) } })
    },
  })
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <AccountFrame title={t('newStore.title')} lead={t('newStore.lead')}>
      <form className={styles.form} onSubmit={submit}>
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
      </form>
    </AccountFrame>
  )
}
