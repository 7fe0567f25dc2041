import type { FormHTMLAttributes } from 'react'

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  onSend: () => void
}

/** What is typed in it is sent by us, and not by the browser, which would leave the page. */
export const Form = ({ onSend, ...form }: Props) => (
  <form
    {...form}
    onSubmit={event => {
      event.preventDefault()
      onSend()
    }}
  />
)
