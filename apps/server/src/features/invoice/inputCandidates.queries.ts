// Waybills an input invoice can be bound to, the one signed first before the others, and the providers it can be of.
import type { Input, Output } from '@yunshu/contract/call'
import type { listInputCandidates, listInputProviders } from '@yunshu/contract/invoice/input'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { expectedDays } from '@yunshu/domain/invoice/expected'
import {
  inputClasses,
  isSupply,
  noProvider,
  providerOfSeller,
  type InputClass,
} from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { inputBound } from '../../db/waybillCost.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { inputRows, ownInputs, type InputInvoice } from './input.queries.ts'
import { costIn, isBearer } from './inputRoom.queries.ts'
import { boundOf, sharesOf } from './supplyProvider.queries.ts'

/** Waybills whose fuel or tolls have invoices of their own, as their index names them. */
const hasSupply = {
  FUEL: sql<boolean>`w.input_base = 'CASH_ONLY' and w.oil_fen > 0`,
  TOLL: sql<boolean>`w.input_base = 'CASH_ONLY' and w.toll_fen > 0`,
} as const

type Invoice = Pick<InputInvoice, 'class' | 'carrier_id' | 'branch_id'>
export type CandidateFilter = Omit<Input<typeof listInputCandidates>, 'id' | 'limit' | 'cursor'>

/** Cost, part bound and part open of waybill `w` in a class: the whole of it, or what is of one provider. */
function roomsOf(of: InputClass, provider: string | undefined) {
  const whole = { cost: costIn(of), bound: inputBound('w', of) }
  const open = sql<number>`(${whole.cost} - ${whole.bound})`
  if (!isSupply(of) || provider === undefined) return { ...whole, open, isOf: undefined }
  const shares = sharesOf(of)
  if (provider === noProvider) return { ...whole, open, isOf: sql<boolean>`not exists (select from ${shares} as s)` }
  const cost = sql<number>`least(${whole.cost}, (select s.fen from ${shares} as s where s.provider = ${provider}))::bigint`
  const bound = boundOf(of, sql`${provider}::text`)
  return {
    cost,
    bound,
    open: sql<number>`least(${open}, ${cost} - ${bound})`,
    isOf: sql<boolean>`exists (select from ${shares} as s where s.provider = ${provider})`,
  }
}

const providersOf = (of: InputClass): RawBuilder<string[]> =>
  isSupply(of)
    ? sql<string[]>`array(select s.provider from ${sharesOf(of)} as s order by 1)`
    : sql<string[]>`array[]::text[]`

/** Waybills that can bear an invoice and have room for it, in the order of their signatures. */
export function candidatesOf({ now }: Pick<Ctx, 'now'>, invoice: Invoice, filter: CandidateFilter) {
  const of = keyOf(inputClasses, invoice.class)
  const { cost, bound, open, isOf } = roomsOf(of, filter.provider)
  return q
    .selectFrom('waybills as w')
    .innerJoin('companies as c', 'c.id', 'w.carrier_id')
    .select(['w.id', 'w.waybill_no', 'w.load_place', 'w.unload_place', 'w.plate', 'c.name as carrier'])
    .select(sql<number>`w.signed_at`.as('signed_at'))
    .select([cost.as('cost'), bound.as('bound'), open.as('open'), providersOf(of).as('providers')])
    .where(
      allOf([
        isBearer(invoice),
        isSupply(of) ? hasSupply[of] : undefined,
        sql<boolean>`w.signed_at >= ${filter.from ?? startOfDay(now) - expectedDays * DAY_MS}::bigint`,
        filter.to === undefined ? undefined : sql<boolean>`w.signed_at < ${filter.to}::bigint`,
        contains(['w.waybill_no', 'w.plate'], filter.text),
        isOf,
        sql<boolean>`${open} > 0`,
      ]),
    )
    .orderBy('w.signed_at')
    .orderBy('w.id')
}

const cursorForm = new RegExp(`^(\\d{1,16})\\.(${uuidPattern})$`)

/** Waybills that can bear an invoice and whose cost in its class is not fully bound, the one signed first before the others. */
export async function findInputCandidates(
  ctx: Ctx,
  { id, limit, cursor, ...filter }: Input<typeof listInputCandidates>,
): Promise<Output<typeof listInputCandidates>> {
  const invoice = await ctx.tx.one(inputRows.where('i.id', '=', id).where(ownInputs(ctx.actor, 'i')))
  const [, signedAt, last] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && last === undefined) throw placeFault()
  const page = { limit, cursor }
  const after = last && sql<boolean>`(w.signed_at, w.id) > (${Number(signedAt)}::bigint, ${last}::uuid)`
  const rows = await ctx.tx.rows(
    candidatesOf(ctx, invoice, filter)
      .where(allOf([after || undefined]))
      .limit(rowsToAsk(page)),
  )
  return toPage(
    rows,
    page,
    row => ({
      id: row.id,
      waybillNo: row.waybill_no,
      signedAt: row.signed_at,
      load: row.load_place,
      unload: row.unload_place,
      plate: row.plate,
      carrierName: row.carrier,
      cost: fen(row.cost),
      bound: fen(row.bound),
      open: fen(row.open),
      providers: row.providers,
    }),
    row => `${row.signed_at}.${row.id}`,
  )
}

const kindOf = { FUEL: 'OIL', TOLL: 'ETC' } as const

/** The providers of the branch of an invoice, and the one its seller's name says. */
export async function findInputProviders(
  ctx: Ctx,
  { id }: Input<typeof listInputProviders>,
): Promise<Output<typeof listInputProviders>> {
  const invoice = await ctx.tx.one(inputRows.where('i.id', '=', id).where(ownInputs(ctx.actor, 'i')))
  const of = keyOf(inputClasses, invoice.class)
  if (!isSupply(of)) return { rows: [] }
  const rows = await ctx.tx.rows(
    q
      .selectFrom('fuel_accounts')
      .select('provider')
      .distinct()
      .where('branch_id', '=', invoice.branch_id)
      .where('kind', '=', kindOf[of])
      .orderBy('provider'),
  )
  const providers = rows.map(({ provider }) => provider)
  return { rows: [...providers, noProvider], ofSeller: providerOfSeller(invoice.seller_name, providers) }
}
