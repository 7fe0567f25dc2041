import type { Customer } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panel } from '../session.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/page.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { titleOf } from './draft.ts'

/** What the apps of the store are asked to do with what they know of a customer. */
export function Privacy({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { id, date } = useStore()
  const { tell, tellError } = useToasts()
  const [isErasing, setErasing] = useState(false)
  const params = { store_id: id, customer_id: customer.id }
  const request = useMutation({
    mutationFn: () => panel.storePrivacy.requestData({ params }),
    onSuccess: ({ apps }) => tell(t('privacy.requested', { count: apps })),
    onError: tellError,
  })
  return (
    <Panel title={t('privacy.title')} lead={t('privacy.lead')}>
      <div className="beside">
        <Button isBusy={request.isPending} onClick={() => request.mutate()}>
          {t('privacy.request')}
        </Button>
        <Button look="danger" onClick={() => setErasing(true)}>
          {t('privacy.erase')}
        </Button>
      </div>
      {isErasing && (
        <Confirm
          title={t('privacy.eraseTitle', { name: titleOf(customer) })}
          text={t('privacy.eraseText')}
          action={t('privacy.erase')}
          onClose={() => setErasing(false)}
          onConfirm={async () => {
            const { apps, send_at } = await panel.storePrivacy.redact({ params })
            tell(t('privacy.erased', { count: apps, date: date(send_at) }))
          }}
        />
      )}
    </Panel>
  )
}
