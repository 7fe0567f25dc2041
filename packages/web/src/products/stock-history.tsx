import type { StockMovement, Variant } from '@bodega/api'
import { HistoryIcon } from '@nimbus-ds/icons'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocationName } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

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
  const movements = useQuery({
    queryKey: key('products', 'movements', variant.id),
    queryFn: async (): Promise<StockMovement[]> => {
      const read = (page: number) =>
        client.inventory.ofVariant({ params: { id: variant.id }, query: { page, per_page: size } })
      const first = await read(1)
      // The list begins with the oldest, and the latest are wanted.
      const last = Math.ceil(first.total / size)
      return (last > 1 ? await read(last) : first).toReversed()
    },
  })
  return (
    <Dialog title={t('products.historyOf', { name })} onClose={onClose} isWide>
      <Loaded query={movements}>
        {found =>
          found.length === 0 ? (
            <Empty icon={<HistoryIcon aria-hidden size={20} />} title={t('products.noHistory')} />
          ) : (
            <Movements movements={found} name={name} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Movements({ movements, name }: { movements: readonly StockMovement[]; name: string }) {
  const { t } = useTranslation()
  const { time } = useStore()
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
          cell: ({ delta }) => (delta > 0 ? `+${delta}` : delta),
        },
        { name: t('products.after'), kind: 'number', cell: ({ level_after }) => level_after ?? '∞' },
      ]}
    />
  )
}
