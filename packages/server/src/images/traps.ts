/** What keeps a decoder busy for minutes in a small file, found by its marks and without decoding anything. */

/** Cameras and programs write some ten; each goes over the whole picture again, and an empty one has 75 bytes. */
const maxScans = 64
/** Compressed texts beside the picture, which are unpacked to a thousand times as much whenever it is opened. */
const maxPacked = 256 * 1024

const isJpeg = (bytes: Buffer): boolean => bytes.readUInt16BE(0) === 0xffd8
const isPng = (bytes: Buffer): boolean => bytes.toString('latin1', 1, 4) === 'PNG'

export function isTrap(bytes: Buffer): boolean {
  if (bytes.length < 8) return false
  return (isJpeg(bytes) && hasScansBeyond(bytes, maxScans)) || (isPng(bytes) && packedIn(bytes) > maxPacked)
}

const startOfScan = 0xda
const endOfImage = 0xd9

/** These stand alone; behind any other mark comes the length of what belongs to it. */
const isBare = (mark: number) => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)

/** What lies between marks is passed over, as decoders do: `ff` with a zero behind it is a byte of a scan, with `ff` a filler. */
function hasScansBeyond(bytes: Buffer, most: number): boolean {
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 3 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const mark = bytes.readUInt8(at + 1)
    if (mark === endOfImage) return false
    if (mark === startOfScan && ++scans > most) return true
    if (mark === 0xff) at += 1
    else at += 2 + (mark === 0 || isBare(mark) ? 0 : bytes.readUInt16BE(at + 2))
  }
  return false
}

/** The bytes of all texts that may be compressed. */
function packedIn(bytes: Buffer): number {
  let packed = 0
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (kind === 'zTXt' || (kind === 'iTXt' && isPacked(bytes.subarray(at + 8, at + 8 + length)))) packed += length
    at += 12 + length
  }
  return packed
}

/** Behind its name, which ends with a zero, an `iTXt` says whether it is compressed. */
const isPacked = (text: Buffer): boolean => text[text.indexOf(0) + 1] === 1
