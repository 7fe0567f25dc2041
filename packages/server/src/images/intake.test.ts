import { expect, test } from 'vitest'
import { png } from '../testing/pictures.ts'
import { imageIntake } from './intake.ts'
import { ImageError, type ImageProblem } from './picture.ts'
import type { ImageStore } from './store.ts'

test.each<[ImageProblem, number]>([
  ['busy', 503],
  ['not_an_image', 422],
])('an attachment that is not kept because of %s is answered %i', async (reason, status) => {
  const store = {
    save: async () => {
      throw new ImageError(reason, 'not now')
    },
  } as Partial<ImageStore> as ImageStore
  const { attach } = imageIntake(store, { checkUrl: () => undefined })
  await expect(attach(1, (await png()).toString('base64'))).rejects.toMatchObject({ status })
})
