import type { ShippingTable } from '@bodega/api'
import { PlusIcon } from '@nimbus-ds/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useDeleted } from '../deleted.ts'
import { useFinished } from '../finished.ts'
import { saveOver } from '../meanwhile.ts'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { type CurrentStore, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { DeleteButton } from '../ui/dialog.tsx'
import { useDraft } from '../ui/draft.ts'
import { Fields, Switch, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { SaveRowBar } from '../ui/save-row.tsx'
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
    <RecordPage query={table} list={t('nav.shippingTables')} back={<ToList list="/admin/$storeId/shipping" />}>
      {found => <TableForm key={found.id} table={found} />}
    </RecordPage>
  )
}

export function NewShippingTablePage() {
  return <TableForm />
}

function tableDraft(table: ShippingTable | undefined, country: string, typed: CurrentStore['typed']) {
  return {
    name: table?.name ?? '',
    active: table?.active ?? true,
    allow_free_shipping: table?.allow_free_shipping ?? false,
    zones: table ? draftOf(table, typed) : [newZone(country)],
  }
}

const inputOf = ({ zones, ...table }: ReturnType<typeof tableDraft>) => ({ ...table, zones: zonesOf(zones) })

function TableForm({ table }: { table?: ShippingTable }) {
  const { t } = useTranslation()
  const { id, info, client, may, typed } = useStore()
  const canChange = may('write_shipping')
  const finished = useFinished()
  // The parts of a draft have keys of their own, by which they stay what they are while others are typed.
  const kept = useMemo(() => tableDraft(table, info.country, typed), [table, info.country, typed])
  const { draft, change, changesTo, hasChanges } = useDraft(kept, inputOf)
  const { name, active, allow_free_shipping, zones } = draft
  const setZones = (all: ZoneDraft[]) => change({ zones: all })
  const question = useLeaveQuestion(hasChanges)
  const deleted = useDeleted('/admin/$storeId/shipping')
  const save = useMutation({
    mutationFn: () =>
      table
        ? saveOver(
            () => client.shippingTables.get({ params: { id: table.id } }),
            (now, headers) =>
              client.shippingTables.update({
                params: { id: now.id },
                headers,
                body: changesTo(tableDraft(now, info.country, typed)),
              }),
          )
        : client.shippingTables.create({ body: inputOf(draft) }),
    onSuccess: () =>
      finished('shipping-tables', t('saved'), {
        to: '/admin/$storeId/shipping',
        params: { storeId: String(id) },
      }),
  })
  return (
    <Page
      title={table?.name ?? t('shipping.new')}
      back={<ToList list="/admin/$storeId/shipping" />}
      actions={
        table &&
        canChange && (
          <DeleteButton
            title={t('shipping.deleteTitle', { name: table.name })}
            text={t('shipping.deleteText')}
            onDelete={() =>
              deleted('shipping-tables', table.id, client.shippingTables.delete({ params: { id: table.id } }))
            }
          />
        )
      }
    >
      <Form onSend={() => save.mutate()}>
        <Fields isReadOnly={!canChange}>
          {!canChange && <OwnersOnly />}
          <Panel title={t('shipping.about')}>
            <TextField
              label={t('shipping.name')}
              required
              maxLength={255}
              value={name}
              onValue={text => change({ name: text })}
            />
            <Switch label={t('shipping.on')} isOn={active} onSwitch={isOn => change({ active: isOn })} />
            <Switch
              label={t('shipping.free')}
              hint={t('shipping.freeHint')}
              isOn={allow_free_shipping}
              onSwitch={isOn => change({ allow_free_shipping: isOn })}
            />
          </Panel>
          {zones.map(zone => (
            <ZoneForm
              key={zone.key}
              zone={zone}
              onZone={changed => setZones(zones.map(one => (one.key === zone.key ? changed : one)))}
              {...(zones.length > 1 ? { onRemove: () => setZones(zones.filter(one => one.key !== zone.key)) } : {})}
            />
          ))}
          <div>
            <Button onClick={() => setZones([...zones, newZone(info.country)])}>
              <PlusIcon aria-hidden size={14} />
              {t('shipping.addZone')}
            </Button>
          </div>
          {canChange && <SaveRowBar save={save} />}
        </Fields>
      </Form>
      {question}
    </Page>
  )
}
