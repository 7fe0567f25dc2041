import { AppsIcon, BrowserIcon, CodeIcon, HeartIcon, StatsIcon, StoreIcon } from '@nimbus-ds/icons'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkCard } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Mark } from '../ui/mark.tsx'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import { Facts } from './facts.tsx'
import { FirstCall } from './first-call.tsx'
import styles from './start-page.module.css'
import { Status } from './status.tsx'

const cards = [
  { name: 'admin', href: '/admin', Icon: StoreIcon },
  { name: 'partner', href: '/partner', Icon: AppsIcon },
  { name: 'docs', href: '/docs', Icon: BrowserIcon },
  { name: 'openapi', href: '/openapi.json', Icon: CodeIcon },
  { name: 'health', href: '/health/ready', Icon: HeartIcon },
  { name: 'metrics', href: '/metrics', Icon: StatsIcon },
] as const

export function StartPage() {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = t('title')
  }, [t])
  const address = `${location.origin}/v1/{store_id}`
  return (
    <div className={styles.page}>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Mark />
          Bodega
        </span>
        <LanguageChoice />
        <ThemeChoice />
      </header>

      <main id="content" tabIndex={-1}>
        <div className={styles.hero}>
          <div className={styles.pitch}>
            <Status />
            <h1>{t('start.headline')}</h1>
            <p className={styles.lead}>{t('start.lead')}</p>
            <div className={styles.actions}>
              <Link to="/admin" className={styles.action}>
                {t('start.openAdmin')}
              </Link>
              <a href="/docs" className={`${styles.action} ${styles.second}`}>
                {t('start.openDocs')}
              </a>
            </div>
            <div className={styles.address}>
              <h2>{t('start.address')}</h2>
              <div>
                <code>{address}</code>
                <CopyButton text={address} what={t('start.address')} />
              </div>
            </div>
          </div>
          <FirstCall />
        </div>

        <section className={styles.section} aria-labelledby="service">
          <h2 id="service">{t('start.service')}</h2>
          <Facts />
        </section>

        <section className={styles.section} aria-labelledby="explore">
          <h2 id="explore">{t('start.explore')}</h2>
          <ul className={styles.cards}>
            {cards.map(({ name, href, Icon }) => (
              <LinkCard
                key={name}
                href={href}
                icon={<Icon aria-hidden size={18} />}
                title={t(`cards.${name}.title`)}
                text={t(`cards.${name}.text`)}
              />
            ))}
          </ul>
        </section>
      </main>

      <footer className={styles.footer}>
        <p>{t('start.name')}</p>
        <p>{t('start.license')}</p>
      </footer>
    </div>
  )
}
