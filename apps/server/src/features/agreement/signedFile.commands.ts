// The signed text of an agreement as the partner gave it: stored before the transaction that keeps it, with its hash.
import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { nilId, q, reading, systemReach } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import type { Agreement } from './agreement.queries.ts'

export interface SignedFile {
  readonly key: string
  readonly size: number
  readonly sha256: string
  /** Removes the bytes where no row keeps them in the end. */
  readonly unlessKept: () => Promise<void>
}

/** Stores the bytes under a name of their own. */
export async function storeSignedFile(deps: Deps, bytes: Buffer, name: string): Promise<SignedFile> {
  const key = `agreements/${name}.pdf`
  await deps.store.put(key, bytes, 'application/pdf')
  const unlessKept = async (): Promise<void> => {
    const kept = await reading(deps.pool, systemReach, tx =>
      tx.first(q.selectFrom('files').select('id').where('storage_key', '=', key)),
    )
    if (!kept) await deps.store.remove(key)
  }
  return { key, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), unlessKept }
}

/** Keeps the stored bytes with the agreement. */
export async function keepSignedFile(ctx: Ctx, row: Agreement, { key, size, sha256 }: SignedFile): Promise<void> {
  await ctx.tx.run(
    q.insertInto('files').values({
      id: v7(),
      owner: 'agreement',
      owner_id: row.id,
      shipper_id: row.shipper_id ?? nilId,
      carrier_id: row.carrier_id ?? nilId,
      branch_id: row.branch_id ?? nilId,
      category: 'AGREEMENT_SIGNED',
      name: `${row.agreement_no}.pdf`,
      mime: 'application/pdf',
      size,
      sha256,
      storage_key: key,
      uploaded_by: row.maker_id,
      uploaded_name: '签章平台',
      created_at: ctx.now,
    }),
  )
}
