// Sheets as a batch chooses them: the fault of the act for each, the payee, and the marks of those that need a look.
import { batchActs, sheetsOfAct, type BatchFlag, type SheetBatchAct } from '@yunshu/domain/batch'
import { missingPosition, policiesOf } from '@yunshu/domain/company/company'
import { problemOf } from '@yunshu/domain/problems/problems'
import { faultOfSheetMove } from '@yunshu/domain/settlement/acts'
import { settlementStates, type SettlementState } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Settlements } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { decisionsFor } from '../../work/policies.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { isHeldSheet } from './held.queries.ts'
import { isReceiptInOrder } from './settleable.queries.ts'
import { payeeText } from './linePayees.queries.ts'
import { isPayer, payerRows } from './settlement.queries.ts'
import { findSheetFlags } from './sheetMarks.queries.ts'

/** A record as a batch keeps it. */
export interface ChosenRecord {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly version: number
  readonly amount: number
  readonly payee: string | undefined
  readonly flags: readonly BatchFlag[]
  /** The reason the act cannot be done, in words. */
  readonly fault: string | undefined
}

type Found = Selectable<Settlements> & {
  carrier_name: string
  policies: unknown
  is_held: boolean
  paid_to: { readonly name: string; readonly account: string; readonly rest: number } | null
  waiting_for: string | null
}

/** Sheets in reach that meet a condition, as they stand in this moment: at most `most`, newest first. */
export async function findChosenSheets(
  ctx: Ctx,
  act: SheetBatchAct,
  where: RawBuilder<boolean>,
  most: number,
): Promise<ChosenRecord[]> {
  const found = await ctx.tx.rows(
    sql<Found>`
    select st.*, c.name as carrier_name, ${decisionsFor('p')} as policies,
      ${isHeldSheet(sql`st.id`)} as is_held,
      ${paidTo} as paid_to,
      (select w.waybill_no from settlement_lines l join waybills w on w.id = l.waybill_id
        where l.settlement_id = st.id and not ${isReceiptInOrder} order by w.id limit 1) as waiting_for
    from settlements st join companies p on p.id = st.shipper_id join companies c on c.id = st.carrier_id
    where ${allOf([where, ownSheets(ctx.actor, 'st'), payerRows(ctx.actor, 'st')])} order by st.id desc
      limit ${most}`.compile(q),
  )
  const flags = batchActs[act].isMoney
    ? await findSheetFlags(
        ctx,
        found.map(({ id }) => id),
      )
    : new Map<string, readonly BatchFlag[]>()
  return found.map(row => ({
    id: row.id,
    number: row.settlement_num,
    name: row.carrier_name,
    version: row.version,
    amount: row.due_fen,
    payee: payeeOf(row),
    flags: flags.get(row.id) ?? [],
    fault: faultOf(ctx, act, row),
  }))
}

/** The account a sheet pays most to, and the number of the others. */
const paidTo = sql`(select json_build_object('name', a.name, 'account', a.account, 'rest', count(*) over () - 1) from (
    select l.payee ->> 'name' as name, l.payee ->> 'account' as account, sum(l.pay_fen) as pay
    from settlement_lines l where l.settlement_id = st.id and l.payee is not null group by 1, 2) a
  order by a.pay desc, a.account limit 1)`

const payeeOf = ({ paid_to }: Found): string | undefined =>
  paid_to === null ? undefined : `${payeeText(paid_to)}${paid_to.rest === 0 ? '' : ` 等 ${paid_to.rest + 1} 个账户`}`

/** The fault that stands against the act now; it is asked again when the row is run. */
function faultOf(ctx: Ctx, act: SheetBatchAct, row: Found): string | undefined {
  const { actor } = ctx
  const state = keyOf(settlementStates.states, row.state)
  const { label: move } = settlementStates.moves[act]
  if (!isIn(sheetsOfAct[act], state))
    return problemOf({ problem: 'state.wrong', detail: { state: settlementStates.states[state].label, move } }).message
  if (!isPayer(actor, row)) return problemOf({ problem: 'permit.missing', detail: {} }).message
  const policies = policiesOf(row.policies)
  const fault = faultOfSheetMove(act, {
    state,
    isMaker: row.maker_id === actor.userId || row.maker_for === actor.userId,
    isSubmitter: row.submitter_id === actor.userId || row.submitter_for === actor.userId,
    isBarredApprover: !policies.approverPays && row.auditor_id === actor.userId,
    lacks: step => missingPosition(policies, step, actor.roles),
    waitingFor: policies.receiptRequired ? (row.waiting_for ?? undefined) : undefined,
    hasException: row.is_held,
    isChanging: row.asked_change !== null,
  })
  return fault && problemOf(fault).message
}

const isIn = (states: readonly SettlementState[], state: SettlementState): boolean => states.includes(state)
