// Payees of a driver's earnings (收款人): a person or a company, and the driver's authorisation of anybody but the driver.
import { checkBankCard, checkCompanyAccount, checkIdNo, checkUscc } from '../identity/identity.ts'
import { machine } from '../states.ts'
import { DAY_MS } from '../figures/time.ts'

export const payeeKinds = { PERSON: '个人', COMPANY: '企业' } as const
export type PayeeKind = keyof typeof payeeKinds

/** Kinds of document of a payee. */
export const payeeDocuments = {
  card: '银行卡或开户证明',
  idFront: '身份证人像面',
  idBack: '身份证国徽面',
  licence: '营业执照',
  other: '其他资料',
} as const
export type PayeeDocument = keyof typeof payeeDocuments

/** Kinds of document of an authorisation. */
export const authDocuments = {
  letter: '代收款授权委托书',
  promise: '承诺函',
  vehicles: '车辆登记表',
  other: '其他资料',
} as const

/**
 * An authorisation of a driver that somebody else receives what he earns: it counts while it is active and within its
 * dates.
 */
export const payeeAuthStates = machine({
  table: 'payee_auths',
  column: 'state',
  entity: 'payeeAuth',
  start: 'pending',
  states: {
    pending: { label: '待审核', tone: 'busy', awaits: { permit: 'fleet.verify', sides: ['platform', 'branch'] } },
    active: { label: '生效', tone: 'good' },
    rejected: { label: '未通过', tone: 'bad', final: true },
    revoked: { label: '已撤销', tone: 'idle', final: true },
    expired: { label: '已到期', tone: 'idle', final: true },
  },
  moves: {
    approve: { from: ['pending'], to: 'active', label: '通过', permit: 'fleet.verify' },
    reject: { from: ['pending'], to: 'rejected', label: '驳回', permit: 'fleet.verify', danger: true, ask: 'reason' },
    revoke: {
      from: ['pending', 'active'],
      to: 'revoked',
      label: '撤销',
      permit: 'payee.edit',
      danger: true,
      ask: 'reason',
    },
    expire: { from: ['pending', 'active'], to: 'expired', label: '到期', permit: 'system' },
  },
})

/** The longest an authorisation may run, ms: it is signed anew every few years. */
export const authLongestMs = 3 * 366 * DAY_MS

/** Checks the number of an account: a person's card has a Luhn digit, a company's account has none. */
export function checkAccountNo(kind: PayeeKind, text: string): string | undefined {
  return kind === 'PERSON' ? checkBankCard(text) : checkCompanyAccount(text)
}

/** Checks the number that tells a payee apart: the 身份证号 of a person, the credit code of a company. */
export function checkPayeeNo(kind: PayeeKind, text: string): string | undefined {
  return kind === 'PERSON' ? checkIdNo(text) : checkUscc(text)
}

/** Papers missing before a payee can be verified: fault by kind of document. */
export function missingOfPayee({
  kind,
  isOwn,
  documents,
}: {
  readonly kind: PayeeKind
  readonly isOwn: boolean
  readonly documents: readonly string[]
}): Record<string, string> {
  const wanted: readonly PayeeDocument[] =
    kind === 'COMPANY' ? ['licence', 'card'] : isOwn ? ['card'] : ['card', 'idFront', 'idBack']
  return Object.fromEntries(
    wanted.filter(each => !documents.includes(each)).map(each => [each, `请上传${payeeDocuments[each]}`]),
  )
}

/** Parts of a payee's papers a verifier can ask to have mended. */
export const payeeParts = {
  ...payeeDocuments,
  name: '户名',
  idNo: '证件号',
  mobile: '手机号',
  bank: '开户银行',
  bankCode: '联行号',
  accountNo: '银行账号',
} as const
