import type { ShippingTable } from '@bodega/api'
import { PlusIcon, TruckIcon } from '@nimbus-ds/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { whole } from '../whole.ts'

export function ShippingTablesPage() {
  const { t } = useTranslation()
  const { id, client, key, may } = useStore()
  const canChange = may('write_shipping')
  const tables = useQuery({
    queryKey: key('shipping-tables'),
    queryFn: (): Promise<ShippingTable[]> => whole(query => client.shippingTables.list({ query })),
  })
  return (
    <Page
      title={t('nav.shippingTables')}
      lead={t('shipping.lead')}
      actions={
        canChange && (
          <ButtonLink to="/admin/$storeId/shipping/new" params={{ storeId: String(id) }} look="main">
            <PlusIcon aria-hidden size={14} />
            {t('shipping.new')}
          </ButtonLink>
        )
      }
    >
      <div className="stacked">
        {!canChange && <OwnersOnly />}
        <Panel isFlush>
          <Loaded query={tables}>
            {found =>
              found.length === 0 ? (
                <Empty
                  icon={<TruckIcon aria-hidden size={20} />}
                  title={t('shipping.none')}
                  text={t('shipping.noneText')}
                />
              ) : (
                <Tables tables={found} />
              )
            }
          </Loaded>
        </Panel>
      </div>
    </Page>
  )
}

function Tables({ tables }: { tables: readonly ShippingTable[] }) {
  const { t } = useTranslation()
  const { id, client, refresh, may } = useStore()
  const { tell, tellError } = useToasts()
  const write = async (table: ShippingTable, active: boolean) => {
    try {
      await client.shippingTables.update({ params: { id: table.id }, body: { active } })
    } finally {
      // It may be gone.
      await refresh('shipping-tables')
    }
  }
  const turn = useMutation({
    mutationFn: (table: ShippingTable) => write(table, !table.active),
    onSuccess: (_, table) => tell(t('saved'), () => write(table, table.active)),
    onError: tellError,
  })
  return (
    <Table
      label={t('nav.shippingTables')}
      rows={tables}
      keyOf={table => table.id}
      columns={[
        {
          name: t('products.name'),
          kind: 'title',
          cell: table => (
            <>
              <Link to="/admin/$storeId/shipping/$tableId" params={{ storeId: String(id), tableId: String(table.id) }}>
                {table.name}
              </Link>
              <small>{table.zones.map(({ name }) => name).join(' · ')}</small>
            </>
          ),
        },
        {
          name: t('orders.statusLabel'),
          cell: ({ active }) => (
            <Badge tone={active ? 'success' : 'neutral'}>{t(active ? 'shipping.on' : 'shipping.off')}</Badge>
          ),
        },
        {
          name: t('products.actions'),
          isPlain: true,
          cell: table =>
            may('write_shipping') && (
              <Button
                aria-label={`${t(table.active ? 'shipping.turnOff' : 'shipping.turnOn')}: ${table.name}`}
                onClick={() => turn.mutate(table)}
              >
                {t(table.active ? 'shipping.turnOff' : 'shipping.turnOn')}
              </Button>
            ),
        },
      ]}
    />
  )
}
