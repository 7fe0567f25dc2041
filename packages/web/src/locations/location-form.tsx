import type { Location, LocationInput } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { FieldRow, Fields, Switch, TextField } from '../ui/field.tsx'
import { LocalizedField } from '../ui/localized-field.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'

const lines = ['zipcode', 'street', 'number', 'floor', 'locality', 'city', 'reference', 'between_streets'] as const
type Line = (typeof lines)[number]
const required: readonly Line[] = ['zipcode', 'street', 'city']

interface Draft {
  name: Record<string, string>
  lines: Record<Line, string>
  province: string
  allows_pickup: boolean
}

function draftOf(location: Location | undefined): Draft {
  const { address } = location ?? {}
  return {
    name: { ...location?.name },
    // Every line of the list, which `fromEntries` does not say in its type.
    lines: Object.fromEntries(lines.map(line => [line, address?.[line] ?? ''])) as Record<Line, string>,
    province: address?.province.name ?? '',
    allows_pickup: location?.allows_pickup ?? false,
  }
}

interface Props {
  location?: Location
  submit: (input: LocationInput) => Promise<unknown>
}

export function LocationForm({ location, submit }: Props) {
  const { t, i18n } = useTranslation()
  const { info, may } = useStore()
  const [draft, setDraft] = useState(() => draftOf(location))
  const change = (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part }))
  const country = location?.address.country.code ?? info.country
  const inputOf = (): LocationInput => {
    const { name, lines: texts, province, allows_pickup } = draft
    const place = (text: string, before?: { code: string; name: string }) =>
      before?.name === text ? before : { code: text.slice(0, 255), name: text }
    return {
      name,
      address: {
        ...texts,
        province: place(province, location?.address.province),
        region: location?.address.region ?? { code: '', name: '' },
        country: location?.address.country ?? {
          code: country,
          name: new Intl.DisplayNames(i18n.language, { type: 'region' }).of(country) ?? country,
        },
      },
      allows_pickup,
    }
  }
  const save = useMutation({ mutationFn: () => submit(inputOf()) })
  const wrong = fieldErrors(save.error)
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const line = (name: Line) => (
    <TextField
      label={t(`address.${name}`)}
      value={draft.lines[name]}
      onValue={text => change({ lines: { ...draft.lines, [name]: text } })}
      required={required.includes(name)}
      isOptional={!required.includes(name)}
      maxLength={name === 'zipcode' ? 32 : 255}
      wrong={wrong[`address.${name}`]}
    />
  )
  const isMain = (key: string) => key.startsWith(info.main_language)
  const keys = Object.keys(draft.name).sort((a, b) => Number(isMain(b)) - Number(isMain(a)))
  return (
    <form onSubmit={send}>
      <Fields isReadOnly={!may('write_locations')}>
        {!may('write_locations') && <OwnersOnly />}
        <Panel title={t('locations.about')}>
          {location ? (
            <LocalizedField
              label={t('locations.name')}
              value={draft.name}
              languages={keys}
              onValue={name => change({ name })}
              required
              maxLength={255}
              wrong={wrong.name}
            />
          ) : (
            <TextField
              label={t('locations.name')}
              value={draft.name[defaultLocale(info)] ?? ''}
              onValue={text => change({ name: { [defaultLocale(info)]: text } })}
              required
              maxLength={255}
              wrong={wrong.name}
            />
          )}
          <FieldRow>
            {line('street')}
            {line('number')}
            {line('floor')}
          </FieldRow>
          <FieldRow>
            {line('zipcode')}
            {line('locality')}
            {line('city')}
            <TextField
              label={t('address.province')}
              value={draft.province}
              onValue={province => change({ province })}
              required
              maxLength={255}
              wrong={wrong['address.province.name']}
            />
          </FieldRow>
          <FieldRow>
            {line('between_streets')}
            {line('reference')}
          </FieldRow>
          <Switch
            label={t('locations.pickup')}
            hint={t('locations.pickupHint')}
            isOn={draft.allows_pickup}
            onSwitch={allows_pickup => change({ allows_pickup })}
          />
          <SaveRow save={save} />
        </Panel>
      </Fields>
    </form>
  )
}

/** `es_AR`: names of locations are kept by locale. */
const defaultLocale = ({ main_language, country }: { main_language: string; country: string }) =>
  `${main_language}_${country}`
