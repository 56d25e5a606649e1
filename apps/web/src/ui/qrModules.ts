// The dark squares of a QR code as one drawing: for pages (QrCode.tsx) and for pictures that are drawn.
import { encode } from 'uqr'

/** White squares that must stand around a code so that cameras find it. @source ISO/IEC 18004 §6.3.8 */
export const quietModules = 4

export interface QrModules {
  /** Squares along one side, quiet zone not counted. */
  readonly size: number
  /** SVG path of the dark squares, one unit each, from the top left square; runs within a row are one rectangle. */
  readonly path: string
}

/**
 * The code of a text, error correction M (15 %): a creased or smudged paper still reads.
 * @throws Error when the text is longer than a code can hold (2331 bytes)
 */
export function qrModules(text: string): QrModules {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs: string[] = []
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x += 1
      const width = x - from + 1
      runs.push(`M${from} ${y}h${width}v1h-${width}z`)
    }
  }
  return { size, path: runs.join('') }
}
