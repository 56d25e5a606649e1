// Small real pictures of each kind people send, plain and with what a camera writes beside them: time, place, words, and
// bytes behind the end.
import { pngPhoto } from '../e2e/photo.ts'
import { crc32 } from 'node:zlib'

/** Words that stand in every note beside a picture. */
export const secretWords = 'SECRET-WORDS'
/** Time and place in the notes; seconds of a degree are fractions. */
export const takenAt = Date.parse('2026-11-20T08:30:15+08:00')
export const takenPlace = { lat: 38 + 17 / 60 + 30.5 / 3600, lng: -(109 + 44 / 60 + 12 / 3600) }

/** The TIFF part of Exif with turn, time, place and words. */
export function tiffNotes(orientation: number): Buffer {
  const tiff = Buffer.alloc(400)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  const directory = (
    at: number,
    entries: readonly (readonly [tag: number, type: number, count: number, value: number])[],
  ) => {
    tiff.writeUInt16BE(entries.length, at)
    entries.forEach(([tag, type, count, value], i) => {
      const entry = at + 2 + i * 12
      tiff.writeUInt16BE(tag, entry)
      tiff.writeUInt16BE(type, entry + 2)
      tiff.writeUInt32BE(count, entry + 4)
      if (type === 3) tiff.writeUInt16BE(value, entry + 8)
      else tiff.writeUInt32BE(value, entry + 8)
    })
  }
  const ascii = (text: string): number => Buffer.from(text.padEnd(4, '\0'), 'latin1').readUInt32BE()
  const fractions = (at: number, parts: readonly number[]) =>
    parts.forEach((part, i) => {
      tiff.writeUInt32BE(Math.round(part * 1000), at + i * 8)
      tiff.writeUInt32BE(1000, at + i * 8 + 4)
    })
  directory(8, [
    [0x010f, 2, 13, 220],
    [0x0112, 3, 1, orientation],
    [0x8769, 4, 1, 80],
    [0x8825, 4, 1, 120],
  ])
  directory(80, [[0x9003, 2, 20, 240]])
  directory(120, [
    [1, 2, 2, ascii('N')],
    [2, 5, 3, 300],
    [3, 2, 2, ascii('W')],
    [4, 5, 3, 330],
  ])
  tiff.write(secretWords, 220, 'latin1')
  tiff.write('2026:11:20 08:30:15\0', 240, 'latin1')
  fractions(300, [38, 17, 30.5])
  fractions(330, [109, 44, 12])
  return tiff
}

const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${secretWords}</x:xmpmeta>`, 'latin1')

function segment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const behind = Buffer.from(`behind the end ${secretWords}`)
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAaEAEAAQUAAAAAAAAAAAAAAAAAAQMFNIGx/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQP/xAAaEQACAgMAAAAAAAAAAAAAAAAAAQIEM3Gx/9oADAMBAAIRAxEAPwCHuGZU1yAAi1jLLb6f/9k=',
  'base64',
)
const webp = Buffer.from(
  'UklGRioCAABXRUJQVlA4WAoAAAAwAAAAAwAAAQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBICQAAAAD//wAA//8AAABWUDggKgAAAFABAJ0BKgQAAgACwEwloAAEAAAA/u+ah/2xqYPr/8ExwTUwfX/4AAAAAA==',
  'base64',
)
const png = pngPhoto(4, 2)
/** The length of a JPEG's start and its first segment. */
const jpegHead = 20

/** The plain pictures, and how notes are written into each. */
export const photoKinds = [
  {
    mime: 'image/jpeg',
    name: '回单.jpg',
    plain: jpeg,
    noted: (orientation: number): Buffer =>
      Buffer.concat([
        jpeg.subarray(0, jpegHead),
        segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffNotes(orientation)])),
        segment(0xe1, xmp),
        segment(0xed, Buffer.from(`Photoshop 3.0\0${secretWords}`, 'latin1')),
        segment(0xe2, Buffer.from(`MPF\0${secretWords}`, 'latin1')),
        segment(0xfe, Buffer.from(secretWords)),
        jpeg.subarray(jpegHead),
        behind,
      ]),
  },
  {
    mime: 'image/png',
    name: '回单.png',
    plain: png,
    noted: (orientation: number): Buffer =>
      Buffer.concat([
        png.subarray(0, 33),
        pngChunk('eXIf', tiffNotes(orientation)),
        pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${secretWords}`, 'latin1')),
        pngChunk('tEXt', Buffer.from(`Comment\0${secretWords}`, 'latin1')),
        png.subarray(33),
        behind,
      ]),
  },
  {
    mime: 'image/webp',
    name: '回单.webp',
    plain: webp,
    noted: (orientation: number): Buffer => {
      const whole = Buffer.concat([webp, riffChunk('EXIF', tiffNotes(orientation)), riffChunk('XMP ', xmp)])
      whole.writeUInt32LE(whole.length - 8, 4)
      whole.writeUInt8(whole.readUInt8(20) | 0x0c, 20)
      return Buffer.concat([whole, behind])
    },
  },
] as const
