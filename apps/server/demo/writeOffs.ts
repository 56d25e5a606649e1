// Receivables of the demo that somebody asks to give up: two wait for an administrator, one was rejected. None is booked, so
// receivables and books are those of what was signed and paid.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import type { WriteOffState } from '@yunshu/domain/writeOff'
import { sql } from 'kysely'
import { takeNumber } from '../src/db/numbers.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoUserId } from './people.ts'

interface Plan {
  readonly state: WriteOffState
  readonly reason: string
  /** Waybills of its shipper, the oldest due. */
  readonly waybills: number
  readonly daysAgo: number
}
const plans: readonly Plan[] = [
  { state: 'asked', reason: '货主已破产清算，法院裁定终结执行', waybills: 2, daysAgo: 1 },
  { state: 'asked', reason: '货主注销，工商登记已吊销，无财产可执行', waybills: 1, daysAgo: 2 },
  { state: 'rejected', reason: '逾期超过 90 天，电话联系不上', waybills: 1, daysAgo: 6 },
]
const answer = '货主仍在经营，先发催款函'

/** Writes them on the shippers with the oldest receivables. */
export async function seedWriteOffs(tx: Tx, now: number): Promise<number> {
  const people = await tx.rows(
    q
      .selectFrom('users')
      .select(['id', 'name', 'account'])
      .where('id', 'in', [demoUserId('platform-finance'), demoUserId('admin')])
      .orderBy('account', 'desc'),
  )
  const [maker, checker] = people
  if (maker === undefined || checker === undefined) throw new Error('demo: nobody gives receivables up')
  const owing = await tx.rows(
    sql<{ shipper_id: string; branch_id: string }>`select shipper_id, branch_id from ar_items where open_fen > 0
      group by 1, 2 order by min(due_at), 1, 2 limit ${plans.length}`.compile(q),
  )
  const [makeId, eventId] = [idMaker(231), idMaker(232)]
  let n = 0
  for (const [place, { shipper_id, branch_id }] of owing.entries()) {
    const plan = plans[place]
    if (plan === undefined) break
    const items = await tx.rows(
      q
        .selectFrom('ar_items')
        .select(['waybill_id', 'open_fen'])
        .where('shipper_id', '=', shipper_id)
        .where('branch_id', '=', branch_id)
        .where('open_fen', '>', 0)
        .orderBy('due_at')
        .orderBy('waybill_no')
        .limit(plan.waybills),
    )
    const at = now - plan.daysAgo * DAY_MS
    const id = makeId(at)
    const isRejected = plan.state === 'rejected'
    n += await tx.run(
      q.insertInto('write_offs').values({
        id,
        write_off_no: await takeNumber(tx, 'HX', 'write_off_number', at),
        state: plan.state,
        shipper_id,
        branch_id,
        amount_fen: items.reduce((sum, item) => sum + item.open_fen, 0),
        waybills: items.length,
        reason: plan.reason,
        maker_id: maker.id,
        maker_name: maker.name,
        ...(isRejected
          ? { checker_id: checker.id, checker_name: checker.name, checked_at: at + HOUR_MS, answer, version: 2 }
          : {}),
        created_at: at,
        updated_at: isRejected ? at + HOUR_MS : at,
      }),
    )
    n += await tx.run(
      q
        .insertInto('write_off_items')
        .values(
          items.map(item => ({ write_off_id: id, waybill_id: item.waybill_id, branch_id, amount_fen: item.open_fen })),
        ),
    )
    const lineOf = lineOfHistory(id, eventId)
    const lines = [lineOf(maker, '申请核销应收坏账', 'asked', plan.reason, at)]
    if (isRejected) lines.push(lineOf(checker, '驳回', 'rejected', answer, at + HOUR_MS))
    n += await tx.run(q.insertInto('events').values(lines))
  }
  return n
}

/** Makes the lines of a write-off's history. */
const lineOfHistory =
  (id: string, eventId: MakeId) =>
  (by: { id: string; name: string }, action: string, to: WriteOffState, remark: string, at: number) => ({
    id: eventId(at),
    entity: 'writeOff',
    entity_id: id,
    action,
    to_state: to,
    user_id: by.id,
    user_name: by.name,
    remark,
    at,
  })
