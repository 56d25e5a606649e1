// Debts of the demo that people deal with: one is to be given up and waits for an administrator, one is paid in instalments.
import { chaseSteps, instalmentsOf } from '@yunshu/domain/debt'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
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
  return n + (await noteTold(tx, now))
}

/** Debts that have been told of when they reached a step, and chased since, but for the newest: it waits in 今日. */
async function noteTold(tx: Tx, now: number): Promise<number> {
  const step = sql`(select max(s) from unnest(${[...chaseSteps]}::int[]) s where d.created_at <= ${now}::bigint - s * ${DAY_MS}::bigint)`
  const told = await tx.run(
    sql`update debts d set told_days = x.days, chased_days = x.days
      from (select d.id, ${step}::smallint as days from debts d) x where x.id = d.id and x.days is not null`.compile(q),
  )
  await tx.run(
    sql`update debts set chased_days = 0 where id = (select id from debts where told_days > 0 and state = 'open'
      and taken_by is null and open_fen > 0 and not exists (select from debt_instalments i where i.debt_id = debts.id)
      order by created_at desc, id desc limit 1)`.compile(q),
  )
  return told
}
