// The one table of function permits: key, what it lets a person do, and the group it is shown in.

/** Every permit of the product. A call, a screen row, a move or `useCan` that names another does not compile. */
export const permits = {
  'relation.view': { label: '查看合作关系', group: '企业' },
  'goods.view': { label: '查看货源', group: '货源' },
  'goods.publish': { label: '发布货源', group: '货源' },
  'goods.close': { label: '暂停、恢复、取消货源', group: '货源' },
  'goods.take': { label: '接单', group: '任务' },
  'task.view': { label: '查看任务', group: '任务' },
  'task.return': { label: '退回任务剩余', group: '任务' },
  'waybill.view': { label: '查看运单', group: '运单' },
  'waybill.appoint': { label: '指派车辆司机', group: '运单' },
  'waybill.advance': { label: '推进运单', group: '运单' },
  'waybill.sign': { label: '签收运单', group: '运单' },
  'waybill.cancel': { label: '取消运单', group: '运单' },
  'waybill.void': { label: '作废运单', group: '运单' },
  'receipt.upload': { label: '上传回单', group: '回单' },
  'receipt.audit': { label: '审核回单', group: '回单' },
  'vehicle.view': { label: '查看车辆', group: '运力' },
  'vehicle.edit': { label: '维护车辆', group: '运力' },
  'driver.view': { label: '查看司机', group: '运力' },
  'driver.edit': { label: '维护司机', group: '运力' },
  'settlement.view': { label: '查看结算单', group: '结算' },
  'settlement.make': { label: '制作结算单', group: '结算' },
  'settlement.submit': { label: '提交结算单', group: '结算' },
  'settlement.approve': { label: '审核结算单', group: '结算' },
  'settlement.pay': { label: '支付结算单', group: '结算' },
  'voucher.view': { label: '查看凭证', group: '账务' },
  'ledger.view': { label: '查看总账与流水', group: '账务' },
  'price.shipper': { label: '查看托运价', group: '数据' },
  'price.carrier': { label: '查看承运价', group: '数据' },
  'price.margin': { label: '查看毛利', group: '数据' },
  'pii.view': { label: '查看完整证件与手机号', group: '数据' },
} as const

export type Permit = keyof typeof permits

export const permitKeys = Object.keys(permits) as Permit[]

/** True if the text names a permit; narrows it. */
export function isPermit(text: string): text is Permit {
  return Object.hasOwn(permits, text)
}

/** The kinds of company a role template is made for. */
export type RoleSide = 'platform' | 'branch' | 'shipper' | 'carrier'

const shipperViews = ['relation.view', 'goods.view', 'waybill.view', 'price.shipper'] as const satisfies readonly Permit[]
const carrierViews = ['relation.view', 'goods.view', 'task.view', 'waybill.view', 'vehicle.view', 'driver.view', 'price.carrier'] as const satisfies readonly Permit[]
const booksViews = ['settlement.view', 'voucher.view', 'ledger.view'] as const satisfies readonly Permit[]
const dispatching = ['waybill.appoint', 'waybill.advance', 'waybill.cancel', 'receipt.upload', 'vehicle.edit', 'driver.edit'] as const satisfies readonly Permit[]

/**
 * Roles each new company starts with, by side. Editable afterwards (职位设置); the permission matrix is
 * domain study §5.23, where `◐ policy` rights start off.
 */
export const roleTemplates: Readonly<Record<RoleSide, Readonly<Record<string, readonly Permit[]>>>> = {
  platform: {
    管理员: permitKeys,
    财务: ['goods.view', 'waybill.view', ...booksViews, 'settlement.approve', 'settlement.pay', 'price.shipper', 'price.carrier', 'price.margin'],
    运营: ['relation.view', 'goods.view', 'goods.publish', 'goods.close', 'task.view', 'waybill.view', ...dispatching, 'waybill.sign', 'receipt.audit', 'vehicle.view', 'driver.view', 'settlement.view', 'price.shipper', 'price.carrier', 'price.margin'],
  },
  branch: {
    分公司经理: ['relation.view', 'goods.view', 'task.view', 'waybill.view', ...dispatching, 'waybill.sign', 'receipt.audit', 'vehicle.view', 'driver.view', ...booksViews, 'settlement.make', 'settlement.submit', 'price.shipper', 'price.carrier', 'price.margin'],
  },
  shipper: {
    管理员: [...shipperViews, 'goods.publish', 'goods.close', 'waybill.sign', 'waybill.cancel', 'receipt.upload', 'receipt.audit', ...booksViews, 'settlement.make', 'pii.view'],
    发货员: [...shipperViews, 'goods.publish', 'goods.close', 'waybill.sign', 'receipt.upload', 'receipt.audit'],
    运费专员: [...shipperViews, 'receipt.audit', 'settlement.view', 'settlement.make', 'settlement.submit', 'voucher.view'],
    财务: [...shipperViews, ...booksViews, 'settlement.make', 'settlement.approve', 'settlement.pay'],
  },
  carrier: {
    管理员: [...carrierViews, 'goods.take', 'task.return', ...dispatching, 'settlement.view', 'ledger.view', 'pii.view'],
    调度: [...carrierViews, 'goods.take', 'task.return', ...dispatching],
    财务: [...carrierViews, ...booksViews],
  },
}
