// The Exif notes of a photo: how it is to be turned, when and where it was taken; and notes that say the turn alone.

/** The camera's own account of a photo; anybody can write anything there. */
export interface PhotoNotes {
  /** The turn and mirroring the picture needs, 1…8; 1 for none. */
  readonly orientation: number
  /** ms; by the clock of the camera, in China where it does not say. */
  readonly takenAt?: number
  /** Degrees north and east. */
  readonly place?: { readonly lat: number; readonly lng: number }
}

const tags = { orientation: 0x0112, exif: 0x8769, gps: 0x8825, takenAt: 0x9003, takenOffset: 0x9011 } as const
const gpsTags = { latRef: 1, lat: 2, lngRef: 3, lng: 4 } as const
/** Bytes of a value by its type: byte, text, short, long, fraction. */
const widths: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 }
/** The most entries of a directory that are read. */
const entriesMax = 500

/** Reads the numbers of one file of TIFF, in its order of bytes; undefined for those outside it. */
function reader(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number | undefined =>
    at + 2 > tiff.length ? undefined : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const long = (at: number): number | undefined =>
    at + 4 > tiff.length ? undefined : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  return { short, long }
}

interface Entry {
  readonly type: number
  readonly count: number
  readonly at: number
}

/** The entries of the directory at an offset, by tag; `at` is where the value stands. */
function directory(tiff: Buffer, offset: number | undefined): ReadonlyMap<number, Entry> {
  const { short, long } = reader(tiff)
  const entries = new Map<number, Entry>()
  if (offset === undefined) return entries
  const count = Math.min(short(offset) ?? 0, entriesMax)
  for (let at = offset + 2; at < offset + 2 + count * 12; at += 12) {
    const [tag, type, values] = [short(at), short(at + 2), long(at + 4)]
    if (tag === undefined || type === undefined || values === undefined) break
    const isInside = (widths[type] ?? 1) * values <= 4
    const place = isInside ? at + 8 : long(at + 8)
    if (place !== undefined) entries.set(tag, { type, count: values, at: place })
  }
  return entries
}

const isWithin = (value: number, most: number): boolean => Math.abs(value) <= most

/** `2026:11:23 08:30:00` with `+08:00` → ms; undefined for anything else, also the zeros of a clock that was never set. */
function timeOf(text: string | undefined, offset = '+08:00'): number | undefined {
  const [, year = '', month = '', day = '', clock = ''] =
    /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${clock}${/^[+-]\d\d:\d\d$/.test(offset) ? offset : '+08:00'}`)
  return Number.isNaN(ms) || Number(year) < 1990 ? undefined : ms
}

/** The notes of the TIFF part of Exif, without those that are missing or broken. */
export function readExif(tiff: Buffer): PhotoNotes {
  const { short, long } = reader(tiff)
  if (!/^(?:II\*\0|MM\0\*)/.test(tiff.toString('latin1', 0, 4))) return { orientation: 1 }
  const main = directory(tiff, long(4))
  const linked = (tag: number): ReadonlyMap<number, Entry> => {
    const entry = main.get(tag)
    return directory(tiff, entry && long(entry.at))
  }
  const text = (entry: Entry | undefined): string | undefined =>
    entry?.type === 2 && entry.count <= 64
      ? tiff.toString('latin1', entry.at, entry.at + entry.count).replace(/\0.*$/s, '')
      : undefined
  const degrees = (entry: Entry | undefined, ref: string | undefined): number | undefined => {
    if (entry?.type !== 5 || entry.count !== 3 || ref === undefined) return undefined
    const parts = [0, 8, 16].map(i => (long(entry.at + i) ?? NaN) / (long(entry.at + i + 4) ?? NaN))
    const [whole = NaN, minutes = NaN, seconds = NaN] = parts
    return (whole + minutes / 60 + (Number.isNaN(seconds) ? 0 : seconds) / 3600) * (/^[SW]/.test(ref) ? -1 : 1)
  }
  const turn = main.get(tags.orientation)
  const orientation = (turn?.type === 3 && short(turn.at)) || 1
  const [exif, gps] = [linked(tags.exif), linked(tags.gps)]
  const takenAt = timeOf(text(exif.get(tags.takenAt)), text(exif.get(tags.takenOffset)))
  const lat = degrees(gps.get(gpsTags.lat), text(gps.get(gpsTags.latRef)))
  const lng = degrees(gps.get(gpsTags.lng), text(gps.get(gpsTags.lngRef)))
  // a receiver without a fix writes zeros
  const hasPlace =
    lat !== undefined && lng !== undefined && isWithin(lat, 90) && isWithin(lng, 180) && (lat !== 0 || lng !== 0)
  return {
    orientation: orientation <= 8 ? orientation : 1,
    ...(takenAt === undefined ? {} : { takenAt }),
    ...(hasPlace ? { place: { lat, lng } } : {}),
  }
}

/** The TIFF part of Exif that says how to turn the picture and nothing else. */
export function turnOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(tags.orientation, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
