// Sheets as a batch chooses them: the fault of the act for each, the payee, and the marks of those that need a look.
import { batchActs, sheetsOfAct, type BatchFlag, type SheetBatchAct } from '@yunshu/domain/batch'
import { missingPosition, policiesOf } from '@yunshu/domain/company/company'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { problemOf } from '@yunshu/domain/problems/problems'
import { faultOfSheetMove } from '@yunshu/domain/settlement/acts'
import { settlementStates, type SettlementState } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import type { Settlements } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { receiptOk } from './settleable.queries.ts'
import { isPayer, payerRows } from './settlement.queries.ts'
import { Payee } from './settlementDetail.queries.ts'
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
    select st.*, c.name as carrier_name, p.policies,
      exists (select from money_exceptions x join settlement_lines said on said.settlement_id = x.settlement_id and x.state <> 'resolved'
        join settlement_lines own on own.waybill_id = said.waybill_id where own.settlement_id = st.id) as is_held,
      (select w.waybill_no from settlement_lines l join waybills w on w.id = l.waybill_id where l.settlement_id = st.id and not ${receiptOk} order by w.id limit 1) as waiting_for
    from settlements st join companies p on p.id = st.shipper_id join companies c on c.id = st.carrier_id
    where ${allOf([where, ownSheets(ctx.actor, 'st'), payerRows(ctx.actor, 'st')])} order by st.id desc limit ${most}`.compile(
      q,
    ),
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

function payeeOf(row: Found): string | undefined {
  if (row.payee === null) return undefined
  const { name, account } = z.parse(Payee, row.payee)
  return `${name} ${maskBankCard(account)}`
}

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
    lacks: step => missingPosition(policies, step, actor.roles),
    waitingFor: policies.receiptRequired ? (row.waiting_for ?? undefined) : undefined,
    hasException: row.is_held,
  })
  return fault && problemOf(fault).message
}

const isIn = (states: readonly SettlementState[], state: SettlementState): boolean => states.includes(state)
