import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { panel } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveNewQuestion } from '../ui/leaving.tsx'
import { BackLink, Page, Panel } from '../ui/page.tsx'
import { Refusal } from '../ui/states.tsx'
import { DistributionFields } from './distribution-fields.tsx'
import { type AppDraft, storeIdsOf } from './draft.ts'
import { keepApp } from './queries.ts'

export function NewAppPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [distributed, setDistributed] = useState<Pick<AppDraft, 'distribution' | 'stores'>>({
    distribution: 'app_store',
    stores: '',
  })
  const question = useLeaveNewQuestion({ name, ...distributed })
  const create = useMutation({
    mutationFn: () => {
      const { distribution, stores } = distributed
      return panel.partnerApps.create({ body: { name, distribution, store_ids: storeIdsOf(stores) } })
    },
    onSuccess: async app => {
      await keepApp(app)
      await navigate({ to: '/partner/apps/$appId', params: { appId: String(app.id) }, ignoreBlocker: true })
    },
  })
  const wrong = fieldErrors(create.error)
  return (
    <Page
      title={t('partnerApps.new')}
      lead={t('partnerApps.newLead')}
      back={<BackLink to="/partner">{t('partner.apps')}</BackLink>}
    >
      <Form onSend={() => create.mutate()}>
        <Panel>
          <TextField
            label={t('partnerApps.name')}
            hint={t('partnerApps.nameHint')}
            required
            maxLength={100}
            value={name}
            onValue={setName}
            wrong={wrong.name}
          />
          <DistributionFields value={distributed} onValue={setDistributed} wrong={wrong} />
          <Refusal error={create.error} />
          <div>
            <Button type="submit" look="main" isBusy={create.isPending}>
              {t('partnerApps.create')}
            </Button>
          </div>
        </Panel>
        {question}
      </Form>
    </Page>
  )
}
