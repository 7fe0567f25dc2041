import type { Scope } from '@bodega/api'
import type { PartnerApp, PartnerAppChange } from '@bodega/api/panel'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changesOf } from '../changes.ts'
import { fieldErrors } from '../errors.ts'
import { saveOver } from '../meanwhile.ts'
import { ScopeChoice } from '../scopes/scope-choice.tsx'
import { panel } from '../session.ts'
import { Badge } from '../ui/badge.tsx'
import { useDraft } from '../ui/draft.ts'
import { FieldRow, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRowBar } from '../ui/save-row.tsx'
import { Note } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { DistributionFields } from './distribution-fields.tsx'
import { type Address, areSame, draftOf, inputOf } from './draft.ts'
import { keepApp, useApp, useCalls } from './queries.ts'

export function AppSettingsPage() {
  const app = useApp()
  return <Settings key={app.id} app={app} />
}

function Settings({ app }: { app: PartnerApp }) {
  const { t } = useTranslation()
  const { tell } = useToasts()
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(app), inputOf)
  const question = useLeaveQuestion(hasChanges)
  const params = { app_id: app.id }
  const write = async (body: PartnerAppChange, headers = {}) =>
    keepApp(await panel.partnerApps.update({ params, headers, body }))
  const save = useMutation({
    mutationFn: () =>
      saveOver(
        () => panel.partnerApps.get({ params }),
        async (now, headers) => {
          const after = changesTo(draftOf(now))
          await write(after, headers)
          return changesOf({ ...inputOf(draftOf(now)), ...after }, inputOf(draftOf(now)))
        },
      ),
    onSuccess: before => tell(t('saved'), () => write(before)),
  })
  const submit = () => {
    save.mutate(undefined, { onSuccess: () => settle(draft) })
  }
  const wrong = fieldErrors(save.error)
  const address = (name: Address, label: string, hint?: string) => (
    <TextField
      key={name}
      label={label}
      {...(hint ? { hint } : {})}
      type={name === 'support_email' ? 'email' : 'url'}
      maxLength={2000}
      {...(name === 'redirect_url' ? { required: true } : { isOptional: true })}
      value={draft[name]}
      onValue={text => change({ [name]: text })}
      wrong={wrong[name]}
    />
  )
  return (
    <Form className="stacked" onSend={submit}>
      <Panel title={t('partnerApps.about')}>
        <TextField
          label={t('partnerApps.name')}
          hint={t('partnerApps.nameHint')}
          required
          maxLength={100}
          value={draft.name}
          onValue={name => change({ name })}
          wrong={wrong.name}
        />
        <DistributionFields value={draft} onValue={change} wrong={wrong} />
      </Panel>
      <Panel title={t('partnerApps.addresses')}>
        {address('redirect_url', t('partnerApps.redirectUrl'), t('partnerApps.redirectUrlHint'))}
        <FieldRow>
          {address('app_url', t('partnerApps.appUrl'), t('partnerApps.appUrlHint'))}
          {address('preferences_url', t('partnerApps.preferencesUrl'))}
        </FieldRow>
      </Panel>
      <Scopes app={app} chosen={draft.scopes} onChoose={scopes => change({ scopes })} />
      <Panel title={t('partnerApps.forMerchants')}>
        <FieldRow>
          {address('privacy_policy_url', t('partnerApps.privacyPolicyUrl'))}
          {address('support_url', t('partnerApps.supportUrl'))}
          {address('support_email', t('partnerApps.supportEmail'))}
        </FieldRow>
      </Panel>
      <Panel title={t('partnerApps.privacy')} lead={t('partnerApps.privacyLead')}>
        <FieldRow>
          {address('store_redact_url', t('partnerApps.storeRedactUrl'))}
          {address('customers_redact_url', t('partnerApps.customersRedactUrl'))}
          {address('customers_data_request_url', t('partnerApps.customersDataRequestUrl'))}
        </FieldRow>
      </Panel>
      <SaveRowBar save={save} />
      {question}
    </Form>
  )
}

interface ScopesProps {
  app: PartnerApp
  chosen: readonly Scope[]
  onChoose: (scopes: Scope[]) => void
}

/** Only an application that has called something can be told which of its scopes it did without. */
function Scopes({ app, chosen, onChoose }: ScopesProps) {
  const { t } = useTranslation()
  const { data: calls } = useCalls(app)
  const unused = calls && calls.endpoints.length > 0 ? calls.unused_scopes : []
  return (
    <Panel title={t('partnerApps.scopes')} lead={t('partnerApps.scopesLead')}>
      {unused.length > 0 && (
        <Note tone="warning">
          <p>{t('partnerApps.unusedNote', { count: unused.length })}</p>
        </Note>
      )}
      <ScopeChoice
        label={t('partnerApps.scopes')}
        chosen={chosen}
        onChoose={onChoose}
        mark={scope => unused.includes(scope) && <Badge tone="warning">{t('partnerApps.unused')}</Badge>}
      />
      {!areSame(chosen, app.scopes) && app.installations > 0 && (
        <Note>
          <p>{t('partnerApps.scopesChanged')}</p>
        </Note>
      )}
    </Panel>
  )
}
