import type { Coupon } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useDeleted } from '../deleted.ts'
import { useFinished } from '../finished.ts'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { DeleteButton } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { CouponForm } from './coupon-form.tsx'
import { StateBadge, useCouponWords } from './words.tsx'

const list = '/admin/$storeId/coupons'

export function CouponPage() {
  const { couponId } = useParams({ from: '/admin/$storeId/coupons/$couponId' })
  const { t } = useTranslation()
  const { client, key } = useStore()
  const id = Number(couponId)
  const coupon = useQuery({
    queryKey: key('coupons', id),
    queryFn: () => client.coupons.get({ params: { id } }),
  })
  return (
    <RecordPage query={coupon} list={t('nav.coupons')} back={<ToList list={list} />}>
      {found => <Found key={found.id} coupon={found} />}
    </RecordPage>
  )
}

function Found({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const { client, refresh, may } = useStore()
  const { tell } = useToasts()
  const { usesOf } = useCouponWords()
  const deleted = useDeleted(list)
  const params = { id: coupon.id }
  return (
    <Page
      title={coupon.code}
      beside={<StateBadge coupon={coupon} />}
      lead={`${t('coupons.uses')}: ${usesOf(coupon)}`}
      back={<ToList list={list} />}
      actions={
        may('write_coupons') && (
          <DeleteButton
            title={t('coupons.deleteTitle', { code: coupon.code })}
            text={t('coupons.deleteText')}
            onDelete={() => deleted('coupons', coupon.id, client.coupons.delete({ params }))}
          />
        )
      }
    >
      <CouponForm
        coupon={coupon}
        submit={async changesTo => {
          await saveOver(
            () => client.coupons.get({ params }),
            (now, headers) => client.coupons.update({ params, headers, body: changesTo(now) }),
          )
          await refresh('coupons')
          tell(t('saved'))
        }}
      />
    </Page>
  )
}

export function NewCouponPage() {
  const { t } = useTranslation()
  const { id, client } = useStore()
  const finished = useFinished()
  return (
    <Page title={t('coupons.new')} back={<ToList list={list} />}>
      <CouponForm
        submit={async (_, body) => {
          await client.coupons.create({ body })
          await finished('coupons', t('saved'), { to: list, params: { storeId: String(id) } })
        }}
      />
    </Page>
  )
}
