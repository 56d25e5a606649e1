// The provider of each share of an invoice for fuel or tolls: no share is of another's fuel, and no invoice of two providers.
import type { Input } from '@yunshu/contract/call'
import type { bindInputInvoice } from '@yunshu/contract/invoice/input'
import { fen, printMoney, subtractFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { inputClasses, isSupply, noProvider, type SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { InputInvoice } from './input.queries.ts'
import { boundOf, sharesOf } from './supplyProvider.queries.ts'

type Lines = Input<typeof bindInputInvoice>['lines']

interface Share {
  readonly id: string
  readonly waybill_no: string
  readonly provider: string
  readonly fen: number
  readonly bound: number
}

/** The shares of each provider in these waybills, which the binder holds. */
const findShares = (ctx: Ctx, of: SupplyClass, ids: readonly string[]): Promise<Share[]> =>
  ctx.tx.rows(
    sql<Share>`select w.id, w.waybill_no, s.provider, s.fen, ${boundOf(of, sql`s.provider`)} as bound
      from waybills w cross join lateral ${sharesOf(of)} as s where w.id = any(${[...ids]}::uuid[])
      order by s.provider`.compile(q),
  )

/** The providers of the shares an invoice has by now. */
async function heldProviders(ctx: Ctx, input: InputInvoice): Promise<string[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('input_bindings')
      .select('provider')
      .distinct()
      .where('input_id', '=', input.id)
      .where('unbound_at', 'is', null)
      .where('provider', 'is not', null),
  )
  return rows.flatMap(({ provider }) => (provider === null ? [] : [provider]))
}

/**
 * The provider of each waybill told, which are held: the one asked for, or the only one it has; none of fuel that sheets
 * handed out. Refuses what is more than is left of the provider's share, and a second provider on the invoice.
 */
export async function providersOfLines(
  ctx: Ctx,
  input: InputInvoice,
  lines: Lines,
  asked: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const of = keyOf(inputClasses, input.class)
  if (!isSupply(of)) {
    if (asked !== undefined) throw wrongField('provider', '运费发票不分供应商')
    return new Map()
  }
  const shares = Map.groupBy(
    await findShares(
      ctx,
      of,
      lines.map(({ waybillId }) => waybillId),
    ),
    ({ id }) => id,
  )
  const made = new Map<string, string>()
  for (const [n, { waybillId, amount }] of lines.entries()) {
    const share = shareOf(of, shares.get(waybillId) ?? [], asked, n)
    if (share === undefined) continue
    const left = share.fen > share.bound ? subtractFen(fen(share.fen), fen(share.bound)) : ZERO_FEN
    if (amount > left)
      throw wrongField(`lines.${n}.amount`, `${share.provider}的${inputClasses[of]}还可绑 ${printMoney(left)} 元`)
    made.set(waybillId, share.provider)
  }
  const [provider] = made.values()
  const held = [...(await heldProviders(ctx, input)), ...made.values()].find(each => each !== provider)
  if (provider !== undefined && held !== undefined) throw new Problem('input.providers', { held, provider })
  return made
}

/** The share of a waybill an invoice is bound to; undefined where no provider is known of it. */
function shareOf(of: SupplyClass, shares: readonly Share[], asked: string | undefined, n: number): Share | undefined {
  const word = inputClasses[of]
  const [first, second] = shares
  if (first === undefined) {
    if (asked === undefined || asked === noProvider) return undefined
    throw wrongField(`lines.${n}.waybillId`, `没有${asked}的${word}`)
  }
  if (asked === undefined && second === undefined) return first
  if (asked === undefined) {
    const all = shares.map(({ provider }) => provider).join('、')
    throw wrongField('provider', `${first.waybill_no} 有${all}的${word}，请选择供应商`)
  }
  const share = shares.find(({ provider }) => provider === asked)
  if (share === undefined) throw wrongField(`lines.${n}.waybillId`, `${first.waybill_no} 没有${asked}的${word}`)
  return share
}
