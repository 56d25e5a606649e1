// Reads a multipart call into its fields and files: bytes go to disk as they come, within limits for the request, for its
// address and for all together.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../work/ctx.ts'
import { assertCleanText } from '../strictJson.ts'
import { lineOf } from './networks.ts'
import { requestLimits, uploadBytes } from './parse.ts'

/** The place on disk where uploads of one process come in. */
export interface UploadRoom {
  readonly folder: string
  /** Takes room for bytes of an address and answers how it is given back; refuses when there is none left. */
  take(address: string, bytes: number): () => void
}

/** Makes the room of a process in `folder`: so many bytes of one address, and so many in all, are under way at a time. */
export function makeUploadRoom(
  folder: string,
  limits: { readonly address: number; readonly all: number } = {
    address: requestLimits.addressBytes,
    all: requestLimits.allBytes,
  },
): UploadRoom {
  const taken = new Map<string, number>()
  let all = 0
  return {
    folder,
    take(address, bytes) {
      const before = taken.get(address) ?? 0
      if (before + bytes > limits.address) throw new Problem('file.many')
      if (all + bytes > limits.all) throw new Problem('server.busy')
      taken.set(address, before + bytes)
      all += bytes
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        all -= bytes
        const left = (taken.get(address) ?? 0) - bytes
        if (left > 0) taken.set(address, left)
        else taken.delete(address)
      }
    },
  }
}

/** Removes what a process that died left in the room: no upload of a living one is that old. */
export async function clearUploadRoom({ folder }: UploadRoom, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name)
    const found = await stat(place).catch(() => undefined)
    if (found && now - found.mtimeMs > 2 * requestLimits.uploadMs) await rm(place, { force: true })
  }
}

/** The fields and files of a multipart call; `remove` takes the files off the disk again. */
export interface Incoming {
  readonly texts: Readonly<Record<string, string>>
  readonly files: readonly Upload[]
  readonly remove: () => Promise<void>
}

/** Reads fields as texts (each name once) and files into the room; a half-sent or refused body leaves nothing behind. */
export async function readUploads(request: FastifyRequest, room: UploadRoom): Promise<Incoming> {
  if (!request.isMultipart()) throw new Problem('request.type')
  const said = request.headers['content-length']
  const size = said === undefined ? uploadBytes : Number(said)
  if (size > uploadBytes) throw new Problem('request.large')
  const giveBack = room.take(lineOf(request.ip), size)
  const places: string[] = []
  const remove = async (): Promise<void> => {
    await Promise.all(places.map(place => rm(place, { force: true })))
    giveBack()
  }
  try {
    await mkdir(room.folder, { recursive: true, mode: 0o700 })
    const texts: Record<string, string> = Object.create(null) as Record<string, string>
    const files: Upload[] = []
    let fieldsBytes = 0
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const place = path.join(room.folder, randomUUID())
        places.push(place)
        files.push(await keepFile(part, place))
      } else {
        const text = fieldText(part, texts)
        fieldsBytes += text.length
        if (fieldsBytes > requestLimits.fieldsBytes) throw new Problem('request.large')
        texts[part.fieldname] = text
      }
    }
    return { texts, files, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The text of a field that was not there before. */
function fieldText(part: Exclude<Multipart, MultipartFile>, texts: Incoming['texts']): string {
  if (part.valueTruncated || part.fieldnameTruncated) throw new Problem('request.large')
  if (typeof part.value !== 'string' || part.fieldname in texts)
    throw new Problem('request.bad', { reason: `参数 ${part.fieldname} 不正确` })
  assertCleanText(part.fieldname)
  assertCleanText(part.value)
  return part.value
}

/** Writes a file as it comes; more than the limit of one file is refused. */
async function keepFile(part: MultipartFile, place: string): Promise<Upload> {
  const name = part.filename.replace(/[\\/\p{Cc}]/gu, '_').slice(-100)
  assertCleanText(name)
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    part.file,
    async function* measured(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(place, { flags: 'wx', mode: 0o600 }),
  )
  if (part.file.truncated) throw new Problem('file.large', { name, limit: requestLimits.fileBytes / 1_048_576 })
  return { name, path: place, size, sha256: hash.digest('hex') }
}
