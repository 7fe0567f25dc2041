import { CheckIcon, CopyIcon } from '@nimbus-ds/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './clipboard.ts'
import styles from './copy-button.module.css'

interface Props {
  text: string
  /** What is copied, for those who hear the button and do not see what stands beside it. */
  what: string
  /** What is read on it, where nothing beside it tells what is copied. */
  label?: string
}

export function CopyButton({ text, what, label }: Props) {
  const { t } = useTranslation()
  const action = label ?? t('copy.action')
  const [outcome, setOutcome] = useState<'done' | 'failed'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => setOutcome((await copyText(text)) ? 'done' : 'failed')
  const Icon = outcome === 'done' ? CheckIcon : CopyIcon
  return (
    <>
      <button type="button" className={styles.button} onClick={copy} aria-label={`${action}: ${what}`}>
        <Icon aria-hidden />
        <span>{outcome ? t(`copy.${outcome}`) : action}</span>
      </button>
      <span role="status" className="only-heard">
        {outcome && t(`copy.${outcome}`)}
      </span>
    </>
  )
}
