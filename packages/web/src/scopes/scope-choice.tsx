import { allScopes, type Contract, contract, impliedScopes, type Scope, scopeTexts } from '@bodega/api'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../texts/index.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './scope-choice.module.css'

/** What some operation asks for; the other names are known, so that apps of elsewhere can keep theirs. */
const asked: ReadonlySet<string> = new Set(
  Object.values(contract as Contract).flatMap(resource => Object.values(resource).map(({ scope }) => scope)),
)

interface Props {
  label: string
  chosen: readonly Scope[]
  onChoose: (scopes: Scope[]) => void
  /** What is to be said of a scope that is chosen. */
  mark?: (scope: Scope) => ReactNode
}

/** Every scope in words, to be ticked. */
export function ScopeChoice({ label, chosen, onChoose, mark }: Props) {
  const { t, i18n } = useTranslation()
  const words = scopeTexts[chooseLanguage([i18n.language])]
  const opened = impliedScopes(chosen)
  const choose = (scope: Scope, isChosen: boolean) =>
    onChoose(allScopes.filter(other => (other === scope ? isChosen : chosen.includes(other))))
  return (
    <fieldset className={styles.scopes}>
      <legend className="only-heard">{label}</legend>
      {allScopes.map(scope => {
        const isChosen = chosen.includes(scope)
        return (
          <label key={scope}>
            <input type="checkbox" checked={isChosen} onChange={event => choose(scope, event.target.checked)} />
            <span>
              {words[scope]}
              <code>{scope}</code>
            </span>
            {isChosen && mark?.(scope)}
            {!isChosen && opened.has(scope) && <Badge>{t('scopes.included')}</Badge>}
            {!asked.has(scope) && <Badge>{t('scopes.opensNothing')}</Badge>}
          </label>
        )
      })}
    </fieldset>
  )
}
