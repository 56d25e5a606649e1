// Messages of reconciliation: a file that waits to be taken, and differences once it was.
import { formatDate } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { countCap } from '../../db/counts.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHouse } from '../../work/outbox.ts'

/** A file of a day of a branch. */
interface FileOf {
  readonly id: string
  readonly branchId: string
  readonly day: number
}

const nameOf = (ctx: Ctx, id: string): Promise<{ name: string }> =>
  ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', id))

/** Those who may take a file hear that one waits. */
export async function tellRead(ctx: Ctx, { id, branchId, day }: FileOf, lines: number): Promise<void> {
  const { name: branch } = await nameOf(ctx, branchId)
  const words = { maker: writtenName(ctx.actor), branch, day: formatDate(day), lines: String(lines), id }
  await tellHouse(ctx, 'recon.read', { branch: branchId, permit: 'recon.confirm' }, words)
}

/** Those who end differences hear of the open ones of a day; of none there is nothing to hear. */
export async function tellDiffers(ctx: Ctx, { branchId, day }: Omit<FileOf, 'id'>): Promise<void> {
  const { n } = await ctx.tx.one<{ n: number }>(
    sql<{ n: number }>`select count(*)::int as n from (select from recon_items i where i.branch_id = ${branchId}::uuid
      and i.day = ${day} and i.state = 'open' limit ${countCap}) as open`.compile(q),
  )
  if (n === 0) return
  const { name: branch } = await nameOf(ctx, branchId)
  const words = { branch, day: formatDate(day), count: String(n), branchId }
  await tellHouse(ctx, 'recon.differs', { branch: branchId, permit: 'recon.match' }, words)
}
