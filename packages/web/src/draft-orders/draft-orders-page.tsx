import type { DraftOrder } from '@bodega/api'
import { FileAltIcon, PlusIcon, TrashIcon } from '@nimbus-ds/icons'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gone } from '../errors.ts'
import { shortagesOf } from '../orders/missing.tsx'
import { useStore } from '../store.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { useListed } from '../ui/listed.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Pager, perPage, Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'

export function DraftOrdersPage() {
  const { t } = useTranslation()
  const { id, client, key } = useStore()
  const [page, setPage] = useState(1)
  const drafts = useListed(key('draft-orders', page), () =>
    client.draftOrders.list({ query: { page, per_page: perPage } }),
  )
  return (
    <Page
      title={t('nav.draftOrders')}
      lead={t('drafts.lead')}
      actions={
        <ButtonLink to="/admin/$storeId/draft-orders/new" params={{ storeId: String(id) }} look="main">
          <PlusIcon aria-hidden size={14} />
          {t('drafts.new')}
        </ButtonLink>
      }
    >
      <Panel isFlush>
        <Loaded query={drafts}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty
                icon={<FileAltIcon aria-hidden size={20} />}
                title={t('drafts.none')}
                text={t('drafts.noneText')}
              />
            ) : (
              <>
                <Drafts drafts={list} />
                <Pager page={page} total={total} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function Drafts({ drafts }: { drafts: readonly DraftOrder[] }) {
  const { t } = useTranslation()
  const { id, client, refresh, price, ago } = useStore()
  const navigate = useNavigate()
  const { tell, tellError, tellFailure } = useToasts()
  const [deleted, setDeleted] = useState<DraftOrder>()
  const confirm = useMutation({
    mutationFn: (draft: DraftOrder) => client.draftOrders.confirm({ params: { id: draft.id }, body: {} }),
    // One that is refused may have been confirmed or deleted by somebody else.
    onSettled: () => refresh('draft-orders'),
    onSuccess: async order => {
      await refresh('orders')
      tell(t('orders.placed', { number: order.number }))
      await navigate({
        to: '/admin/$storeId/orders/$orderId',
        params: { storeId: String(id), orderId: String(order.id) },
      })
    },
    onError: (error, { products }) => {
      const missing = shortagesOf(error)
      if (missing.length === 0) return tellError(error)
      const lines = missing.map(({ variant_id, wanted, available }) => {
        const name = products.find(one => Number(one.variant_id) === variant_id)?.name ?? variant_id
        return `${name}: ${t('orders.missingLine', { wanted, available })}.`
      })
      tellFailure([t('orders.missing'), ...lines].join(' '))
    },
  })
  return (
    <>
      <Table
        label={t('nav.draftOrders')}
        rows={drafts}
        keyOf={draft => draft.id}
        columns={[
          {
            name: t('orders.buyer'),
            kind: 'title',
            cell: draft => (
              <>
                {draft.contact_name}
                <small>
                  {ago(draft.created_at)} ·{' '}
                  {draft.products.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
                </small>
              </>
            ),
          },
          { name: t('orders.total'), kind: 'number', cell: draft => price(draft.total, draft.currency) },
          {
            name: t('products.actions'),
            isPlain: true,
            cell: draft => (
              <span className="beside">
                <CopyButton
                  text={draft.checkout_url}
                  what={draft.contact_name ?? String(draft.id)}
                  label={t('drafts.copyLink')}
                />
                <Button
                  aria-label={`${t('drafts.confirm')}: ${draft.contact_name}`}
                  isBusy={confirm.isPending}
                  onClick={() => confirm.mutate(draft)}
                >
                  {t('drafts.confirm')}
                </Button>
                <IconButton label={`${t('delete')}: ${draft.contact_name}`} onClick={() => setDeleted(draft)}>
                  <TrashIcon aria-hidden />
                </IconButton>
              </span>
            ),
          },
        ]}
      />
      {deleted && (
        <Confirm
          title={t('drafts.deleteTitle', { name: deleted.contact_name })}
          text={t('drafts.deleteText')}
          action={t('delete')}
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            await gone(client.draftOrders.delete({ params: { id: deleted.id } }))
            await refresh('draft-orders')
            tell(t('deleted'))
          }}
        />
      )}
    </>
  )
}
