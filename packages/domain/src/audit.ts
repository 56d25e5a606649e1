// The audit log as a chain: the text of a row that its seal is made of. Pure: the hash itself is the server's.

/** A row as it is sealed; `diff` is the database's own text of it, which never varies. */
export interface AuditRecord {
  readonly id: string
  readonly at: number
  readonly userId: string
  readonly actingFor: string | null
  readonly companyId: string | null
  readonly branchId: string | null
  readonly ip: string
  readonly action: string
  readonly title: string
  readonly entity: string | null
  readonly entityId: string | null
  readonly diff: string | null
  readonly requestId: string
}

/** Every fact of a row in one text; two rows that differ in anything have different texts. */
export function auditText(record: AuditRecord): string {
  const { id, at, userId, actingFor, companyId, branchId, ip, action, title, entity, entityId, diff, requestId } =
    record
  return JSON.stringify([
    id,
    at,
    userId,
    actingFor,
    companyId,
    branchId,
    ip,
    action,
    title,
    entity,
    entityId,
    diff,
    requestId,
  ])
}

/** The sign histories keep for a value that was not there. */
export const keptNothing = '--'

/** Records people look for in the audit log, and what they are called. */
export const auditEntities = {
  goods: '货源',
  task: '任务',
  waybill: '运单',
  settlement: '结算单',
  payment: '支付任务',
  voucher: '凭证',
  fund: '资金登记',
  remittance: '来款',
  fuelAccount: '油品与 ETC 账户',
  fuelCard: '油卡',
  fuelIssue: '油费发放',
  fuelShift: '油品调整',
  debt: '欠款',
  writeOff: '应收坏账',
  credit: '信用额度',
  refund: '退款',
  deposit: '押金',
  depositBack: '押金退还',
  statement: '货主对账单',
  letter: '对账函',
  postingVersion: '记账规则版本',
  accountMap: '科目对照',
  voucherPattern: '常用凭证',
  payFile: '付款文件',
  reconFile: '对账文件',
  reconItem: '对账差异',
  fuelUse: '用油记录',
  tollPass: '通行记录',
  invoiceApp: '开票申请',
  invoice: '发票',
  invoiceTitle: '开票抬头',
  redConfirm: '红字确认单',
  inputInvoice: '进项发票',
  baseChange: '更改口径',
  estimateEnd: '暂估核销',
  agreement: '合同',
  agreementTemplate: '合同模板',
  realName: '实名认证',
  vehicle: '车辆',
  terminal: '终端',
  driver: '司机',
  payee: '收款人',
  company: '企业',
  user: '员工',
  role: '职位',
  relation: '合作关系',
  relationLink: '邀请链接',
  policy: '企业策略',
  message: '消息',
  broadcast: '群发通知',
  messagePreference: '消息设置',
  session: '登录',
  export: '导出',
  import: '导入',
} as const

/** Refusals that are kept as events, and what they are called. */
export const securityEventKinds = {
  permit: '无权操作',
  identity: '身份不符',
  branch: '未选分公司',
  sign: '签名不正确',
  lock: '账号锁定',
} as const
export type SecurityEventKind = keyof typeof securityEventKinds
