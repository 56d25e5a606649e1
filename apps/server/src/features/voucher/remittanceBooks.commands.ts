// Postings of remittances: arrived as nobody's (E0), claimed for a shipper (E1) or waybills it names (E2c) with the tails it
// gives up (E2e), taken back in red, sent back (E0r), or known as a return that was booked already (E7g).
import { subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { pickedFen, type PickedItem } from '@yunshu/domain/voucher/offset'
import { giveUpTails } from '@yunshu/domain/voucher/lossPostings'
import { countReturnOnce } from '@yunshu/domain/voucher/returnPostings'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { tellTradeOwner } from '../trade/trade.commands.ts'
import { companyNames, openClaimedOf, openEntriesOf } from './books.queries.ts'
import { takeMoney } from './fundBooks.commands.ts'
import type { Entry } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

/** A carrier whose debts were paid, and the accounts they stood on. */
interface Collected {
  readonly carrierId: string
  readonly carrierName: string
  readonly parts: Parameters<typeof postings.collectDebt>[0]['parts']
}

/** A remittance, or a part of it, as the books see it. */
export interface BookedRemittance {
  id: string
  remittanceNo: string
  branchId: string
  payer: string
  amount: Fen
}

/** E0: money is on the channel account since the day of the bank, and nobody's yet. */
export async function postRemittance(
  ctx: Ctx,
  remittance: BookedRemittance & { date: number; maker: { id: string; name: string } },
): Promise<void> {
  const { id, remittanceNo, branchId, payer, amount, date, maker } = remittance
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id },
      event: 'E0',
      summary: `来款待认领 ${remittanceNo}`,
      lines: postings.receiveUnclaimed({ amount }),
      happenedAt: date,
      voucher: { kind: 'ACCOUNTING', counterparty: payer, maker },
    },
  ])
}

/** A claim as the books see it: the shipper, and the waybills it names. */
interface BookedClaim extends BookedRemittance {
  readonly shipperId: string
  readonly claimId: string
  readonly picks: readonly PickedItem[]
  /** Given up of waybills it names: no more than some fen of each. */
  readonly tails: readonly PickedItem[]
}

/**
 * E2c of the waybills a claim names, with their tails (E2e); E1 of the rest: prepaid money of the shipper, which pays what
 * it owes. Each claim is booked under its own id, on its own day: it moves no money of the bank.
 */
export async function postRemittanceClaimed(
  ctx: Ctx,
  { id, remittanceNo, branchId, amount, shipperId, claimId, picks, tails }: BookedClaim,
): Promise<void> {
  await tellTradeOwner(ctx, id)
  const names = await companyNames(ctx, [shipperId])
  const own = {
    source: { type: 'remittance', id: claimId },
    shipperId,
    voucher: { kind: 'ACCOUNTING', counterparty: names(shipperId) },
  } as const
  const rest = subtractFen(amount, pickedFen(picks))
  const entries: Entry[] = []
  if (picks.length > 0)
    entries.push({
      ...own,
      event: 'E2c',
      summary: `来款核销应收 ${remittanceNo} ${picks.length} 单`,
      lines: postings.payReceivables(shipperId, picks),
    })
  if (tails.length > 0)
    entries.push({
      ...own,
      event: 'E2e',
      summary: `尾差核销 ${remittanceNo} ${tails.length} 单`,
      lines: giveUpTails(shipperId, tails),
      voucher: { ...own.voucher, kind: 'OTHER' },
    })
  if (rest > ZERO_FEN)
    entries.push({
      ...own,
      event: 'E1',
      summary: `来款认领 ${remittanceNo}`,
      lines: postings.claimUnclaimed({ shipper: shipperId, amount: rest }),
    })
  bookEntries(ctx, branchId, entries)
}

/** E4e: it paid what a carrier owed; the claim is the source, as with a shipper's. */
export async function postRemittanceCollected(
  ctx: Ctx,
  { id, remittanceNo, branchId, claimId }: Omit<BookedRemittance, 'payer' | 'amount'> & { claimId: string },
  { carrierId, carrierName, parts }: Collected,
): Promise<void> {
  await tellTradeOwner(ctx, id)
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

/**
 * E1r, E2cr, E2er, E4er: a claim is taken back in red, and with it what the money had paid (E2br); money a voided waybill had made
 * prepaid goes by the red of that (E2cbr).
 */
export async function postRemittanceUnclaimed(
  ctx: Ctx,
  { id, remittanceNo, branchId }: BookedRemittance,
  claimId: string,
): Promise<void> {
  await tellTradeOwner(ctx, id)
  await ctx.tx.elevated(async () => {
    const claimed = await openEntriesOf(ctx, 'remittance', [claimId], ['E1', 'E2c', 'E2e', 'E4e'])
    const moved = await openClaimedOf(ctx, claimId)
    if (claimed.length === 0) throw new Error(`claim of ${remittanceNo} was never booked`)
    bookEntries(
      ctx,
      branchId,
      [...claimed, ...moved].map(entry => redEntry(entry, `撤销认领 ${remittanceNo}`)),
    )
  })
}

/** E0r: what nobody claimed of money went back to the account it came from, each return under its own id; throws `funds.short` where it is not there. */
export async function postRemittanceRefunded(
  ctx: Ctx,
  { remittanceNo, branchId, payer, amount }: BookedRemittance,
  { refundId, happenedAt }: { readonly refundId: string; readonly happenedAt: number },
): Promise<void> {
  await takeMoney(ctx, branchId, amount)
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id: refundId },
      event: 'E0r',
      summary: `来款退回 ${remittanceNo}`,
      lines: postings.returnUnclaimed({ amount }),
      happenedAt,
      voucher: { kind: 'OTHER', counterparty: payer },
    },
  ])
}

/** E7g: money that came is that of a return the bank had named before, and leaves the account it stood on twice. */
export async function postReturnOnce(
  ctx: Ctx,
  { id, remittanceNo, branchId, payer, amount }: BookedRemittance,
  { taskNo, happenedAt }: { readonly taskNo: string; readonly happenedAt: number },
): Promise<void> {
  await takeMoney(ctx, branchId, amount)
  bookEntries(ctx, branchId, [
    {
      source: { type: 'remittance', id },
      event: 'E7g',
      summary: `来款 ${remittanceNo} 即支付任务 ${taskNo} 的退汇，冲重复入账`,
      lines: countReturnOnce({ amount }),
      happenedAt,
      voucher: { kind: 'OTHER', counterparty: payer },
    },
  ])
}
