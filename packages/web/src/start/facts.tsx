import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Catalogue, fetchCatalogue } from './catalogue.ts'
import styles from './facts.module.css'

type Load = { state: 'loading' | 'failed' } | { state: 'loaded'; catalogue: Catalogue }

function useCatalogue(): [Load, retry: () => void] {
  const [load, setLoad] = useState<Load>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    setLoad({ state: 'loading' })
    fetchCatalogue(left.signal).then(
      catalogue => setLoad({ state: 'loaded', catalogue }),
      () => left.signal.aborted || setLoad({ state: 'failed' }),
    )
    return () => left.abort()
  }, [attempt])
  return [load, useCallback(() => setAttempt(count => count + 1), [])]
}

/** The release and the size of the API, as the service itself describes them. */
export function Facts() {
  const { t } = useTranslation()
  const [load, retry] = useCatalogue()
  if (load.state === 'failed') {
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('facts.failed')}</p>
        <button type="button" onClick={retry}>
          {t('retry')}
        </button>
      </div>
    )
  }
  const catalogue = load.state === 'loaded' ? load.catalogue : undefined
  return (
    <dl className={styles.facts} aria-busy={!catalogue}>
      <Fact name={t('facts.release')}>{catalogue?.release}</Fact>
      <Fact name={t('facts.endpoints')}>{catalogue?.endpoints}</Fact>
      <Fact name={t('facts.resources')}>{catalogue && <Resources of={catalogue} />}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children ?? (
          <span className={`${styles.loading} breathing`}>
            <span className="only-heard">{t('facts.loading')}</span>
          </span>
        )}
      </dd>
    </div>
  )
}

function Resources({ of: { resources } }: { of: Catalogue }) {
  const { t } = useTranslation()
  if (resources.length === 0) return <span className={styles.none}>{t('facts.none')}</span>
  return (
    <ul className={styles.resources}>
      {resources.map(({ name, endpoints }) => (
        <li key={name}>
          {name} <span>{endpoints}</span>
        </li>
      ))}
    </ul>
  )
}
