// The states of what the search finds, by the machine of each kind.
import type { SearchKind } from '@yunshu/contract/session/searchKinds'
import { agreementStates } from '@yunshu/domain/agreement/agreement'
import { debtStates } from '@yunshu/domain/debt'
import { depositBackStates, depositStates } from '@yunshu/domain/deposit'
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { fuelIssueStates } from '@yunshu/domain/fuel/fuel'
import { fuelShiftStates } from '@yunshu/domain/fuel/fuelShift'
import { fundStates } from '@yunshu/domain/fund'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { inputStates } from '@yunshu/domain/invoice/input'
import { invoiceAppStates, invoiceStates } from '@yunshu/domain/invoice/invoice'
import { redStates } from '@yunshu/domain/invoice/red'
import { letterStates } from '@yunshu/domain/letter'
import { payFileStates } from '@yunshu/domain/payFile/payFile'
import { refundStates } from '@yunshu/domain/refund'
import { relationStates } from '@yunshu/domain/relation'
import { remittanceStates } from '@yunshu/domain/remittance'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { statementStates } from '@yunshu/domain/statement'
import type { State } from '@yunshu/domain/states'
import { taskStates } from '@yunshu/domain/task/task'
import { terminalStates } from '@yunshu/domain/terminal/terminal'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { writeOffStates } from '@yunshu/domain/writeOff'

const machines: Readonly<Record<SearchKind, { readonly states: Readonly<Record<string, State>> }>> = {
  waybill: waybillStates,
  task: taskStates,
  goods: goodsStates,
  settlement: settlementStates,
  vehicle: paperStandings,
  driver: paperStandings,
  company: relationStates,
  voucher: voucherStates,
  invoiceApp: invoiceAppStates,
  invoice: invoiceStates,
  inputInvoice: inputStates,
  redConfirm: redStates,
  statement: statementStates,
  letter: letterStates,
  remittance: remittanceStates,
  refund: refundStates,
  debt: debtStates,
  writeOff: writeOffStates,
  deposit: depositStates,
  depositBack: depositBackStates,
  fund: fundStates,
  payFile: payFileStates,
  fuelIssue: fuelIssueStates,
  fuelShift: fuelShiftStates,
  agreement: agreementStates,
  terminal: terminalStates,
}

/** The state of a finding as people read it. */
export const hitState = (kind: SearchKind, state: string | undefined): State | undefined =>
  state === undefined ? undefined : machines[kind].states[state]
