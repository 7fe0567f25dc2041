import type { Delivery } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ago, timeOf } from '../format.ts'
import { queries } from '../session.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RowButton, Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`webhooks.statuses.${status}`)}</Badge>
}

const tones: Record<Delivery['status'], Tone> = { pending: 'info', delivered: 'success', failed: 'danger' }

interface Props {
  deliveries: readonly Delivery[]
  /** Not for what an app was told in a store that it has left. */
  replay?: ((id: string) => Promise<unknown>) | undefined
  /** Begins the key of what changes when one is sent again. */
  queryKey: readonly unknown[]
}

export function Deliveries({ deliveries, replay, queryKey }: Props) {
  const { t, i18n } = useTranslation()
  const { tell, tellError } = useToasts()
  const [open, setOpen] = useState<Delivery>()
  // As it is by now, while it is among those that are shown.
  const opened = deliveries.find(({ id }) => id === open?.id) ?? open
  const again = useMutation({
    mutationFn: async ({ id }: Delivery) => {
      await replay?.(id)
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
                <RowButton onClick={() => setOpen(delivery)}>{delivery.event}</RowButton>
                <small>{ago(i18n.language, delivery.created_at, Date.now())}</small>
              </>
            ),
          },
          {
            name: t('webhooks.status'),
            cell: ({ status }) => <DeliveryStatus status={status} />,
          },
          { name: t('webhooks.lastAnswer'), cell: delivery => <LastAnswer delivery={delivery} /> },
          ...(replay
            ? [
                {
                  name: t('webhooks.replay'),
                  isPlain: true,
                  cell: (delivery: Delivery) => (
                    <Button
                      disabled={delivery.status === 'pending' && delivery.attempts.length === 0}
                      isBusy={again.isPending && again.variables.id === delivery.id}
                      onClick={() => again.mutate(delivery)}
                    >
                      {t('webhooks.replay')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {opened && (
        <Dialog title={opened.event} onClose={() => setOpen(undefined)} isWide>
          <DeliveryFacts delivery={opened} />
        </Dialog>
      )}
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
