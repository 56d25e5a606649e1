// The columns of settlement details.
import { partOfWaybill } from '@yunshu/domain/settlement/parts'
import { detailStages } from '@yunshu/domain/settlement/settleDetail'
import { day, lines, money, place, stateOf, text, time, tons, type ListColumns } from '../columns.ts'
import { printMoney } from '@yunshu/domain/figures/money'
import type { SettleDetailRow } from './settleDetail.ts'

/** The reasons of a row's deductions, one a line: 亏吨扣款 −48.02（亏损 160.000 公斤）. */
export const deductionWords = ({ reasons }: Pick<SettleDetailRow, 'reasons'>): string[] =>
  reasons.map(
    ({ label, amount, reason }) => `${label} ${printMoney(amount)}${reason === undefined ? '' : `（${reason}）`}`,
  )

export const settleDetailListColumns = {
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  upstreamNo: text('客户单号', row => row.upstreamNo, { chars: 20 }),
  part: text('分期', partOfWaybill, { chars: 12 }),
  stage: stateOf('状态', row => detailStages[row.stage]),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  payee: text('收款人', row => row.payee, { chars: 20 }),
  plate: text('车牌', row => row.plate, { chars: 12 }),
  driverName: text('司机', row => row.driverName, { chars: 12 }),
  loadPlace: place('装货地', row => row.loadPlace),
  unloadPlace: place('卸货地', row => row.unloadPlace),
  loadWeight: tons('装货重量', row => row.loadWeightG),
  unloadWeight: tons('卸货重量', row => row.unloadWeightG),
  freight: money('应付', row => row.freight),
  issued: money('已发放', row => row.issued),
  deducted: money('扣款', row => row.deducted),
  penalty: money('其中罚款', row => row.penalty),
  reasons: lines('扣款、调差原因', deductionWords, { chars: 36 }),
  due: money('应付现金', row => row.due),
  setOff: money('抵欠款', row => row.setOff),
  pay: money('本次应付', row => row.pay),
  settlementNum: text('结算单', row => row.settlementNum, { chars: 20 }),
  signedAt: time('签收时间', row => row.signedAt),
  dueAt: day('到期日', row => row.dueAt),
  paidAt: time('付款时间', row => row.paidAt),
  bankSerial: text('银行流水号', row => row.bankSerial, { chars: 26 }),
  reason: text('银行原文或暂缓原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<SettleDetailRow>
