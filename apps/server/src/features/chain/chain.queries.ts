// Reads of the four flows of waybills: judged anew each time of the facts, so that nothing kept can be out of date.
import type { Input, Output } from '@yunshu/contract/call'
import {
  chainMonths,
  type ChainRow,
  type countChains,
  type getChain,
  type listChains,
  type rateChains,
  type ShownLeg,
} from '@yunshu/contract/chain/chain'
import { pageDefault } from '@yunshu/contract/fields'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { chainLegs, chainPlaces, chainReasons, chainTabs, type ChainPlace } from '@yunshu/domain/chain/chain'
import {
  isUnderTab,
  judgeChain,
  sayReason,
  sayShort,
  type JudgedChain,
  type JudgedLeg,
} from '@yunshu/domain/chain/judge'
import { fen } from '@yunshu/domain/figures/money'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault } from '../../db/page.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, businessSight, ownRows, type PriceSight } from '../../work/scope.ts'
import { chainSources, findChainFacts, type ChainSource } from './chainFacts.queries.ts'

type Filter = Omit<Input<typeof listChains>, 'limit' | 'cursor'>

/** Waybills whose journey was signed for; those that came to nothing have no flows. */
const signed = (actor: Actor): RawBuilder<boolean> =>
  allOf([ownRows(actor, 'w'), sql<boolean>`w.signed_at is not null and w.state in ('signed', 'finished')`])

const filtered = ({ actor }: Pick<Ctx, 'actor'>, { branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    signed(actor),
    branchId === undefined ? undefined : sql<boolean>`w.branch_id = ${branchId}::uuid`,
    between('w.signed_at', from, to),
    contains(['w.waybill_no', 'w.plate', 's.name', 'c.name'], text),
    chosen('w.id', ids),
  ])

/** A waybill with the judgement of its flows. */
export interface Judged {
  readonly row: ChainSource
  readonly chain: JudgedChain
}
/** The place of a walk through a list: the last waybill looked at. */
interface Place {
  readonly signedAt: number
  readonly id: string
}
const after = (place: Place | undefined) =>
  place && sql<boolean>`(w.signed_at, w.id) < (${place.signedAt}::bigint, ${place.id}::uuid)`
const placeOf = ({ row }: Judged): Place => ({ signedAt: row.signed_at ?? 0, id: row.id })

/** The query of a page of signed waybills with their facts, the last signature first. */
export const chainPage = (ctx: Pick<Ctx, 'actor'>, filter: Filter, place: Place | undefined, limit: number) =>
  chainSources(allOf([filtered(ctx, filter), after(place)]), sql`w.signed_at desc, w.id desc`, limit)

async function judgedPage(ctx: Ctx, filter: Filter, place: Place | undefined, limit: number): Promise<Judged[]> {
  const rows = await ctx.tx.rows(chainPage(ctx, filter, place, limit))
  return (await findChainFacts(ctx.tx, rows)).map(({ row, facts }) => ({ row, chain: judgeChain(facts) }))
}

const fits = ({ chain }: Judged, { state, lack, leg, legState }: Filter): boolean =>
  (state === undefined || chain.state === state) &&
  (lack === undefined || isUnderTab(chain, lack)) &&
  (legState === undefined ||
    (leg === undefined
      ? Object.values(chain.legs).some(each => each.state === legState)
      : chain.legs[leg].state === legState)) &&
  (leg === undefined || legState !== undefined || chain.legs[leg].state !== 'whole')

/** The most waybills judged in one statement, and in one answer. */
const batch = 500
const judgedMost = countCap

/**
 * Walks the waybills under a filter in their order until `take` has enough, or so many were judged: a page's worth first,
 * and more at a time where the filter leaves most out.
 */
async function walk(
  ctx: Ctx,
  filter: Filter,
  { from, first = batch }: { from?: Place | undefined; first?: number },
  take: (judged: Judged) => boolean,
): Promise<{ last: Place | undefined; isOver: boolean }> {
  let place = from
  let size = Math.min(first, batch)
  for (let seen = 0; seen < judgedMost; seen += size) {
    const page = await judgedPage(ctx, filter, place, size)
    for (const judged of page) {
      if (!take(judged)) return { last: place, isOver: false }
      place = placeOf(judged)
    }
    if (page.length < size) return { last: place, isOver: true }
    size = Math.min(size * 2, batch)
  }
  return { last: place, isOver: false }
}

/** The waybills under a filter, at most `most`; and whether there are more. */
export async function findJudged(
  ctx: Ctx,
  filter: Filter,
  { from, most }: { from?: Place | undefined; most: number },
): Promise<{ found: Judged[]; next: Place | undefined }> {
  const found: Judged[] = []
  const { last, isOver } = await walk(ctx, filter, { from, first: most + 1 }, judged => {
    if (!fits(judged, filter)) return true
    if (found.length === most) return false
    found.push(judged)
    return true
  })
  return { found, next: isOver ? undefined : last }
}

const cursorForm = new RegExp(`^(\\d{1,15})\\.(${uuidPattern})$`)
function fromCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = cursorForm.exec(cursor) ?? []
  if (id === undefined) throw placeFault()
  return { signedAt: Number(at), id }
}

