import { type Coupon, couponTypes } from '@bodega/api'
import { DiscountCircleIcon, PlusIcon } from '@nimbus-ds/icons'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchAddress } from '../search-address.ts'
import { useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useListed } from '../ui/listed.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filter, Filters, Pager, perPage, Search, Table } from '../ui/table.tsx'
import { couponSearch, couponStatuses } from './search.ts'
import { StateBadge, useCouponWords } from './words.tsx'

const address = '/admin/$storeId/coupons'

export function CouponsPage() {
  const { t } = useTranslation()
  const { id, client, key, may } = useStore()
  const search = useSearch({ from: address })
  const { page = 1, q, status, type } = search
  const coupons = useListed(key('coupons', 'list', search), () =>
    client.coupons.list({
      query: {
        page,
        per_page: perPage,
        sort_by: 'created-at-descending',
        ...(q ? { q } : {}),
        ...(status ? { status } : {}),
        ...(type ? { discount_type: type } : {}),
      },
    }),
  )
  const { look, find, turn } = useSearchAddress({ address, read: couponSearch, page, error: coupons.error })
  const isFiltered = Boolean(q || status || type)
  return (
    <Page
      title={t('nav.coupons')}
      lead={t('coupons.lead')}
      actions={
        may('write_coupons') && (
          <ButtonLink to="/admin/$storeId/coupons/new" params={{ storeId: String(id) }} look="main">
            <PlusIcon aria-hidden size={14} />
            {t('coupons.new')}
          </ButtonLink>
        )
      }
    >
      <Panel isFlush>
        <Filters>
          <Search label={t('coupons.search')} value={q ?? ''} onSearch={find} />
          <Filter
            label={t('orders.statusLabel')}
            value={status ?? ''}
            options={couponStatuses.map(value => ({ value, text: t(`coupons.statuses.${value}`) }))}
            onChoose={value => look({ status: value })}
          />
          <Filter
            label={t('coupons.discount')}
            value={type ?? ''}
            options={couponTypes.map(value => ({ value, text: t(`coupons.types.${value}`) }))}
            onChoose={value => look({ type: value })}
          />
        </Filters>
        <Loaded query={coupons}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty
                icon={<DiscountCircleIcon aria-hidden size={20} />}
                title={t(isFiltered ? 'coupons.noneFound' : 'coupons.none')}
                {...(isFiltered ? {} : { text: t('coupons.noneText') })}
              />
            ) : (
              <>
                <CouponTable coupons={list} />
                <Pager page={page} total={total} onPage={turn} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function CouponTable({ coupons }: { coupons: readonly Coupon[] }) {
  const { t } = useTranslation()
  const { id } = useStore()
  const { discountOf, conditionsOf, daysOf, usesOf } = useCouponWords()
  return (
    <Table
      label={t('nav.coupons')}
      rows={coupons}
      keyOf={coupon => coupon.id}
      columns={[
        {
          name: t('coupons.code'),
          kind: 'title',
          cell: coupon => (
            <>
              <Link
                to="/admin/$storeId/coupons/$couponId"
                params={{ storeId: String(id), couponId: String(coupon.id) }}
              >
                {coupon.code}
              </Link>
              <small>{conditionsOf(coupon)}</small>
            </>
          ),
        },
        { name: t('coupons.discount'), kind: 'number', cell: discountOf },
        { name: t('coupons.days'), cell: daysOf },
        { name: t('coupons.uses'), kind: 'number', cell: usesOf },
        { name: t('orders.statusLabel'), cell: coupon => <StateBadge coupon={coupon} /> },
      ]}
    />
  )
}
