// Statements of the demo's shippers: of the month before last all confirmed, of the last one in every state.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { statementStates, type StatementState } from '@yunshu/domain/statement'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import type { Updateable } from 'kysely'
import type { ShipperStatements } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { writeStatement } from '../src/features/statement/make.commands.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

/** Statements of the last month by shipper; the first of two of a shipper was withdrawn. */
const plans: readonly { shipper: string; states: readonly StatementState[] }[] = [
  { shipper: 'shipper', states: ['confirmed'] },
  { shipper: 'shipper2', states: ['sent'] },
  { shipper: 'shipper3', states: ['withdrawn', 'disputed'] },
  { shipper: 'shipper4', states: ['draft'] },
  { shipper: 'shipper5', states: ['withdrawn', 'sent'] },
  { shipper: 'shipper6', states: ['disputed'] },
]
const withdrawn = '漏列一笔装卸费，改正后重出'
const disputed = '磅单为 31.2 吨，与本行重量不符'
/** The steps by which a statement came to its state. */
const trail: Readonly<Record<StatementState, readonly string[]>> = {
  draft: [],
  sent: ['发送'],
  disputed: ['发送', '提异议'],
  confirmed: ['发送', '确认无误'],
  withdrawn: ['发送', '撤回'],
}

interface Ground {
  readonly tx: Tx
  readonly maker: { readonly id: string; readonly name: string }
  readonly ids: { readonly statement: (at: number) => string; readonly event: (at: number) => string }
}

/** Writes them with their lines and histories; answers the number of statements. */
export async function seedStatements(tx: Tx, now: number): Promise<number> {
  const maker = await tx.one(
    q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId('platform-finance')),
  )
  const ground: Ground = { tx, maker, ids: { statement: idMaker(106), event: idMaker(107) } }
  const month = periodOf(now)
  // made in the first days of the month after, and over by now
  const madeAt = Math.min(now - 6 * HOUR_MS, startOfPeriod(month) + 2 * DAY_MS)
  let n = 0
  for (const { shipper, states } of plans) {
    const branchId = (
      await tx.one(q.selectFrom('companies').select('branch_id').where('id', '=', demoCompanyId(shipper)))
    ).branch_id
    if (branchId === null) throw new Error(`demo: ${shipper} has no branch`)
    const of = { shipper, branchId }
    const before = await addStatement(
      ground,
      { ...of, period: shiftPeriod(month, -2), at: madeAt - 28 * DAY_MS },
      'confirmed',
    )
    for (const [turn, state] of states.entries())
      await addStatement(
        ground,
        { ...of, period: shiftPeriod(month, -1), at: madeAt + turn * HOUR_MS, previous: before },
        state,
      )
    n += 1 + states.length
  }
  return n
}

interface Place {
  readonly shipper: string
  readonly branchId: string
  readonly period: string
  readonly at: number
  readonly previous?: string
}
async function addStatement(
  { tx, maker, ids }: Ground,
  { shipper, branchId, period, at, previous }: Place,
  state: StatementState,
): Promise<string> {
  const id = ids.statement(at)
  const actor = { userId: maker.id, name: maker.name, actingFor: undefined }
  await writeStatement({ tx, now: at, actor }, { id, shipperId: demoCompanyId(shipper), branchId, period, previous })
  const asker = await tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(shipper)))
  const [sentAt, doneAt] = [at + HOUR_MS / 4, at + HOUR_MS / 2]
  const end: Readonly<Record<StatementState, Updateable<ShipperStatements>>> = {
    draft: {},
    sent: {},
    disputed: {},
    confirmed: { answered_at: doneAt, answerer_name: asker.name },
    withdrawn: { reason: withdrawn },
  }
  const steps = trail[state]
  if (steps.length > 0)
    await tx.run(
      q
        .updateTable('shipper_statements')
        .set({
          state,
          sent_at: sentAt,
          sender_name: maker.name,
          version: steps.length + 1,
          updated_at: doneAt,
          ...end[state],
        })
        .where('id', '=', id),
    )
  if (state === 'disputed')
    await tx.run(
      q
        .updateTable('shipper_statement_lines')
        .set({ mark: 'disputed', dispute: disputed, disputed_by: asker.name, disputed_at: doneAt })
        .where('statement_id', '=', id)
        .where('n', '=', 1),
    )
  const remarks: Readonly<Record<string, string>> = { 提异议: `第 1 行：${disputed}`, 撤回: withdrawn }
  for (const [turn, action] of ['生成对账单', ...steps].entries()) {
    const by = action === '提异议' || action === '确认无误' ? asker : maker
    const when = at + (turn * HOUR_MS) / 4
    await tx.run(
      q.insertInto('events').values({
        id: ids.event(when),
        entity: 'statement',
        entity_id: id,
        action,
        user_id: by.id,
        user_name: by.name,
        remark: remarks[action] ?? null,
        to_state: turn === 0 ? statementStates.start : turn === steps.length ? state : 'sent',
        at: when,
      }),
    )
  }
  return id
}
