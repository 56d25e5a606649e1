// Storing what came with a call: the real kind by its bytes, stored before the row, taken back when the row is.
import { createHash } from 'node:crypto'
import type { FileRef } from '@yunshu/contract/files'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q, reading, systemReach } from '../../db/tx.ts'
import { writtenName, type Ctx, type Deps, type Upload } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { toFileRef } from './file.queries.ts'
import { acceptedKinds } from '../../files/kinds.ts'

/** The record files belong to, and the companies that may see them. */
export interface FileOwner {
  entity: string
  id: string
  category: string
  shipperId: string
  carrierId: string
  branchId: string
}

/** The most files one record keeps: whoever sends again and again does not fill the store. */
const perRecordMax = 50

interface Checked {
  name: string
  bytes: Buffer
  mime: string
  extension: string
  sha256: string
}

/**
 * Stores the files of the call for a record and answers their references. All kinds are checked before anything is
 * stored; when the transaction is rolled back the stored bytes are removed. Refuses `file.missing` and `file.type`.
 */
export async function storeUploads(ctx: Ctx, owner: FileOwner): Promise<FileRef[]> {
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
  const checked: Checked[] = []
  for (const file of ctx.files) checked.push(await check(file))
  const month = new Date(ctx.now).toISOString().slice(0, 7)
  const rows = checked.map(file => {
    const id = v7()
    return {
      file,
      row: {
        id,
        owner: owner.entity,
        owner_id: owner.id,
        shipper_id: owner.shipperId,
        carrier_id: owner.carrierId,
        branch_id: owner.branchId,
        category: owner.category,
        name: file.name,
        mime: file.mime,
        size: file.bytes.length,
        sha256: file.sha256,
        storage_key: `${owner.category.toLowerCase()}/${month}/${id}.${file.extension}`,
        uploaded_by: ctx.actor.userId,
        uploaded_name: writtenName(ctx.actor),
        created_at: ctx.now,
      },
    }
  })
  const keys = rows.map(({ row }) => row.storage_key)
  ctx.onRollback(() => removeUnlessKept(ctx.deps, keys))
  for (const { file, row } of rows) await ctx.deps.store.put(row.storage_key, file.bytes, file.mime)
  await ctx.tx.run(q.insertInto('files').values(rows.map(({ row }) => row)))
  return rows.map(({ row }) => toFileRef(ctx, row))
}

/** What the bytes say they are; the name and the browser's word count for nothing. */
async function check({ name, bytes }: Upload): Promise<Checked> {
  const { fileTypeFromBuffer } = await import('file-type')
  const kind = await fileTypeFromBuffer(bytes)
  const accepted = kind && acceptedKinds.find(one => one.mime === kind.mime)
  if (!accepted) throw new Problem('file.type', { name }, { fields: { files: '不是可接受的类型' } })
  return {
    name,
    bytes,
    mime: accepted.mime,
    extension: accepted.extension,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

/**
 * Removes stored bytes whose rows were rolled back. A commit whose answer was lost looks like a rollback from here, so
 * the database is asked; if it cannot answer, the bytes stay: an orphan costs space, a lost receipt costs evidence.
 */
async function removeUnlessKept(deps: Deps, keys: readonly string[]): Promise<void> {
  const kept = await reading(deps.reads, systemReach, tx =>
    tx.rows(
      q
        .selectFrom('files')
        .select('storage_key')
        .where('storage_key', 'in', [...keys]),
    ),
  )
  const isKept = new Set(kept.map(row => row.storage_key))
  for (const key of keys) if (!isKept.has(key)) await deps.store.remove(key)
}
