import type { PublicApp } from '@bodega/api/panel'
import { ArrowsDiagonalInIcon, ChevronLeftIcon, ExclamationTriangleIcon } from '@nimbus-ds/icons'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useStore } from '../store.tsx'
import { Anchor, Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { MissingRecord, RecordPage } from '../ui/record.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import styles from './embedded-app-page.module.css'
import { type Embedding, useEmbedding } from './embedding.ts'
import { useInstalledApps } from './queries.ts'

/** An installed app inside the admin (specification 5.5). The server lets this page, and no other, frame its origin. */
export function EmbeddedAppPage() {
  const { appId } = useParams({ from: '/admin/$storeId/apps/$appId' })
  const { t } = useTranslation()
  const installed = useInstalledApps()
  const [attempt, setAttempt] = useState(1)
  return (
    <RecordPage query={installed} list={t('nav.apps')} back={<ToList list="/admin/$storeId/apps" />}>
      {apps => {
        const app = apps.map(one => one.app).find(({ id }) => String(id) === appId)
        if (!app?.app_url)
          return <MissingRecord back={<ToList list="/admin/$storeId/apps" />} why={t('apps.notHere')} />
        return <Embedded key={attempt} app={app} url={app.app_url} onRetry={() => setAttempt(attempt + 1)} />
      }}
    </RecordPage>
  )
}

/** What an app may do inside its frame; leading the admin itself elsewhere is not among it. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

function Embedded({ app, url, onRetry }: { app: PublicApp; url: string; onRetry: () => void }) {
  const { t } = useTranslation()
  const { frame, ...embedding } = useEmbedding(app.id, url)
  const { state, isFull, isDimmed } = embedding
  useEffect(() => {
    document.title = `${app.name} · Bodega`
  }, [app.name])
  return (
    <div className={styles.embedded} data-full={isFull} data-dimmed={isDimmed}>
      {isDimmed && <div className={styles.overlay} />}
      <Head app={app} embedding={embedding} />
      <div className={styles.body}>
        {state === 'failed' ? (
          <Broken url={url} onRetry={onRetry} />
        ) : (
          <>
            {state === 'waiting' && <Loading />}
            <iframe
              ref={frame}
              className={styles.frame}
              data-shown={state === 'shown'}
              src={url}
              title={t('apps.frame', { name: app.name })}
              sandbox={sandbox}
            />
          </>
        )}
      </div>
    </div>
  )
}

function Head({ app, embedding }: { app: PublicApp; embedding: Omit<Embedding, 'frame'> }) {
  const { t } = useTranslation()
  const { header, isFull, leaveFullScreen } = embedding
  return (
    <header className={styles.head}>
      {header ? (
        <Button look="quiet" onClick={header.follow}>
          <ChevronLeftIcon aria-hidden size={14} />
          {header.text ?? t('apps.back')}
        </Button>
      ) : (
        <ToList list="/admin/$storeId/apps" />
      )}
      <h1>{app.name}</h1>
      <span className={styles.publisher}>{app.publisher}</span>
      {isFull && (
        <IconButton label={t('apps.leaveFullScreen')} onClick={leaveFullScreen}>
          <ArrowsDiagonalInIcon aria-hidden />
        </IconButton>
      )}
    </header>
  )
}

function Broken({ url, onRetry }: { url: string; onRetry: () => void }) {
  const { t } = useTranslation()
  const { id } = useStore()
  return (
    <div role="alert">
      <Empty
        icon={<ExclamationTriangleIcon aria-hidden size={20} />}
        title={t('apps.broken')}
        text={t('apps.brokenText')}
      >
        <div className={styles.ways}>
          <Button look="main" onClick={onRetry}>
            {t('retry')}
          </Button>
          <Anchor href={url} target="_blank" rel="noreferrer">
            {t('apps.openOutside')}
          </Anchor>
          <ButtonLink to="/admin/$storeId/apps" params={{ storeId: String(id) }}>
            {t('apps.leave')}
          </ButtonLink>
        </div>
      </Empty>
    </div>
  )
}
