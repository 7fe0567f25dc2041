import type { Delivery } from '@bodega/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ago, timeOf } from '../format.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './deliveries.module.css'

const tones: Record<Delivery['status'], Tone> = { pending: 'info', delivered: 'success', failed: 'danger' }

interface Props {
  deliveries: readonly Delivery[]
  replay: (id: string) => Promise<unknown>
  /** Begins the key of what changes when one is sent again. */
  queryKey: readonly unknown[]
}

export function Deliveries({ deliveries, replay, queryKey }: Props) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const { tell, tellError } = useToasts()
  const [open, setOpen] = useState<Delivery>()
  const again = useMutation({
    mutationFn: async ({ id }: Delivery) => {
      await replay(id)
      await queries.invalidateQueries({ queryKey })
    },
    onSuccess: () => tell(t('webhooks.replayed')),
    onError: tellError,
  })
  return (
    <>
      <Table
        label={t('webhooks.deliveries')}
        rows={deliveries}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t('webhooks.event'),
            kind: 'title',
            cell: delivery => (
              <>
                <button type="button" className={styles.open} onClick={() => setOpen(delivery)}>
                  {delivery.event}
                </button>
                <small>{ago(i18n.language, delivery.created_at, Date.now())}</small>
              </>
            ),
          },
          {
            name: t('webhooks.status'),
            cell: ({ status }) => <Badge tone={tones[status]}>{t(`webhooks.statuses.${status}`)}</Badge>,
          },
          { name: t('webhooks.lastAnswer'), cell: delivery => <LastAnswer delivery={delivery} /> },
          {
            name: t('webhooks.replay'),
            isPlain: true,
            cell: delivery => (
              <Button
                disabled={delivery.status === 'pending' && delivery.attempts.length === 0}
                isBusy={again.isPending && again.variables.id === delivery.id}
                onClick={() => again.mutate(delivery)}
              >
                {t('webhooks.replay')}
              </Button>
            ),
          },
        ]}
      />
      {open && <Details delivery={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function LastAnswer({ delivery: { attempts, next_attempt_at } }: { delivery: Delivery }) {
  const { t, i18n } = useTranslation()
  const last = attempts.at(-1)
  if (!last) return t('webhooks.notYet')
  return (
    <>
      {last.status_code ?? last.error ?? t('webhooks.noAnswer')}
      <small>
        {t('webhooks.attempts', { count: attempts.length })}
        {next_attempt_at !== null && `, ${t('webhooks.next', { time: timeOf(i18n.language, next_attempt_at) })}`}
      </small>
    </>
  )
}

function Details({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { event, id, notification, attempts } = delivery
  return (
    <Dialog title={event} onClose={onClose} isWide>
      <p className={styles.id}>webhook-id {id}</p>
      <h3 className={styles.head}>{t('webhooks.sent')}</h3>
      <Text text={JSON.stringify(notification)} />
      <h3 className={styles.head}>{t('webhooks.attemptsTitle')}</h3>
      {attempts.length === 0 && <p>{t('webhooks.notYet')}</p>}
      <ol className={styles.attempts}>
        {attempts.map(({ at, status_code, error, duration_ms, response }) => (
          <li key={at}>
            <b>{status_code ?? error ?? t('webhooks.noAnswer')}</b>
            <span>
              {timeOf(i18n.language, at)} · {t('webhooks.took', { ms: duration_ms })}
            </span>
            {response && <Text text={response} />}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Text({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them
    <pre className={styles.text} tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}
