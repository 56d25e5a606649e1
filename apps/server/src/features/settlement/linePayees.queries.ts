// The payees of a sheet's lines: frozen at the submission, before it as they stand, and the fault of one that cannot be
// paid.
import type { SheetPayee } from '@yunshu/contract/settlement/settlement'
import { companyStates } from '@yunshu/domain/company/company'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findPayableFor } from '../payee/payee.queries.ts'

/** An account money goes to, as a line keeps it (column settlement_lines.payee). */
export const Payee = z.object({ name: z.string(), account: z.string(), bank: z.string() })
export type Payee = z.output<typeof Payee>

/** A line of a sheet, as far as its payee is asked for. */
export interface PaidLine {
  readonly waybill_no: string
  readonly driver_id: string
  /** The chosen payee; null: the carrier, on its own account. */
  readonly payee_id: string | null
  /** The account as it was frozen. */
  readonly payee: unknown
}

/** The carrier's default account, if it has registered one. */
export const accountOfCarrier = async (ctx: Ctx, carrierId: string): Promise<Payee | undefined> =>
  (await accountsOfCarriers(ctx, [carrierId])).get(carrierId)

/** The default accounts of carriers that have registered one. */
async function accountsOfCarriers(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Payee>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('company_accounts')
        .select(['company_id', 'account_name as name', 'account_no as account', 'bank'])
        .where('company_id', 'in', [...ids])
        .where('is_default', '=', true)
        .where('removed_at', 'is', null),
    ),
  )
  return new Map(rows.map(({ company_id: id, ...account }) => [id, account]))
}

type Payable = Pick<PaidLine, 'payee_id' | 'payee'>

/** The account of each line, in their order: the frozen one, else the one its payee has now. */
export async function payeesOfLines(
  ctx: Ctx,
  carrierId: string,
  lines: readonly Payable[],
): Promise<readonly (Payee | undefined)[]> {
  const [payees = []] = await payeesOfSheets(ctx, [{ carrierId, lines }])
  return payees
}

/** The account of each line of each sheet, in their order. */
export async function payeesOfSheets(
  ctx: Ctx,
  sheets: readonly { readonly carrierId: string; readonly lines: readonly Payable[] }[],
): Promise<readonly (readonly (Payee | undefined)[])[]> {
  const ids = new Set<string>()
  const carriers = new Set<string>()
  for (const { carrierId, lines } of sheets)
    for (const { payee, payee_id: id } of lines) {
      if (payee !== null) continue
      if (id === null) carriers.add(carrierId)
      else ids.add(id)
    }
  const known = new Map(
    ids.size === 0 ? [] : (await ctx.tx.elevated(() => rowsOf(ctx, [...ids]))).map(row => [row.id, row] as const),
  )
  const own = await accountsOfCarriers(ctx, [...carriers])
  return sheets.map(({ carrierId, lines }) =>
    lines.map(line => {
      if (line.payee !== null) return z.parse(Payee, line.payee)
      if (line.payee_id === null) return own.get(carrierId)
      const row = known.get(line.payee_id)
      return row && { name: row.name, account: row.account_no, bank: row.bank }
    }),
  )
}

const rowsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.tx.rows(
    q
      .selectFrom('payees')
      .select(['id', 'name', 'account_no', 'bank', 'paper', 'blacklisted_at', 'removed_at'])
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`),
  )

/** Steps that look at payees: money follows an account only once it has stood for a day. */
type PayeeStep = 'choose' | 'pay'

/**
 * Refuses with `payment.payee`, which names the line, where somebody cannot be paid now: the carrier is no longer served;
 * its own account is not the one that was frozen, or is about to be paid within a day of its change; a payee is not
 * verified, on the blacklist, removed, without an authorisation of the driver that is good today, or on another account
 * than the one that was frozen. Every way out of the house asks this.
 */
export async function assertPayable(
  ctx: Ctx,
  carrierId: string,
  lines: readonly PaidLine[],
  step: PayeeStep,
): Promise<void> {
  const [first] = lines
  if (first === undefined) return
  await ctx.tx.elevated(async () => {
    const carrier = await ctx.tx.one(q.selectFrom('companies').select(['name', 'state']).where('id', '=', carrierId))
    const state = keyOf(companyStates.states, carrier.state)
    if (state === 'suspended' || state === 'closed')
      throw refusal(first, carrier.name, `承运商${companyStates.states[state].label}`)
    await assertOwnPayable(
      ctx,
      { id: carrierId, name: carrier.name },
      lines.filter(line => line.payee_id === null),
      step,
    )
    await assertChosenPayable(
      ctx,
      lines.filter(line => line.payee_id !== null),
    )
  })
}

const refusal = (line: PaidLine, payee: string, why: string): Problem =>
  new Problem('payment.payee', { waybillNo: line.waybill_no, payee, why })

/** Lines the carrier is paid itself: to an account it keeps. One that has none is told so where accounts are frozen. */
async function assertOwnPayable(
  ctx: Ctx,
  carrier: { id: string; name: string },
  lines: readonly PaidLine[],
  step: PayeeStep,
): Promise<void> {
  if (lines.length === 0) return
  const accounts = await ctx.tx.rows(
    q
      .selectFrom('company_accounts')
      .select(['account_no', 'payable_at'])
      .where('company_id', '=', carrier.id)
      .where('removed_at', 'is', null),
  )
  for (const line of lines) {
    if (line.payee === null) continue
    const { account } = z.parse(Payee, line.payee)
    const kept = accounts.find(each => each.account_no === account)
    if (kept === undefined) throw refusal(line, carrier.name, `承运商已不再使用账户 ${maskBankCard(account)}`)
    if (step === 'pay' && kept.payable_at > ctx.now)
      throw refusal(
        line,
        carrier.name,
        `账户 ${maskBankCard(account)} 新添加或修改不满 24 小时，${formatDateTime(kept.payable_at)} 起可付`,
      )
  }
}

async function assertChosenPayable(ctx: Ctx, chosen: readonly PaidLine[]): Promise<void> {
  if (chosen.length === 0) return
  const payable = await findPayableFor(ctx, [...new Set(chosen.map(line => line.driver_id))], ctx.now)
  const accountOf = (line: PaidLine): string | undefined =>
    payable.get(line.driver_id)?.find(({ payeeId }) => payeeId === line.payee_id)?.accountNo
  const bad = chosen.find(line => {
    const account = accountOf(line)
    return account === undefined || (line.payee !== null && z.parse(Payee, line.payee).account !== account)
  })
  if (bad === undefined) return
  const [row] = await rowsOf(ctx, [bad.payee_id ?? ''])
  const why =
    row === undefined || row.removed_at !== null
      ? '已删除'
      : row.blacklisted_at !== null
        ? '已列入黑名单'
        : row.paper !== 'approved'
          ? '证件未通过审核'
          : accountOf(bad) === undefined
            ? '没有司机的有效授权'
            : '账号已变更'
  throw refusal(bad, row?.name ?? '', why)
}

/** The accounts lines are paid to, the largest amount first; a line without an account is left out. */
export function groupPayees(
  lines: readonly { readonly payee_id: string | null; readonly pay_fen: number }[],
  payees: readonly (Payee | undefined)[],
): SheetPayee[] {
  const paid = lines.flatMap((line, index) => {
    const payee = payees[index]
    return payee === undefined ? [] : [{ line, payee }]
  })
  return [...Map.groupBy(paid, ({ payee }) => accountKey(payee)).values()]
    .flatMap(each => {
      const [first] = each
      if (first === undefined) return []
      return {
        ...first.payee,
        account: maskBankCard(first.payee.account),
        isCarrier: first.line.payee_id === null,
        waybills: each.length,
        amount: sumFen(each.map(({ line }) => fen(line.pay_fen))),
      }
    })
    .sort((a, b) => b.amount - a.amount)
}

/** Tells accounts apart: two lines of one name and number are paid together. */
export const accountKey = ({ name, account }: Payee): string => JSON.stringify([name, account])

/** An account in a row: its name and tail. */
export const payeeText = ({ name, account }: Pick<Payee, 'name' | 'account'>): string =>
  `${name} ${maskBankCard(account)}`
