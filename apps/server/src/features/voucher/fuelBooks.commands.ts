// Postings of fuel and tolls before the trip: handed out, taken back unused, and owed where the waybill came to nothing.
import type { FuelKind } from '@yunshu/domain/fuel/fuel'
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import type { VoucherKind } from '@yunshu/domain/voucher/voucher'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'

/** An issue as the books see it. */
export interface BookedIssue {
  readonly id: string
  readonly issueNo: string
  readonly kind: FuelKind
  readonly carrierId: string
  readonly branchId: string
  readonly waybillId: string
  /** None of a passage that is known after the signature. */
  readonly partId: string | undefined
}

/** Fuel has vouchers of its own; tolls stand among the others. */
const kindOf = { OIL: 'FUEL', ETC: 'OTHER' } as const satisfies Readonly<Record<FuelKind, VoucherKind>>
const events = { OIL: { issue: 'E6i', back: 'E6r' }, ETC: { issue: 'E10i', back: 'E10r' } } as const

interface Posted {
  readonly event: string
  readonly summary: string
  readonly lines: JournalLine[]
  readonly kind: VoucherKind
}

/** The carrier sees the entry, because its advance moves; the shipper has nothing to do with it. */
async function post(ctx: Ctx, issue: BookedIssue, { event, summary, lines, kind }: Posted): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [issue.carrierId])
    bookEntries(ctx, issue.branchId, [
      {
        source: { type: 'fuelIssue', id: issue.id },
        event,
        summary: `${summary} ${issue.issueNo}`,
        lines,
        carrierId: issue.carrierId,
        voucher: { kind, counterparty: names(issue.carrierId), waybillId: issue.waybillId },
      },
    ])
  })
}

const amountOf = ({ kind, carrierId: carrier, waybillId, partId }: BookedIssue, amount: Fen) => ({
  kind,
  carrier,
  waybillId,
  partId,
  amount,
})

/** E6i, E10i: handed out of the stock. */
export const postIssued = (ctx: Ctx, issue: BookedIssue, amount: Fen): Promise<void> =>
  post(ctx, issue, {
    event: events[issue.kind].issue,
    summary: issue.kind === 'OIL' ? '油费发放' : '通行费发放',
    lines: postings.issueStock(amountOf(issue, amount)),
    kind: kindOf[issue.kind],
  })

/** E6r, E10r: what was not used is in the stock again. */
export const postRecovered = (ctx: Ctx, issue: BookedIssue, amount: Fen): Promise<void> =>
  post(ctx, issue, {
    event: events[issue.kind].back,
    summary: issue.kind === 'OIL' ? '回收未用油费' : '回收通行费',
    lines: postings.recoverStock(amountOf(issue, amount)),
    kind: kindOf[issue.kind],
  })

/** E15c: what was used of a waybill that came to nothing, or of one that was signed before it was known, is owed by the carrier. */
export const postFuelOwed = (ctx: Ctx, issue: BookedIssue, amount: Fen): Promise<void> =>
  post(ctx, issue, {
    event: 'E15c',
    summary: issue.kind === 'OIL' ? '已用油费转承运商欠款' : '通行费转承运商欠款',
    lines: postings.oweAdvance(amountOf(issue, amount)),
    kind: 'DEDUCT',
  })
