// The payees of a sheet's lines: frozen at the submission, before it as they stand, and the fault of one that cannot be
// paid.
import type { SheetPayee } from '@yunshu/contract/settlement/settlement'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import * as z from 'zod/mini'
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
export async function accountOfCarrier(ctx: Ctx, carrierId: string): Promise<Payee | undefined> {
  return ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('company_accounts')
        .select(['account_name as name', 'account_no as account', 'bank'])
        .where('company_id', '=', carrierId)
        .where('is_default', '=', true)
        .where('removed_at', 'is', null),
    ),
  )
}

/** The account of each line, in their order: the frozen one, else the one its payee has now. */
export async function payeesOfLines(
  ctx: Ctx,
  carrierId: string,
  lines: readonly Pick<PaidLine, 'payee_id' | 'payee'>[],
): Promise<(Payee | undefined)[]> {
  const open = lines.filter(line => line.payee === null)
  const ids = [...new Set(open.flatMap(line => line.payee_id ?? []))]
  const known = new Map(
    ids.length === 0 ? [] : (await ctx.tx.elevated(() => rowsOf(ctx, ids))).map(row => [row.id, row] as const),
  )
  const own = open.some(line => line.payee_id === null) ? await accountOfCarrier(ctx, carrierId) : undefined
  return lines.map(line => {
    if (line.payee !== null) return z.parse(Payee, line.payee)
    if (line.payee_id === null) return own
    const row = known.get(line.payee_id)
    return row && { name: row.name, account: row.account_no, bank: row.bank }
  })
}

const rowsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.tx.rows(
    q
      .selectFrom('payees')
      .select(['id', 'name', 'account_no', 'bank', 'paper', 'blacklisted_at', 'removed_at'])
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`),
  )

/**
 * Refuses with `payment.payee` where the payee of a line cannot be paid now: not verified, on the blacklist, removed,
 * without an authorisation of the driver that is good today, or on another account than the one that was frozen.
 */
export async function assertPayable(ctx: Ctx, lines: readonly PaidLine[]): Promise<void> {
  const chosen = lines.filter(line => line.payee_id !== null)
  if (chosen.length === 0) return
  await ctx.tx.elevated(async () => {
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
    throw new Problem('payment.payee', { waybillNo: bad.waybill_no, payee: row?.name ?? '', why })
  })
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
