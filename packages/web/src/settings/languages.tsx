import type { Store } from '@bodega/api'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { isLanguage, type Language, languages as names } from '../texts/index.ts'
import { Fields, SelectField, Switch } from '../ui/field.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { useChangeStore } from './change-store.ts'

const all = Object.keys(names).filter(isLanguage)

/** Which languages the texts of the store are kept in. What was written in one stays when it is turned off. */
export function Languages({ store }: { store: Store }) {
  const { t } = useTranslation()
  const { info } = useStore()
  const [spoken, setSpoken] = useState<readonly Language[]>(() => all.filter(code => store.languages[code]?.active))
  const [main, setMain] = useState<string>(store.main_language)
  const change = useChangeStore()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLanguage(main)) change.mutate({ languages: [...spoken], main_language: main })
  }
  return (
    <form onSubmit={submit}>
      <Fields isReadOnly={info.role !== 'owner'}>
        <Panel title={t('settings.languages')} lead={t('settings.languagesLead')}>
          {all.map(code => (
            <Switch
              key={code}
              label={names[code]}
              isOn={spoken.includes(code)}
              disabled={code === main}
              onSwitch={isOn => setSpoken(isOn ? [...spoken, code] : spoken.filter(one => one !== code))}
            />
          ))}
          <SelectField
            label={t('settings.mainLanguage')}
            hint={t('settings.mainLanguageHint')}
            value={main}
            onValue={setMain}
            options={spoken.map(code => ({ value: code, text: names[code] }))}
          />
          <SaveRow save={change} />
        </Panel>
      </Fields>
    </form>
  )
}
