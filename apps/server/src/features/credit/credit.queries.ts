// Credit of shippers: the rest left for new waybills, in one statement, for lists and publishers, and under lock for
// appointments.
import type { Input, Output } from '@yunshu/contract/call'
import type { CreditRow, getCredit, getOwnCredit, listCredits } from '@yunshu/contract/credit/credit'
import { businessBits } from '@yunshu/domain/account/account'
import { availableCredit, creditStage, type CreditFigures, type CreditMode } from '@yunshu/domain/credit'
import { fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { stateKeys } from '@yunshu/domain/states'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { chosen, contains } from '../../db/conditions.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, marketCompany, rowsOfSide } from '../../work/scope.ts'

/** Waybills under way: those that are neither signed nor over. */
const over: ReadonlySet<string> = new Set(['signed', 'finished', 'cancelled', 'void'])
const live = stateKeys(waybillStates).filter(state => !over.has(state))

/**
 * Figures of shipper `c` in the books of its branch; receivables that were given up burden its credit beside what is owed.
 * Waybill and receivable of one never count both in one statement.
 */
const figures = sql`
  coalesce((select sum(a.credit_fen - a.debit_fen) from account_balances a where a.branch_id = c.branch_id
    and a.account = '2205.01' and a.party_id = c.id), 0)::bigint as prepaid,
  coalesce((select sum(i.open_fen) from ar_items i where i.shipper_id = c.id and i.branch_id = c.branch_id
    and i.open_fen > 0), 0)::bigint as owed,
  coalesce((select sum(m.amount_fen) from ar_matches m where m.shipper_id = c.id and m.branch_id = c.branch_id
    and m.write_off_id is not null and m.reversed_by is null), 0)::bigint as written_off,
  coalesce((select sum(w.shipper_freight_fen) from waybills w where w.shipper_id = c.id and w.branch_id = c.branch_id
    and w.state = any(${live}::text[])), 0)::bigint as reserved`

interface Found {
  id: string
  shipper_name: string
  branch_id: string
  branch_name: string
  limit_fen: number | null
  blocks: boolean | null
  reason: string | null
  set_name: string | null
  updated_at: number | null
  version: number | null
  prepaid: number
  owed: number
  written_off: number
  reserved: number
}

const creditRows = (where: RawBuilder<boolean>, rows: number) =>
  sql<Found>`select c.id, c.name as shipper_name, c.branch_id, b.name as branch_name, r.limit_fen, r.blocks,
    r.reason, r.set_name, r.updated_at, r.version, ${figures}
    from companies c join companies b on b.id = c.branch_id
    left join credits r on r.shipper_id = c.id and r.branch_id = c.branch_id
    where ${where} order by c.id desc limit ${rows}`.compile(q)

/** Shippers the house serves; another branch's are none. */
export const servedShippers = (actor: Actor): RawBuilder<boolean> =>
  allOf([
    sql<boolean>`(c.branch_id is not null and c.role_flags & ${businessBits.shipper} > 0)`,
    rowsOfSide(actor, { branch: 'c.branch_id', company: () => sql<boolean>`false` }),
  ])

const modeOf = ({ blocks }: Pick<Found, 'blocks'>): CreditMode => (blocks === null ? 'none' : blocks ? 'block' : 'warn')
const figuresOf = (row: Found): CreditFigures => ({
  prepaid: fen(row.prepaid),
  limit: fen(row.limit_fen ?? 0),
  owed: fen(row.owed),
  writtenOff: fen(row.written_off),
  reserved: fen(row.reserved),
})

function show(row: Found): CreditRow {
  const of = figuresOf(row)
  const mode = modeOf(row)
  return {
    id: row.id,
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    mode,
    stage: creditStage(mode, of),
    ...of,
    available: availableCredit(of),
    reason: row.reason ?? undefined,
    setBy: row.set_name ?? undefined,
    setAt: row.updated_at ?? undefined,
    version: row.version ?? 0,
  }
}

const modes: Readonly<Record<CreditMode, RawBuilder<boolean>>> = {
  none: sql<boolean>`(r.id is null)`,
  warn: sql<boolean>`(not r.blocks)`,
  block: sql<boolean>`(r.blocks)`,
}

/** Shippers with their credit, the newest company first. */
export async function findCredits(ctx: Ctx, input: Input<typeof listCredits>): Promise<Output<typeof listCredits>> {
  const where = allOf([
    servedShippers(ctx.actor),
    input.control && modes[input.control],
    input.branchId === undefined ? undefined : sql<boolean>`c.branch_id = ${input.branchId}::uuid`,
    contains(['c.name'], input.text),
    chosen('c.id', input.ids),
    afterCursor(input, 'c.id'),
  ])
  return toPage(await ctx.tx.rows(creditRows(where, rowsToAsk(input))), input, show)
}

/** The credit of one shipper; of another branch there is none. */
export async function findCredit(ctx: Ctx, { id }: Input<typeof getCredit>): Promise<Output<typeof getCredit>> {
  const row = await ctx.tx.one(creditRows(allOf([servedShippers(ctx.actor), sql<boolean>`c.id = ${id}::uuid`]), 1))
  const kept = await ctx.tx.first(
    q.selectFrom('credits').select('id').where('shipper_id', '=', id).where('branch_id', '=', row.branch_id),
  )
  return { ...show(row), log: kept === undefined ? [] : await findLog(ctx, kept.id) }
}

/** The credit left for a shipper: its own, or for the house that of one it serves. */
export async function findOwnCredit(
  ctx: Ctx,
  { shipperId }: Input<typeof getOwnCredit>,
): Promise<Output<typeof getOwnCredit>> {
  const { actor } = ctx
  const own = marketCompany(actor)
  const id = own ?? shipperId
  if (id === undefined) throw wrongField('shipperId', '请选择货主')
  if (own !== undefined && shipperId !== undefined && shipperId !== own) throw wrongField('shipperId', '只能查看本企业')
  const where = isHouseSide(actor.side) ? servedShippers(actor) : sql<boolean>`c.branch_id is not null`
  // the balance of the house's books is no row of a company's: one statement about it alone
  const row = await ctx.tx.elevated(() => ctx.tx.first(creditRows(allOf([where, sql<boolean>`c.id = ${id}::uuid`]), 1)))
  if (row === undefined) return { mode: 'none' }
  const of = figuresOf(row)
  const mode = modeOf(row)
  return {
    mode,
    ...(mode === 'none' ? {} : { available: availableCredit(of) }),
    ...(ctx.can('account.view') || ctx.can('credit.view') ? { figures: of } : {}),
  }
}

/**
 * The credit left for a shipper, under lock: the next appointment waits here, and counts these waybills. Undefined where
 * nothing is refused.
 */
export async function lockCredit(ctx: Ctx, shipperId: string, branchId: string): Promise<number | undefined> {
  return ctx.tx.elevated(async () => {
    const held = await ctx.tx.first(
      q
        .selectFrom('credits')
        .select('id')
        .where('shipper_id', '=', shipperId)
        .where('branch_id', '=', branchId)
        .where('blocks', '=', true)
        .forUpdate(),
    )
    if (held === undefined) return undefined
    // a statement of its own: it sees what the one before in line has made
    return heldCredit(ctx, shipperId, branchId)
  })
}

/** The credit left for a shipper that is refused beyond it, without a lock; undefined for any other. */
export async function heldCredit(ctx: Ctx, shipperId: string, branchId: string): Promise<number | undefined> {
  const row = await ctx.tx.first(
    creditRows(
      allOf([
        sql<boolean>`c.id = ${shipperId}::uuid`,
        sql<boolean>`c.branch_id = ${branchId}::uuid`,
        sql<boolean>`r.blocks`,
      ]),
      1,
    ),
  )
  return row && availableCredit(figuresOf(row))
}
