// Fees of work handed down in the books of the demo: estimated with the signature (E3f), payable with a sheet of the
// house (E4a, E4b), and paid (E7a, E7b).
import { reverseLines, type JournalLine, type PostedLine } from '@yunshu/domain/voucher/ledger'
import { ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { VoucherKind } from '@yunshu/domain/voucher/voucher'
import type { Someone } from './history.ts'
import type { Journal } from './journal.ts'

/** A fee of a waybill. */
export interface BookedFee {
  readonly partId: string
  readonly waybillId: string
  readonly amount: Fen
}
/** A sheet of the house that pays fees of one carrier. */
export interface BookedFeeSheet {
  readonly id: string
  readonly settlementNum: string
  readonly carrierId: string
  readonly branchId: string
  readonly maker: Someone
  readonly fees: readonly BookedFee[]
}
/** An event of a fee. */
export type FeeHappening =
  | {
      readonly kind: 'feeSigned'
      readonly waybillNo: string
      readonly carrierId: string
      readonly branchId: string
      readonly fee: BookedFee
    }
  | { readonly kind: 'feeApproved'; readonly sheet: BookedFeeSheet }
  | {
      readonly kind: 'feeSubmitted' | 'feeSucceeded'
      readonly sheet: BookedFeeSheet
      readonly payment: { readonly id: string; readonly taskNo: string; readonly amount: Fen }
    }

/** The books as far as fees touch them. */
interface Keeping {
  readonly journal: Journal
  readonly nameOf: (companyId: string) => string
  /** The posted estimate of each fee, by its part. */
  readonly ofFee: Map<string, readonly PostedLine[]>
}

/** Posts what happened to a fee. */
export function postFee(keeping: Keeping, what: FeeHappening & { readonly at: number; readonly by: Someone }): void {
  if (what.kind === 'feeSigned') postEstimate(keeping, what)
  else if (what.kind === 'feeApproved') postApproved(keeping, what.at, what.by, what.sheet)
  else postPaid(keeping, what)
}

type Of<K extends FeeHappening['kind']> = Extract<FeeHappening, { kind: K }> & {
  readonly at: number
  readonly by: Someone
}

function postEstimate({ journal, nameOf, ofFee }: Keeping, what: Of<'feeSigned'>): void {
  const { carrierId, branchId, fee } = what
  const { waybillId, partId, amount } = fee
  const posted = journal.post(branchId, what.at, what.by, {
    source: { type: 'waybill', id: waybillId },
    event: 'E3f1',
    summary: `暂估转派差价 ${what.waybillNo}`,
    lines: postings.estimateCost({ carrier: carrierId, waybillId, partId, amount, isFee: true }),
    carrierId,
    voucher: { kind: 'TENTATIVE', counterparty: nameOf(carrierId), waybillId },
  })
  if (posted !== undefined) ofFee.set(partId, posted.lines)
}

function postApproved(
  { journal, nameOf, ofFee }: Keeping,
  at: number,
  by: Someone,
  { id, settlementNum, carrierId, branchId, maker, fees }: BookedFeeSheet,
): void {
  const of = (event: 'E4a' | 'E4b', summary: string, kind: VoucherKind, lines: JournalLine[]): void => {
    journal.post(branchId, at, by, {
      source: { type: 'settlement', id },
      event,
      summary: `${summary} ${settlementNum}`,
      lines,
      // the house pays: its branch stands where the shipper does
      ...(event === 'E4a' ? {} : { shipperId: branchId }),
      carrierId,
      voucher: { kind, counterparty: nameOf(carrierId), settlementId: id, maker },
    })
  }
  of(
    'E4a',
    '冲销暂估',
    'TENTATIVE',
    fees.flatMap(({ partId }) => reverseLines(ofFee.get(partId) ?? [])),
  )
  of(
    'E4b',
    '结算应付运费',
    'ACCOUNTING',
    fees.flatMap(fee => postings.recognisePayable({ ...fee, carrier: carrierId, isFee: true })),
  )
}

function postPaid({ journal, nameOf }: Keeping, what: Of<'feeSubmitted' | 'feeSucceeded'>): void {
  const { sheet, payment, kind } = what
  const { carrierId, branchId } = sheet
  const amount = { carrier: carrierId, amount: payment.amount }
  const isSent = kind === 'feeSubmitted'
  journal.post(branchId, what.at, what.by, {
    source: { type: 'payment', id: payment.id },
    event: isSent ? 'E7a' : 'E7b',
    summary: `${isSent ? '提交支付' : '支付成功'} ${payment.taskNo}`,
    shipperId: branchId,
    carrierId,
    lines: isSent
      ? postings.submitPayment({ ...amount, isFee: true })
      : postings.confirmPayment({ ...amount, fee: ZERO_FEN }),
    voucher: { kind: 'ACCOUNTING', counterparty: nameOf(carrierId), settlementId: sheet.id },
  })
}
