// Questions to the books before something is posted: names, and entries not taken back.
import { type AccountCode, accounts } from '@yunshu/domain/voucher/chart'
import { closingEvents } from '@yunshu/domain/voucher/closing'
import type { PostedLine } from '@yunshu/domain/voucher/ledger'
import { loweredAccounts, type CostLine } from '@yunshu/domain/voucher/shares'
import { supplyEvents } from '@yunshu/domain/voucher/supplyPostings'
import { voucherKinds, type VoucherKind } from '@yunshu/domain/voucher/voucher'
import { voucherSources, type VoucherSource } from '@yunshu/domain/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Names of companies as vouchers print them. */
export async function companyNames(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('id', 'in', [...ids]),
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return id => names.get(id) ?? ''
}

/** A posted entry with those of its lines that nothing has taken back yet, as its voucher carries it. */
export interface OpenEntry {
  event: string
  /** The day of the books, ms. */
  date: number
  source: { type: VoucherSource; id: string }
  lines: PostedLine[]
  shipperId: string | undefined
  carrierId: string | undefined
  kind: VoucherKind
  counterparty: string
  waybillId: string | undefined
  settlementId: string | undefined
}

const openLines = q
  .selectFrom('journal_lines as l')
  .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
  .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
  .select([
    'e.id',
    'e.event',
    'e.date',
    'e.source_type',
    'e.source_id',
    'e.shipper_id',
    'e.carrier_id',
    'l.n',
    'l.account',
    'l.party_id',
    'l.waybill_id',
    'l.part_id',
    'l.debit_fen',
    'l.credit_fen',
    'v.kind',
    'v.counterparty',
    'v.waybill_id as voucher_waybill',
    'v.settlement_id',
  ])
  .where(
    sql<boolean>`not exists (select from journal_lines red where red.reverses_entry = l.entry_id
      and red.reverses_n = l.n)`,
  )
  .orderBy('e.id')
  .orderBy('l.n')

/**
 * The estimated costs of waybills that no sheet has replaced yet: of the parts on a sheet of its carrier, or of all that
 * earn of them. Of an entry about many, the lines of these. An estimate without a part is older than parts: its waybill
 * has but one.
 */
export async function openEstimates(
  ctx: Ctx,
  waybillIds: readonly string[],
  sheet?: { readonly carrierId: string; readonly partIds: readonly string[] },
): Promise<OpenEntry[]> {
  const estimates = sql<boolean>`exists (select from journal_lines est where est.account = '2202.99'
    and est.credit_fen > 0
    and est.waybill_id = any(${[...waybillIds]}::uuid[]) and est.waybill_id = l.waybill_id and est.entry_id = l.entry_id
    and est.part_id is not distinct from l.part_id ${sheet === undefined ? sql`` : sql`and est.party_id = ${sheet.carrierId}::uuid and (est.part_id is null or est.part_id = any(${[...sheet.partIds]}::uuid[]))`})`
  return grouped(
    await ctx.tx.rows(
      openLines
        .where(sql<boolean>`l.waybill_id = any(${[...waybillIds]}::uuid[])`)
        .where('v.kind', '=', 'TENTATIVE')
        .where(estimates),
    ),
  )
}

/** True for entries of these events, also where several of one event tell themselves apart behind a space. */
const isEvent = (events: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`split_part(e.event, ' ', 1) = any(${[...events]}::text[])`

/** The entries of these events about records, as far as nothing has taken them back. */
export async function openEntriesOf(
  ctx: Ctx,
  sourceType: string,
  sourceIds: readonly string[],
  events: readonly string[],
): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      openLines
        .where('e.source_type', '=', sourceType)
        .where('e.source_id', 'in', [...sourceIds])
        .where('e.event', 'in', [...events]),
    ),
  )
}

/**
 * The entries of an approved sheet, as far as nothing has taken them back. Sheets approved before 082 took their
 * estimates back in an entry for each waybill, named after the sheet.
 */
export async function openEntriesOfSheet(
  ctx: Ctx,
  settlementId: string,
  events: readonly string[],
): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      openLines
        .where('v.settlement_id', '=', settlementId)
        .where('e.source_type', 'in', ['settlement', 'sheetChange', 'waybill'])
        .where(isEvent(events)),
    ),
  )
}

/** Lines by which money paid in advance covered waybills (E2b), as far as nothing has taken them back. */
export async function openOffsetsOf(ctx: Ctx, waybillIds: readonly string[]): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      openLines.where(sql<boolean>`l.waybill_id = any(${[...waybillIds]}::uuid[])`).where('e.event', '=', 'E2b'),
    ),
  )
}

/** The entries that made money of a claim prepaid again (E2cb), as far as nothing has taken them back. */
export async function openClaimedOf(ctx: Ctx, claimId: string): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      openLines
        .where('e.event', '=', 'E2cb')
        .where(sql<boolean>`e.id in (select m.reversed_by from ar_matches m where m.claim_id = ${claimId}::uuid)`),
    ),
  )
}

