// Bodies of photos and other media.
import type { Reader, Writer } from '../cursor.ts'
import { locationSize } from '../location.ts'
import { fixedBytes, list, restBytes, struct, tail, u16, u32, u8 } from '../layout.ts'

const facts = {
  mediaId: u32,
  /** 0 photo, 1 sound, 2 video. */
  type: u8,
  /** 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV. */
  format: u8,
  /** 0 asked for, 1 on time, 2 robbery, 3 collision, others by edition. */
  event: u8,
  channel: u8,
}
/** A medium was made. */
export const mediaEvent = struct(facts)
/** A medium: `location` is the 28 bytes of where it was made. */
export const media = struct({ ...facts, location: fixedBytes(locationSize), data: restBytes })
/** Whole, or the packages still missing. */
export const mediaReply = struct({ mediaId: u32, missing: tail(list(u8, u16)) })

/** Take photos: `count` 0 stops, 0xFFFF films. */
export const shoot = struct({
  channel: u8,
  count: u16,
  everyS: u16,
  /** 1 keeps them in the terminal. */
  isKept: u8,
  resolution: u8,
  quality: u8,
  brightness: u8,
  contrast: u8,
  saturation: u8,
  chroma: u8,
})

/** Media made; they are named when the result is 0. */
interface Shot {
  readonly serial: number
  readonly result: number
  readonly mediaIds?: readonly number[]
}
const ids = list(u16, u32)
/** Answer to the order to take photos. */
export const shot = {
  read: (from: Reader): Shot => {
    const serial = from.u16(),
      result = from.u8()
    return from.left === 0 ? { serial, result } : { serial, result, mediaIds: ids.read(from) }
  },
  write: (to: Writer, { serial, result, mediaIds }: Shot): void => {
    to.u16(serial)
    to.u8(result)
    if (mediaIds) ids.write(to, mediaIds)
  },
}
