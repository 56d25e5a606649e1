// Rows of reconciliation: whose they are, who made them, and movements of the books as the bank may know them.
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { BankLine, BookLine, Direction } from '@yunshu/domain/recon/recon'
import type { LayingTurn } from '@yunshu/domain/recon/reconLaying'
import { channelAccount, tradeDirections } from '@yunshu/domain/trade'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { ReconLines } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, isAnothers, rowsOfSide } from '../../work/scope.ts'
import { isNamedAlone } from '../remittance/returnOf.queries.ts'

/** Rows with a branch the actor's side reaches: they are the house's alone. */
export const ownRecon = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** Layings by hand that wait for another person than who asked. */
export const layingsWaiting = (actor: Actor, turn: LayingTurn, alias: string): RawBuilder<boolean> =>
  turn === 'lay'
    ? allOf([
        sql<boolean>`${sql.ref(`${alias}.state`)} = 'asked'`,
        isAnothers(actor, `${alias}.asker_id`, `${alias}.asker_for`),
      ])
    : allOf([
        sql<boolean>`${sql.ref(`${alias}.state`)} = 'undoing'`,
        isAnothers(actor, `${alias}.undo_asker_id`, `${alias}.undo_asker_for`),
      ])

/** Differences the actor asked to lay on each other: another person has to agree. */
export const isLaidByOwn = ({ userId }: Actor, alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from recon_layings g where g.id = ${sql.ref(`${alias}.laying_id`)} and g.state = 'asked'
    and ${userId}::uuid in (g.asker_id, g.asker_for))`

/** Whether a person made a row, or it was made for them. */
export const isOwnHand = ({ actor }: Pick<Ctx, 'actor'>, by: string | null, madeFor: string | null): boolean =>
  [by, madeFor].includes(actor.userId)

/** Movements on the account, with the serial a bank may know them by. */
export const accountTrades = (branchId: string) => accountLines(branchId).where('t.is_repeat', '=', false)

/** Lines of the books on the account, those among them that stand for no movement of the bank (`is_repeat`). */
export const accountLines = (branchId: string) =>
  q
    .selectFrom('trades as t')
    .innerJoin('journal_entries as e', 'e.id', 't.entry_id')
    .leftJoin('payments as p', 'p.id', 't.payment_id')
    .select(['t.id', 't.trade_no', 't.direction', 't.happened_at', 't.bank_serial', 't.payer', 't.payee'])
    .select([
      'p.task_no',
      'p.idem_key',
      // fees are on the bank's line too
      sql<number>`case t.direction when 'IN' then t.amount_fen else t.amount_fen + t.fee_fen end`.as('amount_fen'),
      // money that is the first payment of some waybills and the second of others is two movements of one word
      sql<string | null>`case e.source_type when 'channelFact' then e.source_id end`.as('word_id'),
    ])
    .where('t.branch_id', '=', branchId)
    .where('t.account', '=', channelAccount)

interface TradeRow {
  readonly id: string
  readonly direction: string
  readonly happened_at: number
  readonly bank_serial: string | null
  readonly task_no: string | null
  readonly idem_key: string | null
  readonly amount_fen: number
  readonly word_id: string | null
}

/** A movement as lines are laid on it. */
export const bookLineOf = (row: TradeRow): BookLine => ({
  id: row.id,
  keys: [row.task_no, row.idem_key].filter(key => key !== null),
  serial: row.bank_serial ?? undefined,
  direction: directionOf(row),
  amount: fen(row.amount_fen),
  at: row.happened_at,
  word: row.word_id ?? undefined,
})

/** Every movement of every line, with the day of the line. */
export const ties = sql`(select id as line_id, trade_id, day from recon_lines where trade_id is not null
  union all select m.line_id, m.trade_id, own.day from recon_line_trades m join recon_lines own on own.id = m.line_id)`

/** True for a movement, by its column, that lies on a line of the bank. */
export const isLaid = (trade: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${ties} laid where laid.trade_id = ${sql.ref(trade)})`

/** True for a tie, by the column of its line, of a laying by hand that is not whole before a moment. */
export const isLaidLater = (line: string, end: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from recon_lines late join recon_layings g on g.id = late.laying_id
    where late.id = ${sql.ref(line)} and g.last_at >= ${end})`

const laidOn = sql`from ${ties} x join trades o on o.id = x.trade_id where x.line_id = l.id`
/** The money of the movements that line `l` is, fees included; null where it is none. */
export const laidFen = sql<
  number | null
>`(select sum(case o.direction when 'IN' then o.amount_fen else o.amount_fen + o.fee_fen end)::bigint ${laidOn})`
/** Their numbers. */
export const laidNos = sql<string | null>`(select string_agg(o.trade_no, '、' order by o.trade_no) ${laidOn})`

/** A row's direction by its key. */
export const directionOf = ({ direction }: { readonly direction: string }): Direction =>
  keyOf(tradeDirections, direction)

/** A kept line as the bank wrote it; its number is its place among those asked for. */
export const bankLineOf = (row: Selectable<ReconLines>, n: number): BankLine => ({
  n,
  serial: row.serial,
  orderKey: row.order_key ?? undefined,
  direction: directionOf(row),
  amount: fen(row.amount_fen),
  at: row.at,
})

/** The record that is made of money that went, as differences name it. */
export const exceptionNote = '支付异常'

/** Whether the money of a line that came, by the alias of the line, stands in a remittance nobody took back. */
export const isRemitted = (line: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from remittances r where r.branch_id = ${sql.ref(`${line}.branch_id`)}
    and r.state not in ('rejected', 'withdrawn')
    and ${sql.ref(`${line}.direction`)} = 'IN' and r.serial_upper = ${sql.ref(`${line}.entered_upper`)})`

/**
 * True for a line `l` of difference `i` that waits, of money that came in the amount of a payment of the branch made before it, from
 * the account or the name that payment went to, or from nobody the bank names.
 */
export const isLikeReturn = sql<boolean>`(i.kind = 'THEIRS_ONLY' and i.state <> 'matched' and l.direction = 'IN' and exists (
  select from payments p where p.branch_id = i.branch_id and p.amount_fen = l.amount_fen and p.state = 'success'
    and coalesce(p.done_at, p.created_at) < l.day + ${DAY_MS}::bigint
    and (p.payee = l.other_name or coalesce(l.other_name, l.other_account) is null
      or regexp_replace(upper(p.account_no), '[^0-9A-Z]', '', 'g') = regexp_replace(upper(l.other_account), '[^0-9A-Z]', '', 'g'))
    and not ${isNamedAlone('p.id')}))`
