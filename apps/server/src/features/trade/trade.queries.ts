// Reads of trades: the list, its sums, and one movement with its waybills, voucher and slips.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  getTrade,
  listTradePapers,
  listTrades,
  sumTrades,
  TradePaper,
  TradeRow,
} from '@yunshu/contract/trade/trade'
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { isSimulated } from '@yunshu/domain/partner'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { channelAccount, tradeDirections, tradeKinds, tradeRecords } from '@yunshu/domain/trade'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { inOrderOf } from '../../db/inOrderOf.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { findMissing, isNumbered, pastedNumbers, type PastedNumbers } from '../../db/pastedNumbers.ts'
import type { Trades } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, companyRows, isCompanyOf, isNarrow, ownRows, ownSheets, unlessHouse } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'
import { findTradeParts } from './parts.queries.ts'

/**
 * Trades that are the actor's: a company's those it paid for or is paid by; with a narrow data scope those of sheets and
 * waybills that are.
 */
export const ownTrades = (actor: Actor, alias: string): RawBuilder<boolean> =>
  allOf([
    companyRows(actor, alias),
    isNarrow(actor)
      ? sql<boolean>`(${sql.ref(`${alias}.settlement_id`)} in (select own.id from settlements own
        where ${ownSheets(actor, 'own')}))`
      : undefined,
  ])

const slipsOf = sql<number>`(select count(*)::int from files f where f.owner_id = t.id and f.owner = 'trade')`
/** Money of a payment that came back is what left first: by amounts, for one word may be two movements, and rows come in any order. */
const isReturned = sql<boolean>`(t.direction = 'OUT' and t.payment_id is not null
  and (select coalesce(sum(back.amount_fen), 0) from trades back where back.payment_id = t.payment_id and back.direction = 'IN')
    >= (select sum(own.amount_fen) from trades own where own.payment_id = t.payment_id and own.direction = 'OUT'
      and own.id <= t.id))`

