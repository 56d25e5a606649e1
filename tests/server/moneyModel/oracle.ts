// The money oracle: the postings and parts of the design written down a second time, what random money
// operations are judged by.
//
// | command | rule it follows |
// |---|---|
// | makeWaybill, depart | parts: amounts and life, by splitExact; pre, oil, etc are ready at prePayAt |
// | issue, recover | E6i, E10i, E6r (fuel, tolls): up to the plan, never below stock |
// | sign | fixParts; E2, E2b, E13, E3, E3f; N = net after cuts, P rides on the last part with cash |
// | confirmReceipt, adjust, latePenalty | receipt ready; adjust by 调差; booked adjust with E5 only |
// | appealWon, appealLost | E5b |
// | cancelWaybill, voidWaybill | E15c, E15 red; E2 and E3 red, E2b red newest first, E4g |
// | makeSheet … voidSheet | state table of the settlement; E4a, E4b, E5, E6b, E10b, E15, E15b, E13c, E4c, E4d, E7e; maker and submitter neither approve nor pay |
// | makeFailure, close, removeLine | child sheet, state table of the settlement |
// | pay, send, cancelPayment | E7a; one payment per payee |
// | fact | table of judgeFact; E7b, E7c, E7r |
// | proposeDecision …, proposeResolution … | decision by two; E7l, E7d by line |
// | remit, claim, returnRemittance | E0, E1, E2c, E2e, E4e, E7e, E0r |
// | askRefund … payRefund | E1r, reserved from asked on |
// | askWriteOff … | E4f |
// | buyStock, transfer | E6a, E10, E18 |
// | invoice, redInvoice, allowance | E8, E8r, E8a, beyond the receivable E13b |
//
// OPEN, the design leaves a choice; the reading taken here:
//  1 Tax of a part (NET): gross less net, net half up; mirrored below zero; none for oil, etc, fee (CASH_ONLY).
//  2 P with nothing handed out and no cash: on arrive, which then pays 0; of several handed out: the last of pre, oil, etc.
//  3 Cuts above the freight that are not DAMAGE are given up; compensation of a shipper is no more than its bill.
//  4 All cost is on 6401.01 (fees 6401.04): charges of other codes are not modelled.
//  5 A debt is taken as far as the cash of a sheet goes, the rest stays open on it; only NORMAL sheets take debts.
//  6 Set-offs of lines below zero are laid on by the same order as debts, before debts.
//  7 A debt of a sheet (SHEET, CLAIM) is taken, collected and given up only once its sheet is paid or closed.
//  8 A line that leaves gives its cover of a line below zero to a debt of the sheet (E4c), it is not laid on anew.
//  9 An advance that fails for good after the signature while arrive is not free: an unbooked adjust of its amount.
// 10 A returned advance whose E15b is booked stays issued; its sheet is partial, its close makes the booked adjust.
// 11 An advance of a paying sheet, or held, stays at a cancellation; its result ends it.
// 12 Facts follow the table by state even while an exception is open; one open exception per kind and order.
// 13 A cancelled payment takes facts as a failed one.
// 14 An exception can always be ended as a wrong message; UNKNOWN_ORDER of a held payment also by success or failure.
// 15 Late success of a refund: E7a and E7b when the free prepaid money still has it, else E7d on the shipper.
// 16 RETURNED of a line that came in by E7l or E7d: against that account, as far as it stands; else 2202.01, booked adjust.
// 17 Funds: the balance of 1002.02 less all payments under way covers what is paid; stock is bought from 1002.01.
// 18 A child freezes its payees anew when it is submitted. Rejecting needs no second person.
// 19 Lines that pay nothing end with their sheet (paid or partial); set-offs count from approval on.
// 20 Tax of an allowance: half up by itself, of the whole rest what stands.
// 21 A line whose penalty was appealed and decided is neither removed nor taken back.
// 22 The part of an ADVANCE line and of a NORMAL line are two open lines when a booked advance returns (10).
// 23 A late success of a line whose children failed or were not sent: it leaves them all, the paying sheet has it paid; a
//    sheet without lines is void (nothing sent yet) or closed.
// 24 An open exception holds the parts its payment pays (PART), or every part of the waybills on its sheet (SHEET).
// 25 A payment of a part is not sent while people judge a word about another payment of it (ten decisions, 2: blocks further
//    money on the same line).
//
// SETTLED against the product:
// 14 A proposal may name any end of its kind; whether it fits the payment is judged when it is confirmed, for only then
//    something moves.
// 15 Refunds are sent by people at the bank and told (BY_HAND): E1f to 2241.04 when asked, red when rejected, E1p when sent.
// 23 Money of a line whose sheet was closed counts as paid twice (DEBT), no E7l: the line may be on its way again.
//    Estimates are lowered by agreed cuts with the sheet that books them (WITH_SHEET), not at the signature.
// 24 SHEET is the product's: it also makes, approves and voids nothing of these waybills meanwhile. The design demands less
//    ("the other lines go on"), and no money can leave twice under either.
// 26 Of freight whose money was out twice no failure sheet is made while its carrier owes for that (decision 134).
import {
  allowance,
  approveRefund,
  askRefund,
  askWriteOff,
  buyStock,
  claim,
  confirmRemittance,
  confirmWriteOff,
  invoice,
  payRefund,
  redInvoice,
  refuseWriteOff,
  rejectRefund,
  remit,
  returnRemittance,
  transfer,
} from './oracleCash.ts'
import {
  adjust,
  cancelWaybill,
  confirmReceipt,
  depart,
  endAppeal,
  issue,
  latePenalty,
  makeWaybill,
  recover,
  setPayee,
  sign,
  voidWaybill,
} from './oracleParts.ts'
import {
  cancelPayment,
  endDecision,
  endResolution,
  proposeDecision,
  proposeResolution,
  send,
  takeFact,
} from './oraclePay.ts'
import { approve, close, makeFailure, makeSheet, pay, removeLine, sendBack, submit, voidSheet } from './oracleSheets.ts'
import {
  defaultConfig,
  openState,
  type Answer,
  type Command,
  type CommandName,
  type Config,
  type Of,
  type Refusal,
  type State,
} from './oracleState.ts'

