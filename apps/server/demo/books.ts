// The books of the demo: every event of the main job as the entries features/voucher/books.commands.ts makes of it, in
// order of time.
import { reverseLines, type JournalLine, type PostedLine } from '@yunshu/domain/voucher/ledger'
import { negateFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import { voucherKinds, type VoucherKind } from '@yunshu/domain/voucher/voucher'
import { keyOf } from '../src/db/keyOf.ts'
import { postDeposit, type DepositHappening } from './deposits.ts'
import { postFee, type FeeHappening } from './feeBooks.ts'
import { postFuel, postHandedOut, type FuelHappening } from './fuelBooks.ts'
import type { Someone } from './history.ts'
import { postManual, type ManualHappening } from './manualVouchers.ts'
import { postInvoiceHappening, type InvoiceHappening } from './invoiceBooks.ts'
import { openJournal, type Books, type Journal, type Posted } from './journal.ts'
import type { BookedPayment, BookedSheet, SignedWaybill } from './bookedRecords.ts'
import { openReceivables, type Receivables } from './receivables.ts'
import { postRefund, type RefundHappening } from './refunds.ts'

/** Events of the business that the books take down. */
export type Happening = { readonly at: number; readonly by: Someone } & (
  | {
      readonly kind: 'topUp'
      readonly id: string
      readonly shipperId: string
      readonly branchId: string
      readonly amount: Fen
      readonly maker: Someone
    }
  | {
      readonly kind: 'remitted'
      readonly id: string
      readonly remittanceNo: string
      readonly branchId: string
      readonly payer: string
      readonly amount: Fen
      readonly maker: Someone
      /** Claimed for this shipper, or sent back where it says so. */
      readonly claim?: { readonly id: string; readonly shipperId: string; readonly amount: Fen }
      readonly refundId?: string
    }
  | FeeHappening
  | FuelHappening
  | RefundHappening
  | DepositHappening
  | InvoiceHappening
  | ManualHappening
  | { readonly kind: 'signed'; readonly waybill: SignedWaybill }
  | { readonly kind: 'approved' | 'withdrawn'; readonly sheet: BookedSheet }
  | { readonly kind: 'submitted' | 'succeeded' | 'failed'; readonly payment: BookedPayment }
)

/** Posts everything in order of time; `nameOf` gives companies' names, `entryNo` the n-th number of a day. */
export function keepBooks(
  happenings: readonly Happening[],
  nameOf: (companyId: string) => string,
  entryNo: (n: number, at: number) => string,
): Books & Pick<Receivables, 'items' | 'matches'> {
  const journal = openJournal(entryNo)
  const keeping: Keeping = {
    journal,
    receivables: openReceivables(journal, nameOf),
    nameOf,
    estimates: new Map(),
    ofSheet: new Map(),
    ofPayment: new Map(),
    ofInvoice: new Map(),
    ofFee: new Map(),
    asked: new Map(),
  }
  for (const what of happenings.toSorted((a, b) => a.at - b.at)) {
    const { at, by } = what
    switch (what.kind) {
      case 'topUp':
        postTopUp(keeping, what)
        break
      case 'fuel':
        postFuel(journal, what)
        break
      case 'remitted':
        postRemitted(keeping, what)
        break
      case 'askedBack':
      case 'freeAgain':
      case 'sentBack':
        postRefund(keeping, what)
        break
      case 'deposit':
        postDeposit(journal, nameOf, what)
        break
      case 'handedOut':
      case 'takenBack':
        postHandedOut(journal, nameOf, what)
        break
      case 'invoiced':
      case 'reddened':
      case 'deducted':
        postInvoiceHappening(keeping, what)
        break
      case 'feeSigned':
      case 'feeApproved':
      case 'feeSubmitted':
      case 'feeSucceeded':
        postFee(keeping, what)
        break
      case 'manual':
        postManual(journal, what)
        break
      case 'signed':
        postSigned(keeping, at, by, what.waybill)
        break
      case 'approved':
        postApproved(keeping, at, by, what.sheet)
        break
      case 'withdrawn':
        postWithdrawn(keeping, at, by, what.sheet)
        break
      default:
        postPaid(keeping, at, by, what.kind, what.payment)
    }
  }
  const { items, matches } = keeping.receivables
  return { ...journal.books(), items, matches }
}

/** The books while they are kept, and what can be taken back. */
interface Keeping {
  readonly journal: Journal
  readonly nameOf: (companyId: string) => string
  /** The open estimate of each waybill. */
  readonly estimates: Map<string, readonly PostedLine[]>
  /** The posted amounts each sheet made payable. */
  readonly ofSheet: Map<string, Posted[]>
  /** The posted amount each payment put under way. */
  readonly ofPayment: Map<string, readonly PostedLine[]>
  /** The posted tax of each invoice. */
  readonly ofInvoice: Map<string, readonly PostedLine[]>
  /** The posted estimate of each fee of work handed down. */
  readonly ofFee: Map<string, readonly PostedLine[]>
  /** Money shippers paid ahead, and what they owe. */
  readonly receivables: Receivables
  /** The entry of each refund that was asked. */
  readonly asked: Map<string, Posted>
}

/** Keeps the lines of an entry that may be taken back: all, or those of one waybill. */
function keep(book: Map<string, readonly PostedLine[]>, id: string, entry: Posted | undefined): void {
  if (entry !== undefined) book.set(id, entry.lines)
}
function keepLines(book: Map<string, readonly PostedLine[]>, waybillId: string, entry: Posted | undefined): void {
  if (entry !== undefined)
    book.set(
      waybillId,
      entry.lines.filter(line => line.waybillId === waybillId),
    )
}
function kept(book: ReadonlyMap<string, readonly PostedLine[]>, id: string): readonly PostedLine[] {
  const lines = book.get(id)
  if (lines === undefined) throw new Error(`demo: nothing is open for ${id}`)
  return lines
}

/** Money a shipper pays ahead. */
function postTopUp({ journal, nameOf, receivables }: Keeping, what: Extract<Happening, { kind: 'topUp' }>): void {
  const { at, by } = what
  journal.post(what.branchId, at, by, {
    source: { type: 'topUp', id: what.id },
    event: 'E1',
    summary: '托运人充值',
    shipperId: what.shipperId,
    lines: postings.topUp({ shipper: what.shipperId, amount: what.amount }),
    voucher: { kind: 'ACCOUNTING', counterparty: nameOf(what.shipperId), maker: what.maker },
  })
  receivables.paidAhead(what, at, by, what.amount)
}

/** Money that came as nobody's, then a shipper's or sent back. */
function postRemitted({ journal, nameOf, receivables }: Keeping, what: Extract<Happening, { kind: 'remitted' }>): void {
  const { at, by, amount, payer: counterparty, branchId, claim, remittanceNo } = what
  journal.post(branchId, at, by, {
    source: { type: 'remittance', id: what.id },
    event: 'E0',
    summary: `来款待认领 ${remittanceNo}`,
    lines: postings.receiveUnclaimed({ amount }),
    voucher: { kind: 'ACCOUNTING', counterparty, maker: what.maker },
  })
  if (claim !== undefined) {
    const { shipperId } = claim
    journal.post(branchId, at, by, {
      source: { type: 'remittance', id: claim.id },
      event: 'E1',
      summary: `来款认领 ${remittanceNo}`,
      shipperId,
      lines: postings.claimUnclaimed({ shipper: shipperId, amount: claim.amount }),
      voucher: { kind: 'ACCOUNTING', counterparty: nameOf(shipperId) },
    })
    receivables.paidAhead({ shipperId, branchId }, at, by, claim.amount)
  }
  if (what.refundId !== undefined)
    journal.post(branchId, at, by, {
      source: { type: 'remittance', id: what.refundId },
      event: 'E0r',
      summary: `来款退回 ${remittanceNo}`,
      lines: postings.returnUnclaimed({ amount }),
      voucher: { kind: 'OTHER', counterparty },
    })
}

/** Revenue, what a top-up covers of it, and the estimated cost of a signed waybill. */
function postSigned(
  { journal, nameOf, estimates, receivables }: Keeping,
  at: number,
  by: Someone,
  w: SignedWaybill,
): void {
  const shipper = { shipper: w.shipperId, waybillId: w.id }
  const of = (
    event: string,
    summary: string,
    lines: JournalLine[],
    party: { shipperId: string } | { carrierId: string },
    kind: VoucherKind,
  ): Posted | undefined =>
    journal.post(w.branchId, at, by, {
      source: { type: 'waybill', id: w.id },
      event,
      summary: `${summary} ${w.waybillNo}`,
      lines,
      ...party,
      voucher: {
        kind,
        counterparty: nameOf('shipperId' in party ? party.shipperId : party.carrierId),
        waybillId: w.id,
      },
    })
  of(
    'E2',
    '签收确认收入',
    postings.recogniseRevenue({ ...shipper, amount: w.shipperFreight, vatBasisPoints: postings.transportVat }),
    { shipperId: w.shipperId },
    'ACCOUNTING',
  )
  keep(
    estimates,
    w.id,
    of(
      'E3',
      '暂估运费成本',
      w.parts.flatMap(({ id, freight }) =>
        postings.estimateCost({ carrier: w.carrierId, waybillId: w.id, partId: id, amount: freight }),
      ),
      { carrierId: w.carrierId },
      'TENTATIVE',
    ),
  )
  receivables.owed({ ...w, amount: w.shipperFreight }, at, by)
}

/** Posts the payable amounts of an approved sheet, in place of the estimates of its waybills. */
function postApproved(
  { journal, nameOf, estimates, ofSheet }: Keeping,
  at: number,
  by: Someone,
  sheet: BookedSheet,
): void {
  const voucher = { counterparty: nameOf(sheet.carrierId), settlementId: sheet.id, maker: sheet.maker }
  const of = (event: string, summary: string, kind: VoucherKind, lines: JournalLine[]): Posted | undefined =>
    journal.post(sheet.branchId, at, by, {
      source: { type: 'settlement', id: sheet.id },
      event,
      summary: `${summary} ${sheet.settlementNum}`,
      lines,
      ...(event === 'E4a' ? {} : { shipperId: sheet.shipperId }),
      carrierId: sheet.carrierId,
      voucher: { ...voucher, kind },
    })
  ofSheet.set(
    sheet.id,
    [
      of(
        'E4a',
        '冲销暂估',
        'TENTATIVE',
        sheet.lines.flatMap(({ waybillId }) => reverseLines(kept(estimates, waybillId))),
      ),
      of(
        'E4b',
        '结算应付运费',
        'ACCOUNTING',
        sheet.lines.flatMap(({ waybillId, partId, payable }) =>
          payable < 0
            ? []
            : postings.recognisePayable({ carrier: sheet.carrierId, waybillId, partId, amount: payable }),
        ),
      ),
      of(
        'E13c',
        '扣减超出运费，承运商赔偿',
        'DEDUCT',
        sheet.lines.flatMap(({ waybillId, partId, payable }) =>
          payable < 0
            ? postings.claimCompensation({ carrier: sheet.carrierId, waybillId, partId, amount: negateFen(payable) })
            : [],
        ),
      ),
      of(
        'E6b',
        '油卡抵运费',
        'FUEL',
        sheet.lines.flatMap(({ waybillId, partId, oil }) =>
          postings.payWithFuel({ carrier: sheet.carrierId, waybillId, partId, amount: oil }),
        ),
      ),
      of(
        'E4d',
        '抵扣承运商欠款',
        'DEDUCT',
        postings.recoverDebt({ carrier: sheet.carrierId, amount: sheet.carried.in }),
      ),
      of(
        'E4c',
        '扣款超出转承运商欠款',
        'DEDUCT',
        postings.carryDebt({ carrier: sheet.carrierId, amount: sheet.carried.out }),
      ),
    ].filter(entry => entry !== undefined),
  )
}

/** Takes back what a sheet made payable; its waybills are estimated again. */
function postWithdrawn({ journal, estimates, ofSheet }: Keeping, at: number, by: Someone, sheet: BookedSheet): void {
  for (const { entry: old, lines, voucher } of ofSheet.get(sheet.id) ?? []) {
    const red = journal.post(sheet.branchId, at, by, {
      source: { type: old.source_type, id: old.source_id },
      event: `${old.event}r`,
      summary: `撤销结算 ${sheet.settlementNum}`,
      lines: reverseLines(lines),
      ...(old.shipper_id ? { shipperId: old.shipper_id } : {}),
      carrierId: sheet.carrierId,
      voucher: {
        kind: keyOf(voucherKinds, voucher.kind),
        counterparty: voucher.counterparty,
        settlementId: sheet.id,
      },
    })
    if (old.event === 'E4a') for (const { waybillId } of sheet.lines) keepLines(estimates, waybillId, red)
  }
}

/** A payment under way, done, or taken back. */
function postPaid(
  { journal, nameOf, ofPayment }: Keeping,
  at: number,
  by: Someone,
  kind: 'submitted' | 'succeeded' | 'failed',
  { id, taskNo, amount, sheet }: BookedPayment,
): void {
  const of = (event: string, summary: string, lines: JournalLine[], kind: VoucherKind): Posted | undefined =>
    journal.post(sheet.branchId, at, by, {
      source: { type: 'payment', id },
      event,
      summary: `${summary} ${taskNo}`,
      shipperId: sheet.shipperId,
      carrierId: sheet.carrierId,
      lines,
      voucher: { kind, counterparty: nameOf(sheet.carrierId), settlementId: sheet.id },
    })
  const { carrierId: carrier } = sheet
  switch (kind) {
    case 'submitted':
      return keep(ofPayment, id, of('E7a', '提交支付', postings.submitPayment({ carrier, amount }), 'ACCOUNTING'))
    case 'succeeded': {
      of('E7b', '支付成功', postings.confirmPayment({ carrier, amount, fee: ZERO_FEN }), 'ACCOUNTING')
      return
    }
    case 'failed':
      of('E7c', '支付失败冲回', reverseLines(kept(ofPayment, id)), 'OTHER')
  }
}
