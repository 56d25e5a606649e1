// Questions to the books before something is posted: names, money paid in advance, entries still open.
import { type AccountCode, accounts } from '@yunshu/domain/voucher/chart'
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
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

/** Money a shipper has paid in advance and not used (2205.01); nobody else can use it until the transaction ends. */
export async function lockPrepaid(ctx: Ctx, branchId: string, shipperId: string): Promise<Fen> {
  await ctx.tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`prepaid ${branchId} ${shipperId}`}, 0))`.compile(q),
  )
  const { balance } = await ctx.tx.one(
    q
      .selectFrom('account_balances')
      .select(sql<number>`coalesce(sum(credit_fen - debit_fen), 0)::bigint`.as('balance'))
      .where('branch_id', '=', branchId)
      .where('account', '=', '2205.01')
      .where('party_id', '=', shipperId),
  )
  return fen(Math.max(0, balance))
}

/** An entry with its lines, and the voucher that carries it when it has one. */
export interface OpenEntry {
  entryId: string
  event: string
  sourceId: string
  lines: JournalLine[]
  shipperId: string | undefined
  carrierId: string | undefined
  voucher: { id: string; version: number; kind: string; waybillId: string | undefined } | undefined
}

const entriesWithLines = q
  .selectFrom('journal_entries as e')
  .innerJoin('journal_lines as l', 'l.entry_id', 'e.id')
  .leftJoin('vouchers as v', 'v.entry_id', 'e.id')
  .select([
    'e.id',
    'e.event',
    'e.source_id',
    'e.shipper_id',
    'e.carrier_id',
    'l.account',
    'l.party_id',
    'l.waybill_id',
    'l.debit_fen',
    'l.credit_fen',
    'v.id as voucher_id',
    'v.version',
    'v.kind',
    'v.waybill_id as voucher_waybill',
  ])
  .orderBy('e.id')
  .orderBy('l.n')

/** The tentative costs of waybills that no sheet has replaced yet: of one carrier, or of all that earn of them. */
export async function openTentatives(
  ctx: Ctx,
  waybillIds: readonly string[],
  carrierId?: string,
): Promise<OpenEntry[]> {
  const entries = carrierId === undefined ? entriesWithLines : entriesWithLines.where('e.carrier_id', '=', carrierId)
  return grouped(
    await ctx.tx.rows(
      entries
        .where('v.kind', '=', 'TENTATIVE')
        .where('v.state', '=', 'posted')
        .where('v.reversal_of', 'is', null)
        .where('v.waybill_id', 'in', [...waybillIds]),
    ),
  )
}

/** The entries of one event about these records. */
export async function entriesOf(
  ctx: Ctx,
  sourceType: string,
  sourceIds: readonly string[],
  events: readonly string[],
): Promise<OpenEntry[]> {
  return grouped(
    await ctx.tx.rows(
      entriesWithLines
        .where('e.source_type', '=', sourceType)
        .where('e.source_id', 'in', [...sourceIds])
        .where('e.event', 'in', [...events]),
    ),
  )
}

type EntryLineRow = Awaited<ReturnType<typeof entriesWithLines.execute>>[number]

function grouped(rows: readonly EntryLineRow[]): OpenEntry[] {
  const entries = new Map<string, OpenEntry>()
  for (const row of rows) {
    const entry = entries.get(row.id) ?? {
      entryId: row.id,
      event: row.event,
      sourceId: row.source_id,
      lines: [],
      shipperId: row.shipper_id ?? undefined,
      carrierId: row.carrier_id ?? undefined,
      voucher:
        row.voucher_id === null || row.version === null
          ? undefined
          : {
              id: row.voucher_id,
              version: row.version,
              kind: row.kind ?? '',
              waybillId: row.voucher_waybill ?? undefined,
            },
    }
    entry.lines.push({
      account: accountCode(row.account),
      party: row.party_id ?? undefined,
      waybillId: row.waybill_id ?? undefined,
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
