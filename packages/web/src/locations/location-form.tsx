import type { Location } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { useDraft } from '../ui/draft.ts'
import { FieldRow, Fields, Switch, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { LocalizedField } from '../ui/localized-field.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { draftOf, type Line, type LocationDraft } from './draft.ts'

const required: readonly Line[] = ['zipcode', 'street', 'city']

interface Props {
  location?: Location
  submit: (draft: LocationDraft, changesTo: (now: Location) => Partial<LocationDraft>) => Promise<unknown>
}

export function LocationForm({ location, submit }: Props) {
  const { t } = useTranslation()
  const { info, may } = useStore()
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(location), draft => draft)
  const question = useLeaveQuestion(hasChanges)
  const save = useMutation({ mutationFn: () => submit(draft, now => changesTo(draftOf(now))) })
  const wrong = fieldErrors(save.error)
  const line = (name: Line) => (
    <TextField
      label={t(`address.${name}`)}
      value={draft[name]}
      onValue={text => change({ [name]: text })}
      required={required.includes(name)}
      isOptional={!required.includes(name)}
      maxLength={name === 'zipcode' ? 32 : 255}
      wrong={wrong[`address.${name}`]}
    />
  )
  const isMain = (key: string) => key.startsWith(info.main_language)
  const keys = Object.keys(draft.name).sort((a, b) => Number(isMain(b)) - Number(isMain(a)))
  return (
    <Form onSend={() => save.mutate(undefined, { onSuccess: () => settle(draft) })}>
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
          {may('write_locations') && <SaveRow save={save} />}
        </Panel>
      </Fields>
      {question}
    </Form>
  )
}

/** `es_AR`: names of locations are kept by locale. */
const defaultLocale = ({ main_language, country }: { main_language: string; country: string }) =>
  `${main_language}_${country}`
