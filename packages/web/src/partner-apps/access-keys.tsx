import type { AccessKeys as Keys, PartnerApp } from '@bodega/api/panel'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panel, queries } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/page.tsx'
import { Prose } from '../ui/prose.tsx'
import { Loaded } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './partner-apps.module.css'
import { keyOf } from './queries.ts'

export function AccessKeys({ app }: { app: PartnerApp }) {
  const { t } = useTranslation()
  const { tell } = useToasts()
  const [isRotating, setRotating] = useState(false)
  const params = { app_id: app.id }
  const queryKey = keyOf(app, 'keys')
  const keys = useQuery({ queryKey, queryFn: () => panel.partnerApps.keys({ params }) })
  return (
    <Panel
      title={t('partnerApps.keys')}
      lead={t('partnerApps.keysLead')}
      actions={<Button onClick={() => setRotating(true)}>{t('partnerApps.rotate')}</Button>}
    >
      <Loaded query={keys}>{found => <Shown keys={found} />}</Loaded>
      {isRotating && (
        <Confirm
          title={t('partnerApps.rotateTitle')}
          text={t('partnerApps.rotateText')}
          action={t('partnerApps.rotate')}
          onClose={() => setRotating(false)}
          onConfirm={async () => {
            queries.setQueryData(queryKey, await panel.partnerApps.rotateKeys({ params }))
            tell(t('partnerApps.rotated'))
          }}
        />
      )}
    </Panel>
  )
}

function Shown({ keys: { client_id, client_secret } }: { keys: Keys }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const link = `${location.origin}/apps/${client_id}/authorize`
  const command = [
    `curl ${location.origin}/apps/authorize/token`,
    `  -d client_id=${client_id}`,
    "  -d client_secret='YOUR_CLIENT_SECRET'",
    "  -d code='CODE'",
  ].join(' \\\n')
  return (
    <>
      <dl className={styles.keys}>
        <dt>app_id</dt>
        <dd>
          <code>{client_id}</code>
          <CopyButton text={String(client_id)} what="app_id" />
        </dd>
        <dt>client_secret</dt>
        <dd>
          <code>{isShown ? client_secret : `${client_secret.slice(0, 4)}${'•'.repeat(24)}`}</code>
          <Button
            look="quiet"
            aria-pressed={isShown}
            aria-label={`${t(isShown ? 'partnerApps.hide' : 'partnerApps.show')}: client_secret`}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'partnerApps.hide' : 'partnerApps.show')}
          </Button>
          <CopyButton text={client_secret} what="client_secret" />
        </dd>
        <dt>{t('partnerApps.installLink')}</dt>
        <dd>
          <code>{link}</code>
          <CopyButton text={link} what={t('partnerApps.installLink')} />
        </dd>
      </dl>
      <p className={styles.quiet}>
        <Prose text={t('partnerApps.installLinkHint')} />
      </p>
      <div className={styles.exchange}>
        <h3>{t('partnerApps.exchange')}</h3>
        <p className={styles.quiet}>{t('partnerApps.exchangeLead')}</p>
        <div className={styles.command}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them */}
          <pre tabIndex={0}>
            <code>{command}</code>
          </pre>
          <CopyButton text={command} what={t('partnerApps.command')} />
        </div>
      </div>
    </>
  )
}
