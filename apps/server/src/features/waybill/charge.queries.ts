// The charge lines of a waybill as its page shows them, and the earnings of carriers that handed it down.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { chargeCodes, chargeStates } from '@yunshu/domain/settlement/charges'
import { freightMark, freightMarks } from '@yunshu/domain/waybill/freightMark'
import { isOff } from '@yunshu/domain/waybill/waybill'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Amounts of a waybill that is not hauled are owed by nobody: its lines say so. */
export async function chargesOf(
  ctx: Ctx,
  { id, shipper_line: ofShipper, carrier_line: ofCarrier }: { id: string; shipper_line: number; carrier_line: number },
  sees: { shipper: boolean; carrier: boolean },
  shown: WaybillRow,
): Promise<WaybillDetail['charges']> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('charges')
      .select(['code', 'side', 'amount_fen', 'state', 'remark'])
      .where('waybill_id', '=', id)
      .orderBy('id'),
  )
  const mark = freightMark(shown)
  return rows.flatMap(row => {
    const side = row.side === 'SHIPPER' ? 'SHIPPER' : 'CARRIER'
    if (!(side === 'SHIPPER' ? sees.shipper : sees.carrier)) return []
    const code = keyOf(chargeCodes, row.code)
    // the line of freight stands as the freight does until the signature fixes it
    const isOpen = row.state === chargeStates.start
    return [
      {
        code,
        label: chargeCodes[code].label,
        side,
        amount: fen(isOpen && code === 'FREIGHT' ? (side === 'SHIPPER' ? ofShipper : ofCarrier) : row.amount_fen),
        state: isOff(shown.state)
          ? '已失效'
          : isOpen && mark
            ? freightMarks[mark]
            : chargeStates.states[keyOf(chargeStates.states, row.state)].label,
        ...(row.remark === null ? {} : { remark: row.remark }),
      },
    ]
  })
}

/** Earnings of the carriers that handed the work down, from the first down. */
export async function feesOf(ctx: Ctx, id: string): Promise<NonNullable<WaybillDetail['fees']>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_fees as f')
      .innerJoin('companies as c', 'c.id', 'f.carrier_id')
      .innerJoin('tasks as t', 't.id', 'f.task_id')
      .select(['c.name', 'f.unit_price', 'f.amount_fen', 'f.state'])
      .where('f.waybill_id', '=', id)
      .orderBy('t.depth'),
  )
  return rows.map(row => ({
    carrierName: row.name,
    unitPrice: unitPrice(row.unit_price),
    amount: fen(row.amount_fen),
    isConfirmed: row.state === 'confirmed',
  }))
}
