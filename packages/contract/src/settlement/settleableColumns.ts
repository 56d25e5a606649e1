// The columns of parts of waybills that can be settled, or cannot yet.
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { day, label, money, place, text, time, tons, type ListColumns } from '../columns.ts'
import type { SettleableRow } from './settleable.ts'

const barriers: Readonly<Record<SettleableRow['receiptState'], string>> = {
  none: '回单未上传，等承运商上传',
  waiting: '回单未上传，等承运商上传',
  uploaded: '回单待审核',
  rejected: '回单已驳回，等承运商重新上传',
  posted: '原件已寄出，收到后审核',
  confirmed: '可以结算',
}

/** The turn a part waits for before it can be settled, in words. */
export const barrierText = ({ hold, held, receiptOk, receiptState }: SettleableRow): string =>
  hold
    ? `已暂缓：${hold.reason}（${hold.by}）`
    : held
      ? '前一张结算单有支付异常，等待处理'
      : receiptOk
        ? barriers.confirmed
        : barriers[receiptState]

export const settleableListColumns = {
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  signedAt: time('签收时间', row => row.signedAt, { listTitle: '签收、接单时间' }),
  part: label('分期', waybillParts, row => row.part),
  dueAt: day('到期日', row => row.dueAt),
  barrier: text('结算条件', barrierText, { chars: 26 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  plate: text('车牌号', row => row.plate),
  driverName: text('司机', row => row.driverName),
  payeeName: text('收款人', row => row.payeeName, { chars: 20 }),
  loadPlace: place('装货地', row => row.loadPlace),
  unloadPlace: place('卸货地', row => row.unloadPlace),
  itemNames: text('货物', row => row.itemNames, { chars: 20 }),
  loadWeight: tons('装货重量', row => row.loadWeightG),
  unloadWeight: tons('卸货重量', row => row.unloadWeightG),
  loss: tons('亏损', row => row.lossG),
  payable: money('应付', row => row.payable),
  oil: money('油卡', row => row.oil),
  advanced: money('已预付', row => row.advanced),
  deducted: money('扣款', row => row.deducted),
  open: money('未付', row => row.open),
  owed: money('承运商欠款', row => row.owed, { isSummed: false }),
} satisfies ListColumns<SettleableRow>
