// Payment tasks (付款待办): the next step of a settlement sheet, and the person it waits for.
import type { Permit } from '../permits/permits.ts'
import type { State } from '../states.ts'
import { settlementStates } from './settlement.ts'

interface KindRow extends State {
  readonly permit: Permit
}
const kind = (label: string, permit: Permit, tone: State['tone'] = 'busy'): KindRow => ({
  label,
  tone,
  permit,
  awaits: { permit, sides: ['shipper', 'platform', 'branch'] },
})

/**
 * In the order money travels; a sheet waits in at most one of them. `permit` is what the person needs who ends the
 * wait.
 */
export const paymentTaskKinds = {
  receipt: kind('待回单', 'settlement.submit'),
  submit: kind('待提交', 'settlement.submit'),
  approve: kind('待审核', 'settlement.approve'),
  voiding: kind(settlementStates.states.voiding.label, 'settlement.approve'),
  change: kind('待确认变更', 'settlement.approve'),
  pay: kind('待支付', 'settlement.pay'),
  unknown: kind('结果未知', 'settlement.pay', 'bad'),
  failed: kind(settlementStates.states.partial.label, 'settlement.pay', 'bad'),
} as const
export type PaymentTaskKind = keyof typeof paymentTaskKinds
export const paymentTaskKeys = Object.keys(paymentTaskKinds) as PaymentTaskKind[]
