// The work of a position in a few words, as the tour of the first day tells it.
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'

interface Work {
  readonly permit: Permit
  readonly words: string
  /** The sides whose own work it is; absent: of all that have the permit. */
  readonly sides?: readonly RoleSide[]
}

const house: readonly RoleSide[] = ['platform', 'branch']

/** In the order of a waybill's life. */
const works: readonly Work[] = [
  { permit: 'company.verify', words: '审核企业' },
  { permit: 'fleet.verify', words: '审核车辆与司机', sides: house },
  { permit: 'goods.publish', words: '发布货源', sides: ['shipper'] },
  { permit: 'goods.take', words: '接任务', sides: ['carrier'] },
  { permit: 'waybill.appoint', words: '派车', sides: ['carrier'] },
  { permit: 'vehicle.edit', words: '管车辆和司机', sides: ['carrier'] },
  { permit: 'receipt.upload', words: '传回单', sides: ['carrier'] },
  { permit: 'abnormal.handle', words: '处理异常定位', sides: house },
  { permit: 'waybill.sign', words: '签收', sides: ['shipper'] },
  { permit: 'receipt.audit', words: '审核回单', sides: ['shipper'] },
  { permit: 'settlement.make', words: '做结算单', sides: ['shipper'] },
  { permit: 'settlement.approve', words: '审核结算单' },
  { permit: 'settlement.pay', words: '付款' },
  { permit: 'remittance.claim', words: '认领来款' },
  { permit: 'invoice.apply', words: '申请开票', sides: ['shipper'] },
  { permit: 'invoice.issue', words: '开票' },
  { permit: 'invoice.input', words: '查验进项发票' },
  { permit: 'invoice.supply', words: '上传运费发票', sides: ['carrier'] },
  { permit: 'voucher.audit', words: '审核凭证' },
  { permit: 'period.close', words: '结账' },
  { permit: 'track.view', words: '看在途车辆' },
  { permit: 'waybill.view', words: '看运单' },
  { permit: 'voucher.view', words: '看账' },
]

/** More than these are not read. */
const most = 6

/** The first works of a person, each beginning the sentence: 发布货源、签收、审核回单. */
export const workOf = (sides: readonly RoleSide[], can: (permit: Permit) => boolean): string =>
  works
    .filter(work => can(work.permit) && (work.sides === undefined || work.sides.some(side => sides.includes(side))))
    .slice(0, most)
    .map(({ words }) => words)
    .join('、')
