import type { Image } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { useStoreLanguages } from '../stores/languages.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { useDraft } from '../ui/draft.ts'
import { LocalizedField } from '../ui/localized-field.tsx'
import { useToasts } from '../ui/toasts.tsx'

interface Props {
  image: Image
  title: string
  onClose: () => void
}

/** No text in any language comes as an empty list. */
export const textsOf = ({ alt }: Image) => (Array.isArray(alt) ? {} : alt)

const draftOf = (image: Image) => ({ alt: textsOf(image) })

/** What is to be seen on an image, for those who do not see it. */
export function ImageText({ image, title, onClose }: Props) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell } = useToasts()
  const languages = useStoreLanguages()
  const { draft, change, changesTo } = useDraft(draftOf(image), typed => typed)
  const { product_id, id } = image
  const params = { product_id, id }
  const save = useMutation({
    mutationFn: () =>
      saveOver(
        () => client.images.get({ params }),
        (now, headers) => client.images.update({ params, headers, body: changesTo(draftOf(now)) }),
      ),
    onSuccess: async () => {
      await refresh('products')
      tell(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog title={title} action={t('save')} save={save} onClose={onClose}>
      <LocalizedField
        label={t('products.imageText')}
        hint={t('products.imageTextHint')}
        value={draft.alt}
        languages={languages}
        onValue={alt => change({ alt })}
        isOptional
        maxLength={255}
        wrong={fieldErrors(save.error).alt}
      />
    </FormDialog>
  )
}
