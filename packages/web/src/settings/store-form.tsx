import type { Store } from '@bodega/api'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { useStore } from '../store.tsx'
import { FieldRow, Fields, TextField } from '../ui/field.tsx'
import { LocalizedField } from '../ui/localized-field.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { useChangeStore } from './change-store.ts'

/** Lines that may be empty, as they stand beside each other. */
const rows = [
  ['contact_email', 'phone', 'whatsapp_phone_number'],
  ['address', 'business_name', 'business_id'],
  ['instagram', 'facebook', 'blog'],
] as const
type Line = (typeof rows)[number][number]
const lines: readonly Line[] = rows.flat()

const kinds: Partial<Record<Line, string>> = { contact_email: 'email', phone: 'tel', whatsapp_phone_number: 'tel' }

export function StoreForm({ store }: { store: Store }) {
  const { t } = useTranslation()
  const { info } = useStore()
  const [name, setName] = useState(store.name)
  const [description, setDescription] = useState(store.description)
  const [email, setEmail] = useState(store.email)
  const [texts, setTexts] = useState<Partial<Record<Line, string>>>(() =>
    Object.fromEntries(lines.map(line => [line, store[line] ?? ''])),
  )
  const change = useChangeStore()
  const wrong = fieldErrors(change.error)
  const spoken = Object.keys(store.languages).filter(code => store.languages[code]?.active)
  const languages = [store.main_language, ...spoken.filter(code => code !== store.main_language)]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const only = (given: Record<string, string>) =>
      Object.fromEntries(Object.entries(given).filter(([code]) => languages.includes(code)))
    const filled = Object.fromEntries(lines.map(line => [line, texts[line]?.trim() || null]))
    change.mutate({ name: only(name), description: only(description), email, ...filled })
  }
  return (
    <form onSubmit={submit}>
      <Fields isReadOnly={info.role !== 'owner'}>
        <Panel title={t('settings.about')}>
          <LocalizedField
            label={t('settings.name')}
            value={name}
            languages={languages}
            onValue={setName}
            required
            maxLength={255}
            wrong={wrong.name}
          />
          <LocalizedField
            label={t('settings.description')}
            value={description}
            languages={languages}
            onValue={setDescription}
            isLong
            isOptional
            maxLength={2000}
            wrong={wrong.description}
          />
          <TextField
            label={t('settings.email')}
            hint={t('settings.emailHint')}
            type="email"
            required
            maxLength={254}
            value={email}
            onValue={setEmail}
            wrong={wrong.email}
          />
          {rows.map(row => (
            <FieldRow key={row[0]}>
              {row.map(line => (
                <TextField
                  key={line}
                  label={t(`settings.lines.${line}`)}
                  type={kinds[line] ?? 'text'}
                  isOptional
                  maxLength={line === 'contact_email' ? 254 : 500}
                  value={texts[line] ?? ''}
                  onValue={text => setTexts({ ...texts, [line]: text })}
                  wrong={wrong[line]}
                />
              ))}
            </FieldRow>
          ))}
          <SaveRow save={change} />
        </Panel>
      </Fields>
    </form>
  )
}
