// The chart of accounts (会计科目): code, name, type and the side on which each account grows.

/** Types of accounts: 资产, 负债, 所有者权益, 收入, 成本费用. */
export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'
export type Side = 'debit' | 'credit'

export interface Account {
  readonly code: string
  readonly name: string
  readonly type: AccountType
  readonly normalSide: Side
  /** Kept for each shipper or carrier by itself: a line without a party is refused. */
  readonly perParty: boolean
}

/**
 * The accounts the product posts to. Codes follow the common Chinese chart; a client's accountant maps them to their
 * own.
 */
export const accounts = [
  { code: '1002.01', name: '银行存款', type: 'asset', normalSide: 'debit', perParty: false },
  { code: '1002.02', name: '通道/存管账户', type: 'asset', normalSide: 'debit', perParty: false },
  { code: '1012.09', name: '在途资金', type: 'asset', normalSide: 'debit', perParty: false },
  { code: '1122.01', name: '应收账款-托运人', type: 'asset', normalSide: 'debit', perParty: true },
  { code: '1123.01', name: '预付账款-油卡', type: 'asset', normalSide: 'debit', perParty: false },
  { code: '1123.02', name: '预付账款-ETC', type: 'asset', normalSide: 'debit', perParty: false },
  { code: '1123.03', name: '预付账款-承运人', type: 'asset', normalSide: 'debit', perParty: true },
  { code: '1221.01', name: '其他应收款-扣款/赔款', type: 'asset', normalSide: 'debit', perParty: true },
  { code: '1221.02', name: '其他应收款-重复支付', type: 'asset', normalSide: 'debit', perParty: true },
  // lowers the receivables it stands among
  { code: '1231', name: '坏账准备', type: 'asset', normalSide: 'credit', perParty: false },
  { code: '2202.01', name: '应付账款-承运人/司机', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '2202.02', name: '应付账款-支付中', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '2202.03', name: '应付账款-转派服务费', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '2202.99', name: '应付账款-暂估', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '2205.01', name: '合同负债/预收-托运人', type: 'liability', normalSide: 'credit', perParty: true },
  // input tax stands among the liabilities and grows on the debit side: it lowers what is owed
  { code: '2221.01', name: '应交增值税-进项', type: 'liability', normalSide: 'debit', perParty: false },
  { code: '2221.05', name: '应交增值税-销项', type: 'liability', normalSide: 'credit', perParty: false },
  { code: '2221.07', name: '待转销项税额', type: 'liability', normalSide: 'credit', perParty: false },
  { code: '2221.08', name: '代扣代缴税费', type: 'liability', normalSide: 'credit', perParty: false },
  { code: '2241.01', name: '代收代付-托运人', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '2241.02', name: '保证金/回单押金', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '2241.03', name: '待认领来款', type: 'liability', normalSide: 'credit', perParty: false },
  { code: '2241.04', name: '预收退款中', type: 'liability', normalSide: 'credit', perParty: true },
  { code: '4001', name: '实收资本', type: 'equity', normalSide: 'credit', perParty: false },
  { code: '4103', name: '本年利润', type: 'equity', normalSide: 'credit', perParty: false },
  { code: '4104', name: '利润分配-未分配利润', type: 'equity', normalSide: 'credit', perParty: false },
  { code: '6001.01', name: '运输收入', type: 'income', normalSide: 'credit', perParty: false },
  { code: '6051.01', name: '服务费收入', type: 'income', normalSide: 'credit', perParty: false },
  { code: '6301', name: '营业外收入-违约金', type: 'income', normalSide: 'credit', perParty: false },
  { code: '6401.01', name: '运费成本', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6401.02', name: '油费成本', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6401.03', name: '通行费', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6401.04', name: '转派服务费', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6401.05', name: '装卸及辅助', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6401.09', name: '其他成本', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6602', name: '管理费用', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6603.01', name: '手续费', type: 'expense', normalSide: 'debit', perParty: false },
  // lowers the expenses it stands among
  { code: '6603.02', name: '利息收入', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6702', name: '信用减值损失', type: 'expense', normalSide: 'debit', perParty: false },
  { code: '6711', name: '赔款支出', type: 'expense', normalSide: 'debit', perParty: false },
] as const satisfies readonly Account[]

/**
 * The accounts a company of each side has with the house: the only ones it reads, and there its own lines alone.
 */
export const ownAccounts = {
  shipper: ['1122.01', '2205.01', '2241.04'],
  carrier: ['1123.03', '1221.01', '1221.02', '2202.01', '2202.02', '2202.03', '2241.02'],
} as const satisfies Readonly<Record<'shipper' | 'carrier', readonly (typeof accounts)[number]['code'][]>>

export type AccountCode = (typeof accounts)[number]['code']

/**
 * Accounts that are read like a bank's statement (账户流水), in words both sides of them understand: the house's money
 * and stocks, and what companies have with it.
 */
export const flowAccounts = {
  '1002.02': '通道账户',
  '1002.01': '银行存款',
  '1123.01': '油卡库存',
  '1123.02': 'ETC 库存',
  '2241.03': '待认领来款',
  '2205.01': '预收余额',
  '2241.04': '退款中',
  '1122.01': '应收未付',
  '2202.01': '应付未付',
  '2202.02': '支付中',
  '2202.03': '服务费未付',
  '1123.03': '预付未冲',
  '1221.01': '欠款',
  '1221.02': '重复支付待收回',
  '2241.02': '押金',
} as const satisfies Partial<Record<AccountCode, string>>
export type FlowAccount = keyof typeof flowAccounts

const byCode = new Map<AccountCode, Account>(accounts.map(account => [account.code, account]))

/** The account of a code. */
export function accountOf(code: AccountCode): Account {
  const account = byCode.get(code)
  if (!account) throw new RangeError(`no account ${code}`)
  return account
}
