// The lines in the message centres of the demo's people, as the happenings of the features would have left them.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { quantityModes } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { simulatedMark } from '@yunshu/domain/partner'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { keyOf } from '../src/db/keyOf.ts'
import type { Haul } from './haul.ts'
import { toldLine, type Told } from './messages.ts'
import type { Offer } from './offers.ts'
import type { Sheet } from './sheetStory.ts'

interface Names {
  readonly waybillNo: (haul: Haul) => string
  readonly sheetNo: (sheet: Sheet) => string
  readonly goodsNo: (id: string) => string
  readonly company: (id: string) => string
}

/** Of the newest waybills and sheets, and of all open goods. */
export function tellingsOf(
  hauls: readonly Haul[],
  sheets: readonly Sheet[],
  offers: readonly Offer[],
  names: Names,
): Told[] {
  return [
    ...hauls.slice(-600).flatMap(haul => ofWaybill(haul, names)),
    ...sheets.slice(-120).flatMap(sheet => ofSheet(sheet, names)),
    ...offers.flatMap(offer => ofGoods(offer, names)),
  ]
}

function ofWaybill(haul: Haul, { waybillNo }: Names): Told[] {
  const { row } = haul
  const at = row.updated_at
  const words = { waybillId: row.id, waybillNo: waybillNo(haul), plate: row.plate }
  const moved = (name: 'depart' | 'unload' | 'sign', reason?: string) => ({
    ...words,
    move: waybillStates.moves[name].label,
    reason,
  })
  const shipper = { company: row.shipper_id, permit: 'waybill.view', at } as const
  const carrier = { company: row.carrier_id, permit: 'waybill.view', at } as const
  const all: Told[] = []
  if (row.state === 'toSign') all.push(toldLine('waybill.unloaded', shipper, moved('unload')))
  if (row.state === 'disputed')
    all.push(
      toldLine('waybill.disputed', carrier, {
        ...words,
        move: waybillStates.moves.dispute.label,
        weights: undefined,
        reason: '短少超过约定，核对磅单',
      }),
    )
  if (row.state === 'inTransit') all.push(toldLine('waybill.departed', shipper, moved('depart')))
  if (row.state === 'signed')
    all.push(toldLine('waybill.signed', { ...carrier, at: haul.signedAt ?? at }, moved('sign')))
  if (row.receipt_state === 'uploaded')
    all.push(toldLine('receipt.uploaded', { ...shipper, permit: 'receipt.audit' }, words))
  if (row.receipt_state === 'confirmed')
    all.push(toldLine('receipt.confirmed', { ...carrier, permit: 'receipt.upload' }, words))
  return all
}

function ofSheet(sheet: Sheet, { sheetNo }: Names): Told[] {
  const [first] = sheet.lines
  if (first === undefined) return []
  const settlementNum = sheetNo(sheet)
  const due = printMoney(fen(sheet.due))
  const { shipper_id: company, carrier_id: carrier } = first.haul.row
  const to = <P extends Told['permit']>(permit: P) => ({ company, permit, at: sheet.updatedAt })
  const simulated = simulatedMark(sheet.payment === undefined ? [] : ['SIM'])
  switch (sheet.state) {
    case 'submitted':
      return [toldLine('settlement.submitted', to('settlement.approve'), { settlementNum, due })]
    case 'approved':
      return [toldLine('settlement.approved', to('settlement.pay'), { settlementNum, due })]
    case 'rejected': {
      const reason = '第二行运费与磅单不符，请核对'
      return [toldLine('settlement.rejected', to('settlement.submit'), { settlementNum, reason })]
    }
    case 'partial': {
      const said = {
        settlementNum,
        payee: sheet.payee.name,
        amount: due,
        reason: sheet.payment?.reason ?? '',
        simulated,
      }
      return [
        toldLine('payment.failed', to('settlement.pay'), said),
        toldLine('payment.failed', to('settlement.submit'), said),
      ]
    }
    case 'paying': {
      const payers = { ...to('settlement.pay'), at: sheet.payment?.sentAt ?? sheet.updatedAt }
      return [toldLine('payment.unknown', payers, { settlementNum, simulated })]
    }
    case 'paid': {
      const over = sheet.carriedOut === 0 ? undefined : printMoney(sheet.carriedOut)
      const said = { settlementNum, amount: due, over, simulated }
      return [
        toldLine('settlement.paid', to('settlement.pay'), said),
        toldLine('payment.received', { ...to('settlement.view'), company: carrier }, said),
      ]
    }
    default:
      return []
  }
}

function ofGoods({ lot, row, tasks, carriers }: Offer, { goodsNo: noOf, company }: Names): Told[] {
  const goodsNo = noOf(lot.id)
  const printed = (qty: number): string => printQuantity(keyOf(quantityModes, row.quantity_mode), qty)
  const summary = `${row.load_place} → ${row.unload_place}，${row.item_names}，共 ${printed(row.total_qty)}`
  const isOpen = row.state === 'published' || row.state === 'partial'
  return [
    ...(isOpen ? carriers : []).map(({ carrier_id: carrier }) =>
      toldLine(
        'goods.published',
        { company: carrier, permit: 'goods.take', at: lot.createdAt },
        { goodsId: lot.id, goodsNo, shipper: company(lot.shipperId), summary },
      ),
    ),
    ...tasks.map(task =>
      toldLine(
        'goods.taken',
        { company: lot.shipperId, permit: 'goods.publish', at: task.created_at },
        {
          goodsId: lot.id,
          taskId: task.id,
          goodsNo,
          carrier: company(task.carrier_id),
          qty: printed(task.qty),
          left: printed(row.remain_qty),
        },
      ),
    ),
  ]
}