/** A row in which the actor is the carrier: money that left the house came to it, and the other way round. */
const isCarriers = (actor: Pick<Actor, 'side' | 'companyId'>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${isCompanyOf(actor, 't.carrier_id')}, false)`

/** The way money went for the actor (decision 210). */
const directionFor = (actor: Pick<Actor, 'side' | 'companyId'>): RawBuilder<string> =>
  isHouseSide(actor.side)
    ? sql<string>`t.direction`
    : sql<string>`(case when ${isCarriers(actor)} then case t.direction when 'IN' then 'OUT' else 'IN' end else t.direction end)`

/** The charge of the bank for the actor: the house bears it. */
const feeFor = ({ side }: Pick<Actor, 'side'>): RawBuilder<number> =>
  isHouseSide(side) ? sql<number>`t.fee_fen` : sql<number>`0::bigint`

/** Only movements on the account of the channels stand in their files. */
const isOfChannel = sql<boolean>`(t.account = ${channelAccount})`
const isMatched = sql<boolean>`(exists (select from recon_lines l where l.trade_id = t.id)
  or exists (select from recon_line_trades l where l.trade_id = t.id))`

/** Whether every movement of an entry on the channels' account was found in their files; null where it has none. */
export const matchedOf = (entryId: string): RawBuilder<boolean | null> =>
  sql<boolean | null>`(select bool_and(${isMatched}) from trades t
    where t.entry_id = ${sql.ref(entryId)} and ${isOfChannel} and not t.is_repeat)`

const tradeRowsFor = (actor: Pick<Actor, 'side' | 'companyId'>) =>
  q
    .selectFrom('trades as t')
    .innerJoin('companies as b', 'b.id', 't.branch_id')
    .leftJoin('settlements as s', 's.id', 't.settlement_id')
    .leftJoin('payments as p', 'p.id', 't.payment_id')
    .selectAll('t')
    .select([
      'b.name as branch_name',
      's.settlement_num',
      'p.task_no',
      directionFor(actor).as('way'),
      isCarriers(actor).as('is_carriers'),
      feeFor(actor).as('fee'),
      slipsOf.as('slips'),
      isReturned.as('is_returned'),
      isOfChannel.as('is_of_channel'),
      isMatched.as('is_matched'),
      sql<number>`(select count(*)::int from trade_waybills w where w.trade_id = t.id)`.as('waybills'),
    ])
type Found = Selectable<Trades> & {
  branch_name: string
  way: string
  is_carriers: boolean
  fee: number
  settlement_num: string | null
  task_no: string | null
  slips: number
  is_returned: boolean
  is_of_channel: boolean
  is_matched: boolean
  waybills: number
}

/** A side of a trade; a shipper has no business with the account of a carrier. */
function partyOf(
  { actor }: Ctx,
  { carrier_id: carrierId }: Found,
  name: string,
  account: string | null,
  bank: string | null,
): TradeRow['payer'] {
  const mayKnow = isHouseSide(actor.side) || actor.companyId === carrierId
  return {
    name,
    ...(account === null || !mayKnow ? {} : { account: maskBankCard(account) }),
    ...(bank === null || !mayKnow ? {} : { bank }),
  }
}

function show(ctx: Ctx, row: Found): TradeRow {
  const direction = keyOf(tradeDirections, row.way)
  const channel = row.channel === null ? undefined : keyOf(payChannels, row.channel)
  return {
    id: row.id,
    tradeNo: row.trade_no,
    kind: keyOf(tradeKinds, row.kind),
    direction,
    isCarriers: row.is_carriers,
    mark: row.is_returned ? 'returned' : 'done',
    ...(row.is_of_channel && isHouseSide(ctx.actor.side) ? { recon: row.is_matched ? 'matched' : 'open' } : {}),
    ...(direction === 'IN' ? { income: fen(row.amount_fen) } : { outgo: fen(row.amount_fen) }),
    fee: fen(row.fee),
    payer: partyOf(ctx, row, row.payer, row.payer_account, row.payer_bank),
    payee: partyOf(ctx, row, row.payee, row.payee_account, row.payee_bank),
    ...(channel === undefined ? {} : { channel }),
    isSimulated: channel !== undefined && isSimulated(channel),
    ...(row.bank_serial === null ? {} : { bankSerial: row.bank_serial }),
    ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
    ...(row.task_no === null ? {} : { taskNo: row.task_no }),
    ...(row.record === null || row.record_no === null
      ? {}
      : { record: keyOf(tradeRecords, row.record), recordNo: row.record_no }),
    waybills: row.waybills,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    slips: row.slips,
    happenedAt: row.happened_at,
  }
}

type Filter = Input<typeof sumTrades>
const is = (column: string, value: string | undefined) =>
  value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}`
const onlyIf = (wanted: boolean | undefined, condition: RawBuilder<boolean>) =>
  wanted === undefined ? undefined : wanted ? condition : sql<boolean>`not ${condition}`

/** Trades by these numbers: their own, the bank's, or that of their record, sheet, payment or waybills. */
export const rowsOfNumbers = ({ actor }: Pick<Ctx, 'actor'>, { own, bank }: PastedNumbers): RawBuilder<unknown> => {
  const asked = sql`any(${own})`
  return sql`select x.id, x.trade_no from trades x where x.trade_no = ${asked}
    union all select x.id, x.bank_serial_upper from trades x where x.bank_serial_upper = any(${bank})
    union all select x.id, x.record_no from trades x where x.record_no = ${asked}
    union all select x.id, s.settlement_num from settlements s join trades x on x.settlement_id = s.id
      where s.settlement_num = ${asked}
    union all select x.id, p.task_no from payments p join trades x on x.payment_id = p.id where p.task_no = ${asked}
    union all select tw.trade_id, w.waybill_no from waybills w join trade_waybills tw on tw.waybill_id = w.id
      where w.waybill_no = ${asked} and ${ownRows(actor, 'w')}`
}

