// Bodies of the session: replies, registration, authentication, time, packages asked for again.
import type { Reader, Writer } from '../cursor.ts'
import {
  bcd,
  byVersion,
  countedText,
  fixedText,
  restText,
  ofEdition2019,
  struct,
  u16,
  u8,
  type Layout,
  type Values,
} from '../layout.ts'

/** A general reply, of either side: 0 done, 1 failed, 2 wrong, 3 unsupported, 4 alarm handled (platform alone). */
export const generalReply = struct({ serial: u16, id: u16, result: u8 })

/** Moment of the platform, the one time in UTC. */
export const serverTime = struct({ utc: bcd(6) })

const registerOf = (maker: number, model: number, device: number) =>
  struct({
    province: u16,
    city: u16,
    maker: fixedText(maker),
    model: fixedText(model),
    deviceNo: fixedText(device),
    /** 0 for none: then the plate is the VIN. */
    plateColor: u8,
    plate: restText,
  })
/** Registration of a terminal. */
export const register = byVersion({
  2011: registerOf(5, 8, 7),
  2013: registerOf(5, 20, 7),
  2019: registerOf(11, 30, 30),
})

/** Answer to it: 0 done, 1 vehicle registered, 2 no such vehicle, 3 terminal registered, 4 no such terminal. */
export const registerReply = struct({ serial: u16, result: u8, code: restText })

const older = struct({ code: restText })
const newer = struct({ code: countedText(u8), imei: fixedText(15), software: fixedText(20) })
interface Auth {
  readonly code: string
  readonly imei?: string
  readonly software?: string
}
const oldAuth: Layout<Auth> = older
/** Authentication by the code of the registration; since 2019 with IMEI and software. */
export const auth: Layout<Auth> = byVersion({
  2011: oldAuth,
  2013: oldAuth,
  2019: {
    read: from => newer.read(from),
    write: (to, { code, imei = '', software = '' }) => newer.write(to, { code, imei, software }),
  },
})

/** Packages asked for again. */
interface PackagesAsked {
  readonly serial: number
  readonly indexes: readonly number[]
  /** Width of their number: where nothing is said, a byte before 2019 and a word since. */
  readonly countBytes?: 1 | 2
}

/** Packages of one message asked for again, by the serial of its first; read by length, for some write a byte always. */
export const packagesAsked: Layout<PackagesAsked> = {
  read: (from: Reader) => {
    const serial = from.u16()
    const countBytes = from.left % 2 === 0 ? 2 : 1
    const count = countBytes === 2 ? from.u16() : from.u8()
    const indexes: number[] = []
    for (let left = count; left > 0 && !from.isShort; left--) indexes.push(from.u16())
    return { serial, indexes, countBytes }
  },
  write: (to: Writer, { serial, indexes, countBytes = to.version === 2019 ? 2 : 1 }) => {
    to.u16(serial)
    to.field = 'indexes'
    if (countBytes === 2) to.u16(indexes.length)
    else to.u8(indexes.length)
    for (const index of indexes) to.u16(index)
  },
}

const attributesOf = (maker: number, model: number, device: number) =>
  struct({
    type: u16,
    maker: fixedText(maker),
    model: fixedText(model),
    deviceNo: fixedText(device),
    iccid: bcd(10),
    hardware: countedText(u8),
    firmware: countedText(u8),
    gnss: u8,
    radio: u8,
  })
type Attributes = ReturnType<ReturnType<typeof attributesOf>['read']> & {
  /** Bytes of the maker: 5, or 11 as some terminals of 2019 have it. */
  readonly makerBytes: 5 | 11
}
const older107 = attributesOf(5, 20, 7),
  newer107 = { 5: attributesOf(5, 30, 30), 11: attributesOf(11, 30, 30) }

/** Whether both version strings end two bytes before the body, when the maker has this many bytes. */
function fits(from: Reader, makerBytes: 5 | 11): boolean {
  const hardwareAt = from.at + 2 + makerBytes + 30 + 30 + 10
  const firmwareAt = hardwareAt + 1 + (from.bytes[hardwareAt] ?? 0)
  return firmwareAt + 1 + (from.bytes[firmwareAt] ?? 0) + 2 === from.bytes.length
}

/** Attributes of a terminal. */
export const attributes: Layout<Attributes> = {
  read: from => {
    if (from.version !== 2019) return { ...older107.read(from), makerBytes: 5 }
    const makerBytes = fits(from, 5) ? 5 : 11
    return { ...newer107[makerBytes].read(from), makerBytes }
  },
  write: (to, { makerBytes, ...value }) =>
    to.version === 2019 ? newer107[makerBytes].write(to, value) : older107.write(to, value),
}

const cardTail = {
  name: countedText(u8),
  certificate: fixedText(20),
  agency: countedText(u8),
  expiry: bcd(4),
  idNumber: ofEdition2019(fixedText(20)),
}
const card = struct(cardTail)
const card2011 = struct({
  name: countedText(u8),
  idNumber: fixedText(20),
  certificate: fixedText(40),
  agency: countedText(u8),
})
/** A driver's card: put in or taken out, with its facts when they could be read; or the older body, facts alone. */
type DriverCard =
  | {
      /** 1 in, 2 out. */
      readonly state: number
      readonly time: string
      /** 0 read, others say why not; nothing when the body ends after the time. */
      readonly result?: number
      readonly card?: Values<typeof cardTail>
    }
  | { readonly old: ReturnType<typeof card2011.read> }

/** A driver's card; a body may end after the time, and after a result. */
export const driverCard: Layout<DriverCard> = {
  read: from => {
    if (from.version === 2011) return { old: card2011.read(from) }
    const state = from.u8(),
      time = bcd(6).read(from)
    if (from.left === 0) return { state, time }
    const result = from.u8()
    return from.left === 0 ? { state, time, result } : { state, time, result, card: card.read(from) }
  },
  write: (to, value) => {
    if ('old' in value) return card2011.write(to, value.old)
    to.u8(value.state)
    bcd(6).write(to, value.time)
    if (value.result === undefined) return undefined
    to.u8(value.result)
    return value.card && card.write(to, value.card)
  },
}
