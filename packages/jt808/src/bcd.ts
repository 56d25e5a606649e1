// BCD as text: each byte is two nibbles, so numbers of phones and times keep what they are, valid or not.

const nibbles = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Nibbles of bytes as text; a valid BCD number is its digits, and what is no digit is `a` to `f`. */
export function readBcd(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) text += nibbles[bytes[at] ?? 0] ?? ''
  return text
}

/** Bytes of nibbles, or undefined when the text is not `count` bytes of them. */
export function writeBcd(text: string, count: number): Uint8Array | undefined {
  if (text.length !== 2 * count || !/^[0-9a-f]*$/.test(text)) return undefined
  return Uint8Array.from({ length: count }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16))
}

const zoneMs = 8 * 3_600_000
const dayMs = 86_400_000

/**
 * A moment as BCD time of GMT+8, or of UTC for 0x8004; undefined outside the years 2000 to 2099.
 */
export function bcdOfInstant(ms: number, zone: 'gmt8' | 'utc' = 'gmt8'): string | undefined {
  const at = zone === 'gmt8' ? ms + zoneMs : ms
  if (!Number.isFinite(at) || at < Date.UTC(2000, 0) || at >= Date.UTC(2099, 11, 31) + dayMs) return undefined
  return new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)
}
