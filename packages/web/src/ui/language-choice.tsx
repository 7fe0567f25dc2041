import { ChevronDownIcon, GlobeIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import { changeLanguage, isLanguage, languages } from '../texts/index.ts'
import styles from './choices.module.css'
import { useToasts } from './toasts.tsx'

export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const { tellError } = useToasts()
  return (
    <span className={styles.language}>
      <GlobeIcon aria-hidden />
      <select
        aria-label={t('language')}
        value={i18n.language}
        onChange={event => isLanguage(event.target.value) && changeLanguage(event.target.value).catch(tellError)}
      >
        {Object.entries(languages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDownIcon aria-hidden size={12} />
    </span>
  )
}
