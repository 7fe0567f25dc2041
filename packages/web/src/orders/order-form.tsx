import type { OrderInput } from '@bodega/api'
import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noAddress } from '../address.ts'
import { pickedName } from '../products/names.ts'
import { VariantPicker } from '../products/variant-picker.tsx'
import { useStore } from '../store.tsx'
import { AddressFields } from '../ui/address-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Columns, Panel } from '../ui/page.tsx'
import { OrderRefusal } from './missing.tsx'
import { type Line, OrderLines, withPicked } from './order-lines.tsx'
import { type ChosenOption, OrderOutlook } from './order-outlook.tsx'

/** What every order by hand has, and how it is changed. */
export function useOrderDraft() {
  const [lines, setLines] = useState<Line[]>([])
  const [address, setAddress] = useState(noAddress)
  const [option, setOption] = useState<ChosenOption>()
  const products = lines.map(({ variant, quantity }) => ({ variant_id: variant.id, quantity }))
  return { lines, setLines, address, setAddress, option, setOption, products }
}

interface Props {
  draft: ReturnType<typeof useOrderDraft>
  /** As what it is tried while it is being written. */
  input: OrderInput
  isAddressRequired?: boolean
  /** The fields of who buys. */
  buyer: ReactNode
  more: ReactNode
  save: { mutate: () => void; error: unknown; isPending: boolean }
  action: string
}

/** An order that is written by hand, beside what it would become. */
export function OrderForm({ draft, input, isAddressRequired = false, buyer, more, save, action }: Props) {
  const { t } = useTranslation()
  const { key, say } = useStore()
  const isAsking = useIsFetching({ queryKey: key('quotes') }) > 0
  const { lines, setLines, address, setAddress, option, setOption } = draft
  const nameOf = (id: number) => {
    const line = lines.find(({ variant }) => variant.id === id)
    return line && pickedName(line, say)
  }
  return (
    <Form onSend={() => save.mutate()}>
      <Columns
        main={
          <>
            <Panel title={t('nav.products')}>
              <OrderLines lines={lines} onLines={setLines} />
              <VariantPicker onPick={picked => setLines(before => withPicked(before, picked))} />
            </Panel>
            <Panel title={t('orders.buyer')}>
              {buyer}
              <AddressFields
                address={address}
                onLine={line => setAddress({ ...address, ...line })}
                isRequired={isAddressRequired}
              />
            </Panel>
            <Panel title={t('orders.more')}>{more}</Panel>
          </>
        }
        aside={
          <>
            <OrderOutlook input={input} option={option} onOption={setOption} nameOf={nameOf} />
            <OrderRefusal error={save.error} nameOf={nameOf} />
            <Button
              type="submit"
              look="main"
              // What was chosen may cost something else in a moment.
              isBusy={save.isPending || (option !== undefined && isAsking)}
              disabled={lines.length === 0}
            >
              {action}
            </Button>
          </>
        }
      />
    </Form>
  )
}
