// Bodies that hold locations: the answer to a question, and batches.
import { location, type Location } from '../location.ts'
import { Reader, Writer } from '../cursor.ts'
import { struct, tail, u16, u32, type Layout } from '../layout.ts'

/** A location as the answer to 0x8201 or 0x8500. */
export const answeredLocation = struct({ serial: u16, location })

/** A location behind its length. */
const counted: Layout<Location> = {
  read: from => {
    const inner = new Reader(from.take(from.u16()), from.version)
    const value = location.read(inner)
    if (inner.isShort) from.isShort = true
    return value
  },
  write: (to, value) => {
    const inner = new Writer(to.version)
    location.write(inner, value)
    to.field = inner.refused ?? to.field
    if (inner.refused !== undefined) to.refuse()
    to.u16(inner.written.length)
    to.put(inner.written)
  },
}

/** Locations sent together: 0 as usual, 1 what was kept while there was no network. */
export const batch: Layout<{ readonly type: number; readonly locations: readonly Location[] }> = {
  read: from => {
    const count = from.u16(),
      type = from.u8()
    const locations: Location[] = []
    for (let left = count; left > 0 && !from.isShort; left--) locations.push(counted.read(from))
    return { type, locations }
  },
  write: (to, { type, locations }) => {
    to.field = 'locations'
    to.u16(locations.length)
    to.u8(type)
    for (const one of locations) counted.write(to, one)
  },
}

/** Locations more often for a time: every `everyS` seconds for `forS`; 0 ends it and says nothing more. */
export const tracking = struct({ everyS: u16, forS: tail(u32) })
