// Sheets and those that pay their failures again: under lock in one order, the sheet such a one was made of, and what became
// of its amount.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Sheet, SheetLine } from './settlement.queries.ts'

/** States in which a sheet that pays again is over; those before hold their waybills. */
export const over = ['paid', 'closed', 'void'] as const
/** States in which none of its money has left. */
const unsent = ['draft', 'submitted', 'rejected', 'approved', 'voiding'] as const
export const isUnsent = (state: Sheet['state']): boolean => unsent.some(each => each === state)

/** Whether a sheet that pays again is over: its waybills are paid, or go their way without it. */
export const isOver = (state: Sheet['state']): boolean => over.some(each => each === state)
export const isChild = ({ p_settlement_num }: Pick<Sheet, 'p_settlement_num'>): boolean => p_settlement_num !== null

/** The sheet under lock that another was made of; undefined for one made of waybills. */
export async function lockParent(ctx: Ctx, sheet: Pick<Sheet, 'p_settlement_num'>): Promise<Sheet | undefined> {
  if (sheet.p_settlement_num === null) return undefined
  const row = await ctx.tx.one(
    q.selectFrom('settlements').selectAll().where('settlement_num', '=', sheet.p_settlement_num).forUpdate(),
  )
  return { ...row, state: keyOf(settlementStates.states, row.state) }
}

/** The sheet made of waybills at the beginning of a chain: the books know its lines by it. */
export async function findRoot(ctx: Ctx, sheet: Sheet): Promise<Sheet> {
  const parent = await lockParent(ctx, sheet)
  return parent === undefined ? sheet : findRoot(ctx, parent)
}

/** The sheet made of a sheet's failed payments that is not over yet; one at most. */
export async function findLiveChild(
  tx: Tx,
  { settlement_num }: Pick<Sheet, 'settlement_num'>,
): Promise<{ id: string; settlement_num: string } | undefined> {
  return tx.first(
    q
      .selectFrom('settlements')
      .select(['id', 'settlement_num'])
      .where('p_settlement_num', '=', settlement_num)
      .where('state', 'not in', [...over])
      .orderBy('id', 'desc')
      .limit(1),
  )
}

/** Every sheet of the family of one the caller holds, under lock, in the order in which they were made. */
export async function lockFamily(ctx: Ctx, sheet: Sheet): Promise<Sheet[]> {
  const root = await findRoot(ctx, sheet)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('settlements')
      .selectAll()
      .where(sql<boolean>`settlement_num in (select settlement_num from (${familyOf(root.settlement_num)}) f)`)
      .orderBy('id')
      .forUpdate(),
  )
  return rows.map(row => ({ ...row, state: keyOf(settlementStates.states, row.state) }))
}

/** A sheet by its number and those that pay it again. */
const familyOf = (settlementNum: string) => sql`with recursive family as (
    select id, settlement_num from settlements where settlement_num = ${settlementNum}
    union all select s.id, s.settlement_num from settlements s join family f on s.p_settlement_num = f.settlement_num)
  select id, settlement_num from family`

/** Lines of alias `l` whose part another payment, one that came late, has paid. */
export const isPaidLate = sql<boolean>`exists (select from settlement_lines late
  join payments arrived on arrived.id = late.payment_id
  where late.part_id = l.part_id and late.late = 'first' and arrived.state = 'success')`

/** Whether a part that a payment paid stands on a sheet that is closed. */
export async function standsOnClosed(ctx: Ctx, paymentId: string): Promise<boolean> {
  const { closed } = await ctx.tx.one(
    sql<{ closed: boolean }>`select exists (select from settlement_lines own
        join settlement_lines l on l.part_id = own.part_id and l.is_open join settlements s on s.id = l.settlement_id
          and s.state = 'closed'
      where own.payment_id = ${paymentId}::uuid and own.late is distinct from 'twice') as closed`.compile(q),
  )
  return closed
}

/** Lines of a sheet whose payment failed or came back and that no other sheet has taken over. */
export async function findFailedLines(tx: Tx, settlementId: string): Promise<{ part_id: string }[]> {
  return tx.rows(
    q
      .selectFrom('settlement_lines as l')
      .innerJoin('payments as p', 'p.id', 'l.payment_id')
      .select('l.part_id')
      .where('l.settlement_id', '=', settlementId)
      .where('l.is_open', '=', true)
      .where('p.state', 'in', ['failed', 'returned'])
      .where(sql<boolean>`not ${isPaidLate}`)
      .orderBy('l.part_id'),
  )
}

