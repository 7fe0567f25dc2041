import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { panel, queries, sessionQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Refusal } from '../ui/states.tsx'

interface Props {
  name?: string
  action: string
  onDone?: () => void
}

/** The name that stands on the consent of every application of the partner; giving it the first time makes one a partner. */
export function PublisherForm({ name: given = '', action, onDone }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(given)
  const save = useMutation({
    mutationFn: () => panel.partners.become({ body: { name } }),
    onSuccess: session => {
      queries.setQueryData(sessionQuery.queryKey, session)
      onDone?.()
    },
  })
  return (
    <Form className="stacked" onSend={() => save.mutate()}>
      <TextField
        label={t('partner.publisherName')}
        required
        maxLength={100}
        value={name}
        onValue={setName}
        wrong={fieldErrors(save.error).name}
      />
      <Refusal error={save.error} />
      <Button type="submit" look="main" isBusy={save.isPending}>
        {action}
      </Button>
    </Form>
  )
}
