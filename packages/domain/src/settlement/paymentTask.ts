// Payment tasks (付款待办): the next step of a settlement sheet, and the person it waits for.
import type { Permit } from '../permits.ts'
import type { Tone } from '../states.ts'

interface KindRow {
  readonly label: string
  readonly tone: Tone
  readonly permit: Permit
}
const table = <const T extends Readonly<Record<string, KindRow>>>(t: T): { readonly [K in keyof T]: KindRow } => t

/**
 * In the order money travels; a sheet waits in at most one of them. `permit` is what the person needs who ends the
 * wait.
 */
export const paymentTaskKinds = table({
  receipt: { label: '待回单', tone: 'warn', permit: 'settlement.submit' },
  submit: { label: '待提交', tone: 'warn', permit: 'settlement.submit' },
  approve: { label: '待审核', tone: 'warn', permit: 'settlement.approve' },
  pay: { label: '待支付', tone: 'busy', permit: 'settlement.pay' },
  unknown: { label: '结果未知', tone: 'bad', permit: 'settlement.pay' },
  failed: { label: '支付失败', tone: 'bad', permit: 'settlement.pay' },
})
export type PaymentTaskKind = keyof typeof paymentTaskKinds
export const paymentTaskKeys = Object.keys(paymentTaskKinds) as PaymentTaskKind[]
