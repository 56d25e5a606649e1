// Pieces of a stored file, sent as it is read: memory holds no more of it than what a reader is about to take.
import { Readable } from 'node:stream'

/** Bytes of the stored file, from one place up to another. */
export interface Span {
  readonly from: number
  readonly to: number
}
/** Bytes of the stored file, or others in their place. */
export type Piece = Span | Buffer

const sizeOf = (piece: Piece): number => (Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from)

/** Bytes of all pieces. */
export const sizeOfPieces = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)

/** The same pieces, spans that touch each other as one. */
export function joinSpans(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    const touches =
      before !== undefined && !Buffer.isBuffer(before) && !Buffer.isBuffer(piece) && before.to === piece.from
    if (touches) joined.splice(-1, 1, { from: before.from, to: piece.to })
    else joined.push(piece)
  }
  return joined
}

/** The pieces one after another, out of the bytes of the whole file; spans are in the order of the file. */
export function streamPieces(body: Readable, pieces: readonly Piece[]): Readable {
  return Readable.from(pick(body, pieces), { objectMode: false })
}

async function* pick(body: AsyncIterable<Buffer>, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  let [next, at] = [0, 0]
  for await (const chunk of body) {
    const end = at + chunk.length
    // small pieces of one chunk leave together
    const parts: Buffer[] = []
    for (let piece = pieces[next]; piece !== undefined; piece = pieces[++next]) {
      if (Buffer.isBuffer(piece)) {
        parts.push(piece)
        continue
      }
      if (piece.from < end) parts.push(chunk.subarray(Math.max(piece.from - at, 0), piece.to - at))
      if (piece.to > end) break
    }
    if (parts.length > 0) yield Buffer.concat(parts)
    if (next === pieces.length) return
    at = end
  }
  yield Buffer.concat(pieces.slice(next).filter(piece => Buffer.isBuffer(piece)))
}
