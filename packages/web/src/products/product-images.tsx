import type { Image, Product } from '@bodega/api'
import { PencilIcon, TrashIcon, UploadIcon } from '@nimbus-ds/icons'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError, fieldErrors, gone } from '../errors.ts'
import { pictureOf } from '../format.ts'
import { sayWrong } from '../sayings.ts'
import { useStore } from '../store.tsx'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/page.tsx'
import { Sortable } from '../ui/sortable.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { ImageText, textsOf } from './image-text.tsx'
import { moveOf } from './moves.ts'
import styles from './product-images.module.css'

/** As large as the server takes a picture. */
const mostMegabytes = 10

/** What the wire takes: the file as base64, without the words before it. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

interface Sorting {
  before: readonly Image[]
  after: readonly Image[]
}

export function ProductImages({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { client, refresh, say } = useStore()
  const { tell, tellError, tellFailure } = useToasts()
  const params = { product_id: product.id }
  /** Adds it, or says why not. */
  const add = async (file: File): Promise<string | undefined> => {
    if (!file.type.startsWith('image/') || file.size === 0) return t('products.notImage')
    // As base64 it would be refused for its letters, or for the size of what is sent.
    if (file.size > mostMegabytes * 1024 * 1024) return t('wrong.megabytes', { limit: mostMegabytes })
    try {
      const attachment = await base64Of(file)
      await client.images.create({ params, body: { attachment, filename: file.name.slice(0, 255) } })
    } catch (error) {
      const { attachment } = fieldErrors(error)
      return attachment?.map(text => sayWrong(text, t)).join(', ') ?? describeError(error, t)
    }
  }
  const upload = useMutation({
    // One that is refused does not keep the others out.
    mutationFn: async (files: readonly File[]) => {
      const refused: string[] = []
      for (const file of files) {
        const problem = await add(file)
        if (problem) refused.push(`${file.name}: ${problem.replace(/\.$/, '')}.`)
      }
      return refused
    },
    onSuccess: (refused, files) => {
      if (refused.length < files.length) tell(t('products.imagesAdded'))
      if (refused.length > 0) tellFailure(refused.join(' '))
    },
    onSettled: () => refresh('products'),
  })
  const sort = useMutation({
    mutationFn: async ({ before, after }: Sorting) => {
      const move = moveOf(
        before.map(({ id }) => id),
        after.map(({ id }) => id),
      )
      if (!move) return
      const { id, position } = move
      await client.images.update({ params: { ...params, id }, body: { position } })
    },
    onError: tellError,
    onSettled: () => refresh('products'),
    // Moves are counted from each other.
    scope: { id: `images of ${product.id}` },
  })
  // Shown as they will be while the server takes it.
  const images = sort.isPending ? sort.variables.after : product.images
  const [described, setDescribed] = useState<Image>()
  const [removed, setRemoved] = useState<Image>()
  const remove = async ({ id }: Image) => {
    await gone(client.images.delete({ params: { ...params, id } }))
    await refresh('products')
    tell(t('deleted'))
  }
  return (
    <Panel title={t('products.images')}>
      {images.length > 0 && (
        <Sortable
          items={images}
          idOf={({ id }) => String(id)}
          nameOf={image => t('products.image', { number: images.indexOf(image) + 1 })}
          onSort={after => sort.mutate({ before: images, after })}
          className={styles.images}
          isGrid
        >
          {(image, handle, place) => (
            <div className={styles.image}>
              <img
                src={pictureOf(image.src)}
                alt={say(textsOf(image)) || t('products.image', { number: place + 1 })}
                loading="lazy"
              />
              <div>
                {handle}
                <IconButton
                  label={`${t('products.imageText')}: ${t('products.image', { number: place + 1 })}`}
                  onClick={() => setDescribed(image)}
                >
                  <PencilIcon aria-hidden />
                </IconButton>
                <IconButton
                  label={`${t('delete')}: ${t('products.image', { number: place + 1 })}`}
                  onClick={() => setRemoved(image)}
                >
                  <TrashIcon aria-hidden />
                </IconButton>
              </div>
            </div>
          )}
        </Sortable>
      )}
      <DropZone isBusy={upload.isPending} onFiles={files => upload.mutate(files)} />
      {described && (
        <ImageText
          image={images.find(({ id }) => id === described.id) ?? described}
          title={t('products.image', { number: described.position })}
          onClose={() => setDescribed(undefined)}
        />
      )}
      {removed && (
        <Confirm
          title={t('products.deleteTitle', { name: t('products.image', { number: removed.position }) })}
          text={t('products.deleteImageText')}
          action={t('delete')}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => remove(removed)}
        />
      )}
    </Panel>
  )
}

function DropZone({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    <label
      htmlFor={id}
      className={styles.drop}
      data-over={isOver}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon aria-hidden size={20} />
      <span>{t(isBusy ? 'products.uploading' : 'products.dropImages')}</span>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        className="only-heard"
        disabled={isBusy}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
