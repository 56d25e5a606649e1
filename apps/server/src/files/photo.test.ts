// Photos are served without what the camera wrote beside them, and its account of time and place is read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { photoKinds, secretWords, takenAt, takenPlace, tiffNotes } from '../../../../tests/server/notedPhotos.ts'
import { readExif, turnOnly } from './exif.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sizeOfPieces, streamPieces } from './pieces.ts'
import { planPhoto } from './photo.ts'

/** The notes of a photo, and the picture that is left. */
function takeApart(bytes: Buffer, mime: string) {
  const { notes, pieces } = planPhoto(bytes, mime)
  const clean = Buffer.concat(
    pieces.map(piece => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to))),
  )
  return { notes, clean }
}

describe.each(photoKinds)('$mime', ({ mime, plain, noted }) => {
  it('told where its driver stood: time, place and words are read, and the picture goes without them', () => {
    expect(noted(1).includes(secretWords)).toBe(true)
    const { notes, clean } = takeApart(noted(1), mime)
    expect(notes).toMatchObject({ orientation: 1, takenAt })
    expect(notes.place?.lat).toBeCloseTo(takenPlace.lat, 6)
    expect(notes.place?.lng).toBeCloseTo(takenPlace.lng, 6)
    expect(clean).toEqual(plain)
  })

  it('lay on its side without its notes: how it is turned is the one note that stays', () => {
    const { clean } = takeApart(noted(6), mime)
    expect(clean.includes(secretWords)).toBe(false)
    expect(clean.length).toBeLessThan(plain.length + 60)
    expect(takeApart(clean, mime)).toEqual({ notes: { orientation: 6 }, clean })
  })

  it('is the same picture when there is nothing to leave out', () => {
    expect(takeApart(plain, mime)).toEqual({ notes: { orientation: 1 }, clean: plain })
  })

  it('broken anywhere it is taken apart as far as it goes, without words of its notes', () => {
    const whole = noted(6)
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const broken = Buffer.from(isCut ? whole.subarray(0, Math.max(at, 12)) : whole)
        if (!isCut && at >= 12 && at < broken.length) broken[at] = byte
        const { clean } = takeApart(broken, mime)
        expect(clean.length).toBeLessThan(whole.length + 60)
      }),
      { numRuns: 300 },
    )
  })
})

it('a photo was read whole for each who looked at it: its pieces come out of it as it is read, however it is cut', async () => {
  for (const { mime, noted } of photoKinds) {
    const whole = noted(6)
    const { pieces } = planPhoto(whole, mime)
    const { clean } = takeApart(whole, mime)
    expect(sizeOfPieces(pieces)).toBe(clean.length)
    for (const size of [1, 7, 64, whole.length]) {
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.subarray(n * size, (n + 1) * size),
      )
      expect(await buffer(streamPieces(Readable.from(chunks), pieces)), `${mime} by ${size}`).toEqual(clean)
    }
  }
})

/** A picture of a kind whose pieces are as small as they can be. */
const shredded = (mime: string, pieces: number): Buffer => {
  const [head, piece] =
    mime === 'image/jpeg'
      ? [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xdb, 0, 2])]
      : mime === 'image/png'
        ? [Buffer.alloc(8), Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1')]
        : [Buffer.from('RIFF\xff\xff\xff\x7fWEBP', 'latin1'), Buffer.from('ALPH\0\0\0\0', 'latin1')]
  return Buffer.concat([head, ...Array.from({ length: pieces }, () => piece)])
}

it.each(photoKinds)('$mime cut into millions of pieces held the server up for seconds', ({ mime }) => {
  const few = shredded(mime, 2000)
  expect(takeApart(few, mime).clean.length).toBe(few.length)
  const most = takeApart(shredded(mime, 30_000), mime).clean.length
  expect(most).toBeLessThan(shredded(mime, 30_000).length)
  expect(takeApart(shredded(mime, 300_000), mime).clean.length).toBe(most)
})

it('a file that is no picture is left as it is', () => {
  const pdf = Buffer.from(`%PDF-1.4 ${secretWords}`)
  expect(takeApart(pdf, 'application/pdf').clean).toEqual(pdf)
})

it('notes that make no sense are none', () => {
  expect(readExif(Buffer.from('II*'))).toEqual({ orientation: 1 })
  expect(readExif(turnOnly(8))).toEqual({ orientation: 8 })
  const zeros = tiffNotes(1)
  zeros.fill(0, 300, 354)
  zeros.write('0000:00:00 00:00:00', 240, 'latin1')
  expect(readExif(zeros)).toEqual({ orientation: 1 })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
      expect(readExif(Buffer.concat([Buffer.from('MM\0*', 'latin1'), bytes])).orientation).toBeLessThan(9)
    }),
  )
})
