import type { PartnerApp } from '@bodega/api/panel'
import { PlusIcon } from '@nimbus-ds/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { installPath } from '../apps/links.ts'
import { inLanguage } from '../format.ts'
import { panel } from '../session.ts'
import { Anchor, Button, ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { NewDemoStore } from './new-demo-store.tsx'
import styles from './partner-apps.module.css'
import { demoStoresQuery, keepApp } from './queries.ts'

/** The store of the partner in which the application is tried. */
export function DemoStore({ app }: { app: PartnerApp }) {
  const { t, i18n } = useTranslation()
  const { tell, tellError } = useToasts()
  const stores = useQuery(demoStoresQuery)
  const [isMaking, setMaking] = useState(false)
  const write = async (demo_store_id: number | null) =>
    keepApp(await panel.partnerApps.update({ params: { app_id: app.id }, body: { demo_store_id } }))
  const kept = String(app.demo_store_id ?? '')
  const [picked = kept, pick] = useState<string>()
  const choose = useMutation({
    mutationFn: ({ after }: { before: number | null; after: number | null }) => write(after),
    onSuccess: (_, { before, after }) => {
      pick(undefined)
      tell(t(after === null ? 'saved' : 'partnerApps.demoChosen'), () => write(before))
    },
    onError: tellError,
  })
  // Who was taken out of a store, or is no owner of it any more, has no use for it; the application keeps it until another is chosen.
  const isOwn = stores.data?.some(({ id }) => id === app.demo_store_id) ?? false
  const change = (after: number | null) => choose.mutate({ before: app.demo_store_id, after })
  return (
    <Panel title={t('partnerApps.demo')} lead={t('partnerApps.demoLead')}>
      <Loaded query={stores}>
        {found => (
          <Form className={styles.choice} onSend={() => change(picked === '' ? null : Number(picked))}>
            <SelectField
              label={t('partnerApps.demoStore')}
              value={picked}
              onValue={pick}
              options={[
                { value: '', text: t('partnerApps.noDemoStore') },
                ...(app.demo_store_id === null || isOwn
                  ? []
                  : [{ value: kept, text: t('partnerApps.lostDemoStore', { id: kept }) }]),
                ...found.map(({ id, name, main_language }) => ({
                  value: String(id),
                  text: inLanguage(name, i18n.language, main_language),
                })),
              ]}
            />
            <Button type="submit" isBusy={choose.isPending} disabled={picked === kept}>
              {t('save')}
            </Button>
          </Form>
        )}
      </Loaded>
      {app.demo_store_id !== null && isOwn && <Install app={app} store={app.demo_store_id} />}
      <Button onClick={() => setMaking(true)}>
        <PlusIcon aria-hidden size={14} />
        {t('partnerApps.newDemoStore')}
      </Button>
      {isMaking && <NewDemoStore onClose={() => setMaking(false)} onMade={({ id }) => change(id)} />}
    </Panel>
  )
}

function Install({ app, store }: { app: PartnerApp; store: number }) {
  const { t, i18n } = useTranslation()
  return (
    <div className={styles.stack}>
      <Anchor look="main" href={installPath(app.id, store, i18n.language)}>
        {t('partnerApps.install')}
      </Anchor>
      <ButtonLink to="/admin/$storeId" params={{ storeId: String(store) }}>
        {t('partnerApps.openStore')}
      </ButtonLink>
    </div>
  )
}
