// Reads of stored files: those of a record, with signed addresses.
import type { FileRef } from '@yunshu/contract/files'
import type { Selectable } from 'kysely'
import { companyRows } from '../../work/scope.ts'
import type { Files } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { fileAddress } from '../../files/signedAddress.ts'

/** The most files of one record a page shows. */
const shownMax = 100

/** A row as the wire shows it. */
export function toFileRef(
  ctx: Pick<Ctx, 'deps' | 'now' | 'actor'>,
  row: Pick<Selectable<Files>, 'id' | 'name' | 'mime' | 'size' | 'category' | 'created_at' | 'uploaded_name'>,
): FileRef {
  return {
    id: row.id,
    name: row.name,
    mime: row.mime,
    size: row.size,
    url: fileAddress(ctx.deps.fileSecret, { id: row.id, session: ctx.actor.sessionId }, ctx.now),
    category: row.category,
    uploadedAt: row.created_at,
    uploadedBy: row.uploaded_name,
  }
}

/** The camera's notes of a photo, for whoever judges where and when it was taken. */
function takenOf(
  row: Pick<Selectable<Files>, 'taken_at' | 'taken_lat' | 'taken_lng'>,
): Required<Pick<FileRef, 'taken'>> | undefined {
  const { taken_at: at, taken_lat: lat, taken_lng: lng } = row
  if (at === null && lat === null) return undefined
  return { taken: { ...(at === null ? {} : { at }), ...(lat === null || lng === null ? {} : { place: { lat, lng } }) } }
}

/** The files of a record in the actor's reach, oldest first; with the camera's notes for whoever judges receipts. */
export async function findFiles(ctx: Ctx, entity: string, id: string): Promise<FileRef[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('files as f')
      .select(['f.id', 'f.name', 'f.mime', 'f.size', 'f.category', 'f.created_at', 'f.uploaded_name'])
      .select(['f.taken_at', 'f.taken_lat', 'f.taken_lng'])
      .where('f.owner', '=', entity)
      .where('f.owner_id', '=', id)
      .where(companyRows(ctx.actor, 'f'))
      .orderBy('f.id')
      .limit(shownMax),
  )
  const isJudge = ctx.can('receipt.audit')
  return rows.map(row => ({ ...toFileRef(ctx, row), ...(isJudge ? takenOf(row) : undefined) }))
}

/** The files of many records in the actor's reach by record, oldest first. */
export async function findFilesOf(
  ctx: Ctx,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileRef[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('files as f')
      .select(['f.owner_id', 'f.id', 'f.name', 'f.mime', 'f.size', 'f.category', 'f.created_at', 'f.uploaded_name'])
      .where('f.owner', '=', entity)
      .where('f.owner_id', 'in', [...ids])
      .where(companyRows(ctx.actor, 'f'))
      .orderBy('f.id'),
  )
  const files = new Map<string, FileRef[]>()
  for (const { owner_id, ...row } of rows) files.set(owner_id, [...(files.get(owner_id) ?? []), toFileRef(ctx, row)])
  return files
}
