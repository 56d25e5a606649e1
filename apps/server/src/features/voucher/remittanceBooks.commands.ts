// Postings of remittances: arrived as nobody's (E0), claimed for a shipper (E1), taken back in red, sent back (E0r).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf } from './books.queries.ts'
import { takeMoney } from './fundBooks.commands.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

/** A carrier whose debts were paid, and the accounts they stood on. */
interface Collected {
  readonly carrierId: string
  readonly carrierName: string
  readonly parts: Parameters<typeof postings.collectDebt>[0]['parts']
}

/** A remittance as the books see it. */
export interface BookedRemittance {
  id: string
  remittanceNo: string
  branchId: string
  payer: string
  amount: Fen
}

/** E0: money is on the channel account, and nobody's yet. */
export async function postRemittance(
  ctx: Ctx,
  { id, remittanceNo, branchId, payer, amount, maker }: BookedRemittance & { maker: { id: string; name: string } },
): Promise<void> {
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id },
      event: 'E0',
      summary: `来款待认领 ${remittanceNo}`,
      lines: postings.receiveUnclaimed({ amount }),
      voucher: { kind: 'ACCOUNTING', counterparty: payer, maker },
    },
  ])
}

/** E1: it is a shipper's prepaid money, and pays what the shipper owes; each claim is booked under its own id. */
export async function postRemittanceClaimed(
  ctx: Ctx,
  { remittanceNo, branchId, amount, shipperId, claimId }: BookedRemittance & { shipperId: string; claimId: string },
): Promise<void> {
  const names = await companyNames(ctx, [shipperId])
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id: claimId },
      event: 'E1',
      summary: `来款认领 ${remittanceNo}`,
      shipperId,
      lines: postings.claimUnclaimed({ shipper: shipperId, amount }),
      voucher: { kind: 'ACCOUNTING', counterparty: names(shipperId) },
    },
  ])
}

/** E4e: it paid what a carrier owed; the claim is the source, as with a shipper's. */
export async function postRemittanceCollected(
  ctx: Ctx,
  { remittanceNo, branchId, claimId }: Omit<BookedRemittance, 'payer' | 'amount' | 'id'> & { claimId: string },
  { carrierId, carrierName, parts }: Collected,
): Promise<void> {
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id: claimId },
      event: 'E4e',
      summary: `来款收回欠款 ${remittanceNo}`,
      carrierId,
      lines: postings.collectDebt({ carrier: carrierId, parts }),
      voucher: { kind: 'ACCOUNTING', counterparty: carrierName },
    },
  ])
}

/** E1r, E4er: a claim is taken back in red, and with it what the money had paid (E2br). */
export async function postRemittanceUnclaimed(
  ctx: Ctx,
  { remittanceNo, branchId }: BookedRemittance,
  claimId: string,
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const claimed = await openEntriesOf(ctx, 'remittance', [claimId], ['E1', 'E4e'])
    if (claimed.length === 0) throw new Error(`claim of ${remittanceNo} was never booked`)
    bookEntries(
      ctx,
      branchId,
      claimed.map(entry => redEntry(entry, `撤销认领 ${remittanceNo}`)),
    )
  })
}

/** E0r: money nobody claimed went back to the account it came from; throws `funds.short` where it is not there. */
export async function postRemittanceRefunded(
  ctx: Ctx,
  { id, remittanceNo, branchId, payer, amount }: BookedRemittance,
): Promise<void> {
  await takeMoney(ctx, branchId, amount)
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id },
      event: 'E0r',
      summary: `来款退回 ${remittanceNo}`,
      lines: postings.returnUnclaimed({ amount }),
      voucher: { kind: 'OTHER', counterparty: payer },
    },
  ])
}
