// Payment tasks (付款待办): the next step of a settlement sheet, and the person it waits for.
import type { Permit } from '../permits/permits.ts'
import type { State } from '../states.ts'
import { settlementStates } from './settlement.ts'

interface KindRow extends State {
  readonly permit: Permit
}
type Awaited = NonNullable<State['awaits']>
const kind = (
  label: string,
  permit: Permit,
  tone: State['tone'] = 'busy',
  sides: Awaited['sides'] = ['shipper', 'platform', 'branch'],
): KindRow => ({ label, tone, permit, awaits: { permit, sides } })
/** Money that leaves by hand or in a file leaves the account of the house: its people alone see to it. */
const house: Awaited['sides'] = ['platform', 'branch']

/**
 * In the order money travels; a sheet waits in at most one of them, the first here that its reader may end. `permit` is
 * what the person needs who ends the wait.
 */
export const paymentTaskKinds = {
  receipt: kind('待回单', 'settlement.submit'),
  submit: kind('待提交', 'settlement.submit'),
  approve: kind('待审核', 'settlement.approve'),
  voiding: kind(settlementStates.states.voiding.label, 'settlement.approve'),
  change: kind('待确认变更', 'settlement.approve'),
  pay: kind('待支付', 'settlement.pay'),
  exception: kind('资金异常', 'settlement.pay', 'bad'),
  slip: kind('待确认付款', 'settlement.pay', 'busy', house),
  record: kind('待登记付款', 'settlement.pay', 'busy', house),
  fileless: kind('待生成文件', 'payFile.make', 'busy', house),
  unknown: kind('结果未知', 'settlement.pay', 'bad'),
  closing: kind('待确认关闭', 'settlement.pay'),
  failed: kind(settlementStates.states.partial.label, 'settlement.pay', 'bad'),
} as const
export type PaymentTaskKind = keyof typeof paymentTaskKinds
export const paymentTaskKeys = Object.keys(paymentTaskKinds) as PaymentTaskKind[]
