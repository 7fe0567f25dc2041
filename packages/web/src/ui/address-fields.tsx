import { useTranslation } from 'react-i18next'
import { type Address, addressLines } from '../address.ts'
import { FieldRow, TextField } from './field.tsx'

interface Props {
  address: Address
  onLine: (line: Partial<Address>) => void
  /** Whether it cannot be left for later. */
  isRequired?: boolean
}

export function AddressFields({ address, onLine, isRequired = false }: Props) {
  const { t } = useTranslation()
  return (
    <FieldRow>
      {addressLines.map(line => {
        const required = isRequired && (line === 'zipcode' || line === 'city')
        return (
          <TextField
            key={line}
            label={t(line === 'address' ? 'address.street' : `address.${line}`)}
            maxLength={255}
            required={required}
            isOptional={!required}
            value={address[line]}
            onValue={text => onLine({ [line]: text })}
          />
        )
      })}
    </FieldRow>
  )
}
