import { PlusIcon, UserGroupIcon } from '@nimbus-ds/icons'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchAddress } from '../search-address.ts'
import { useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useListed } from '../ui/listed.ts'
import { Page, Panel } from '../ui/page.tsx'
import { pagedSearch } from '../ui/paged.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filters, Pager, perPage, Search, Table } from '../ui/table.tsx'
import { titleOf } from './draft.ts'

const address = '/admin/$storeId/customers'

export function CustomersPage() {
  const { t } = useTranslation()
  const { id, client, key, price, date } = useStore()
  const search = useSearch({ from: address })
  const { page = 1, q } = search
  const params = { storeId: String(id) }
  const customers = useListed(key('customers', 'list', search), () =>
    client.customers.list({ query: { page, per_page: perPage, ...(q ? { q } : {}) } }),
  )
  const { find, turn } = useSearchAddress({ address, read: pagedSearch, page, error: customers.error })
  return (
    <Page
      title={t('nav.customers')}
      actions={
        <ButtonLink to="/admin/$storeId/customers/new" params={params} look="main">
          <PlusIcon aria-hidden size={14} />
          {t('customers.new')}
        </ButtonLink>
      }
    >
      <Panel isFlush>
        <Filters>
          <Search label={t('customers.search')} value={q ?? ''} onSearch={find} />
        </Filters>
        <Loaded query={customers}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty
                icon={<UserGroupIcon aria-hidden size={20} />}
                title={t(q ? 'customers.noneFound' : 'customers.none')}
              />
            ) : (
              <>
                <Table
                  label={t('nav.customers')}
                  rows={list}
                  keyOf={customer => customer.id}
                  columns={[
                    {
                      name: t('customers.name'),
                      kind: 'title',
                      cell: customer => (
                        <>
                          <Link
                            to="/admin/$storeId/customers/$customerId"
                            params={{ ...params, customerId: String(customer.id) }}
                          >
                            {titleOf(customer)}
                          </Link>
                          <small>{customer.email}</small>
                        </>
                      ),
                    },
                    { name: t('address.city'), cell: ({ default_address }) => default_address?.city },
                    { name: t('customers.since'), cell: ({ created_at }) => date(created_at) },
                    {
                      name: t('customers.spent'),
                      kind: 'number',
                      cell: ({ total_spent, total_spent_currency }) => price(total_spent, total_spent_currency),
                    },
                  ]}
                />
                <Pager page={page} total={total} onPage={turn} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}
