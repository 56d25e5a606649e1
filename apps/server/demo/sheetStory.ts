// One settlement sheet of the demo, told to the point it has reached: made, judged, paid, released.
import { addFen, fen, printMoney, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { cashDue } from '@yunshu/domain/settlement/payPlan'
import { setOffLines } from '@yunshu/domain/settlement/setOff'
import {
  paymentStates,
  settlementStates,
  type PaymentState,
  type SettlementState,
} from '@yunshu/domain/settlement/settlement'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { paymentKey } from '../src/features/settlement/payment.commands.ts'
import { touchRow, type Haul } from './haul.ts'
import { system, type History, type Someone, type WhoIs } from './history.ts'
import { demoCard, type dice } from './invented.ts'

/** The last step of a sheet. */
export type End = 'draft' | 'submitted' | 'rejected' | 'approved' | 'paid' | 'partial' | 'unknown' | 'closed' | 'void'
/** The account the money of a sheet goes to, as the sheet keeps it. */
export interface Payee {
  readonly name: string
  readonly account: string
  readonly bank: string
}
export interface SheetLine {
  readonly haul: Haul
  readonly freight: Fen
  readonly deducted: Fen
  readonly oil: Fen
  readonly due: Fen
  readonly setOff: Fen
  readonly pay: Fen
}
export interface PaymentPlan {
  readonly id: string
  readonly n: number
  readonly at: number
  readonly sentAt: number
  readonly doneAt: number | undefined
  readonly state: PaymentState
  readonly accountNo: string
  readonly idemKey: string
  readonly reason: string | null
  readonly serial: string | null
  readonly version: number
}
export interface Sheet {
  readonly id: string
  readonly n: number
  readonly end: End
  readonly parent: Sheet | undefined
  readonly shipper: string
  readonly carrier: string
  readonly madeAt: number
  readonly lines: readonly SheetLine[]
  readonly due: Fen
  /** Debt of earlier sheets taken off, and what this one leaves (decision 019). */
  readonly carriedIn: Fen
  readonly carriedOut: Fen
  readonly maker: Someone
  readonly payee: Payee
  state: SettlementState
  version: number
  updatedAt: number
  isOpen: boolean
  submitter: Someone | undefined
  auditor: Someone | undefined
  payer: Someone | undefined
  approvedAt: number | undefined
  closedAt: number | undefined
  payment: PaymentPlan | undefined
  /** The sheet that took this one's debt off. */
  carriedTo: Sheet | undefined
}

/** A valid card number whose last four digits are those the simulated bank knows. */
export function cardEnding(tail: string): string {
  for (let n = 0; n < 1000; n++) {
    const card = demoCard(n * 1000 + Number(tail.slice(0, 3)))
    if (card.endsWith(tail)) return card
  }
  throw new Error(`no card ends in ${tail}`)
}

interface Wanted {
  id: string
  n: number
  end: End
  parent: Sheet | undefined
  shipper: string
  carrier: string
  madeAt: number
  hauls: readonly Haul[]
  debts: readonly Sheet[]
}
interface Around {
  roll: ReturnType<typeof dice>
  history: History
  whoIs: WhoIs
  numberOf: (sheet: { madeAt: number; n: number }) => string
  accountOf: (carrier: string) => Payee
  paymentId: (at: number) => string
  failure: readonly [string, string]
}

/** A sheet as it is made, with what it comes to and where its money goes. */
function openSheet({ hauls, debts, ...wanted }: Wanted, around: Around): Sheet {
  const carriedIn = sumFen(debts.map(debt => debt.carriedOut))
  const lines = linesOf(hauls, carriedIn)
  const { cash: due, owed: carriedOut } = cashDue({
    payable: sumFen(lines.map(line => line.freight)),
    oil: sumFen(lines.map(line => line.oil)),
    deductions: addFen(sumFen(lines.map(line => line.deducted)), carriedIn),
    paid: ZERO_FEN,
  })
  const tail =
    wanted.end === 'partial' || wanted.end === 'closed'
      ? around.failure[0]
      : wanted.end === 'unknown'
        ? '9004'
        : undefined
  return {
    ...wanted,
    lines,
    due,
    carriedIn,
    carriedOut,
    maker: around.whoIs(`${wanted.shipper}-freight`),
    payee: { ...around.accountOf(wanted.carrier), ...(tail === undefined ? {} : { account: cardEnding(tail) }) },
    state: settlementStates.start,
    version: 1,
    updatedAt: wanted.madeAt,
    isOpen: true,
    submitter: undefined,
    auditor: undefined,
    payer: undefined,
    approvedAt: undefined,
    closedAt: undefined,
    payment: undefined,
    carriedTo: undefined,
  }
}

function linesOf(hauls: readonly Haul[], carriedIn: Fen): SheetLine[] {
  const lines = hauls.map(haul => {
    const { payable: freight, deducted, oil } = haul
    return { haul, freight, deducted, oil, due: fen(freight - deducted - oil) }
  })
  const setOff = setOffLines(
    lines.map(({ due, haul }) => ({ due, account: undefined, dueAt: haul.row.due_at ?? undefined })),
    carriedIn,
  )
  return lines.map((line, index) => {
    const off = setOff[index] ?? ZERO_FEN
    return { ...line, setOff: off, pay: subtractFen(line.due, off) }
  })
}

/** Tells one sheet to its end; the rounds are old enough for every step to lie before now. */
export function tellSheet({ hauls, debts, ...wanted }: Wanted, around: Around): Sheet {
  const { roll, history, whoIs, numberOf } = around
  const freight = whoIs(`${wanted.shipper}-freight`),
    finance = whoIs(`${wanted.shipper}-finance`)
  const sheet = openSheet({ hauls, debts, ...wanted }, around)
  const { lines } = sheet
  const number = numberOf(wanted)
  const step = (name: keyof typeof settlementStates.moves, at: number, by: Someone, remark?: string): void => {
    sheet.state = history.move(settlementStates, sheet.id, sheet.state, name, { at, by, remark })
    sheet.version += 1
    sheet.updatedAt = at
  }
  history.note('settlement', sheet.id, '制作结算单', {
    at: sheet.madeAt,
    by: freight,
    to: settlementStates.start,
  })
  for (const { haul } of lines) settleStep(haul, 'take', sheet.madeAt, freight, history, number, '--', number)
  for (const debt of debts) {
    debt.carriedTo = sheet
    history.note('settlement', debt.id, '欠款转入结算单', {
      at: sheet.madeAt,
      by: freight,
      diff: [{ field: '欠款', old: '--', new: `${printMoney(debt.carriedOut)} 元，${number}` }],
    })
  }
  const { end } = sheet
  if (end === 'void') {
    const at = sheet.madeAt + 2 * HOUR_MS
    step('void', at, freight, '选错运单，重新制作')
    release(sheet, at, freight, history, number)
    return sheet
  }
  if (end === 'draft') return sheet
  const submittedAt = sheet.madeAt + roll.int(20, 200) * MINUTE_MS
  step('submit', submittedAt, freight)
  sheet.submitter = freight
  if (end === 'submitted') return sheet
  // nothing is paid of them: they are done within a day, so that the newest ones are over before now
  const isQuick = hauls.every(({ trip }) => trip.isSpilled === true)
  const judgedAt = submittedAt + roll.int(60, isQuick ? 300 : 1500) * MINUTE_MS
  if (end === 'rejected') {
    step('reject', judgedAt, finance, '第二行运费与磅单不符，请核对')
    return sheet
  }
  step('approve', judgedAt, finance)
  sheet.auditor = finance
  sheet.approvedAt = judgedAt
  if (end === 'approved') return sheet
  pay(sheet, judgedAt + (isQuick ? roll.int(120, 600) : roll.int(1200, 4200)) * MINUTE_MS, around, step)
  if (end === 'closed' && sheet.payment?.doneAt !== undefined) {
    const at = sheet.payment.doneAt + DAY_MS
    step('askClose', at - HOUR_MS, freight, '付款失败，更正收款账户后补付')
    step('confirmClose', at, finance, '付款失败，更正收款账户后补付')
    sheet.closedAt = at
    release(sheet, at, finance, history, number)
  }
  return sheet
}

/** The payment of a sheet and its result; where deductions leave nothing to pay there is none. */
function pay(
  sheet: Sheet,
  at: number,
  { roll, history, whoIs, paymentId, failure }: Around,
  step: (name: keyof typeof settlementStates.moves, at: number, by: Someone) => void,
): void {
  const payer = whoIs(`${sheet.shipper}-finance`)
  const { end } = sheet
  step('pay', at, payer)
  sheet.payer = payer
  if (sheet.due === 0) {
    step('settle', at, payer)
    return finish(sheet, at, payer, history)
  }
  const id = paymentId(at)
  const sentAt = at + roll.int(400, 2500),
    doneAt = sentAt + roll.int(800, 90_000)
  const isPaid = end === 'paid',
    isUnknown = end === 'unknown'
  history.move(paymentStates, id, 'created', 'send', { at: sentAt, by: system })
  history.move(paymentStates, id, 'sent', isPaid ? 'succeed' : isUnknown ? 'lose' : 'fail', {
    at: doneAt,
    by: system,
    ...(isPaid || isUnknown ? {} : { remark: failure[1] }),
  })
  sheet.payment = {
    id,
    n: sheet.n,
    at,
    sentAt,
    doneAt: isUnknown ? undefined : doneAt,
    state: isPaid ? 'success' : isUnknown ? 'unknown' : 'failed',
    accountNo: sheet.payee.account,
    idemKey: paymentKey(sheet.id, sheet.payee, sheet.due),
    reason: isPaid || isUnknown ? null : failure[1],
    serial: isPaid
      ? `SIM${doneAt}${(sheet.n * 7919 + 65_536).toString(16).slice(-6).toUpperCase().padStart(6, '0')}`
      : null,
    version: 3,
  }
  if (isUnknown) return
  step(isPaid ? 'settle' : 'fail', doneAt, system)
  if (isPaid) finish(sheet, doneAt, system, history)
}

/** The waybills of a paid sheet are settled and finished. */
function finish(sheet: Sheet, at: number, by: Someone, history: History): void {
  for (const { haul, pay: transferred, setOff } of sheet.lines) {
    settleStep(haul, 'settle', at, by, history)
    haul.row.paid_fen = transferred
    haul.row.set_off_fen = setOff
    haul.row.state = history.move(waybillStates, haul.row.id, haul.row.state, 'finish', { at, by })
    haul.row.finished_at = at
    touchRow(haul, at)
  }
}

function settleStep(
  haul: Haul,
  name: keyof typeof waybillSettleStates.moves,
  at: number,
  by: Someone,
  history: History,
  number?: string | null,
  old?: string,
  next?: string,
): void {
  const from = haul.row.settle_state
  if (from !== 'unsettled' && from !== 'settling') throw new Error(`demo: ${from} is not settled again`)
  haul.row.settle_state = history.move(waybillSettleStates, haul.row.id, from, name, {
    at,
    by,
    ...(old === undefined || next === undefined ? {} : { diff: [{ field: '结算单', old, new: next }] }),
  })
  if (number !== undefined) haul.row.settlement_num = number
  touchRow(haul, at)
}

function release(sheet: Sheet, at: number, by: Someone, history: History, number: string): void {
  sheet.isOpen = false
  for (const { haul } of sheet.lines) settleStep(haul, 'release', at, by, history, null, number, '--')
}
