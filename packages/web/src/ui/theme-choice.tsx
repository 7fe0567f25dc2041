import { DesktopIcon, MoonIcon, SunIcon } from '@nimbus-ds/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './choices.module.css'
import { changeTheme, currentTheme, type Theme, themes } from './theme.ts'

const icons = { system: DesktopIcon, light: SunIcon, dark: MoonIcon }

export function ThemeChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(currentTheme)
  const choose = (theme: Theme) => {
    changeTheme(theme)
    setChosen(theme)
  }
  return (
    <fieldset className={styles.themes}>
      <legend className="only-heard">{t('theme.label')}</legend>
      {themes.map(theme => {
        const Icon = icons[theme]
        return (
          <label key={theme} className={styles.theme} title={t(`theme.${theme}`)}>
            <input
              type="radio"
              name="theme"
              className="only-heard"
              checked={chosen === theme}
              onChange={() => choose(theme)}
            />
            <Icon aria-hidden />
            <span className="only-heard">{t(`theme.${theme}`)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
