import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { sayWrong } from '../sayings.ts'
import styles from './field.module.css'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong with it, as the server says. */
  wrong?: readonly string[] | undefined
  isOptional?: boolean
}

interface Described {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  className: string | undefined
}

/** A label, what it names, a hint and what is wrong, tied together for those who hear them. */
function Field({
  label,
  hint,
  wrong,
  isOptional,
  children,
}: FieldProps & { children: (given: Described) => ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const hasMore = Boolean(hint) || Boolean(wrong?.length)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> {t('optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': hasMore ? `${id}-more` : undefined,
        'aria-invalid': wrong?.length ? true : undefined,
        className: styles.input,
      })}
      {hasMore && (
        <div id={`${id}-more`}>
          {wrong?.map(text => (
            <p key={text} className={styles.wrong} role="alert">
              {sayWrong(text, t)}
            </p>
          ))}
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
      )}
    </div>
  )
}

type Without<T> = Omit<T, 'onChange' | 'onBlur' | 'value'>

interface Told {
  value: string
  onValue: (value: string) => void
}

/**
 * Tells what is typed without the blanks around it, which nobody means. They stay in sight while somebody types, who may be
 * between two words; alone they are nothing.
 */
function useTyped({ value, onValue }: Told) {
  const [typed, setTyped] = useState('')
  return {
    value: value !== '' && typed.trim() === value ? typed : value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setTyped(target.value)
      onValue(target.value.trim())
    },
    onBlur: () => setTyped(''),
  }
}

interface TextFieldProps extends Told, FieldProps, Without<InputHTMLAttributes<HTMLInputElement>> {}

export function TextField({ label, hint, wrong, isOptional, value, onValue, ...input }: TextFieldProps) {
  const field = { label, hint, wrong, ...(isOptional ? { isOptional } : {}) }
  const typed = useTyped({ value, onValue })
  // A password may begin with a blank.
  const told =
    input.type === 'password'
      ? { value, onChange: (event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value) }
      : typed
  return <Field {...field}>{described => <input {...described} {...input} {...told} />}</Field>
}

interface TextAreaProps extends Told, FieldProps, Without<TextareaHTMLAttributes<HTMLTextAreaElement>> {}

export function TextArea({ label, hint, wrong, isOptional, value, onValue, ...area }: TextAreaProps) {
  const field = { label, hint, wrong, ...(isOptional ? { isOptional } : {}) }
  const typed = useTyped({ value, onValue })
  return <Field {...field}>{described => <textarea {...described} {...area} {...typed} />}</Field>
}

interface SelectProps extends FieldProps, Without<SelectHTMLAttributes<HTMLSelectElement>> {
  value: string
  onValue: (value: string) => void
  options: readonly { value: string; text: string }[]
}

export function SelectField({ label, hint, wrong, isOptional, onValue, options, ...select }: SelectProps) {
  const field = { label, hint, wrong, ...(isOptional ? { isOptional } : {}) }
  return (
    <Field {...field}>
      {described => (
        <select {...described} {...select} onChange={event => onValue(event.target.value)}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface SwitchProps {
  label: string
  hint?: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  disabled?: boolean
}

export function Switch({ label, hint, isOn, onSwitch, disabled }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={isOn} disabled={disabled} onChange={event => onSwitch(event.target.checked)} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}

/** All fields of a form, which some may only read. */
export function Fields({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.whole} disabled={isReadOnly}>
      {children}
    </fieldset>
  )
}

/** Fields beside each other where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
