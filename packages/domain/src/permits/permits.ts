// The one table of function permits: key, what it lets a person do, the group it is shown in, and who may hold it.

/** The kinds of company a role template is made for. */
export type RoleSide = 'platform' | 'branch' | 'shipper' | 'carrier'

/** Whether a side is the freight house itself, its branches included: neither shipper nor carrier. */
export const isHouseSide = (side: RoleSide): side is 'platform' | 'branch' => side === 'platform' || side === 'branch'

interface PermitRow {
  readonly label: string
  readonly group: string
  /** Sides whose positions may hold it; absent means every side. */
  readonly sides?: readonly RoleSide[]
}

const permitTable = <const T extends Readonly<Record<string, PermitRow>>>(
  t: T,
): { readonly [K in keyof T]: PermitRow } => t

/** Every permit of the product. A call, a screen row, a move or `useCan` that names another does not compile. */
export const permits = permitTable({
  'company.view': { label: '查看企业资料', group: '企业' },
  'company.edit': { label: '维护企业资料', group: '企业' },
  'company.policy': { label: '设置企业策略', group: '企业' },
  'company.verify': { label: '审核企业', group: '企业', sides: ['platform', 'branch'] },
  'company.actFor': { label: '代员工操作', group: '企业' },
  'staff.view': { label: '查看员工', group: '员工' },
  'staff.edit': { label: '维护员工', group: '员工' },
  'staff.role': { label: '设置职位', group: '员工' },
  'relation.view': { label: '查看合作关系', group: '合作' },
  'relation.invite': { label: '邀请合作', group: '合作' },
  'relation.answer': { label: '同意或拒绝邀请', group: '合作' },
  'relation.end': { label: '解除合作', group: '合作' },
  'audit.view': { label: '查看审计日志', group: '数据' },
  'partner.view': { label: '查看接口状态', group: '数据', sides: ['platform'] },
  'message.broadcast': { label: '群发通知', group: '数据', sides: ['platform'] },
  'goods.view': { label: '查看货源', group: '货源' },
  'goods.publish': { label: '发布货源', group: '货源', sides: ['platform', 'shipper'] },
  'goods.close': { label: '暂停、恢复、取消、结束货源', group: '货源', sides: ['platform', 'shipper'] },
  'goods.share': { label: '分享货源', group: '货源', sides: ['platform', 'shipper'] },
  'fence.view': { label: '查看围栏车辆', group: '货源' },
  'track.view': { label: '查看实时位置', group: '在途' },
  'track.replay': { label: '回放轨迹', group: '在途' },
  'fence.edit': { label: '维护围栏车辆', group: '货源' },
  'abnormal.view': { label: '查看异常定位', group: '在途' },
  'abnormal.handle': { label: '处理异常定位', group: '在途' },
  'abnormal.escalate': { label: '升级异常定位', group: '在途' },
  'abnormal.rule': { label: '设置定位规则', group: '在途', sides: ['platform', 'branch'] },
  'goods.take': { label: '接单', group: '任务', sides: ['carrier'] },
  'task.view': { label: '查看任务', group: '任务' },
  'task.return': { label: '退回任务剩余', group: '任务', sides: ['carrier'] },
  'task.send': { label: '发布任务', group: '任务', sides: ['platform', 'shipper'] },
  'task.release': { label: '转派任务', group: '任务', sides: ['carrier'] },
  'waybill.view': { label: '查看运单', group: '运单' },
  'waybill.appoint': { label: '指派车辆司机', group: '运单', sides: ['platform', 'branch', 'carrier'] },
  'waybill.advance': { label: '推进运单', group: '运单', sides: ['platform', 'branch', 'carrier'] },
  'waybill.sign': { label: '签收运单', group: '运单', sides: ['platform', 'branch', 'shipper'] },
  'waybill.cancel': { label: '取消运单', group: '运单' },
  'waybill.void': { label: '作废运单', group: '运单', sides: ['platform'] },
  'waybill.correct': { label: '纠正运单', group: '运单', sides: ['platform'] },
  'waybill.backfill': { label: '补录运单', group: '运单', sides: ['platform', 'branch', 'shipper'] },
  'waybill.charge': { label: '登记费用与扣款', group: '运单' },
  'waybill.share': { label: '分享运单与校验码', group: '运单' },
  'special.edit': { label: '维护专线信息', group: '运单', sides: ['platform', 'branch', 'carrier'] },
  'receipt.upload': { label: '上传回单', group: '回单' },
  'receipt.audit': { label: '审核回单', group: '回单', sides: ['platform', 'branch', 'shipper'] },
  'agreement.view': { label: '查看合同', group: '合同' },
  'agreement.make': { label: '起草、发送与作废合同', group: '合同' },
  'agreement.sign': { label: '签署合同与实名认证', group: '合同' },
  'agreement.confirm': { label: '复核纸质合同', group: '合同', sides: ['platform', 'branch'] },
  'agreement.template': { label: '维护合同模板', group: '合同', sides: ['platform'] },
  'vehicle.view': { label: '查看车辆', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'terminal.view': { label: '查看终端', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'terminal.edit': { label: '维护终端', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'terminal.command': { label: '下发终端指令', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'terminal.danger': { label: '确认危险的终端参数', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'vehicle.edit': { label: '维护车辆', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'driver.view': { label: '查看司机', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'driver.edit': { label: '维护司机', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'payee.view': { label: '查看收款人', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'payee.edit': { label: '维护收款人', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'fleet.verify': { label: '审核车辆、司机与收款人', group: '运力', sides: ['platform', 'branch'] },
  'fleet.blacklist': { label: '维护黑名单', group: '运力', sides: ['platform', 'branch', 'carrier'] },
  'settlement.view': { label: '查看结算单', group: '结算' },
  'settlement.make': { label: '制作结算单', group: '结算', sides: ['platform', 'branch', 'shipper'] },
  'settlement.submit': { label: '提交结算单', group: '结算', sides: ['platform', 'branch', 'shipper'] },
  'settlement.approve': { label: '审核结算单', group: '结算', sides: ['platform', 'branch', 'shipper'] },
  'settlement.pay': { label: '支付结算单', group: '结算', sides: ['platform', 'branch', 'shipper'] },
  'voucher.view': { label: '查看凭证', group: '账务' },
  'voucher.make': { label: '制作手工凭证与保存凭证附件', group: '账务', sides: ['platform', 'branch'] },
  'voucher.audit': { label: '审核、记账与冲销手工凭证', group: '账务', sides: ['platform', 'branch'] },
  'voucher.bind': { label: '绑定凭证运单', group: '账务', sides: ['platform', 'branch'] },
  'period.close': { label: '申请期间结账', group: '账务', sides: ['platform', 'branch'] },
  'period.confirm': { label: '确认结账与反结账', group: '账务', sides: ['platform', 'branch'] },
  'profit.view': { label: '查看毛利分析', group: '账务', sides: ['platform', 'branch'] },
  'chain.view': { label: '查看四流核对', group: '账务', sides: ['platform', 'branch'] },
  'ledger.view': { label: '查看总账与流水', group: '账务', sides: ['platform', 'branch'] },
  'fund.view': { label: '查看资金登记', group: '账务', sides: ['platform', 'branch'] },
  'fund.record': { label: '登记资金', group: '账务', sides: ['platform', 'branch'] },
  'fund.confirm': { label: '复核资金', group: '账务', sides: ['platform', 'branch'] },
  'fuel.view': { label: '查看油卡与 ETC', group: '账务', sides: ['platform', 'branch'] },
  'fuel.buy': { label: '登记油品与 ETC 账户充值', group: '账务', sides: ['platform', 'branch'] },
  'fuel.issue': { label: '发放油卡油券与管理油卡', group: '账务', sides: ['platform', 'branch'] },
  'fuel.recover': { label: '回收未用油费', group: '账务', sides: ['platform', 'branch'] },
  'fuel.over': { label: '超计划发放油费', group: '账务', sides: ['platform', 'branch'] },
  'trade.view': { label: '查看交易流水', group: '账务' },
  'trade.slip': { label: '查看与上传银行回单', group: '账务' },
  'remittance.view': { label: '查看来款', group: '账务', sides: ['platform', 'branch'] },
  'remittance.record': { label: '登记来款', group: '账务', sides: ['platform', 'branch'] },
  'remittance.confirm': { label: '复核来款与退回', group: '账务', sides: ['platform', 'branch'] },
  'remittance.claim': { label: '认领来款', group: '账务', sides: ['platform', 'branch'] },
  'debt.view': { label: '查看欠款', group: '账务' },
  'debt.collect': { label: '催收欠款与申请核销', group: '账务', sides: ['platform', 'branch'] },
  'debt.confirm': { label: '确认核销欠款', group: '账务', sides: ['platform', 'branch'] },
  'credit.view': { label: '查看信用额度', group: '账务', sides: ['platform', 'branch'] },
  'credit.set': { label: '设置信用额度', group: '账务', sides: ['platform', 'branch'] },
  'payFile.view': { label: '查看付款文件', group: '账务', sides: ['platform', 'branch'] },
  'payFile.make': { label: '生成付款文件与读取银行结果', group: '账务', sides: ['platform', 'branch'] },
  'payFile.release': { label: '放行付款文件与确认银行结果', group: '账务', sides: ['platform', 'branch'] },
  'recon.view': { label: '查看渠道对账', group: '账务', sides: ['platform', 'branch'] },
  'recon.match': { label: '读取对账文件与说明差异', group: '账务', sides: ['platform', 'branch'] },
  'recon.confirm': { label: '采用对账文件与复核差异', group: '账务', sides: ['platform', 'branch'] },
  'refund.view': { label: '查看退款', group: '账务', sides: ['platform', 'branch', 'shipper'] },
  'refund.ask': { label: '申请退款', group: '账务', sides: ['shipper'] },
  'refund.approve': { label: '审批退款', group: '账务', sides: ['platform', 'branch'] },
  'refund.pay': { label: '支付退款', group: '账务', sides: ['platform', 'branch'] },
  'statement.view': { label: '查看货主对账单', group: '账务', sides: ['platform', 'branch', 'shipper'] },
  'statement.make': { label: '生成、发送与说明对账单和对账函', group: '账务', sides: ['platform', 'branch'] },
  'statement.confirm': { label: '核对与确认对账单', group: '账务', sides: ['shipper'] },
  'letter.answer': { label: '核对与确认对账函', group: '账务', sides: ['shipper', 'carrier'] },
  'invoice.view': { label: '查看发票', group: '发票' },
  'invoice.apply': { label: '申请开票与确认红冲', group: '发票', sides: ['shipper'] },
  'invoice.review': { label: '审核开票申请', group: '发票', sides: ['platform', 'branch'] },
  'invoice.supply': { label: '上传进项发票', group: '发票', sides: ['platform', 'branch', 'carrier'] },
  'invoice.input': { label: '查验、勾选与绑定进项发票', group: '发票', sides: ['platform', 'branch'] },
  'invoice.issue': { label: '开具与交付发票', group: '发票', sides: ['platform', 'branch'] },
  'account.view': { label: '查看往来账', group: '账务', sides: ['shipper', 'carrier'] },
  'price.shipper': { label: '查看托运价', group: '数据', sides: ['platform', 'branch', 'shipper'] },
  'price.carrier': { label: '查看承运价', group: '数据', sides: ['platform', 'branch', 'carrier'] },
  'price.margin': { label: '查看差价和毛利', group: '数据', sides: ['platform', 'branch'] },
  'export.run': { label: '导出数据', group: '数据' },
  'pii.view': { label: '查看完整证件号、账号与手机号', group: '数据' },
  'pii.export': { label: '导出完整证件号与账号', group: '数据' },
})

export type Permit = keyof typeof permits

export const permitKeys = Object.keys(permits) as Permit[]

/** True if the text names a permit; narrows it. */
export function isPermit(text: string): text is Permit {
  return Object.hasOwn(permits, text)
}

/** True if positions of a side may hold the permit. */
export function isPermitOf(permit: Permit, side: RoleSide): boolean {
  return permits[permit].sides?.includes(side) ?? true
}

/**
 * Positions with special standing (spec §6): policies of a company name them, and the administrator's cannot be
 * changed.
 */
export const systemRoles = { admin: '管理员', finance: '财务', specialist: '运费专员' } as const

/**
 * Never held while working for somebody else: money and rights are only ever moved in one's own name.
 */
export const ownNameOnly: ReadonlySet<Permit> = new Set<Permit>([
  'settlement.approve',
  'settlement.pay',
  'fund.confirm',
  'remittance.confirm',
  'debt.confirm',
  'credit.set',
  'refund.approve',
  'refund.pay',
  'statement.confirm',
  'letter.answer',
  'payFile.release',
  'recon.confirm',
  'voucher.audit',
  'period.confirm',
  'terminal.danger',
  'invoice.review',
  'invoice.issue',
  'fuel.issue',
  'fuel.recover',
  'fuel.over',
  'agreement.sign',
  'agreement.confirm',
  'staff.edit',
  'staff.role',
  'company.policy',
  'company.verify',
  'company.actFor',
])

/** Money leaves by these, or what may leave grows: a company may ask that people who use them signed in with the second factor too. */
export const moneyPermits: ReadonlySet<Permit> = new Set<Permit>([
  'settlement.approve',
  'settlement.pay',
  'fund.confirm',
  'remittance.confirm',
  'refund.approve',
  'refund.pay',
  'debt.confirm',
  'payFile.release',
])

/**
 * Permits that rest after a colleague had a hand in an account: with any of them, who came to hold the account would
 * stand for the second person a payment needs (decision 008).
 */
export const restingPermits: ReadonlySet<Permit> = new Set<Permit>(['settlement.submit', ...moneyPermits])

/** Permits in the words of the table, for texts that name them. */
export const permitWords = (named: Iterable<Permit>): string => [...named].map(key => permits[key].label).join('、')
