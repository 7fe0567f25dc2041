import type { ShippingTable, ShippingTableInput } from '@bodega/api'
import { PlusIcon } from '@nimbus-ds/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Fields, Switch, TextField } from '../ui/field.tsx'
import { BackLink, Page, Panel, SaveBar } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { Refusal } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { ZoneForm } from './zone-form.tsx'
import { draftOf, newZone, type ZoneDraft, zonesOf } from './zones.ts'

export function ShippingTablePage() {
  const { tableId } = useParams({ from: '/admin/$storeId/shipping/$tableId' })
  const { t } = useTranslation()
  const { client, key } = useStore()
  const id = Number(tableId)
  const table = useQuery({
    queryKey: key('shipping-tables', id),
    queryFn: () => client.shippingTables.get({ params: { id } }),
  })
  return (
    <RecordPage query={table} list={t('nav.shippingTables')} back={<ToList />}>
      {found => <TableForm key={found.updated_at} table={found} />}
    </RecordPage>
  )
}

export function NewShippingTablePage() {
  return <TableForm />
}

function TableForm({ table }: { table?: ShippingTable }) {
  const { t } = useTranslation()
  const { id, info, client, key, may } = useStore()
  const canChange = may('write_shipping')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { tell } = useToasts()
  const [name, setName] = useState(table?.name ?? '')
  const [isActive, setActive] = useState(table?.active ?? true)
  const [isFree, setFree] = useState(table?.allow_free_shipping ?? false)
  const [zones, setZones] = useState<ZoneDraft[]>(() => (table ? draftOf(table) : [newZone(info.country)]))
  const [isDeleting, setDeleting] = useState(false)
  const params = { storeId: String(id) }
  const left = async (text: string) => {
    await queries.invalidateQueries({ queryKey: key('shipping-tables') })
    tell(text)
    await navigate({ to: '/admin/$storeId/shipping', params })
  }
  const save = useMutation({
    mutationFn: () => {
      const body: ShippingTableInput = { name, active: isActive, allow_free_shipping: isFree, zones: zonesOf(zones) }
      return table
        ? client.shippingTables.update({ params: { id: table.id }, body })
        : client.shippingTables.create({ body })
    },
    onSuccess: () => left(t('saved')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Page
      title={table?.name ?? t('shipping.new')}
      back={<ToList />}
      actions={
        table &&
        canChange && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            {t('delete')}
          </Button>
        )
      }
    >
      <form onSubmit={submit}>
        <Fields isReadOnly={!canChange}>
          {!canChange && <OwnersOnly />}
          <Panel title={t('shipping.about')}>
            <TextField label={t('shipping.name')} required maxLength={255} value={name} onValue={setName} />
            <Switch label={t('shipping.on')} isOn={isActive} onSwitch={setActive} />
            <Switch label={t('shipping.free')} hint={t('shipping.freeHint')} isOn={isFree} onSwitch={setFree} />
          </Panel>
          {zones.map(zone => (
            <ZoneForm
              key={zone.key}
              zone={zone}
              onZone={changed => setZones(all => all.map(one => (one.key === zone.key ? changed : one)))}
              {...(zones.length > 1
                ? { onRemove: () => setZones(all => all.filter(one => one.key !== zone.key)) }
                : {})}
            />
          ))}
          <div>
            <Button onClick={() => setZones(all => [...all, newZone(info.country)])}>
              <PlusIcon aria-hidden size={14} />
              {t('shipping.addZone')}
            </Button>
          </div>
          <Refusal error={save.error} />
          {canChange && (
            <SaveBar>
              <Button type="submit" look="main" isBusy={save.isPending}>
                {t('save')}
              </Button>
            </SaveBar>
          )}
        </Fields>
      </form>
      {isDeleting && table && (
        <Confirm
          title={t('shipping.deleteTitle', { name: table.name })}
          text={t('shipping.deleteText')}
          action={t('delete')}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await client.shippingTables.delete({ params: { id: table.id } })
            await left(t('deleted'))
          }}
        />
      )}
    </Page>
  )
}

function ToList() {
  const { t } = useTranslation()
  const { id } = useStore()
  return (
    <BackLink to="/admin/$storeId/shipping" params={{ storeId: String(id) }}>
      {t('nav.shippingTables')}
    </BackLink>
  )
}
