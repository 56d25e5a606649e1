// The only writer of the journal: entries with their lines, balances and vouchers, once per business event.
import { entryFault, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { addFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { periodOf, voucherNo, voucherStates, type VoucherKind } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { move } from '../../work/move.ts'
import { takeNumbers } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** The voucher that carries an entry; an entry without one (money under way) has no number in the books. */
export interface VoucherOf {
  readonly kind: VoucherKind
  readonly counterparty: string
  readonly waybillId?: string | undefined
  readonly settlementId?: string | undefined
  /** The voucher this one takes back in red; it becomes 已冲销. */
  readonly reverses?: { readonly id: string; readonly version: number } | undefined
  /** The preparer when it is not the actor; the actor is then the checker. */
  readonly maker?: { readonly id: string; readonly name: string } | undefined
}

/** An event of the business, as it goes into the books. */
export interface Entry {
  /** `source` and `event` together happen once: a repeat is not posted again. */
  readonly source: {
    readonly type: 'waybill' | 'settlement' | 'payment' | 'topUp' | 'fund' | 'channelFact'
    readonly id: string
  }
  readonly event: string
  readonly summary: string
  readonly lines: readonly JournalLine[]
  /** The companies that may see the entry, besides the branch. */
  readonly shipperId?: string | undefined
  readonly carrierId?: string | undefined
  /** The entry these lines take back in red. */
  readonly reversalOf?: string | undefined
  readonly voucher?: VoucherOf | undefined
}

interface Made extends Entry {
  id: string
  entryNo: string
  voucherId: string
}

/**
 * Posts entries into the books of a branch, all or none, and answers how many were new.
 *
 * An entry whose source and event are already there is left out, so a repeat posts nothing. The row of the period is
 * locked until the transaction ends: it gives voucher numbers without a gap and makes postings of a branch follow one
 * another. Throws `period.closed`; an unbalanced entry is a bug and throws `ledger.unbalanced`.
 */
export async function postEntries(ctx: Ctx, branchId: string, entries: readonly Entry[]): Promise<number> {
  for (const { lines, reversalOf, event } of entries) {
    const fault = entryFault(lines, reversalOf !== undefined)
    if (fault === undefined) continue
    ctx.log.error({ fault, event, lines }, 'entry refused')
    throw new Problem('ledger.unbalanced', { requestId: ctx.requestId })
  }
  return ctx.tx.elevated(async () => {
    const period = periodOf(ctx.now)
    const made = await insertEntries(ctx, branchId, period, entries)
    if (made.length === 0) return 0
    const withVoucher = made.filter(entry => entry.voucher !== undefined)
    const first = await openPeriod(ctx, branchId, period, withVoucher.length)
    await insertLines(ctx, branchId, period, made)
    await addBalances(
      ctx,
      branchId,
      period,
      made.flatMap(entry => entry.lines),
    )
    if (withVoucher.length > 0) await insertVouchers(ctx, branchId, period, withVoucher, first)
    return made.length
  })
}

async function insertEntries(ctx: Ctx, branchId: string, period: string, entries: readonly Entry[]): Promise<Made[]> {
  if (entries.length === 0) return []
  const numbers = await takeNumbers(ctx.tx, 'FL', 'entry_number', ctx.now, entries.length)
  const all = entries.map((entry, index): Made => ({
    ...entry,
    id: v7(),
    entryNo: numbers[index] ?? '',
    voucherId: v7(),
  }))
  const fresh = new Set(
    (
      await ctx.tx.rows(
        q
          .insertInto('journal_entries')
          .values(
            all.map(entry => ({
              id: entry.id,
              entry_no: entry.entryNo,
              branch_id: branchId,
              period,
              date: ctx.now,
              summary: entry.summary,
              source_type: entry.source.type,
              source_id: entry.source.id,
              event: entry.event,
              shipper_id: entry.shipperId ?? null,
              carrier_id: entry.carrierId ?? null,
              reversal_of: entry.reversalOf ?? null,
              created_by: ctx.actor.userId,
              created_at: ctx.now,
            })),
          )
          .onConflict(c => c.columns(['source_type', 'source_id', 'event']).doNothing())
          .returning('id'),
      )
    ).map(row => row.id),
  )
  return all.filter(entry => fresh.has(entry.id))
}

/** Locks the period, refuses a closed one, and takes `count` voucher numbers; answers the first. */
async function openPeriod(ctx: Ctx, branchId: string, period: string, count: number): Promise<number> {
  const opened = await ctx.tx.first(
    q
      .insertInto('periods')
      .values({ branch_id: branchId, period, last_voucher: count })
      .onConflict(c =>
        c
          .columns(['branch_id', 'period'])
          .doUpdateSet({ last_voucher: sql`periods.last_voucher + excluded.last_voucher` })
          .where('periods.closed_at', 'is', null),
      )
      .returning('last_voucher as last'),
  )
  if (!opened) throw new Problem('period.closed', { period })
  return opened.last - count + 1
}

async function insertLines(ctx: Ctx, branchId: string, period: string, made: readonly Made[]): Promise<void> {
  await ctx.tx.run(
    q.insertInto('journal_lines').values(
      made.flatMap(entry =>
        entry.lines.map((line, index) => ({
          entry_id: entry.id,
          n: index + 1,
          branch_id: branchId,
          period,
          account: line.account,
          party_id: line.party ?? null,
          waybill_id: line.waybillId ?? null,
          debit_fen: line.debitFen,
          credit_fen: line.creditFen,
        })),
      ),
    ),
  )
}

async function addBalances(ctx: Ctx, branchId: string, period: string, lines: readonly JournalLine[]): Promise<void> {
  const turnover = new Map<string, { account: string; party_id: string; debit_fen: Fen; credit_fen: Fen }>()
  for (const { account, party = nilId, debitFen, creditFen } of lines) {
    const before = turnover.get(account + party)
    turnover.set(account + party, {
      account,
      party_id: party,
      debit_fen: addFen(before?.debit_fen ?? ZERO_FEN, debitFen),
      credit_fen: addFen(before?.credit_fen ?? ZERO_FEN, creditFen),
    })
  }
  await ctx.tx.run(
    q
      .insertInto('account_balances')
      .values([...turnover.values()].map(row => ({ branch_id: branchId, period, ...row })))
      .onConflict(c =>
        c.columns(['branch_id', 'account', 'party_id', 'period']).doUpdateSet({
          debit_fen: sql`account_balances.debit_fen + excluded.debit_fen`,
          credit_fen: sql`account_balances.credit_fen + excluded.credit_fen`,
        }),
      ),
  )
}

async function insertVouchers(
  ctx: Ctx,
  branchId: string,
  period: string,
  made: readonly Made[],
  first: number,
): Promise<void> {
  const { userId, name } = ctx.actor
  await ctx.tx.run(
    q.insertInto('vouchers').values(
      made.flatMap(({ voucher, ...entry }, index) =>
        voucher === undefined
          ? []
          : [
              {
                id: entry.voucherId,
                voucher_no: voucherNo(period, first + index),
                kind: voucher.kind,
                state: 'posted' as const,
                branch_id: branchId,
                period,
                date: ctx.now,
                summary: entry.summary,
                counterparty: voucher.counterparty,
                amount_fen: sumFen(entry.lines.map(line => line.debitFen)),
                shipper_id: entry.shipperId ?? null,
                carrier_id: entry.carrierId ?? null,
                waybill_id: voucher.waybillId ?? null,
                settlement_id: voucher.settlementId ?? null,
                entry_id: entry.id,
                reversal_of: voucher.reverses?.id ?? null,
                maker_id: voucher.maker?.id ?? userId,
                maker_name: voucher.maker?.name ?? name,
                auditor_name: voucher.maker === undefined ? null : name,
                poster_name: '系统',
                created_at: ctx.now,
                updated_at: ctx.now,
              },
            ],
      ),
    ),
  )
  for (const { voucher, voucherId, summary } of made)
    if (voucher?.reverses)
      await move(ctx, voucherStates, { ...voucher.reverses, state: 'posted' }, 'reverse', {
        reason: summary,
        set: { reversed_by: voucherId },
      })
}
