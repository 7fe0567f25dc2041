/** Real images, made on the spot. */
import sharp from 'sharp'

export interface PictureOptions {
  width?: number
  height?: number
  background?: string
}

const canvas = ({ width = 400, height = 300, background = '#3366cc' }: PictureOptions) =>
  sharp({ create: { width, height, channels: 3, background } })

export const png = (options: PictureOptions = {}): Promise<Buffer> => canvas(options).png().toBuffer()
export const jpg = (options: PictureOptions = {}): Promise<Buffer> => canvas(options).jpeg().toBuffer()
export const gif = (options: PictureOptions = {}): Promise<Buffer> => canvas(options).gif().toBuffer()
export const webp = (options: PictureOptions = {}): Promise<Buffer> => canvas(options).webp().toBuffer()
export const tiff = (options: PictureOptions = {}): Promise<Buffer> => canvas(options).tiff().toBuffer()
export const avif = (options: PictureOptions = {}): Promise<Buffer> => canvas(options).avif({ effort: 0 }).toBuffer()

/** Taken with the camera held upright: the pixels lie on their side, and a note says so, and who took it. */
export const turnedJpg = (options: PictureOptions = {}): Promise<Buffer> =>
  canvas(options)
    .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
