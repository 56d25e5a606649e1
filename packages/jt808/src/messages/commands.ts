// Bodies of commands to terminals and of their answers: parameters, control, text, alarms confirmed by hand.
import { countedBytes, list, restBytes, restText, ofEdition2019, struct, u16, u32, u8 } from '../layout.ts'

/** A parameter as bytes; `params.ts` knows their meaning. */
const item = struct({ id: u32, value: countedBytes(u8) })
const items = list(u8, item)

export const setParams = struct({ items })
export const someParams = struct({ ids: list(u8, u32) })
export const paramsReply = struct({ serial: u16, items })

/** A command (4 reset, 2 another server, …) with its values between semicolons. */
export const control = struct({ command: u8, values: restText })
/** Text for the driver; the flags differ by edition, the type (1 notice, 2 service) is of 2019. */
export const text = struct({ flags: u8, type: ofEdition2019(u8), text: restText })
/** An alarm confirmed by hand: serial of its message (0 for all), and the alarms. */
export const confirmAlarm = struct({ serial: u16, alarms: u32 })

/** Bytes passed through, by their type. */
export const transparent = struct({ type: u8, data: restBytes })
/** Bytes behind their number: electronic waybill, and data compressed by gzip (never unpacked here). */
export const countedData = struct({ data: countedBytes(u32) })
