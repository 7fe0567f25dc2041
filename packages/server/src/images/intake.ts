import { invalid } from '@bodega/api'
import type { Outbound } from '../platform/outbound/index.ts'
import { fetchedFrom } from './address.ts'
import { decodeAttachment } from './attachment.ts'
import { toldIfBusy } from './busy.ts'
import { ImageError } from './picture.ts'
import type { ImageStore, SavedImage } from './store.ts'

/** How images come in with a product: attachments are kept at once, addresses only looked at. */
export const imageIntake = (store: ImageStore, outbound: Pick<Outbound, 'checkUrl'>) => ({
  async attach(of: number, attachment: string): Promise<SavedImage> {
    const decoded = decodeAttachment(attachment)
    if ('problem' in decoded) throw invalid({ attachment: [decoded.problem] })
    return store
      .save(of, decoded.bytes)
      .catch(toldIfBusy)
      .catch(error => {
        throw error instanceof ImageError ? invalid({ attachment: [error.message] }) : error
      })
  },
  refusal: (src: string): string | undefined => outbound.checkUrl(fetchedFrom(src, outbound)),
})
