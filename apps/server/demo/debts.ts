// Debts of the demo that people deal with: one is to be given up and waits for an administrator, one is paid in instalments.
import { instalmentsOf } from '@yunshu/domain/debt'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker } from './ids.ts'
import { demoUserId } from './people.ts'

/** Writes both onto the oldest debts no sheet has taken. */
export async function seedDebts(tx: Tx, now: number): Promise<number> {
  const open = await tx.rows(
    q.selectFrom('debts').selectAll().where('taken_by', 'is', null).orderBy('created_at').orderBy('id').limit(2),
  )
  const asker = await tx.one(
    q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId('platform-finance')),
  )
  const eventId = idMaker(58)
  const [lost, late] = open
  let n = 0
  if (lost !== undefined) {
    const at = Math.max(lost.created_at + HOUR_MS, now - 2 * DAY_MS)
    const reason = '承运商已停运，多次催收无果，诉讼成本高于欠款'
    n += await tx.run(
      q
        .updateTable('debts')
        .set({
          state: 'asking',
          asker_id: asker.id,
          asker_name: asker.name,
          asked_at: at,
          reason,
          version: 2,
          updated_at: at,
        })
        .where('id', '=', lost.id),
    )
    await tx.run(
      q.insertInto('events').values({
        id: eventId(at),
        entity: 'debt',
        entity_id: lost.id,
        action: '申请核销',
        from_state: 'open',
        to_state: 'asking',
        user_id: asker.id,
        user_name: asker.name,
        remark: reason,
        at,
      }),
    )
  }
  if (late !== undefined) {
    const plan = instalmentsOf(fen(late.amount_fen), 3, startOfDay(now) + 12 * DAY_MS)
    n += await tx.run(
      q.insertInto('debt_instalments').values(
        plan.map(({ dueAt, amount }, at) => ({
          debt_id: late.id,
          n: at + 1,
          shipper_id: late.shipper_id,
          carrier_id: late.carrier_id,
          branch_id: late.branch_id,
          due_at: dueAt,
          amount_fen: amount,
        })),
      ),
    )
  }
  return n
}
