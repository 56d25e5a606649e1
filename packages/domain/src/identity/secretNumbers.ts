// Numbers that answers hold masked for everybody, by the records they belong to, and how often one person may see them whole.
import type { Permit } from '../permits/permits.ts'
import { DAY_MS, HOUR_MS } from '../figures/time.ts'

interface SecretRecord {
  /** The record in words of the audit log. */
  readonly label: string
  /** The permit that opens its numbers: of papers and accounts `pii.view`, of money to be sent that of its sender. */
  readonly toldTo: Permit
  /** Permits of which one lets a person see the record at all. */
  readonly seenBy: readonly Permit[]
  /** The numbers of the record, by their names on the wire. */
  readonly fields: Readonly<Record<string, string>>
}

const table = <const T extends Readonly<Record<string, SecretRecord>>>(t: T): T => t

/** Phones stand here for people who are not told them by `shownPhone`. */
export const secretRecords = table({
  driver: {
    label: '司机',
    toldTo: 'pii.view',
    seenBy: ['driver.view'],
    fields: { idNo: '身份证号', licenceNo: '驾驶证号', qualificationNo: '从业资格证号', mobile: '手机号' },
  },
  payee: {
    label: '收款人',
    toldTo: 'pii.view',
    seenBy: ['payee.view'],
    fields: { idNo: '证件号', accountNo: '银行账号', mobile: '手机号' },
  },
  company: {
    label: '企业',
    toldTo: 'pii.view',
    seenBy: ['company.view', 'company.verify'],
    fields: { legalIdNo: '法人身份证号', invoiceAccountNo: '开票银行账号', contactMobile: '联系手机号' },
  },
  companyAccount: {
    label: '对公账户',
    toldTo: 'pii.view',
    seenBy: ['company.view', 'company.verify'],
    fields: { accountNo: '银行账号' },
  },
  invoiceApp: {
    label: '开票申请',
    toldTo: 'pii.view',
    seenBy: ['invoice.view'],
    fields: { accountNo: '银行账号' },
  },
  /** A title of one's own: who applies under it may look. */
  invoiceTitle: {
    label: '开票抬头',
    toldTo: 'pii.view',
    seenBy: ['invoice.apply'],
    fields: { accountNo: '银行账号' },
  },
  refund: { label: '退款', toldTo: 'refund.pay', seenBy: ['refund.pay'], fields: { accountNo: '收款账号' } },
  depositBack: {
    label: '押金退还',
    toldTo: 'refund.pay',
    seenBy: ['refund.pay'],
    fields: { accountNo: '收款账号' },
  },
  /** One that is made at the bank by hand, while it is not over: who pays it types the number there. */
  offlinePayment: {
    label: '线下付款',
    toldTo: 'settlement.pay',
    seenBy: ['settlement.pay'],
    fields: { accountNo: '收款账号' },
  },
})
export type SecretKind = keyof typeof secretRecords
/** A number of a record, as calls and pages name it. */
export type SecretNumber = {
  [K in SecretKind]: {
    readonly kind: K
    readonly id: string
    readonly field: keyof (typeof secretRecords)[K]['fields']
  }
}[SecretKind]

/** The title of a number of a kind of record; undefined where the kind has no such number. */
export function secretTitle(kind: SecretKind, field: string): string | undefined {
  const { fields }: SecretRecord = secretRecords[kind]
  return Object.hasOwn(fields, field) ? fields[field] : undefined
}

/** The longest a whole number stays on a screen, ms. */
export const revealMs = 30_000

/** Whole numbers one person may see: enough to check papers all day, too few to copy a list. */
export const revealLimits = [
  { most: 60, withinMs: HOUR_MS },
  { most: 200, withinMs: DAY_MS },
] as const
