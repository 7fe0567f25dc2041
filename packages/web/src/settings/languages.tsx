import type { Store } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { isLanguage, languages as names } from '../texts/index.ts'
import { useDraft } from '../ui/draft.ts'
import { Fields, SelectField, Switch } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { useChangeStore } from './change-store.ts'

const all = Object.keys(names).filter(isLanguage)

const draftOf = ({ languages, main_language }: Store) => ({
  languages: all.filter(code => languages[code]?.active),
  main_language: all.find(code => code === main_language),
})

const inputOf = ({ languages, main_language }: ReturnType<typeof draftOf>) => ({
  languages,
  ...(main_language ? { main_language } : {}),
})

/** Which languages the texts of the store are kept in. What was written in one stays when it is turned off. */
export function Languages({ store }: { store: Store }) {
  const { t } = useTranslation()
  const { info } = useStore()
  const isOwner = info.role === 'owner'
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(store), inputOf)
  const { languages: spoken, main_language: main } = draft
  const question = useLeaveQuestion(hasChanges)
  const save = useChangeStore()
  return (
    <Form onSend={() => save.mutate(now => changesTo(draftOf(now)), { onSuccess: () => settle(draft) })}>
      <Fields isReadOnly={!isOwner}>
        <Panel title={t('settings.languages')} lead={t('settings.languagesLead')}>
          {all.map(code => (
            <Switch
              key={code}
              label={names[code]}
              isOn={spoken.includes(code)}
              disabled={code === main}
              onSwitch={isOn => change({ languages: all.filter(one => (one === code ? isOn : spoken.includes(one))) })}
            />
          ))}
          <SelectField
            label={t('settings.mainLanguage')}
            hint={t('settings.mainLanguageHint')}
            value={main ?? ''}
            onValue={code => isLanguage(code) && change({ main_language: code })}
            options={spoken.map(code => ({ value: code, text: names[code] }))}
          />
          {isOwner && <SaveRow save={save} />}
        </Panel>
      </Fields>
      {question}
    </Form>
  )
}
