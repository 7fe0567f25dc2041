import type { Store } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { useStore } from '../store.tsx'
import { spokenBy } from '../stores/languages.ts'
import { useDraft } from '../ui/draft.ts'
import { FieldRow, Fields, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
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

const ofLines = <T,>(value: (line: Line) => T): Record<Line, T> =>
  // Every line of the list, which `fromEntries` does not say in its type.
  Object.fromEntries(lines.map(line => [line, value(line)])) as Record<Line, T>

const draftOf = (store: Store) => {
  const { name, description, email } = store
  return { name, description, email, ...ofLines(line => store[line] ?? '') }
}

export function StoreForm({ store }: { store: Store }) {
  const { t } = useTranslation()
  const { info } = useStore()
  const isOwner = info.role === 'owner'
  const languages = spokenBy(store)
  const spokenOf = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).filter(([code]) => languages.includes(code)))
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(store), typed => ({
    name: spokenOf(typed.name),
    description: spokenOf(typed.description),
    email: typed.email,
    ...ofLines(line => typed[line] || null),
  }))
  const question = useLeaveQuestion(hasChanges)
  const save = useChangeStore()
  const wrong = fieldErrors(save.error)
  return (
    <Form onSend={() => save.mutate(now => changesTo(draftOf(now)), { onSuccess: () => settle(draft) })}>
      <Fields isReadOnly={info.role !== 'owner'}>
        <Panel title={t('settings.about')}>
          <LocalizedField
            label={t('settings.name')}
            value={draft.name}
            languages={languages}
            onValue={name => change({ name })}
            required
            maxLength={255}
            wrong={wrong.name}
          />
          <LocalizedField
            label={t('settings.description')}
            value={draft.description}
            languages={languages}
            onValue={description => change({ description })}
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
            value={draft.email}
            onValue={email => change({ email })}
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
                  value={draft[line]}
                  onValue={text => change({ [line]: text })}
                  wrong={wrong[line]}
                />
              ))}
            </FieldRow>
          ))}
          {isOwner && <SaveRow save={save} />}
        </Panel>
      </Fields>
      {question}
    </Form>
  )
}
