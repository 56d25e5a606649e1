// Postings of deposits (E11) and of their ways out: agreed to (E11f), sent (E11p), sent back by the bank (E11t), set off (E11d).
import { depositPurposes, type DepositMeans, type DepositPurpose } from '@yunshu/domain/deposit'
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/depositPostings'
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf } from './books.queries.ts'
import { takeMoney } from './fundBooks.commands.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

interface Person {
  readonly id: string
  readonly name: string
}

/** A deposit as the books see it. */
export interface BookedDeposit {
  readonly id: string
  readonly depositNo: string
  readonly branchId: string
  readonly carrierId: string
  readonly purpose: DepositPurpose
  readonly means: DepositMeans
  readonly amount: Fen
  /** The day of the money, ms. */
  readonly date: number
  readonly maker: Person
}

/** A way out of a deposit as the books see it. */
export interface BookedDepositBack {
  readonly id: string
  readonly backNo: string
  readonly branchId: string
  readonly carrierId: string
  readonly amount: Fen
}

/** E11: money of a carrier is held since the day it came; a remittance is, from the day it is made one, nobody's no more. */
export async function postDeposit(ctx: Ctx, deposit: BookedDeposit): Promise<void> {
  const { id, depositNo, branchId, carrierId, purpose, means, amount, date, maker } = deposit
  const names = await companyNames(ctx, [carrierId])
  bookEntries(ctx, branchId, [
    {
      source: { type: 'deposit', id },
      event: 'E11',
      summary: `收${depositPurposes[purpose]}押金 ${depositNo}`,
      carrierId,
      lines: postings.takeDeposit({ carrier: carrierId, amount, means }),
      happenedAt: means === 'REMITTANCE' ? undefined : date,
      voucher: { kind: 'OTHER', counterparty: names(carrierId), maker },
    },
  ])
}

/**
 * E11r: it was entered wrongly and goes in red; throws `funds.short` where payments have used money of the channel account
 * that never came.
 */
export async function postDepositUndone(ctx: Ctx, deposit: BookedDeposit): Promise<void> {
  const { id, depositNo, branchId, means, amount } = deposit
  if (means === 'CHANNEL') await takeMoney(ctx, branchId, amount)
  await postRed(ctx, { type: 'deposit', id }, 'E11', branchId, `冲销押金 ${depositNo}`)
}

async function postRed(
  ctx: Ctx,
  source: { readonly type: 'deposit' | 'depositBack'; readonly id: string },
  event: string,
  branchId: string,
  summary: string,
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const entries = await openEntriesOf(ctx, source.type, [source.id], [event])
    if (entries.length === 0) throw new Error(`${event} of ${source.type} ${source.id} was never booked`)
    bookEntries(
      ctx,
      branchId,
      entries.map(entry => redEntry(entry, summary)),
    )
  })
}

async function postBack(
  ctx: Ctx,
  { id, branchId, carrierId }: BookedDepositBack,
  said: {
    readonly event: string
    readonly summary: string
    readonly lines: readonly JournalLine[]
    happenedAt?: number
    maker?: Person
  },
): Promise<void> {
  const names = await companyNames(ctx, [carrierId])
  const { maker, ...entry } = said
  bookEntries(ctx, branchId, [
    {
      source: { type: 'depositBack', id },
      ...entry,
      carrierId,
      voucher: { kind: 'OTHER', counterparty: names(carrierId), ...(maker === undefined ? {} : { maker }) },
    },
  ])
}

/**
 * E11f: another person agreed that it goes back; the money is under way and no other payment's any more. Throws
 * `funds.short` where the channel account has not as much.
 */
export async function postDepositBackAgreed(ctx: Ctx, back: BookedDepositBack, maker: Person): Promise<void> {
  await takeMoney(ctx, back.branchId, back.amount)
  await postBack(ctx, back, {
    event: 'E11f',
    summary: `同意退押金 ${back.backNo}`,
    lines: postings.agreeDepositBack({ carrier: back.carrierId, amount: back.amount }),
    maker,
  })
}

/** E11fr: nothing was sent; it is a deposit again. */
export const postDepositBackFailed = (ctx: Ctx, { id, branchId, backNo }: BookedDepositBack): Promise<void> =>
  postRed(ctx, { type: 'depositBack', id }, 'E11f', branchId, `退押金未成 ${backNo}`)

/** E11p: the bank sent it, on its day. */
export const postDepositBackPaid = (
  ctx: Ctx,
  back: BookedDepositBack,
  maker: Person,
  happenedAt: number,
): Promise<void> =>
  postBack(ctx, back, {
    event: 'E11p',
    summary: `退押金 ${back.backNo}`,
    lines: postings.payDepositBack({ carrier: back.carrierId, amount: back.amount }),
    happenedAt,
    maker,
  })

/** E11t: the bank sent it back, on its day; it is a deposit again. */
export const postDepositBackBounced = (
  ctx: Ctx,
  back: BookedDepositBack,
  maker: Person,
  happenedAt: number,
): Promise<void> =>
  postBack(ctx, back, {
    event: 'E11t',
    summary: `押金退汇 ${back.backNo}`,
    lines: postings.bounceDepositBack({ carrier: back.carrierId, amount: back.amount }),
    happenedAt,
    maker,
  })

/** E11d: it paid what the carrier owes, on the accounts the debts stood on. */
export const postDepositSetOff = (
  ctx: Ctx,
  back: BookedDepositBack,
  parts: Parameters<typeof postings.setOffDeposit>[1],
  maker: Person,
): Promise<void> =>
  postBack(ctx, back, {
    event: 'E11d',
    summary: `押金抵欠款 ${back.backNo}`,
    lines: postings.setOffDeposit(back.carrierId, parts),
    maker,
  })

/** E11dr: the set-off was wrong; the debts are open again. */
export const postDepositSetOffUndone = (ctx: Ctx, { id, branchId, backNo }: BookedDepositBack): Promise<void> =>
  postRed(ctx, { type: 'depositBack', id }, 'E11d', branchId, `撤销押金抵欠款 ${backNo}`)
