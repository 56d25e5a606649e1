// The record behind fuel a test buys for a branch without an account of a provider: the stock of its books stands for it.
import { demoUserId } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import type { Ctx } from '../../apps/server/src/work/ctx.ts'

export async function keepBoughtFuel(
  ctx: Ctx,
  { id, branchId, amount }: { id: string; branchId: string; amount: number },
): Promise<void> {
  if (amount === 0) return
  const of = { id, branch_id: branchId, kind: 'FUEL', state: 'confirmed', amount_fen: amount }
  const people = { maker_id: demoUserId('branch'), maker_name: '期初', checker_id: demoUserId('admin') }
  const once = { record_no: `ZJ${id}`, serial: id, date: 1, created_at: 1, updated_at: 1 }
  await ctx.tx.run(q.insertInto('fund_records').values({ ...of, ...people, ...once }))
}
