import { type Delivery, deliveryStatuses, type Listed } from '@bodega/api'
import { NotificationIcon } from '@nimbus-ds/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice, Filters, Pager } from '../ui/table.tsx'
import { Deliveries } from './deliveries.tsx'
import { lookingAfter } from './looking-after.ts'

interface Props {
  /** Begins the key of what changes when one is sent again. */
  queryKey: readonly unknown[]
  read: (query: { page: number; per_page: number; status?: Delivery['status'] }) => Promise<Listed<Delivery>>
  replay?: (id: string) => Promise<unknown>
  /** What else can be chosen, before the status. */
  children?: ReactNode
}

const size = 20

/** Deliveries page by page, those of one status or all. */
export function DeliveryLog({ queryKey, read, replay, children }: Props) {
  const { t } = useTranslation()
  const [status, setStatus] = useState<Delivery['status'] | ''>('')
  const [page, setPage] = useState(1)
  const deliveries = useQuery({
    queryKey: [...queryKey, status, page],
    queryFn: async () => {
      const rows = await read({ page, per_page: size, ...(status === '' ? {} : { status }) })
      return { rows, total: rows.total }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => lookingAfter(state.data?.rows),
  })
  return (
    <>
      <Filters>
        {children}
        <Choice
          label={t('webhooks.status')}
          value={status}
          options={[
            { value: '', text: t('all') },
            ...deliveryStatuses.map(name => ({ value: name, text: t(`webhooks.statuses.${name}`) })),
          ]}
          onChoose={value => {
            setStatus(deliveryStatuses.find(name => name === value) ?? '')
            setPage(1)
          }}
        />
      </Filters>
      <Loaded query={deliveries}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<NotificationIcon aria-hidden size={20} />}
              title={t('webhooks.noDeliveries')}
              text={t('webhooks.noDeliveriesText')}
            />
          ) : (
            <>
              <Deliveries deliveries={rows} replay={replay} queryKey={queryKey} />
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
