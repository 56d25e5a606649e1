// Storing what came with a call: the real kind by its bytes, stored before the transaction that keeps it, and removed when
// none does.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FileRef } from '@yunshu/contract/files'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q, reading, systemReach } from '../../db/tx.ts'
import { writtenName, type Ctx, type Deps, type Upload } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import type { Early } from '../../http/serve.ts'
import { toFileRef } from './file.queries.ts'
import type { PhotoNotes } from '../../files/exif.ts'
import { acceptedKinds } from '../../files/kinds.ts'
import { planPhoto } from '../../files/photo.ts'

/** The record files belong to, and the companies that may see them. */
export interface FileOwner {
  entity: string
  id: string
  category: string
  shipperId: string
  carrierId: string
  branchId: string
}

interface Kind {
  readonly mime: string
  readonly extension: string
}

const noNotes: PhotoNotes = { orientation: 1 }

/** The most files one record keeps: repeated uploads must not fill the store. */
const perRecordMax = 50

/** A file of a call whose bytes are in the store, while no row keeps them yet. */
interface StoredFile {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly sha256: string
  readonly notes: PhotoNotes
}

/** The files of a call as they were stored before its transaction; `fault` is why they were not. */
export interface StoredUploads {
  readonly files: readonly StoredFile[]
  readonly fault?: unknown
}

/**
 * Stores the files of a call before its transaction: no lock waits for the object store. All kinds are checked before
 * anything is stored; `keepUploads` reports their faults, after other faults of the call.
 */
export const storeUploads = (early: Early): Promise<StoredUploads> => storeUploadsOf(early, acceptedKinds)

/** The same for files of other kinds too, which no browser shows. */
export async function storeUploadsOf(
  { deps, now, files, whenOver }: Early,
  kinds: readonly Kind[],
): Promise<StoredUploads> {
  const month = new Date(now).toISOString().slice(0, 7)
  const stored: StoredFile[] = []
  whenOver(() => removeUnlessKept(deps, stored))
  try {
    const checked: Checked[] = []
    for (const file of files) checked.push(await check(file, kinds))
    for (const { path, extension, ...file } of checked) {
      const id = v7()
      const key = `uploads/${month}/${id}.${extension}`
      // one picture after another: all of them at once would be a lot of memory
      const { notes } = file.mime.startsWith('image/') ? planPhoto(await readFile(path), file.mime) : { notes: noNotes }
      stored.push({ ...file, id, key, notes })
      await deps.store.putStream(key, createReadStream(path), file.mime)
    }
    return { files: stored }
  } catch (fault) {
    return { files: [], fault }
  }
}

/**
 * Keeps the stored files of the call with a record and answers their references; files that no row keeps in the end are
 * removed from the store. Refuses `file.missing` and `file.type`.
 */
export async function keepUploads(ctx: Ctx, stored: StoredUploads, owner: FileOwner): Promise<FileRef[]> {
  if (ctx.files.length === 0) throw new Problem('file.missing', {}, { fields: { files: '请选择要上传的文件' } })
  const kept = await ctx.tx.one(
    q
      .selectFrom('files')
      .select(sql<number>`count(*)`.as('n'))
      .where('owner', '=', owner.entity)
      .where('owner_id', '=', owner.id),
  )
  const tooMany =
    kept.n + ctx.files.length > perRecordMax ? fieldFault({ files: `一张单据最多保存 ${perRecordMax} 个` }) : undefined
  if (tooMany) throw tooMany
  if (stored.fault !== undefined) throw stored.fault
  const rows = stored.files.map(({ id, key, name, mime, size, sha256, notes }) => ({
    id,
    owner: owner.entity,
    owner_id: owner.id,
    shipper_id: owner.shipperId,
    carrier_id: owner.carrierId,
    branch_id: owner.branchId,
    category: owner.category,
    name,
    mime,
    size,
    sha256,
    storage_key: key,
    uploaded_by: ctx.actor.userId,
    uploaded_name: writtenName(ctx.actor),
    created_at: ctx.now,
    taken_at: notes.takenAt ?? null,
    taken_lat: notes.place?.lat ?? null,
    taken_lng: notes.place?.lng ?? null,
  }))
  await ctx.tx.run(q.insertInto('files').values(rows))
  return rows.map(row => toFileRef(ctx, row))
}

interface Checked extends Upload {
  readonly mime: string
  readonly extension: string
}

/** The type of a file by its bytes; its name and the browser's word count for nothing. */
async function check(file: Upload, kinds: readonly Kind[]): Promise<Checked> {
  const { fileTypeFromFile } = await import('file-type')
  const kind = await fileTypeFromFile(file.path)
  const accepted = kind && kinds.find(one => one.mime === kind.mime)
  if (!accepted) throw new Problem('file.type', { name: file.name }, { fields: { files: '不是可接受的类型' } })
  return { ...file, mime: accepted.mime, extension: accepted.extension }
}

/**
 * Removes stored bytes that no row keeps once the call is over. A commit whose answer was lost looks like a rollback
 * from here, so the database is asked; if it cannot answer, the bytes stay: an orphan costs space, a lost receipt costs
 * evidence.
 */
async function removeUnlessKept(deps: Deps, stored: readonly StoredFile[]): Promise<void> {
  if (stored.length === 0) return
  const keys = stored.map(({ key }) => key)
  const kept = await reading(deps.pool, systemReach, tx =>
    tx.rows(q.selectFrom('files').select('storage_key').where('storage_key', 'in', keys)),
  )
  const isKept = new Set(kept.map(row => row.storage_key))
  for (const key of keys) if (!isKept.has(key)) await deps.store.remove(key)
}
