import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { SaveBar } from './page.tsx'
import { Refusal } from './states.tsx'

interface Props {
  save: { error: unknown; isPending: boolean }
}

/** The end of a form: why the last attempt failed, if it did, and the next one. */
export const SaveRow = ({ save }: Props) => (
  <>
    <Refusal error={save.error} />
    <div>
      <SaveButton isBusy={save.isPending} />
    </div>
  </>
)

/** The same where the form is longer than the screen. */
export const SaveRowBar = ({ save }: Props) => (
  <SaveBar>
    <Refusal error={save.error} />
    <SaveButton isBusy={save.isPending} />
  </SaveBar>
)

function SaveButton({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation()
  return (
    <Button type="submit" look="main" isBusy={isBusy}>
      {t('save')}
    </Button>
  )
}
