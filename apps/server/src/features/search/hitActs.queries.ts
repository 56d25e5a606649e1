// Acts open to the reader with a record the search found: the same rules that its page and its commands ask.
import { actUrl } from '@yunshu/contract/actLink'
import { ReceiptRule } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SearchHit } from '@yunshu/contract/session/session'
import { taskActs, taskListUrl } from '@yunshu/contract/task/task'
import { sheetMovesOf } from '@yunshu/domain/settlement/acts'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { receiptStates, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Settlements, Tasks, Waybills } from '../../db/tables.gen.ts'
import { keyOf } from '../../db/keyOf.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isPayer, sheetOn } from '../settlement/settlement.queries.ts'
import { actsOf as taskActsOf } from '../task/task.queries.ts'
import { actOn, movesOf, receiptMovesOf } from '../waybill/waybillActs.queries.ts'

/** The parts of a request the acts are judged by. */
export type Asker = Pick<Ctx, 'actor' | 'tx' | 'can' | 'now'>
export type Acts = NonNullable<z.output<typeof SearchHit>['acts']>

/** Moves that take a waybill further; those that end it, or put it back, are chosen on its page. */
const journey = ['accept', 'arriveLoad', 'depart', 'resume', 'arriveUnload', 'unload', 'sign'] as const
const ofReceipt = [
  ['upload', 'uploadReceipt', '上传回单'],
  ['confirm', 'confirmReceipt', '审核回单'],
] as const

export function waybillActsOf(
  ctx: Asker,
  row: Pick<Selectable<Waybills>, 'id' | 'state' | 'carrier_id' | 'receipt_state' | 'settle_state'> & {
    receipt_rule: unknown
  },
): Acts {
  const path = screenUrl('WaybillDetails', { id: row.id })
  const state = keyOf(waybillStates.states, row.state)
  const on = {
    ...actOn(ctx, { state, carrier_id: row.carrier_id }),
    receiptState: keyOf(receiptStates.states, row.receipt_state),
    settleState: keyOf(waybillSettleStates.states, row.settle_state),
    receiptRule: z.safeParse(ReceiptRule, row.receipt_rule).data,
  }
  const moves = movesOf(on)
  const receipt = receiptMovesOf(on)
  return [
    ...journey
      .filter(move => moves.includes(move))
      .map(move => ({ label: waybillStates.moves[move].label, path: actUrl(path, move) })),
    // a receipt is looked for once the goods are off the truck
    ...ofReceipt
      .filter(([move]) => receipt.includes(move) && !['loading', 'inTransit', 'interrupted', 'arrived'].includes(state))
      .map(([, act, label]) => ({ label, path: actUrl(path, act) })),
  ]
}

export async function sheetActsOf(
  ctx: Asker,
  row: Pick<Selectable<Settlements>, 'settlement_num' | 'shipper_id' | 'branch_id' | 'state'> &
    Omit<Parameters<typeof sheetOn>[1], 'state'>,
): Promise<Acts> {
  if (!isPayer(ctx.actor, row)) return []
  const state = keyOf(settlementStates.states, row.state)
  const on = await sheetOn(ctx, { ...row, state }, await policiesOfCompany(ctx.tx, row.shipper_id))
  const moves = sheetMovesOf(on, permit => ctx.can(permit))
  const path = screenUrl('SettlementNormal', { settlementNum: row.settlement_num })
  return (['submit', 'approve', 'pay'] as const)
    .filter(move => moves.includes(move))
    .map(move => ({ label: settlementStates.moves[move].label, path: actUrl(path, move) }))
}

export function taskHitActsOf(ctx: Asker, row: Selectable<Tasks>): Acts {
  const list = taskListUrl('tasks', { text: row.task_no })
  const acts = taskActsOf(ctx, row)
  return (['accept', 'dispatch', 'refuse'] as const)
    .filter(act => acts.includes(act))
    .map(act => ({
      label: taskActs[act],
      path: act === 'dispatch' ? screenUrl('AppointWaybill', { id: row.id }) : actUrl(list, act),
    }))
}
