import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea, TextField } from './field.tsx'
import styles from './localized-field.module.css'

type Texts = Readonly<Record<string, string>>

interface Props {
  label: string
  hint?: string
  value: Texts
  /** The keys of the value, languages or locales; the first is the one that matters most. */
  languages: readonly string[]
  onValue: (value: Record<string, string>) => void
  isLong?: boolean
  required?: boolean
  isOptional?: boolean
  maxLength?: number
  wrong?: readonly string[] | undefined
}

const languageOf = (key: string): string => key.split(/[_-]/)[0] ?? key

/** A text in each language of the store, one of them in sight. */
export function LocalizedField({ label, value, languages, onValue, isLong = false, required = false, ...rest }: Props) {
  const { t, i18n } = useTranslation()
  const [picked, choose] = useState<string>()
  const chosen = picked ?? languages[0] ?? 'es'
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const Input = isLong ? TextArea : TextField
  // Who looks at another language may leave it empty, as long as there is a text at all.
  const isNeeded = chosen === languages[0] || languages.every(key => !value[key])
  return (
    <div className={styles.localized}>
      <Input
        {...rest}
        required={required && isNeeded}
        label={label}
        lang={languageOf(chosen)}
        dir="auto"
        value={value[chosen] ?? ''}
        onValue={text => onValue({ ...value, [chosen]: text })}
      />
      {languages.length > 1 && (
        <fieldset className={styles.languages}>
          <legend className="only-heard">{`${label}: ${t('language')}`}</legend>
          {languages.map(key => (
            <button
              key={key}
              type="button"
              aria-pressed={key === chosen}
              title={names.of(languageOf(key))}
              onClick={() => choose(key)}
            >
              {languageOf(key)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