type Handlers = { readonly [N in CommandName]: (s: State, c: Of<N>) => Refusal }

const handlers: Handlers = {
  makeWaybill,
  depart,
  setPayee,
  issue,
  recover,
  sign,
  confirmReceipt,
  adjust,
  latePenalty,
  appealWon: endAppeal,
  appealLost: endAppeal,
  cancelWaybill,
  voidWaybill,
  makeSheet,
  submit,
  takeBack: sendBack,
  reject: sendBack,
  approve,
  pay,
  removeLine,
  makeFailure,
  close,
  voidSheet,
  askVoid: voidSheet,
  confirmVoid: voidSheet,
  refuseVoid: voidSheet,
  send,
  cancelPayment,
  fact: takeFact,
  proposeDecision,
  confirmDecision: endDecision,
  withdrawDecision: endDecision,
  proposeResolution,
  confirmResolution: endResolution,
  refuseResolution: endResolution,
  remit,
  confirmRemittance,
  claim,
  returnRemittance,
  askRefund,
  approveRefund,
  rejectRefund,
  payRefund,
  askWriteOff,
  confirmWriteOff,
  refuseWriteOff,
  buyStock,
  transfer,
  invoice,
  redInvoice,
  allowance,
}

function handle<N extends CommandName>(s: State, c: Of<N>): Refusal {
  return handlers[c.do](s, c)
}

export interface MoneyOracle {
  /** Says whether a command must be accepted, and does it. A refused one changes nothing. */
  run(command: Command): Answer
  /** The books as they should be; for reading. */
  readonly state: State
}

export function openMoneyOracle(config: Partial<Config> = {}): MoneyOracle {
  const state = openState({ ...defaultConfig, ...config })
  return {
    state,
    run(command) {
      state.said = []
      state.count++
      const why = handle(state, command)
      return why === undefined ? { ok: true, entries: state.said } : { ok: false, why }
    },
  }
}
