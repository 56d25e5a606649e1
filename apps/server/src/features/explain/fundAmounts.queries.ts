// Amounts of deposits, of their ways out and of refunds, worked out anew from the lines that book them.
import { listUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { depositFigures } from '@yunshu/domain/amount/explained'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { explainBooked, explainDeposit } from '@yunshu/domain/amount/moneyRecords'
import { depositBackKinds, depositBackStates, type DepositBackState } from '@yunshu/domain/deposit'
import { fen, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownJournalLines } from '../../work/scope.ts'
import { ownDeposits } from '../deposit/deposit.queries.ts'
import { ownRefunds } from '../refund/refund.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
  readonly figure?: string | undefined
}

/** An entry of a record that books its amount on an account of a company. */
interface Booking {
  readonly source: 'deposit' | 'depositBack' | 'refund'
  readonly id: string
  readonly events: readonly string[]
  readonly account: AccountCode
}

/** The lines that book a record, each with its voucher for whoever reads vouchers; those in red are not among them. */
async function bookedOf(ctx: Ctx, { source, id, events, account }: Booking): Promise<ExplainedAmount[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('journal_lines as l')
      .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
      .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
      .select(['v.id', 'v.voucher_no', 'v.kind', 'v.branch_id', 'e.summary'])
      .select(sql<number>`abs(l.debit_fen - l.credit_fen)::bigint`.as('amount'))
      .where('e.source_type', '=', source)
      .where('e.source_id', '=', id)
      .where('e.event', 'in', [...events])
      .where('l.account', '=', account)
      .where('l.reverses_entry', 'is', null)
      .where(ownJournalLines(ctx.actor, 'l'))
      .orderBy('l.entry_id')
      .orderBy('l.n'),
  )
  return rows.map(row =>
    linkedAmount(
      explainAmount(row.voucher_no, fen(row.amount), row.summary),
      ctx.can('voucher.view') ? voucherUrl({ id: row.id, kind: row.kind, branchCompanyId: row.branch_id }) : undefined,
    ),
  )
}

/** States of ways out whose money waits, and whose money is gone. */
const waiting: readonly DepositBackState[] = ['asked', 'approved']
const gone: readonly DepositBackState[] = ['paid', 'bouncing', 'offset', 'undoing']

/** A figure of a deposit in the caller's reach. */
export async function explainDepositFigure(ctx: Ctx, { id, figure }: Asked): Promise<Explained> {
  const of = figureOf(depositFigures, figure)
  const row = await ctx.tx.one(
    q
      .selectFrom('deposits as d')
      .select(['d.id', 'd.state', 'd.amount_fen', 'd.asked_fen', 'd.gone_fen', 'd.left_fen'])
      .where('d.id', '=', givenField('id', id))
      .where(ownDeposits(ctx.actor, 'd')),
  )
  const isHeld = ['standing', 'undoing', 'ended'].includes(row.state)
  const lines = await bookedOf(ctx, { source: 'deposit', id: row.id, events: ['E11'], account: '2241.02' })
  const amount = explainBooked(depositFigures.amount, { typed: fen(row.amount_fen), lines, why: '登记的金额' })
  const backs = await ctx.tx.rows(
    q
      .selectFrom('deposit_backs')
      .select(['back_no', 'state', 'kind', 'amount_fen'])
      .where('deposit_id', '=', row.id)
      .orderBy('amount_fen', 'desc')
      .orderBy('id'),
  )
  const told = (states: readonly DepositBackState[]): ToldSum => {
    const own = backs.filter(back => states.includes(keyOf(depositBackStates.states, back.state)))
    return {
      largest: own
        .slice(0, largestTold)
        .map(back =>
          linkedAmount(
            explainAmount(back.back_no, fen(back.amount_fen), depositBackKinds[keyOf(depositBackKinds, back.kind)]),
            listUrl('DepositBackList', { text: back.back_no }),
          ),
        ),
      count: own.length,
      total: sumFen(own.map(back => fen(back.amount_fen))),
      unit: '笔',
    }
  }
  const kept = {
    amount: row.amount_fen,
    asked: row.asked_fen,
    gone: row.gone_fen,
    left: isHeld ? row.left_fen : ZERO_FEN,
  }[of]
  return { amount: explainDeposit(of, { amount, asked: told(waiting), gone: told(gone), isHeld }), kept: fen(kept) }
}

/** The amount of a way out of a deposit in the caller's reach. */
export async function explainDepositBack(ctx: Ctx, { id }: Asked): Promise<Explained> {
  const row = await ctx.tx.one(
    q
      .selectFrom('deposit_backs as k')
      .select(['k.id', 'k.kind', 'k.amount_fen'])
      .where('k.id', '=', givenField('id', id))
      .where(ownDeposits(ctx.actor, 'k')),
  )
  const lines = await bookedOf(ctx, {
    source: 'depositBack',
    id: row.id,
    events: ['E11f', 'E11d'],
    account: '2241.02',
  })
  const label = `押金${depositBackKinds[keyOf(depositBackKinds, row.kind)]}`
  return {
    amount: explainBooked(label, { typed: fen(row.amount_fen), lines, why: '申请的金额' }),
    kept: fen(row.amount_fen),
  }
}

/** The amount of a refund in the caller's reach: prepaid money set aside as it was asked back. */
export async function explainRefund(ctx: Ctx, { id }: Asked): Promise<Explained> {
  const row = await ctx.tx.one(
    q
      .selectFrom('refunds as r')
      .select(['r.id', 'r.amount_fen'])
      .where('r.id', '=', givenField('id', id))
      .where(ownRefunds(ctx.actor, 'r')),
  )
  const lines = await bookedOf(ctx, { source: 'refund', id: row.id, events: ['E1f'], account: '2205.01' })
  return {
    amount: explainBooked('退款金额', { typed: fen(row.amount_fen), lines, why: '申请的金额' }),
    kept: fen(row.amount_fen),
  }
}
