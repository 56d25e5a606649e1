// Photos are served without what the camera wrote beside them, and its account of time and place is read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { photoKinds, secretWords, takenAt, takenPlace, tiffNotes } from '../../../../tests/server/notedPhotos.ts'
import { readExif, turnOnly } from './exif.ts'
import { takeApart } from './photo.ts'

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

it('a file that is no picture is left as it is', () => {
  const pdf = Buffer.from(`%PDF-1.4 ${secretWords}`)
  expect(takeApart(pdf, 'application/pdf').clean).toBe(pdf)
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