/** Signed waybills with their four flows, the last signature first. */
export async function findChains(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...filter }: Input<typeof listChains>,
): Promise<Output<typeof listChains>> {
  const { found, next } = await findJudged(ctx, filter, { from: fromCursor(cursor), most: limit })
  return {
    rows: found.map(judged => showChain(ctx, judged)),
    ...(next === undefined ? {} : { next: `${next.signedAt}.${next.id}` }),
  }
}

/** Counts by tab under the list's filter without its own; a waybill stands under several, so all are counted too. */
export async function countChainsBy(
  ctx: Ctx,
  { lack: _lack, ...filter }: Input<typeof countChains>,
): Promise<Output<typeof countChains>> {
  const state: Record<string, number> = { all: 0, ...Object.fromEntries(tabs.map(tab => [tab, 0])) }
  const add = (name: string): void => {
    state[name] = (state[name] ?? 0) + 1
  }
  await walk(ctx, filter, {}, judged => {
    if (!fits(judged, filter)) return true
    add('all')
    for (const tab of tabs) if (isUnderTab(judged.chain, tab)) add(tab)
    return true
  })
  return { state }
}
const tabs = Object.keys(chainTabs.states).map(name => keyOf(chainTabs.states, name))

/** Of the last months, the waybills signed and those that are whole. */
export async function findChainRates(
  ctx: Ctx,
  { branchId }: Input<typeof rateChains>,
): Promise<Output<typeof rateChains>> {
  const months: Output<typeof rateChains>['months'] = []
  for (let ago = chainMonths - 1; ago >= 0; ago -= 1) {
    const period = shiftPeriod(periodOf(ctx.now), -ago)
    const month = { period, waybills: 0, whole: 0, contract: 0, goods: 0, money: 0, invoice: 0 }
    const filter = { branchId, from: startOfPeriod(period), to: startOfPeriod(shiftPeriod(period, 1)) }
    const { isOver } = await walk(ctx, filter, {}, ({ chain }) => {
      month.waybills += 1
      if (chain.state === 'whole') month.whole += 1
      for (const leg of legs) if (chain.legs[leg].state === 'whole') month[leg] += 1
      return true
    })
    months.push({ ...month, isCut: !isOver })
  }
  return { months }
}
const legs = Object.keys(chainLegs).map(name => keyOf(chainLegs, name))

/** The four flows of one waybill, signed or not; another company's is not found. */
export async function findChain(ctx: Ctx, { id }: Input<typeof getChain>): Promise<Output<typeof getChain>> {
  const where = allOf([ownRows(ctx.actor, 'w'), sql<boolean>`w.id = ${id}::uuid`])
  const row = await ctx.tx.one(chainSources(where, sql`w.id`, 1))
  const [found] = await findChainFacts(ctx.tx, [row])
  if (found === undefined) throw new Error(`no facts of waybill ${id}`)
  return showChain(ctx, { row: found.row, chain: judgeChain(found.facts) })
}

/** The page a reason leads to. */
const urls: Readonly<Record<ChainPlace, (row: ChainSource) => string>> = {
  agreements: row => listUrl('AgreementList', { waybillNo: row.waybill_no }),
  waybill: row => screenUrl('WaybillDetails', { id: row.id }),
  trail: row => screenUrl('TrackPlayback', { vehicleId: row.vehicle_id }),
  parts: row => listUrl('SettlementDetails', { text: row.waybill_no }),
  exceptions: row =>
    listUrl('MoneyExceptions', row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
  trades: row => listUrl('TradeWater', { waybillNo: row.waybill_no }),
  sales: row => listUrl('QueryInvoiceIssued', { waybillNo: row.waybill_no }),
  applications: row => listUrl('QueryInvoiceApply', { text: row.shipper_name }),
  purchases: row => listUrl('QueryInvoiceInput', { waybillNo: row.waybill_no }),
}

function showLeg(ctx: Ctx, row: ChainSource, sight: PriceSight, { state, reasons }: JudgedLeg): ShownLeg {
  return {
    state,
    short: sayShort({ state, reasons }, sight),
    reasons: reasons.map(reason => {
      const { place } = chainReasons[reason.key]
      const url = ctx.can(chainPlaces[place].permit) ? urls[place](row) : undefined
      return { key: reason.key, text: sayReason(reason, sight), place, ...(url === undefined ? {} : { url }) }
    }),
  }
}

/** A judged waybill as its reader may see it. */
export function showChain(ctx: Ctx, { row, chain }: Judged): ChainRow {
  const sight = businessSight(ctx)
  const leg = (name: keyof typeof chainLegs) => showLeg(ctx, row, sight, chain.legs[name])
  return {
    id: row.id,
    waybillNo: row.waybill_no,
    state: chain.state,
    contract: leg('contract'),
    goods: leg('goods'),
    money: leg('money'),
    invoice: leg('invoice'),
    signedAt: row.signed_at ?? undefined,
    shipperName: row.shipper_name,
    carrierName: row.carrier_name,
    plate: row.plate,
    load: row.load_place,
    unload: row.unload_place,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    ...(sight.shipper ? { freight: fen(row.freight_fen) } : {}),
    ...(sight.carrier ? { cost: fen(row.net_fen) } : {}),
  }
}
