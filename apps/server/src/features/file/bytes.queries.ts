// The bytes of a stored file as they are served: photos without what the camera wrote beside the picture.
import { Readable } from 'node:stream'
import { planPhoto } from '../../files/photo.ts'
import type { FileStore } from '../../files/store.ts'

/** A file of the store. */
export interface StoredBytes {
  readonly storage_key: string
  readonly mime: string
}

/** Opens a stored file; undefined when it is not there. Memory holds one photo at most. */
export async function openStored(
  store: FileStore,
  { storage_key: key, mime }: StoredBytes,
): Promise<Readable | undefined> {
  if (!mime.startsWith('image/')) return store.getStream(key)
  const bytes = await store.get(key)
  if (bytes === undefined) return undefined
  const { pieces } = planPhoto(bytes, mime)
  return Readable.from(
    pieces.map(piece => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to))),
    { objectMode: false },
  )
}
