// Reads of the ways out of deposits: the list with its counts and sums, one record, and where a deposit can go.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countDepositBacks,
  DepositBackRow,
  getDepositBack,
  getDepositWays,
  listDepositBacks,
} from '@yunshu/contract/deposit/depositBack'
import {
  depositBackKinds,
  depositBackMovesOf,
  depositBackStates,
  depositPurposes,
  type DepositBackKind,
  type DepositBackOn,
  type DepositBackState,
} from '@yunshu/domain/deposit'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { DepositBacks } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { shownAccountNo } from '../../work/numbers.ts'
import { allOf } from '../../work/scope.ts'
import { findVouchersOf } from '../voucher/sourceVouchers.queries.ts'
import { isOwed } from '../debt/debt.queries.ts'
import { ownDeposits, saidOfCarrier } from './deposit.queries.ts'

export type DepositBack = Omit<Selectable<DepositBacks>, 'state' | 'kind'> & {
  state: DepositBackState
  kind: DepositBackKind
}

/** A way out as the rules of its moves see it. */
export const backOn = (
  { actor: { userId } }: Pick<Ctx, 'actor'>,
  row: Pick<
    DepositBack,
    'state' | 'kind' | 'asker_id' | 'asker_for' | 'approver_id' | 'back_asker_id' | 'back_asker_for'
  >,
): DepositBackOn => ({
  state: row.state,
  kind: row.kind,
  isAsker: [row.asker_id, row.asker_for].includes(userId),
  isApprover: row.approver_id === userId,
  isBackAsker: [row.back_asker_id, row.back_asker_for].includes(userId),
})

const keysOf = (row: Pick<Selectable<DepositBacks>, 'state' | 'kind'>) => ({
  state: keyOf(depositBackStates.states, row.state),
  kind: keyOf(depositBackKinds, row.kind),
})

const backRows = q
  .selectFrom('deposit_backs as k')
  .innerJoin('deposits as d', 'd.id', 'k.deposit_id')
  .innerJoin('companies as c', 'c.id', 'k.carrier_id')
  .innerJoin('companies as b', 'b.id', 'k.branch_id')
  .leftJoin('debts as o', 'o.id', 'k.debt_id')
  .selectAll('k')
  .select(['d.deposit_no', 'd.purpose', 'c.name as carrier_name', 'b.name as branch_name', 'o.debt_no'])
type NamedBack = Selectable<DepositBacks> & {
  deposit_no: string
  purpose: string
  carrier_name: string
  branch_name: string
  debt_no: string | null
}

type Frozen = Pick<Selectable<DepositBacks>, 'account_id' | 'account_name' | 'account_no' | 'carrier_id'>

/** The account a way out froze, in one word. */
const frozenOf = (row: Frozen): string => [row.account_id, row.carrier_id, row.account_name, row.account_no].join('\n')

/** Accounts as their carriers have them now, of those these ways out go to. */
async function accountsNow(ctx: Ctx, rows: readonly Frozen[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ account_id: id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return new Set()
  const found = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('company_accounts')
        .select(['id as account_id', 'company_id as carrier_id', 'account_name', 'account_no'])
        .where('id', 'in', ids)
        .where('removed_at', 'is', null),
    ),
  )
  return new Set(found.map(frozenOf))
}

/** True where the account a way out froze is no longer its carrier's under that name and number; a set-off has none. */
export const isAccountChanged = async (ctx: Ctx, back: Frozen): Promise<boolean> =>
  back.account_id !== null && !(await accountsNow(ctx, [back])).has(frozenOf(back))

