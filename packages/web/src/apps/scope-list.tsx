import styles from './apps-page.module.css'
import { useScopeTexts } from './queries.ts'

/** What an app may do, or asks for, in words. */
export function ScopeList({ label, scopes }: { label: string; scopes: readonly string[] }) {
  const sayScope = useScopeTexts()
  if (scopes.length === 0) return <p>{label}</p>
  return (
    <details className={styles.scopes}>
      <summary>{label}</summary>
      <ul>
        {scopes.map(scope => (
          <li key={scope}>{sayScope(scope)}</li>
        ))}
      </ul>
    </details>
  )
}
