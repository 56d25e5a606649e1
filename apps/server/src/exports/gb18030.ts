// Text in GB18030, the encoding many banks' clients read; the platform only decodes it, so the table is made of its decoder.

/** Bytes of each character that is not ASCII: two for those of GBK, four for the rest of the first plane. */
let built: ReadonlyMap<string, Buffer> | undefined

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

function table(): ReadonlyMap<string, Buffer> {
  if (built !== undefined) return built
  const decoder = new TextDecoder('gb18030', { fatal: false })
  const known = new Map<string, Buffer>()
  const take = (bytes: Buffer): void => {
    const text = decoder.decode(bytes)
    const [sign = ''] = text
    if (sign.length === text.length && sign !== '\uFFFD' && !known.has(sign)) known.set(sign, bytes)
  }
  for (const lead of range(0x81, 0xfe))
    for (const trail of range(0x40, 0xfe)) if (trail !== 0x7f) take(Buffer.of(lead, trail))
  for (const first of range(0x81, 0x84))
    for (const second of range(0x30, 0x39))
      for (const third of range(0x81, 0xfe))
        for (const fourth of range(0x30, 0x39)) take(Buffer.of(first, second, third, fourth))
  built = known
  return known
}

/** Characters beyond the first plane stand in one row from 90 30 81 30 on. */
function ofLaterPlanes(code: number): Buffer {
  const at = code - 0x1_0000
  return Buffer.of(
    0x90 + Math.floor(at / 12_600),
    0x30 + (Math.floor(at / 1260) % 10),
    0x81 + (Math.floor(at / 10) % 126),
    0x30 + (at % 10),
  )
}

/** The bytes of a text in GB18030; halves of signs become the sign for what cannot be read. */
export function writeGb18030(text: string): Buffer {
  const known = table()
  const pieces: Buffer[] = []
  for (const sign of text.toWellFormed()) {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80) pieces.push(Buffer.of(code))
    else if (code >= 0x1_0000) pieces.push(ofLaterPlanes(code))
    else pieces.push(known.get(sign) ?? known.get('\uFFFD') ?? Buffer.from('?'))
  }
  return Buffer.concat(pieces)
}