/** The list's condition. */
const filtered = (ctx: Pick<Ctx, 'actor'>, filter: Filter): RawBuilder<boolean> => {
  const { waybillNo, settlementNum, mark, numbers = [] } = filter
  return allOf([
    ownTrades(ctx.actor, 't'),
    sql<boolean>`not t.is_repeat`,
    numbers.length === 0 ? undefined : isNumbered('t', rowsOfNumbers(ctx, pastedNumbers(numbers))),
    is('t.kind', filter.kind),
    filter.direction === undefined ? undefined : sql<boolean>`${directionFor(ctx.actor)} = ${filter.direction}`,
    is('t.channel', filter.channel),
    filter.branchId === undefined ? undefined : sql<boolean>`t.branch_id = ${filter.branchId}::uuid`,
    between('t.happened_at', filter.from, filter.to === undefined ? undefined : filter.to + 1),
    between('t.amount_fen', filter.amountFrom, filter.amountTo === undefined ? undefined : filter.amountTo + 1),
    onlyIf(mark === undefined ? undefined : mark === 'returned', isReturned),
    onlyIf(filter.slip === undefined ? undefined : filter.slip === 'kept', sql<boolean>`${slipsOf} > 0`),
    // movements of the bank's file are the house's matter
    filter.recon === undefined ? undefined : unlessHouse(ctx.actor, sql<boolean>`false`),
    onlyIf(filter.recon === undefined ? undefined : true, isOfChannel),
    onlyIf(filter.recon === undefined ? undefined : filter.recon === 'matched', isMatched),
    settlementNum === undefined
      ? undefined
      : sql<boolean>`t.settlement_id = (select x.id from settlements x where x.settlement_num = ${settlementNum})`,
    waybillNo === undefined
      ? undefined
      : sql<boolean>`t.id in (select tw.trade_id from trade_waybills tw join waybills w on w.id = tw.waybill_id
          where w.waybill_no = ${waybillNo} and ${ownRows(ctx.actor, 'w')})`,
    contains(['t.trade_no', 't.bank_serial', 't.payer', 't.payee', 't.record_no'], filter.text),
    chosen('t.id', filter.ids),
  ])
}

/** The query of a page of the list. */
export const tradesPage = (ctx: Pick<Ctx, 'actor'>, input: Input<typeof listTrades>) =>
  tradeRowsFor(ctx.actor)
    .where(allOf([filtered(ctx, input), afterCursor(input, 't.id')]))
    .orderBy('t.id', 'desc')
    .limit(rowsToAsk(input))

/** Trades in the actor's reach, newest first. */
export async function findTradesPage(ctx: Ctx, input: Input<typeof listTrades>): Promise<Output<typeof listTrades>> {
  const page = toPage(await ctx.tx.rows(tradesPage(ctx, input)), input, row => show(ctx, row))
  const missing = await findMissing(ctx.tx, input, {
    table: 'trades',
    alias: 't',
    reach: allOf([ownTrades(ctx.actor, 't'), sql<boolean>`not t.is_repeat`]),
    others: filtered(ctx, { ...input, numbers: [] }),
    rowsOf: numbers => rowsOfNumbers(ctx, numbers),
  })
  return { ...page, ...missing }
}

/** All movements of a sheet, which has as many as it has payees and returns, newest first. */
export async function findTradesOfSheet(ctx: Ctx, settlementNum: string): Promise<TradeRow[]> {
  const rows = await ctx.tx.rows(
    tradeRowsFor(ctx.actor).where(filtered(ctx, { settlementNum })).orderBy('t.id', 'desc'),
  )
  return rows.map(row => show(ctx, row))
}

