import { useTranslation } from 'react-i18next'
import { CopyButton } from '../ui/copy-button.tsx'
import { Prose } from '../ui/prose.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { type Example, examples, highlight } from './examples.ts'
import styles from './first-call.module.css'

const newToken = 'npx bodega token create --store 1 --scopes all'

export function FirstCall() {
  const { t } = useTranslation()
  return (
    <section className={styles.panel} aria-labelledby="first-call">
      <h2 id="first-call" className={styles.title}>
        {t('firstCall.title')}
      </h2>
      <Tabs
        label={t('firstCall.languages')}
        tabs={examples(location.origin).map(example => ({
          name: example.name,
          content: <Code example={example} what={t('firstCall.example')} />,
        }))}
      />
      <div className={styles.note}>
        <p>
          <Prose text={t('firstCall.token')} />
        </p>
        <div className={styles.command}>
          <code>{newToken}</code>
          <CopyButton text={newToken} what={t('firstCall.command')} />
        </div>
      </div>
    </section>
  )
}

function Code({ example: { name, code }, what }: { example: Example; what: string }) {
  return (
    <div className={styles.code}>
      <div className={styles.copy}>
        <CopyButton key={name} text={code} what={`${what} ${name}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them */}
      <pre tabIndex={0}>
        <code>
          {highlight(code).map(({ kind, text, start }) => (
            <span key={start} className={styles[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </div>
  )
}
