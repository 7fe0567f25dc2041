/** What an image may be, by the last part of its file's name. */
export const extensions = ['gif', 'jpg', 'png', 'webp'] as const
export type Extension = (typeof extensions)[number]

/** The widths that the ecosystem's clients ask for; a fixed list, so that nobody can fill the disk with others. */
const widths = [50, 100, 240, 320, 480, 640, 1024] as const

/** `{hash}.jpg` is an original; `{hash}-240-0.jpg` the same image, at most 240 wide; `-240-240` also at most so high. */
export interface ImageName {
  hash: string
  extension: Extension
  size: { width: number; height: number } | undefined
}

const pattern = /^([0-9a-f]{40})(?:-([1-9]\d{1,3})-(0|[1-9]\d{1,3}))?\.(gif|jpg|png|webp)$/

/** `undefined` where it is no name of ours, and so above all where it leads out of the folder. */
export function parseName(text: string): ImageName | undefined {
  const [, hash, width, height, extension] = pattern.exec(text) ?? []
  if (hash === undefined) return undefined
  const size = width === undefined ? undefined : { width: Number(width), height: Number(height) }
  if (size && !isServed(size)) return undefined
  // The pattern knows no other.
  return { hash, extension: extension as Extension, size }
}

const isServed = ({ width, height }: { width: number; height: number }) =>
  (widths as readonly number[]).includes(width) && (height === 0 || height === width)

export function nameOf({ hash, extension, size }: ImageName): string {
  return `${hash}${size ? `-${size.width}-${size.height}` : ''}.${extension}`
}

/** The original of a rendition may have any format where webp is asked for, and only its own otherwise. */
export const originalsOf = ({ hash, extension }: ImageName): ImageName[] =>
  (extension === 'webp' ? extensions : [extension]).map(other => ({ hash, extension: other, size: undefined }))

/** Every rendition that an original can have. */
export const renditionsOf = ({ hash, extension }: ImageName): ImageName[] =>
  widths.flatMap(width =>
    [0, width].flatMap(height =>
      [...new Set([extension, 'webp'] as const)].map(format => ({ hash, extension: format, size: { width, height } })),
    ),
  )
