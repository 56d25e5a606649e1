// The pieces of stored photos that are served: found by reading a photo whole, one at a time, and remembered.
import { sizeOfPieces, type Piece } from '../../files/pieces.ts'
import { planPhoto } from '../../files/photo.ts'
import type { FileStore } from '../../files/store.ts'

/** Photos whose pieces are remembered, and the most pieces of one that is: those of cameras have a few dozen. */
const rememberedMax = 2000
const piecesMax = 100

/** A photo as it is served. */
export interface ServedPhoto {
  readonly pieces: readonly Piece[]
  readonly size: number
}

/** Answers the pieces of a stored photo, undefined when it is not there: without what the camera wrote beside it. */
export function rememberPhotos(store: FileStore): (key: string, mime: string) => Promise<ServedPhoto | undefined> {
  const known = new Map<string, ServedPhoto>()
  let last: Promise<unknown> = Promise.resolve()
  const read = async (key: string, mime: string): Promise<ServedPhoto | undefined> => {
    // a reader that waited may have waited for the same photo
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const bytes = await store.get(key)
    if (!bytes) return undefined
    const { pieces } = planPhoto(bytes, mime)
    const photo = { pieces, size: sizeOfPieces(pieces) }
    if (known.size >= rememberedMax) known.clear()
    if (pieces.length <= piecesMax) known.set(key, photo)
    return photo
  }
  return (key, mime) => {
    const turn = last.then(() => read(key, mime))
    last = turn.catch(() => undefined)
    return turn
  }
}