/** The sums of the rows under the list's filter. */
export async function findTradeSums(ctx: Ctx, filter: Filter): Promise<Output<typeof sumTrades>> {
  const rows = q
    .selectFrom('trades as t')
    .select(['t.amount_fen', directionFor(ctx.actor).as('way'), feeFor(ctx.actor).as('fee')])
    .where(filtered(ctx, filter))
    .orderBy('t.id', 'desc')
    .limit(countCap)
  const sumOf = (way: string) => sql<number>`coalesce(sum(x.amount_fen) filter (where x.way = ${way}), 0)::bigint`
  const found = await ctx.tx.one(
    q
      .selectFrom(rows.as('x'))
      .select([
        sql<number>`count(*)`.as('n'),
        sumOf('IN').as('income'),
        sumOf('OUT').as('outgo'),
        sql<number>`coalesce(sum(x.fee), 0)::bigint`.as('fee'),
      ]),
  )
  const [income, outgo, fee] = [fen(found.income), fen(found.outgo), fen(found.fee)]
  return { summed: found.n, sums: { income, outgo, fee, net: subtractFen(subtractFen(income, outgo), fee) } }
}

/** The most waybills one movement names; a payment of more names the first of them. */
const linesMax = 500

/** By trade the waybills it names. */
async function findLinesOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.tx.rows(
    sql<{ trade_id: string; id: string; waybill_no: string; amount_fen: number }>`
      select t.trade_id, l.id, l.waybill_no, l.amount_fen from unnest(${ids}::uuid[]) as t (trade_id)
      cross join lateral (select w.id, w.waybill_no, l.amount_fen from trade_waybills l
        join waybills w on w.id = l.waybill_id where l.trade_id = t.trade_id order by w.id limit ${linesMax}) l
      order by l.id`.compile(q),
  )
  return Map.groupBy(rows, row => row.trade_id)
}

/** By entry its number and its voucher, which are the house's to see. */
async function findEntriesOf(ctx: Ctx, entryIds: readonly string[]) {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('journal_entries as e')
        .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
        .select(['e.id', 'e.entry_no', 'v.id as voucher_id', 'v.voucher_no'])
        .where('e.id', 'in', [...entryIds]),
    ),
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** One trade with its waybills, voucher and slips; another company's is not found. */
export async function findTrade(ctx: Ctx, { id }: Input<typeof getTrade>): Promise<Output<typeof getTrade>> {
  const row = await ctx.tx.one(tradeRowsFor(ctx.actor).where('t.id', '=', id).where(ownTrades(ctx.actor, 't')))
  const lines = (await findLinesOf(ctx, [id])).get(id) ?? []
  const entry = (await findEntriesOf(ctx, [row.entry_id])).get(row.entry_id)
  const mayOpen = isHouseSide(ctx.actor.side) && ctx.can('voucher.view')
  return {
    ...show(ctx, row),
    amountInWords: moneyInWords(fen(row.amount_fen)),
    lines: lines.map(line => ({ waybillId: line.id, waybillNo: line.waybill_no, amount: fen(line.amount_fen) })),
    parts: await findTradeParts(ctx, row.entry_id),
    entryNo: entry?.entry_no ?? '',
    ...(mayOpen && entry ? { voucher: { id: entry.voucher_id, voucherNo: entry.voucher_no } } : {}),
    files: ctx.can('trade.slip') ? await findFiles(ctx, 'trade', id) : [],
  }
}

/** The slips of trades in the actor's reach, in the order asked for; where one is not found, none is. */
export async function findTradePapers(
  ctx: Ctx,
  { ids }: Input<typeof listTradePapers>,
): Promise<Output<typeof listTradePapers>> {
  const own = tradeRowsFor(ctx.actor).where(allOf([chosen('t.id', ids), ownTrades(ctx.actor, 't')]))
  const found = inOrderOf(ids, await ctx.tx.rows(own))
  const lines = await findLinesOf(
    ctx,
    found.map(({ id }) => id),
  )
  const entries = await findEntriesOf(
    ctx,
    found.map(({ entry_id: entry }) => entry),
  )
  const rows = found.map((row): TradePaper => ({
    ...show(ctx, row),
    amountInWords: moneyInWords(fen(row.amount_fen)),
    lines: (lines.get(row.id) ?? []).map(line => ({ waybillNo: line.waybill_no })),
    entryNo: entries.get(row.entry_id)?.entry_no ?? '',
  }))
  return { rows }
}
