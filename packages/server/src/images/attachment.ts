import { maxBytes } from './picture.ts'

export type Attachment = { bytes: Buffer } | { problem: string }

/** What browsers put before the base64 of a file; the content tells what it is. */
const prefix = /^data:image\/[\w.+-]{1,40};base64,/i
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The bytes of an attachment, or what is wrong with it. Whether they are an image shows when they are saved. */
export function decodeAttachment(attachment: string): Attachment {
  // Encoders of mail break lines.
  const text = attachment.replace(/\s+/g, '').replace(prefix, '')
  const padded = text.length % 4 === 0 || !text.endsWith('=')
  if (!base64.test(text) || !padded || text.length % 4 === 1) return { problem: 'is not valid base64' }
  if (Buffer.byteLength(text, 'base64') > maxBytes) return { problem: 'is larger than 10 MB' }
  return { bytes: Buffer.from(text, 'base64') }
}
