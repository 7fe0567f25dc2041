import type { Location } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useDeleted } from '../deleted.ts'
import { useFinished } from '../finished.ts'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { DeleteButton } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { changeOf, inputOf } from './draft.ts'
import { LocationForm } from './location-form.tsx'
import { LocationStock } from './location-stock.tsx'

export function LocationPage() {
  const { locationId } = useParams({ from: '/admin/$storeId/locations/$locationId' })
  const { t } = useTranslation()
  const { client, key } = useStore()
  const location = useQuery({
    queryKey: key('locations', locationId),
    queryFn: () => client.locations.get({ params: { id: locationId } }),
  })
  return (
    <RecordPage query={location} list={t('nav.locations')} back={<ToList list="/admin/$storeId/locations" />}>
      {found => <Found key={found.id} location={found} />}
    </RecordPage>
  )
}

function Found({ location }: { location: Location }) {
  const { t } = useTranslation()
  const { client, refresh, say, may } = useStore()
  const { tell } = useToasts()
  const deleted = useDeleted('/admin/$storeId/locations')
  return (
    <Page
      title={say(location.name)}
      beside={location.is_default && <Badge tone="info">{t('locations.default')}</Badge>}
      back={<ToList list="/admin/$storeId/locations" />}
      actions={
        !location.is_default &&
        may('write_locations') && (
          <DeleteButton
            title={t('locations.deleteTitle', { name: say(location.name) })}
            text={t('locations.deleteText')}
            onDelete={() => deleted('locations', location.id, client.locations.delete({ params: { id: location.id } }))}
          />
        )
      }
    >
      <div className="stacked">
        <LocationForm
          location={location}
          submit={async (_, changesTo) => {
            const params = { id: location.id }
            await saveOver(
              () => client.locations.get({ params }),
              (now, headers) => client.locations.update({ params, headers, body: changeOf(changesTo(now)) }),
            )
            await refresh('locations')
            tell(t('saved'))
          }}
        />
        <LocationStock location={location} />
      </div>
    </Page>
  )
}

export function NewLocationPage() {
  const { t, i18n } = useTranslation()
  const { id, info, client } = useStore()
  const finished = useFinished()
  const countries = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const country = { code: info.country, name: countries.of(info.country) ?? info.country }
  return (
    <Page title={t('locations.new')} back={<ToList list="/admin/$storeId/locations" />}>
      <LocationForm
        submit={async draft => {
          await client.locations.create({ body: inputOf(draft, country) })
          await finished('locations', t('saved'), {
            to: '/admin/$storeId/locations',
            params: { storeId: String(id) },
          })
        }}
      />
    </Page>
  )
}
