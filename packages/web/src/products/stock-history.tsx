import type { StockMovement, Variant } from '@bodega/api'
import { HistoryIcon } from '@nimbus-ds/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocationName } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Pager, Table } from '../ui/table.tsx'
import { latestOf } from './latest.ts'

interface Props {
  variant: Variant
  name: string
  onClose: () => void
}

const size = 100

/** Every change of the stock of a variant, the latest first: what a level is, is the sum of these. */
export function StockHistory({ variant, name, onClose }: Props) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const [page, setPage] = useState(1)
  const movements = useQuery({
    queryKey: key('products', 'movements', variant.id, page),
    queryFn: async () => {
      const read = (number: number) =>
        client.inventory.ofVariant({ params: { id: variant.id }, query: { page: number, per_page: size } })
      const oldest = await read(1)
      const { total } = oldest
      const { pages, from, to } = latestOf(total, page, size)
      const found = await Promise.all(pages.map(number => (number === 1 ? oldest : read(number))))
      return { list: found.flat().slice(from, to).toReversed(), total }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog title={t('products.historyOf', { name })} onClose={onClose} isWide>
      <Loaded query={movements}>
        {({ list, total }) =>
          total === 0 ? (
            <Empty icon={<HistoryIcon aria-hidden size={20} />} title={t('products.noHistory')} />
          ) : (
            <>
              <Movements movements={list} name={name} />
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Movements({ movements, name }: { movements: readonly StockMovement[]; name: string }) {
  const { t } = useTranslation()
  const { time, count } = useStore()
  const placeOf = useLocationName()
  return (
    <Table
      label={t('products.historyOf', { name })}
      rows={movements}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('products.when'),
          kind: 'title',
          cell: ({ created_at, actor }) => (
            <>
              {time(created_at)}
              <small>{actor}</small>
            </>
          ),
        },
        { name: t('products.where'), cell: ({ location_id }) => placeOf(location_id) },
        { name: t('products.cause'), cell: ({ cause }) => <Badge>{t(`products.causes.${cause}`)}</Badge> },
        {
          name: t('products.change'),
          kind: 'number',
          cell: ({ delta }) => (delta > 0 ? `+${count(delta)}` : count(delta)),
        },
        {
          name: t('products.after'),
          kind: 'number',
          cell: ({ level_after }) => (level_after === null ? '∞' : count(level_after)),
        },
      ]}
    />
  )
}
