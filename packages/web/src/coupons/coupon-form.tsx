import { type Coupon, type CouponInput, couponRestrictions, couponTypes } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryChoice } from '../categories/category-choice.tsx'
import { fieldErrors } from '../errors.ts'
import { ProductChoice } from '../products/product-choice.tsx'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import { FieldRow, Fields, SelectField, Switch, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRowBar } from '../ui/save-row.tsx'
import { Note } from '../ui/states.tsx'
import { type CouponDraft, codeFrom, draftOf, inputOf, isAimless } from './draft.ts'

interface FormProps {
  coupon?: Coupon
  /** Is given what shall be changed, by what is kept at that moment. */
  submit: (changesTo: (now: Coupon) => Partial<CouponInput>, all: CouponInput) => Promise<unknown>
}

export function CouponForm({ coupon, submit }: FormProps) {
  const { t } = useTranslation()
  const { typed, may } = useStore()
  const canChange = may('write_coupons')
  const { draft, change, changesTo, hasChanges, settle } = useDraft(draftOf(coupon, typed), inputOf)
  const question = useLeaveQuestion(hasChanges)
  const [isAsked, setAsked] = useState(false)
  const save = useMutation({ mutationFn: () => submit(now => changesTo(draftOf(now, typed)), inputOf(draft)) })
  const lacksChoice = isAimless(draft, coupon)
  const errors = fieldErrors(save.error)
  const wrong = isAsked && lacksChoice ? { ...errors, [draft.restriction]: [t('coupons.someOf')] } : errors
  const send = () => {
    setAsked(true)
    if (!lacksChoice) save.mutate(undefined, { onSuccess: () => settle(draft) })
  }
  const part = { draft, change, wrong }
  return (
    <Form onSend={send}>
      <Fields isReadOnly={!canChange}>
        {!canChange && <OwnersOnly />}
        <Discount {...part} isNew={!coupon} />
        <Conditions {...part} />
        <Restriction {...part} isLost={couponRestrictions.some(kind => coupon?.[kind]?.length === 0)} />
        {canChange && <SaveRowBar save={save} />}
      </Fields>
      {question}
    </Form>
  )
}

interface PartProps {
  draft: CouponDraft
  change: (part: Partial<CouponDraft>) => void
  wrong: Record<string, string[]>
}

function Discount({ draft, change, wrong, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation()
  const { type } = draft
  return (
    <Panel
      title={t('coupons.about')}
      actions={
        isNew && (
          <Button onClick={() => change({ code: codeFrom(crypto.getRandomValues(new Uint8Array(8))) })}>
            {t('coupons.makeCode')}
          </Button>
        )
      }
    >
      <FieldRow>
        <TextField
          label={t('coupons.code')}
          hint={t('coupons.codeHint')}
          required
          maxLength={255}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={draft.code}
          onValue={code => change({ code })}
          wrong={wrong.code}
        />
        <SelectField
          label={t('coupons.type')}
          value={type}
          options={couponTypes.map(value => ({ value, text: t(`coupons.types.${value}`) }))}
          onValue={text => change({ type: couponTypes.find(known => known === text) ?? type })}
          wrong={wrong.type}
        />
        {type !== 'shipping' && (
          <TextField
            label={t(type === 'percentage' ? 'coupons.percent' : 'coupons.amount')}
            required
            inputMode="decimal"
            value={draft.value}
            onValue={value => change({ value })}
            wrong={wrong.value}
          />
        )}
      </FieldRow>
      {type === 'shipping' ? (
        <Switch
          label={t('coupons.onlyCheapest')}
          isOn={draft.only_cheapest_shipping}
          onSwitch={only_cheapest_shipping => change({ only_cheapest_shipping })}
        />
      ) : (
        <Switch
          label={t('coupons.includesShipping')}
          isOn={draft.includes_shipping}
          onSwitch={includes_shipping => change({ includes_shipping })}
        />
      )}
      <Switch
        label={t('coupons.on')}
        hint={t('coupons.onHint')}
        isOn={draft.valid}
        onSwitch={valid => change({ valid })}
      />
    </Panel>
  )
}

function Conditions({ draft, change, wrong }: PartProps) {
  const { t } = useTranslation()
  const day = (name: 'start_date' | 'end_date', label: string) => (
    <TextField
      label={label}
      isOptional
      type="date"
      value={draft[name]}
      onValue={text => change({ [name]: text })}
      wrong={wrong[name]}
    />
  )
  return (
    <Panel title={t('coupons.conditions')}>
      <FieldRow>
        {day('start_date', t('coupons.start'))}
        {day('end_date', t('coupons.end'))}
        <TextField
          label={t('coupons.minPrice')}
          isOptional
          inputMode="decimal"
          value={draft.min_price}
          onValue={min_price => change({ min_price })}
          wrong={wrong.min_price}
        />
        <TextField
          label={t('coupons.maxUses')}
          isOptional
          inputMode="numeric"
          pattern="\d*"
          placeholder={t('products.unlimited')}
          value={draft.max_uses}
          onValue={max_uses => change({ max_uses })}
          wrong={wrong.max_uses}
        />
      </FieldRow>
      <Switch
        label={t('coupons.first')}
        isOn={draft.first_consumer_purchase}
        onSwitch={first_consumer_purchase => change({ first_consumer_purchase })}
      />
      <Switch
        label={t('coupons.combines')}
        isOn={draft.combines_with_other_discounts}
        onSwitch={combines_with_other_discounts => change({ combines_with_other_discounts })}
      />
    </Panel>
  )
}

const restrictions = ['none', ...couponRestrictions] as const

function Restriction({ draft, change, wrong, isLost }: PartProps & { isLost: boolean }) {
  const { t } = useTranslation()
  const { restriction } = draft
  return (
    <Panel title={t('coupons.scope')}>
      {isLost && (
        <Note tone="warning">
          <p>{t('coupons.lost')}</p>
        </Note>
      )}
      <SelectField
        label={t('nav.products')}
        value={restriction}
        options={restrictions.map(value => ({ value, text: t(`coupons.restrictions.${value}`) }))}
        onValue={text => change({ restriction: restrictions.find(known => known === text) ?? restriction })}
        wrong={wrong[restriction]}
      />
      {restriction === 'categories' && (
        <CategoryChoice chosen={draft.categories} onChoose={categories => change({ categories })} />
      )}
      {restriction === 'products' && (
        <ProductChoice chosen={draft.products} onChoose={products => change({ products })} />
      )}
    </Panel>
  )
}
