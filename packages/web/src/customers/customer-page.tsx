import type { Customer } from '@bodega/api'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useDeleted } from '../deleted.ts'
import { fieldErrors } from '../errors.ts'
import { useFinished } from '../finished.ts'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { AddressFields } from '../ui/address-fields.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { DeleteButton } from '../ui/dialog.tsx'
import { useDraft } from '../ui/draft.ts'
import { FieldRow, TextArea, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { type CustomerDraft, changeOf, draftOf, titleOf } from './draft.ts'
import { Privacy } from './privacy.tsx'

export function CustomerPage() {
  const { customerId } = useParams({ from: '/admin/$storeId/customers/$customerId' })
  const { t } = useTranslation()
  const { client, key } = useStore()
  const id = Number(customerId)
  const customer = useQuery({
    queryKey: key('customers', id),
    queryFn: () => client.customers.get({ params: { id } }),
  })
  return (
    <RecordPage query={customer} list={t('nav.customers')} back={<ToList list="/admin/$storeId/customers" />}>
      {found => <Found key={found.id} customer={found} />}
    </RecordPage>
  )
}

function Found({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { id, info, client, refresh, price } = useStore()
  const { tell } = useToasts()
  const deleted = useDeleted('/admin/$storeId/customers')
  const params = { storeId: String(id) }
  return (
    <Page
      title={titleOf(customer)}
      lead={`${t('customers.spent')}: ${price(customer.total_spent, customer.total_spent_currency)}`}
      back={<ToList list="/admin/$storeId/customers" />}
      actions={
        <>
          <ButtonLink to="/admin/$storeId/orders" params={params} search={{ q: customer.email }}>
            {t('nav.orders')}
          </ButtonLink>
          <DeleteButton
            title={t('customers.deleteTitle', { name: titleOf(customer) })}
            text={t('customers.deleteText')}
            onDelete={() => deleted('customers', customer.id, client.customers.delete({ params: { id: customer.id } }))}
          />
        </>
      }
    >
      <div className="stacked">
        <CustomerForm
          customer={customer}
          submit={async changesTo => {
            const params = { id: customer.id }
            await saveOver(
              () => client.customers.get({ params }),
              (now, headers) => {
                const changes = changesTo(now)
                const body = changeOf({ ...draftOf(now), ...changes }, changes, now)
                return client.customers.update({ params, headers, body })
              },
            )
            await refresh('customers')
            tell(t('saved'))
          }}
        />
        {info.role === 'owner' && <Privacy customer={customer} />}
      </div>
    </Page>
  )
}

export function NewCustomerPage() {
  const { t } = useTranslation()
  const { id, client } = useStore()
  const finished = useFinished()
  return (
    <Page title={t('customers.new')} back={<ToList list="/admin/$storeId/customers" />}>
      <CustomerForm
        submit={async changesTo => {
          const changes = changesTo()
          const draft = { ...draftOf(), ...changes }
          const { name, email } = draft
          const made = await client.customers.create({ body: { ...changeOf(draft, changes), name, email } })
          // The list begins with the first customers, so that a new one would not be in sight.
          await finished('customers', t('saved'), {
            to: '/admin/$storeId/customers/$customerId',
            params: { storeId: String(id), customerId: String(made.id) },
          })
        }}
      />
    </Page>
  )
}

interface FormProps {
  customer?: Customer
  submit: (changesTo: (now?: Customer) => Partial<CustomerDraft>) => Promise<unknown>
}

/** Who it is and where they live; their other addresses stay as they are. */
function CustomerForm({ customer, submit }: FormProps) {
  const { t } = useTranslation()
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(customer), draft => draft)
  const question = useLeaveQuestion(hasChanges)
  const save = useMutation({ mutationFn: () => submit(now => changesTo(draftOf(now))) })
  const wrong = fieldErrors(save.error)
  const field = (name: 'name' | 'email' | 'phone' | 'identification', label: string) => (
    <TextField
      label={label}
      maxLength={255}
      required={name === 'name' || name === 'email'}
      isOptional={name !== 'name' && name !== 'email'}
      {...(name === 'email' ? { type: 'email' } : {})}
      value={draft[name]}
      onValue={text => change({ [name]: text })}
      wrong={wrong[name]}
    />
  )
  return (
    <Form onSend={() => save.mutate(undefined, { onSuccess: () => settle(draft) })}>
      <Panel title={t('customers.about')}>
        <FieldRow>
          {field('name', t('customers.name'))}
          {field('email', t('account.email'))}
          {field('phone', t('customers.phone'))}
          {field('identification', t('customers.identification'))}
        </FieldRow>
        <AddressFields address={draft} onLine={change} />
        <TextArea
          label={t('orders.notes')}
          isOptional
          maxLength={5000}
          value={draft.note}
          onValue={note => change({ note })}
        />
        <SaveRow save={save} />
      </Panel>
      {question}
    </Form>
  )
}
