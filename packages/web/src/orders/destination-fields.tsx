import { useTranslation } from 'react-i18next'
import { FieldRow, TextField } from '../ui/field.tsx'

/** Where an order goes, as it is typed. */
export const destination = { address: '', number: '', floor: '', locality: '', city: '', province: '', zipcode: '' }
export type Destination = typeof destination

const lines = ['address', 'number', 'floor', 'locality', 'city', 'province', 'zipcode'] as const

interface Props {
  address: Destination
  onAddress: (address: Destination) => void
  /** Whether it cannot be left for later. */
  isRequired?: boolean
}

export function DestinationFields({ address, onAddress, isRequired = false }: Props) {
  const { t } = useTranslation()
  return (
    <FieldRow>
      {lines.map(line => {
        const required = isRequired && (line === 'zipcode' || line === 'city')
        return (
          <TextField
            key={line}
            label={t(line === 'address' ? 'address.street' : `address.${line}`)}
            maxLength={255}
            required={required}
            isOptional={!required}
            value={address[line]}
            onValue={text => onAddress({ ...address, [line]: text })}
          />
        )
      })}
    </FieldRow>
  )
}
