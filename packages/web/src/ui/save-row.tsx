import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Refusal } from './states.tsx'

/** The end of a form: why the last attempt failed, if it did, and the next one. */
export function SaveRow({ save: { error, isPending } }: { save: { error: unknown; isPending: boolean } }) {
  const { t } = useTranslation()
  return (
    <>
      <Refusal error={error} />
      <div>
        <Button type="submit" look="main" isBusy={isPending}>
          {t('save')}
        </Button>
      </div>
    </>
  )
}
