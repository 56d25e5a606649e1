// Frames of the platform: in the form of the frame they answer, one or several packages.
import type { Version } from './cursor.ts'
import { writeFrame, type Frame } from './frame.ts'
import { isFault, type Fault } from './fault.ts'
import { bodyMost, type Header } from './header.ts'
import { messageKinds, versionOf, writeBody, type Message } from './message.ts'

/** The form a terminal speaks: what of its header comes back in ours. */
export interface Form {
  readonly version: Version
  readonly protocol: number
  readonly phone: string
}

/** The form of a frame that came; its reserved bit is not repeated. */
export const formOf = (frame: Frame): Form => ({
  version: versionOf(frame),
  protocol: frame.protocol,
  phone: frame.phone,
})

/**
 * The frames of a message, the first with `serial`, each next one higher; a body of more than 1,023 bytes goes in
 * packages.
 */
export function writeMessage(message: Message, form: Form, serial: number): readonly Uint8Array[] | Fault {
  const body = writeBody(message, form.version)
  if (isFault(body)) return body
  const total = Math.max(1, Math.ceil(body.length / bodyMost))
  const frames: Uint8Array[] = []
  for (let index = 1; index <= total; index++) {
    const header: Header = {
      id: messageKinds[message.kind].id,
      is2019: form.version === 2019,
      protocol: form.protocol,
      phone: form.phone,
      serial: (serial + index - 1) & 0xffff,
      encryption: 0,
      isReserved: false,
      part: total === 1 ? undefined : { total, index },
    }
    const frame = writeFrame(header, body.subarray((index - 1) * bodyMost, index * bodyMost))
    if (isFault(frame)) return frame
    frames.push(frame)
  }
  return frames
}