/** Those of a sheet's parts that stand on it, or on one that pays it again. */
export async function findHeldByFamily(ctx: Ctx, settlementNum: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx.rows(
    sql<{
      part_id: string
    }>`select l.part_id from settlement_lines l join (${familyOf(settlementNum)}) f on f.id = l.settlement_id
      where l.is_open`.compile(q),
  )
  return new Set(rows.map(row => row.part_id))
}

type Family = Pick<SettlementDetail, 'children' | 'failures' | 'parent'>

/** The sheets made of a sheet, and what became of the one it was made of, for its page. */
export async function findFamily(
  ctx: Ctx,
  sheet: { id: string; settlement_num: string; p_settlement_num: string | null },
  lines: readonly SheetLine[],
): Promise<Family> {
  const children = await ctx.tx.rows(
    q
      .selectFrom('settlements')
      .select(['settlement_num', 'state', 'due_fen'])
      .where('p_settlement_num', '=', sheet.settlement_num)
      .orderBy('id', 'desc')
      .limit(50),
  )
  const parent = sheet.p_settlement_num === null ? {} : { parent: await tellParent(ctx, sheet.p_settlement_num, lines) }
  const failed = await findFailedPayments(ctx, sheet.id, 'open')
  return {
    children: children.map(row => ({
      settlementNum: row.settlement_num,
      state: keyOf(settlementStates.states, row.state),
      due: fen(row.due_fen),
    })),
    failures: failed.length,
    ...parent,
  }
}

async function tellParent(ctx: Ctx, parentNum: string, own: readonly SheetLine[]): Promise<Family['parent']> {
  const chain = await ctx.tx.rows(
    sql<{ id: string; settlement_num: string }>`with recursive up as (
        select id, settlement_num, p_settlement_num from settlements where settlement_num = ${parentNum}
        union all select s.id, s.settlement_num, s.p_settlement_num from settlements s join up on s.settlement_num = up.p_settlement_num)
      select id, settlement_num from up order by id desc`.compile(q),
  )
  const [parent] = chain
  if (parent === undefined) return undefined
  const held = await findHeldByFamily(ctx, parentNum)
  const lines = await ctx.tx.rows(
    q
      .selectFrom('settlement_lines as l')
      .innerJoin('waybill_parts as part', 'part.id', 'l.part_id')
      .select(['l.part_id', 'l.pay_fen', 'part.state'])
      .where('l.settlement_id', '=', parent.id)
      .where('l.pay_fen', '>', 0),
  )
  const mine = new Set(own.map(line => line.part_id))
  const placeOf = (line: { part_id: string; state: string }): 'paid' | 'here' | 'open' | 'released' => {
    if (mine.has(line.part_id)) return 'here'
    if (!held.has(line.part_id)) return 'released'
    return line.state === 'paid' || line.state === 'setOff' ? 'paid' : 'open'
  }
  const sumOf = (place: ReturnType<typeof placeOf>) =>
    sumFen(lines.filter(line => placeOf(line) === place).map(line => fen(line.pay_fen)))
  const failed = await findFailedPayments(ctx, parent.id, [...mine])
  return {
    attempt: chain.length + 1,
    due: sumFen(lines.map(line => fen(line.pay_fen))),
    paid: sumOf('paid'),
    here: sumOf('here'),
    open: sumOf('open'),
    released: sumOf('released'),
    failed,
  }
}

/** Payments of a sheet that failed or came back: with lines that stand on it yet, or of these parts. */
async function findFailedPayments(
  ctx: Ctx,
  settlementId: string,
  among: 'open' | readonly string[],
): Promise<NonNullable<Family['parent']>['failed']> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('payments as p')
      .select(['p.payee', 'p.account_no', 'p.bank', 'p.amount_fen', 'p.state', 'p.reason', 'p.done_at'])
      .select(sql<number>`(select count(*)::int from settlement_lines n where n.payment_id = p.id)`.as('waybills'))
      .where('p.settlement_id', '=', settlementId)
      .where('p.state', 'in', ['failed', 'returned'])
      .where(
        sql<boolean>`exists (select from settlement_lines l where l.payment_id = p.id and ${
          among === 'open' ? sql`l.is_open and not ${isPaidLate}` : sql`l.part_id = any(${[...among]}::uuid[])`
        })`,
      )
      .orderBy('p.id'),
  )
  return rows.map(row => ({
    payee: row.payee,
    account: maskBankCard(row.account_no),
    bank: row.bank,
    amount: fen(row.amount_fen),
    waybills: row.waybills,
    isReturned: row.state === 'returned',
    reason: row.reason ?? '',
    ...(row.done_at === null ? {} : { at: row.done_at }),
  }))
}
