// Text in GBK without loss: bytes that are no text stay in the string as marks, and come out again as they were.

/** Bytes that are no text stand in strings as U+DC80 to U+DCFF, as Python's surrogateescape has them. */
const mark = 0xdc00
const firstLead = 0x81,
  firstTrail = 0x40,
  trails = 0xff - firstTrail

interface Tables {
  /** Character of each pair, 0 for none. */
  readonly chars: Uint16Array
  /** Pair of each character, 0 for none. */
  readonly pairs: Uint16Array
}
let built: Tables | undefined

/** Both tables, made once of the platform's decoder; of two pairs for one character the lower one counts. */
function tables(): Tables {
  if (built) return built
  const chars = new Uint16Array((0xff - firstLead) * trails),
    pairs = new Uint16Array(0x1_0000)
  const decoder = new TextDecoder('gbk')
  for (let lead = firstLead; lead < 0xff; lead++)
    for (let trail = firstTrail; trail < 0xff; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      const code = text.charCodeAt(0)
      if (text.length !== 1 || code === 0xfffd || pairs[code] !== 0) continue
      pairs[code] = lead * 256 + trail
      chars[(lead - firstLead) * trails + trail - firstTrail] = code
    }
  built = { chars, pairs }
  return built
}

/** Text of bytes. NULs stay, and so do bytes that are no text (as marks): `writeGbk` gives the same bytes back. */
export function readGbk(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      text += String.fromCharCode(byte)
      continue
    }
    const trail = bytes[at + 1] ?? 0
    const isPair = byte >= firstLead && byte < 0xff && trail >= firstTrail && trail < 0xff
    const code = isPair ? (tables().chars[(byte - firstLead) * trails + trail - firstTrail] ?? 0) : 0
    if (code !== 0) at++
    text += String.fromCharCode(code === 0 ? mark + byte : code)
  }
  return text
}

/** Bytes of a text, or undefined when GBK has no character of it. */
export function writeGbk(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) bytes.push(code)
    else if (code >= mark + 0x80 && code <= mark + 0xff) bytes.push(code - mark)
    else {
      const pair = tables().pairs[code] ?? 0
      if (pair === 0) return undefined
      bytes.push(pair >> 8, pair & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

/** A text as people and databases may have it: without NULs and other controls, and with U+FFFD for bytes that are no text. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[\udc80-\udcff]/gu, '\ufffd')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