function show(ctx: Ctx, row: NamedBack, now: ReadonlySet<string>): DepositBackRow {
  const keys = keysOf(row)
  const isWaiting = keys.state === 'asked' || keys.state === 'approved'
  return {
    id: row.id,
    backNo: row.back_no,
    depositId: row.deposit_id,
    depositNo: row.deposit_no,
    purpose: keyOf(depositPurposes, row.purpose),
    ...keys,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    amount: fen(row.amount_fen),
    accountName: row.account_name ?? undefined,
    accountNo: row.account_no === null ? undefined : shownAccountNo(ctx, row.account_no),
    bank: row.bank ?? undefined,
    isAccountChanged: isWaiting && row.account_id !== null && !now.has(frozenOf(row)),
    debtNo: row.debt_no ?? undefined,
    reason: row.reason,
    asker: row.asker_name,
    approver: row.approver_name ?? undefined,
    approvedAt: row.approved_at ?? undefined,
    payer: row.payer_name ?? undefined,
    paidAt: row.paid_at ?? undefined,
    serial: row.serial ?? undefined,
    answer: row.answer ?? undefined,
    backReason: row.back_reason ?? undefined,
    backSerial: row.back_serial ?? undefined,
    backAsker: row.back_asker_name ?? undefined,
    backChecker: row.back_checker_name ?? undefined,
    backAt: row.back_at ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: depositBackMovesOf(backOn(ctx, { ...row, ...keys }), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listDepositBacks>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { kind, carrierId, branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownDeposits(actor, 'k'),
    kind && sql<boolean>`k.kind = ${kind}`,
    carrierId === undefined ? undefined : sql<boolean>`k.carrier_id = ${carrierId}::uuid`,
    branchId === undefined ? undefined : sql<boolean>`k.branch_id = ${branchId}::uuid`,
    between('k.created_at', from, to),
    saidOfCarrier('k', ['k.back_no', 'k.serial', 'k.account_name', 'k.reason'], text),
    chosen('k.id', ids),
  ])

/** Ways out in the actor's reach, newest first. */
export async function findDepositBacks(
  ctx: Ctx,
  input: Input<typeof listDepositBacks>,
): Promise<Output<typeof listDepositBacks>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`k.state = ${input.state}`,
    afterCursor(input, 'k.id'),
  ])
  const rows = await ctx.tx.rows(backRows.where(where).orderBy('k.id', 'desc').limit(rowsToAsk(input)))
  const now = await accountsNow(ctx, rows)
  return toPage(rows, input, row => show(ctx, row, now))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countDepositBacksBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countDepositBacks>,
): Promise<Output<typeof countDepositBacks>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      depositBackStates,
      { table: 'deposit_backs', alias: 'k', where },
      {
        person: ctx.actor.userId,
        hands: {
          asked: ['asker_id', 'asker_for'],
          approved: ['approver_id'],
          bouncing: ['back_asker_id', 'back_asker_for'],
          undoing: ['back_asker_id', 'back_asker_for'],
        },
      },
    )
  const rows = q
    .selectFrom('deposit_backs as k')
    .select('k.amount_fen')
    .where(allOf([where, filter.state && sql<boolean>`k.state = ${filter.state}`]))
    .orderBy('k.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { state: {}, summed: n, sums }
}

/** One way out with its history and vouchers; another company's is none. */
export async function findDepositBack(
  ctx: Ctx,
  { id }: Input<typeof getDepositBack>,
): Promise<Output<typeof getDepositBack>> {
  const row = await ctx.tx.one(backRows.where('k.id', '=', id).where(ownDeposits(ctx.actor, 'k')))
  return {
    ...show(ctx, row, await accountsNow(ctx, [row])),
    amountInWords: moneyInWords(fen(row.amount_fen)),
    log: await findLog(ctx, id),
    vouchers: await findVouchersOf(ctx, 'depositBack', [id]),
  }
}

/** One way out under lock; another company's is none. */
export async function lockDepositBack(ctx: Ctx, id: string): Promise<DepositBack> {
  const row = await ctx.tx.one(
    q
      .selectFrom('deposit_backs as k')
      .selectAll('k')
      .where('k.id', '=', id)
      .where(ownDeposits(ctx.actor, 'k'))
      .forUpdate(),
  )
  return { ...row, ...keysOf(row) }
}

/** The deposit of a way out in the actor's reach. */
export const depositIdOf = async (ctx: Ctx, id: string): Promise<string> =>
  (
    await ctx.tx.one(
      q
        .selectFrom('deposit_backs as k')
        .select('k.deposit_id')
        .where('k.id', '=', id)
        .where(ownDeposits(ctx.actor, 'k')),
    )
  ).deposit_id

/** The accounts of a carrier that money can be sent to, its default one first. */
export const carrierAccounts = async (ctx: Ctx, carrierId: string) =>
  ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('company_accounts')
        .select(['id', 'account_name', 'account_no', 'bank'])
        .where('company_id', '=', carrierId)
        .where('removed_at', 'is', null)
        .orderBy('is_default', 'desc')
        .orderBy('id')
        .limit(50),
    ),
  )

/** The most debts one answer names. */
const debtsMax = 200

/** Ways a deposit can go: accounts of its carrier, and what the carrier owes in the branch, oldest first. */
export async function findDepositWays(
  ctx: Ctx,
  { id }: Input<typeof getDepositWays>,
): Promise<Output<typeof getDepositWays>> {
  const deposit = await ctx.tx.one(
    q
      .selectFrom('deposits as d')
      .select(['d.carrier_id', 'd.branch_id', 'd.left_fen'])
      .where('d.id', '=', id)
      .where(ownDeposits(ctx.actor, 'd')),
  )
  const debts = await ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .select(['d.id', 'd.debt_no', 'd.open_fen'])
      .where('d.carrier_id', '=', deposit.carrier_id)
      .where('d.branch_id', '=', deposit.branch_id)
      .where(isOwed)
      .orderBy('d.id')
      .limit(debtsMax),
  )
  const accounts = await carrierAccounts(ctx, deposit.carrier_id)
  return {
    left: fen(deposit.left_fen),
    accounts: accounts.map(each => ({
      id: each.id,
      name: each.account_name,
      accountNo: shownAccountNo(ctx, each.account_no),
      bank: each.bank,
    })),
    debts: debts.map(each => ({ id: each.id, debtNo: each.debt_no, open: fen(each.open_fen) })),
    owed: sumFen(debts.map(each => fen(each.open_fen))),
  }
}
