/** What is done with the bytes of an image. The library is loaded when the first image comes: it costs some 20 MB. */
import { type Extension, extensions, type ImageName } from './names.ts'
import { isTrap } from './traps.ts'

export const maxBytes = 10 * 1024 * 1024

/** A small file can be a huge image: at this size the worst of them takes some 270 MB for two seconds. */
const maxPixels = 50_000_000

export type ImageProblem = 'not_an_image' | 'too_large' | 'too_many_pixels' | 'too_costly' | 'busy'

/** Bytes that are no image that we keep, or one that cannot be made now. */
export class ImageError extends Error {
  readonly reason: ImageProblem

  constructor(reason: ImageProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImageError'
    this.reason = reason
  }
}

export interface Picture {
  extension: Extension
  /** As it is shown, so after turning it as its camera was held. */
  width: number
  height: number
}

const formats = { gif: 'gif', jpg: 'jpeg', png: 'png', webp: 'webp' } as const

type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | undefined

/** The decoders of all other formats are shut off: what strangers send reaches none of them. */
async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
  return sharp
}

function sharp(): Promise<Sharp> {
  loading ??= load()
  return loading
}

/** Says what the bytes are, by reading them to the end: a name or a header may lie. */
export async function inspect(bytes: Buffer): Promise<Picture> {
  if (bytes.length > maxBytes) throw new ImageError('too_large', 'is larger than 10 MB')
  if (isTrap(bytes)) throw new ImageError('too_costly', 'has too many scans or compressed texts')
  const open = await sharp()
  try {
    const image = open(bytes, { limitInputPixels: false, failOn: 'truncated' })
    const { format, autoOrient } = await image.metadata()
    if (autoOrient.width * autoOrient.height > maxPixels)
      throw new ImageError('too_many_pixels', 'has more than 50 million pixels')
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer()
    const extension = extensions.find(known => formats[known] === format)
    if (extension) return { extension, ...autoOrient }
    throw new Error(`${format} is not kept`)
  } catch (cause) {
    if (cause instanceof ImageError) throw cause
    throw new ImageError('not_an_image', 'is not a whole gif, jpg, png or webp image', { cause })
  }
}

/**
 * The image of a file in another size: never enlarged, turned the right way, without metadata. Of an animation it is
 * the first frame: the frames of one small file can take a minute of work.
 */
export async function resize(path: string, { size, extension }: ImageName): Promise<Buffer> {
  const open = await sharp()
  return open(path, { limitInputPixels: maxPixels, failOn: 'none' })
    .autoOrient()
    .resize({ width: size?.width, height: size?.height || undefined, fit: 'inside', withoutEnlargement: true })
    .toFormat(formats[extension])
    .toBuffer()
}
