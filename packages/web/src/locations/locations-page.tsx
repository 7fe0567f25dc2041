import type { Location } from '@bodega/api'
import { LocationIcon, PlusIcon } from '@nimbus-ds/icons'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../meanwhile.ts'
import { queries } from '../session.ts'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Page, SaveBar } from '../ui/page.tsx'
import { Sortable } from '../ui/sortable.tsx'
import { Empty, Loaded, Refusal } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { addressLine } from './address.ts'
import { Backtest } from './backtest.tsx'
import styles from './locations-page.module.css'
import { locationsQuery, useLocations } from './queries.ts'

export function LocationsPage() {
  const { t } = useTranslation()
  const { id, may } = useStore()
  const locations = useLocations()
  const canChange = may('write_locations')
  return (
    <Page
      title={t('nav.locations')}
      actions={
        canChange && (
          <ButtonLink to="/admin/$storeId/locations/new" params={{ storeId: String(id) }} look="main">
            <PlusIcon aria-hidden size={14} />
            {t('locations.new')}
          </ButtonLink>
        )
      }
    >
      {!canChange && (
        <div className={styles.note}>
          <OwnersOnly />
        </div>
      )}
      <Loaded query={locations}>
        {saved =>
          saved.length === 0 ? (
            <Empty
              icon={<LocationIcon aria-hidden size={20} />}
              title={t('locations.none')}
              text={t('locations.noneText')}
            />
          ) : (
            // What was dragged stays while they are the same locations, whoever sorts them meanwhile.
            <Priorities key={idsOf(saved).sort().join()} saved={saved} />
          )
        }
      </Loaded>
    </Page>
  )
}

const idsOf = (locations: readonly Location[]) => locations.map(({ id }) => id)

/** Dragging only proposes an order: it is saved when what it would change has been seen. */
function Priorities({ saved }: { saved: readonly Location[] }) {
  const { t } = useTranslation()
  const store = useStore()
  const { client, refresh, say, may } = store
  const { tell } = useToasts()
  const canChange = may('write_locations')
  const [wanted, setWanted] = useState<readonly Location[]>()
  // The order from which they were dragged.
  const [seen, setSeen] = useState<readonly string[]>()
  const shown = wanted ? wanted.map(({ id }) => saved.find(one => one.id === id) ?? saved[0]) : saved
  const write = async (ids: readonly string[]) => {
    await client.locations.prioritize({ body: ids.map((id, priority) => ({ id, priority })) })
    await refresh('locations')
  }
  const before = idsOf(saved)
  const save = useMutation({
    mutationFn: async (after: readonly string[]) => {
      const now = idsOf(await queries.fetchQuery({ ...locationsQuery(store), staleTime: 0 }))
      if (now.join() !== seen?.join()) {
        setSeen(now)
        throw new ChangedMeanwhile({})
      }
      await write(after)
      return now
    },
    onSuccess: before => {
      setWanted(undefined)
      tell(t('locations.sorted'), () => write(before))
    },
  })
  const isChanged = wanted !== undefined && idsOf(wanted).join() !== before.join()
  const sort = (all: readonly Location[]) => {
    if (!isChanged) setSeen(before)
    setWanted(all)
  }
  const question = useLeaveQuestion(isChanged)
  return (
    <>
      <p className={styles.hint}>
        {t('locations.hint')} {canChange && t('locations.dragHint')}
      </p>
      <Sortable
        items={shown.filter(location => location !== undefined)}
        idOf={location => location.id}
        nameOf={location => say(location.name)}
        onSort={sort}
      >
        {(location, handle, place) => <Card location={location} handle={canChange && handle} place={place} />}
      </Sortable>
      {isChanged && <Backtest ids={idsOf(wanted)} />}
      {isChanged && (
        <SaveBar note={t('locations.changed')}>
          <Refusal error={save.error} />
          <Button onClick={() => setWanted(undefined)}>{t('discard')}</Button>
          <Button look="main" isBusy={save.isPending} onClick={() => save.mutate(idsOf(wanted))}>
            {t('locations.saveOrder')}
          </Button>
        </SaveBar>
      )}
      {question}
    </>
  )
}

function Card({ location, handle, place }: { location: Location; handle: ReactNode; place: number }) {
  const { t } = useTranslation()
  const { id, client, refresh, say, may } = useStore()
  const { tell, tellError } = useToasts()
  const choose = useMutation({
    mutationFn: () => client.locations.chooseDefault({ params: { id: location.id } }),
    onSuccess: () => tell(t('locations.isDefaultNow', { name: say(location.name) })),
    onError: tellError,
    // One that is refused may be gone.
    onSettled: () => refresh('locations'),
  })
  return (
    <article className={styles.card}>
      {handle}
      <span className={styles.place}>{place + 1}</span>
      <div className={styles.about}>
        <h2>
          <Link to="/admin/$storeId/locations/$locationId" params={{ storeId: String(id), locationId: location.id }}>
            {say(location.name)}
          </Link>
          {location.is_default && <Badge tone="info">{t('locations.default')}</Badge>}
          {location.allows_pickup && <Badge>{t('locations.pickup')}</Badge>}
        </h2>
        <p>{addressLine(location.address)}</p>
      </div>
      <div className={styles.actions}>
        {!location.is_default && may('write_locations') && (
          <Button
            look="quiet"
            aria-label={`${t('locations.makeDefault')}: ${say(location.name)}`}
            isBusy={choose.isPending}
            onClick={() => choose.mutate()}
          >
            {t('locations.makeDefault')}
          </Button>
        )}
        <ButtonLink
          to="/admin/$storeId/locations/$locationId"
          params={{ storeId: String(id), locationId: location.id }}
          aria-label={`${t(may('write_locations') ? 'edit' : 'stock.title')}: ${say(location.name)}`}
        >
          {t(may('write_locations') ? 'edit' : 'stock.title')}
        </ButtonLink>
      </div>
    </article>
  )
}
