// Photos without what they say beside the picture: the parts that draw it are kept, and how it is to be turned; camera,
// time, place, titles, previews and whatever hangs on behind are left out.
import { crc32 } from 'node:zlib'
import { readExif, turnOnly, type PhotoNotes } from './exif.ts'
import { joinSpans, sizeOfPieces, type Piece, type Span } from './pieces.ts'

/** A photo taken apart: the pieces that draw it, and the camera's notes. */
interface Plan {
  readonly notes: PhotoNotes
  /** The picture, with the notes that say its turn where it has one. */
  readonly pieces: readonly Piece[]
}

const plain: PhotoNotes = { orientation: 1 }
const exifHead = Buffer.from('Exif\0\0', 'latin1')
const isExif = (data: Buffer): boolean => data.subarray(0, exifHead.length).equals(exifHead)
const begins = (data: Buffer, text: string): boolean => data.toString('latin1', 0, text.length) === text

/** The most pieces of a photo that are read: no camera cuts one smaller, and each piece takes time. */
const piecesMax = 20_000

/**
 * Takes a photo of a kind apart; a file of another kind is left as it is. A broken one ends where it breaks, and one in
 * too many pieces where they become too many.
 */
export function planPhoto(bytes: Buffer, mime: string): Plan {
  const { notes, pieces } = planKind(bytes, mime)
  return { notes, pieces: joinSpans(pieces) }
}

function planKind(bytes: Buffer, mime: string): Plan {
  switch (mime) {
    case 'image/jpeg':
      return planJpeg(bytes)
    case 'image/png':
      return planPng(bytes)
    case 'image/webp':
      return planWebp(bytes)
    default:
      return { notes: plain, pieces: [{ from: 0, to: bytes.length }] }
  }
}

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  comment: 0xfe,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
}

/** Segments that say something beside the picture: all of an application but those for its colours and its size. */
function isAside(code: number, data: Buffer): boolean {
  if (code === marker.comment) return true
  if (code < marker.app0 || code > marker.app15) return false
  if (code === marker.app0) return !begins(data, 'JFIF\0')
  if (code === marker.app2) return !begins(data, 'ICC_PROFILE\0')
  return code !== marker.app14 || !begins(data, 'Adobe')
}

/** The end of what is drawn from `at` on: the next marker that is not part of it. */
function endOfScan(bytes: Buffer, at: number): number {
  // a loop over bytes: a search for each 0xff takes forty times as long in a picture that is made of them
  for (let next = at; next < bytes.length; next++) {
    if (bytes[next] !== 0xff) continue
    const code = bytes[next + 1] ?? 0
    // a written 0xff, and the marks of a scan that begins anew
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return next
  }
  return bytes.length
}

function planJpeg(bytes: Buffer): Plan {
  const kept: Span[] = []
  let notes = plain
  for (let at = bytes.indexOf(0xff, 2), pieces = 0; at >= 0 && at + 1 < bytes.length && pieces < piecesMax; pieces++) {
    while (bytes[at + 1] === 0xff) at++
    const code = bytes[at + 1] ?? 0
    if (code === marker.end) {
      kept.push({ from: at, to: at + 2 })
      break
    }
    // marks without a length
    if (code === 0 || code === 1 || (code >= 0xd0 && code <= marker.start)) {
      at = bytes.indexOf(0xff, at + 2)
      continue
    }
    if (at + 4 > bytes.length) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) break
    const data = bytes.subarray(at + 4, end)
    if (code === marker.app1 && isExif(data) && notes === plain) notes = readExif(data.subarray(exifHead.length))
    const next = code === marker.scan ? endOfScan(bytes, end) : end
    if (!isAside(code, data)) kept.push({ from: at, to: next })
    at = bytes.indexOf(0xff, next)
  }
  const hasJfif = kept[0] !== undefined && bytes[kept[0].from + 1] === marker.app0
  return {
    notes,
    pieces: [
      { from: 0, to: 2 },
      ...(hasJfif ? kept.slice(0, 1) : []),
      ...(notes.orientation === 1 ? [] : [exifSegment(turnOnly(notes.orientation))]),
      ...(hasJfif ? kept.slice(1) : kept),
    ],
  }
}

function exifSegment(tiff: Buffer): Buffer {
  const head = Buffer.from([0xff, marker.app1, 0, 0])
  head.writeUInt16BE(2 + exifHead.length + tiff.length, 2)
  return Buffer.concat([head, exifHead, tiff])
}

const pngKept: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

function planPng(bytes: Buffer): Plan {
  const kept: Piece[] = [{ from: 0, to: 8 }]
  let notes = plain
  for (let at = 8, pieces = 0; at + 12 <= bytes.length && pieces < piecesMax; pieces++) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'eXIf' && notes === plain) notes = readExif(bytes.subarray(at + 8, end - 4))
    if (pngKept.has(name)) kept.push({ from: at, to: end })
    if (name === 'IEND') break
    at = end
  }
  // behind the head, before the first of the picture
  if (notes.orientation !== 1) kept.splice(2, 0, pngChunk('eXIf', turnOnly(notes.orientation)))
  return { notes, pieces: kept }
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

const webpKept: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
/** Bits of the head of WebP that promise notes. */
const webpNotes = { exif: 0x08, xmp: 0x04 } as const

function planWebp(bytes: Buffer): Plan {
  const kept: Piece[] = []
  let flags: { readonly place: number; readonly said: number } | undefined
  let notes = plain
  const size = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12, pieces = 0; at + 8 <= size && pieces < piecesMax; pieces++) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > size) break
    const name = bytes.toString('latin1', at, at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'EXIF' && notes === plain) notes = readExif(isExif(data) ? data.subarray(exifHead.length) : data)
    const span = { from: at, to: Math.min(end, bytes.length) }
    if (name === 'VP8X' && length > 0 && flags === undefined) {
      flags = { place: kept.length + 1, said: bytes.readUInt8(at + 8) }
      kept.push({ from: at, to: at + 8 }, { from: at + 8, to: at + 9 }, { ...span, from: at + 9 })
    } else if (webpKept.has(name)) kept.push(span)
    at = end
  }
  if (flags) {
    const isTurned = notes.orientation !== 1
    kept[flags.place] = Buffer.from([
      (flags.said & ~(webpNotes.exif | webpNotes.xmp)) | (isTurned ? webpNotes.exif : 0),
    ])
    if (isTurned) {
      const exif = Buffer.alloc(8)
      exif.write('EXIF', 'latin1')
      const tiff = turnOnly(notes.orientation)
      exif.writeUInt32LE(tiff.length, 4)
      kept.push(exif, tiff)
    }
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + sizeOfPieces(kept), 4)
  return { notes, pieces: [head, ...kept] }
}