/** Lines by which receivables of waybills were given up (E2d, E2e), as far as nothing has taken them back. */
export async function openGivenUpOf(ctx: Ctx, waybillIds: readonly string[]): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      openLines
        .where(sql<boolean>`l.waybill_id = any(${[...waybillIds]}::uuid[])`)
        .where('e.event', 'in', ['E2d', 'E2e']),
    ),
  )
}

/** The lock a close of a branch holds to its end. */
export const closingLock = (branchId: string): RawBuilder<string> =>
  sql<string>`hashtextextended(${`closing ${branchId}`}, 0)`

/**
 * Lines by which closes of a branch declared the tax of waybills without an invoice (E8u), as far as nothing has taken
 * them back. A close under way ends first: what it declares, or takes back, is among them.
 */
export async function openUninvoicedOf(
  ctx: Ctx,
  branchId: string,
  waybillIds: readonly string[],
): Promise<OpenEntry[]> {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock_shared(${closingLock(branchId)})`.compile(q))
  return grouped(
    await ctx.tx.rows(
      openLines.where(sql<boolean>`l.waybill_id = any(${[...waybillIds]}::uuid[])`).where(isEvent(['E8u'])),
    ),
  )
}

/** The entries of a close, as far as nothing has taken them back. */
export async function openEntriesOfClose(ctx: Ctx, id: string): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      openLines.where('e.source_type', '=', 'closing').where('e.source_id', '=', id).where(isEvent(closingEvents)),
    ),
  )
}

const costsOf = async (ctx: Ctx, query: RawBuilder<CostRow>): Promise<Map<string, CostLine[]>> => {
  const lines = (await ctx.tx.rows(query.compile(q))).flatMap(({ waybill_id: id, account, cost }) => {
    const code = loweredAccounts.find(each => each === account)
    return code === undefined ? [] : [{ id, line: { account: code, amount: fen(cost) } }]
  })
  return new Map([...Map.groupBy(lines, ({ id }) => id)].map(([id, own]) => [id, own.map(({ line }) => line)] as const))
}
interface CostRow {
  readonly waybill_id: string
  readonly account: string
  readonly cost: number
}

/** The costs of waybills by account as no input invoice has touched them. */
export const bookedCosts = (ctx: Ctx, waybillIds: readonly string[]): Promise<Map<string, CostLine[]>> =>
  costsOf(
    ctx,
    sql<CostRow>`select l.waybill_id, l.account, sum(l.debit_fen - l.credit_fen)::bigint as cost
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.waybill_id = any(${[...waybillIds]}::uuid[]) and l.account = any(${loweredAccounts}::text[])
        and e.event <> all(${['E9', 'E9r', ...supplyEvents]}::text[])
      group by 1, 2 order by 1, 2`,
  )

/** The part of them that invoices for fuel and tolls took out. */
export const takenOf = (ctx: Ctx, waybillIds: readonly string[]): Promise<Map<string, CostLine[]>> =>
  costsOf(
    ctx,
    sql<CostRow>`select l.waybill_id, l.account, sum(l.credit_fen)::bigint as cost
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.waybill_id = any(${[...waybillIds]}::uuid[]) and l.account = any(${loweredAccounts}::text[])
        and e.event = any(${supplyEvents}::text[])
      group by 1, 2 order by 1, 2`,
  )

type OpenLineRow = Awaited<ReturnType<typeof openLines.execute>>[number]

function grouped(rows: readonly OpenLineRow[]): OpenEntry[] {
  const entries = new Map<string, OpenEntry>()
  for (const row of rows) {
    const entry = entries.get(row.id) ?? {
      event: row.event,
      date: row.date,
      source: { type: keyOf(voucherSources, row.source_type), id: row.source_id },
      lines: [],
      shipperId: row.shipper_id ?? undefined,
      carrierId: row.carrier_id ?? undefined,
      kind: keyOf(voucherKinds, row.kind),
      counterparty: row.counterparty,
      waybillId: row.voucher_waybill ?? undefined,
      settlementId: row.settlement_id ?? undefined,
    }
    entry.lines.push({
      at: { entryId: row.id, n: row.n },
      account: accountCode(row.account),
      party: row.party_id ?? undefined,
      waybillId: row.waybill_id ?? undefined,
      ...(row.part_id === null ? {} : { partId: row.part_id }),
      debitFen: fen(row.debit_fen),
      creditFen: fen(row.credit_fen),
    })
    entries.set(row.id, entry)
  }
  return [...entries.values()]
}

/** A stored account code; one outside the chart is a bug. */
function accountCode(code: string): AccountCode {
  const account = accounts.find(known => known.code === code)
  if (account === undefined) throw new Error(`no account ${code} in the chart`)
  return account.code
}
