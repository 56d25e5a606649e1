// Reads of vouchers: the list, and one voucher with the lines of its entry.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  getVoucher,
  listVouchers,
  sumVouchers,
  VoucherDetail,
  VoucherRef,
  VoucherRow,
} from '@yunshu/contract/voucher/voucher'
import { accounts } from '@yunshu/domain/voucher/chart'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { voucherKinds, voucherStates, type VoucherKind } from '@yunshu/domain/voucher/voucher'
import { isBindable } from '@yunshu/domain/voucher/binding'
import { otherCategories, voucherSources } from '@yunshu/domain/voucher/voucherPages'
import { sql, type RawBuilder } from 'kysely'
import { textBegins, between, chosen, contains } from '../../db/conditions.ts'
import { countCap, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { findMissing } from '../../db/pastedNumbers.ts'
import { allOf, ownJournalLines, ownVouchers, voucherAmount } from '../../work/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import { evidenceClass } from '../../db/voucherRoom.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { findFiles } from '../file/file.queries.ts'
import { isOpenOver, isTail, isUnbound, isUnposted } from './bookFaults.queries.ts'
import { findBound } from './binding.queries.ts'
import { originRecords, remittanceNo, shownOrigin } from './origin.queries.ts'
import { draftLinesOf, voucherMovesOf, vouchersWaiting } from './manual.queries.ts'

export const voucherRowsOf = (actor: Actor) =>
  q
    .selectFrom('vouchers as v')
    .innerJoin('companies as b', 'b.id', 'v.branch_id')
    .leftJoin('settlements as s', 's.id', 'v.settlement_id')
    .leftJoin('waybills as w', 'w.id', 'v.waybill_id')
    .leftJoin('journal_entries as e', 'e.id', 'v.entry_id')
    .select([
      'v.id',
      'v.voucher_no',
      'v.kind',
      'v.state',
      'v.branch_id',
      'b.name as branch_name',
      'v.period',
      'v.date',
      'v.summary',
      'v.counterparty',
      voucherAmount(actor, 'v').as('amount_fen'),
      'v.maker_name',
      'v.auditor_name',
      'v.version',
      'v.category',
      'v.maker_id',
      'v.maker_for',
      sql<boolean>`v.draft_lines is not null`.as('is_manual'),
      's.settlement_num',
      'w.waybill_no',
      remittanceNo.as('remittance_no'),
    ])
type Found = Awaited<ReturnType<ReturnType<typeof voucherRowsOf>['execute']>>[number]

export function showVoucher(ctx: Ctx, row: Found): VoucherRow {
  const state = keyOf(voucherStates.states, row.state)
  const isMaker = [row.maker_id, row.maker_for].includes(ctx.actor.userId)
  return {
    id: row.id,
    voucherNo: row.voucher_no,
    kind: keyOf(voucherKinds, row.kind),
    state,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    period: row.period,
    date: row.date,
    summary: row.summary,
    counterparty: row.counterparty,
    amount: fen(row.amount_fen),
    maker: row.maker_name,
    ...(row.auditor_name === null ? {} : { auditor: row.auditor_name }),
    ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
    ...(row.waybill_no === null ? {} : { waybillNo: row.waybill_no }),
    // receipts are no page of a company
    ...(row.remittance_no === null || !isHouseSide(ctx.actor.side) ? {} : { remittanceNo: row.remittance_no }),
    version: row.version,
    isManual: row.is_manual,
    ...(row.category === null ? {} : { category: keyOf(otherCategories, row.category) }),
    moves: voucherMovesOf(ctx, { state, isManual: row.is_manual, isMaker }),
  }
}

const is = (column: string, value: string | undefined) =>
  value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}`

/** A line the reader sees stands on the account, or on one below it; lines of drafts count too. */
const hasAccount = (actor: Actor, account: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from journal_lines l where l.entry_id = v.entry_id and ${textBegins('l.account', account)}
      and ${ownJournalLines(actor, 'l')})
    or v.entry_id is null and exists (select from jsonb_array_elements(v.draft_lines) d
      where d ->> 'account' ^@ ${account}::text))`

/** The list's condition, for a table `vouchers` named `v`. */
export const vouchersUnder = (
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  { kind, state, period, branchId, waits, text, ids, ...more }: Input<typeof sumVouchers>,
) =>
  allOf([
    ownVouchers(actor, 'v'),
    is('v.kind', kind),
    is('v.state', state),
    is('v.period', period),
    is('v.branch_id', branchId),
    waits && vouchersWaiting(actor, waits, 'v'),
    more.unposted ? isUnposted('v') : undefined,
    more.openOver === undefined ? undefined : isOpenOver('v', more.openOver, now),
    more.unbound ? isUnbound : undefined,
    more.tails ? isTail('v') : undefined,
    more.numbers?.length ? sql<boolean>`v.voucher_no = any(${more.numbers}::text[])` : undefined,
    between('v.date', more.dateFrom, more.dateTo),
    more.amount === undefined ? undefined : sql<boolean>`abs(${voucherAmount(actor, 'v')}) = ${more.amount}::bigint`,
    more.account ? hasAccount(actor, more.account) : undefined,
    contains(['v.maker_name'], more.maker),
    contains(['v.voucher_no', 'v.summary', 'v.counterparty'], text),
    chosen('v.id', ids),
  ])

/** The sums of the rows under the list's filter. */
export async function findVoucherSums(
  ctx: Ctx,
  filter: Input<typeof sumVouchers>,
): Promise<Output<typeof sumVouchers>> {
  const rows = q
    .selectFrom('vouchers as v')
    .select(voucherAmount(ctx.actor, 'v').as('amount_fen'))
    .where(vouchersUnder(ctx, filter))
    .orderBy('v.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { summed: n, sums }
}

/** Vouchers in the actor's reach, newest first. */
export async function findVouchersPage(
  ctx: Ctx,
  input: Input<typeof listVouchers>,
): Promise<Output<typeof listVouchers>> {
  const page = toPage(
    await ctx.tx.rows(
      voucherRowsOf(ctx.actor)
        .where(allOf([vouchersUnder(ctx, input), afterCursor(input, 'v.id')]))
        .orderBy('v.id', 'desc')
        .limit(rowsToAsk(input)),
    ),
    input,
    row => showVoucher(ctx, row),
  )
  const missing = await findMissing(ctx.tx, input, {
    table: 'vouchers',
    alias: 'v',
    reach: ownVouchers(ctx.actor, 'v'),
    others: vouchersUnder(ctx, { ...input, numbers: [] }),
    rowsOf: ({ typed }) => sql`select x.id, x.voucher_no from vouchers x where x.voucher_no = any(${typed})`,
  })
  return { ...page, ...missing }
}

/** The most numbers of other vouchers a voucher names. */
const namedMax = 20

/** A voucher as others name it. */
const named = (alias: string): RawBuilder<VoucherRef> => sql<VoucherRef>`jsonb_build_object('voucherNo',
  ${sql.ref(`${alias}.voucher_no`)}, 'id', ${sql.ref(`${alias}.id`)}, 'kind', ${sql.ref(`${alias}.kind`)},
  'branchCompanyId', ${sql.ref(`${alias}.branch_id`)})`
/** The vouchers some line of which `v` takes back, and those that take back some line of it, by their numbers. */
const takes = sql<
  VoucherRef[]
>`(select coalesce(jsonb_agg(x.it order by x.it ->> 'voucherNo'), '[]') from (select distinct ${named('o')} as it from journal_lines l join vouchers o on o.entry_id = l.reverses_entry
  where l.entry_id = v.entry_id order by 1 limit ${namedMax}) x)`
const takenBy = sql<
  VoucherRef[]
>`(select coalesce(jsonb_agg(x.it order by x.it ->> 'voucherNo'), '[]') from (select distinct ${named('r')} as it from journal_lines l
  join vouchers r on r.entry_id = l.entry_id where l.reverses_entry = v.entry_id order by 1 limit ${namedMax}) x)`

/** One voucher of a branch with the lines of its entry; of another branch, or another company's, there is none. */
export const findVoucher = async (ctx: Ctx, { id, branchId }: Input<typeof getVoucher>): Promise<VoucherDetail> =>
  (await findFrame(ctx, sql<boolean>`v.id = ${id}::uuid and v.branch_id = ${branchId}::uuid`)).voucher

/** A voucher with the facts of its entry that pages of a kind go on from. */
export interface VoucherFrame {
  readonly voucher: VoucherDetail
  readonly entryId: string
  readonly event: string
  readonly sourceType: string
  readonly sourceId: string
  readonly settlementId: string | undefined
  readonly createdAt: number
}

/** The frame every page of a voucher has; of another kind, or out of the actor's reach, there is none. */
export const findVoucherOf = (ctx: Ctx, kind: VoucherKind, id: string): Promise<VoucherFrame> =>
  findFrame(ctx, sql<boolean>`v.id = ${id}::uuid and v.kind = ${kind}`)

async function findFrame(ctx: Ctx, condition: RawBuilder<boolean>): Promise<VoucherFrame> {
  const found = await ctx.tx.one(
    voucherRowsOf(ctx.actor)
      .select([
        'e.id as entry_id',
        'v.draft_lines',
        'v.carrier_id',
        'v.poster_name',
        takes.as('reversal_of'),
        takenBy.as('reversed_by'),
        'e.entry_no',
        'e.event',
        'e.source_type',
        'e.source_id',
        'v.settlement_id',
        'v.created_at',
        ...originRecords,
        evidenceClass.as('evidence_class'),
      ])
      .where(condition)
      .where(ownVouchers(ctx.actor, 'v')),
  )
  const lines = (await voucherLinesOf(ctx, [found])).get(found.id) ?? []
  const isHouse = isHouseSide(ctx.actor.side)
  const row = showVoucher(ctx, found)
  const voucher: VoucherDetail = {
    ...row,
    amountInWords: moneyInWords(fen(found.amount_fen)),
    entryNo: found.entry_no ?? '',
    ...(found.reversal_of.length === 0 ? {} : { reversalOf: found.reversal_of }),
    ...(found.reversed_by.length === 0 ? {} : { reversedBy: found.reversed_by }),
    lines,
    // a company reads its sheets and waybills; how money came and went inside the house is none of its pages
    ...(isHouse && found.source_type !== null
      ? {
          origin: {
            source: keyOf(voucherSources, found.source_type),
            ...shownOrigin(found),
          },
        }
      : {}),
    ...voucherTotalsOf(lines),
    createdAt: found.created_at,
    ...(found.poster_name === null ? {} : { poster: found.poster_name }),
    bound: isHouse
      ? (await findBound(ctx, found.id)).map(({ waybillId, waybillNo, amount }) => ({ waybillId, waybillNo, amount }))
      : [],
    mayBind:
      isHouse &&
      ctx.can('voucher.bind') &&
      isBindable(row.state) &&
      found.amount_fen > 0 &&
      found.evidence_class !== null,
    files: await findFiles(ctx, 'voucher', found.id),
    takesFiles: isHouse && ctx.can('voucher.make'),
    log: isHouse ? await findLog(ctx, found.id) : [],
  }
  return {
    voucher,
    entryId: found.entry_id ?? nilId,
    event: found.event ?? '',
    sourceType: found.source_type ?? '',
    sourceId: found.source_id ?? nilId,
    settlementId: found.settlement_id ?? undefined,
    createdAt: found.created_at,
  }
}

export interface Lined {
  readonly id: string
  readonly entry_id: string | null
  readonly draft_lines: unknown
}
type Lines = VoucherDetail['lines']

/** By voucher the lines of its entry; of a draft those that were typed. */
export async function voucherLinesOf(ctx: Ctx, vouchers: readonly Lined[]): Promise<ReadonlyMap<string, Lines>> {
  const entries = await findEntryLines(
    ctx,
    vouchers.flatMap(({ entry_id: entry }) => entry ?? []),
  )
  return new Map(
    vouchers.map((row): [string, Lines] => {
      const typed = draftLinesOf(row)
      if (row.entry_id === null)
        return [row.id, typed.map(line => ({ ...line, accountName: accountName(line.account) }))]
      const posted = entries.get(row.entry_id) ?? []
      // lines by hand are posted in the order they were typed, and have words of their own
      const isTyped = typed.length === posted.length
      return [row.id, isTyped ? posted.map((line, n) => ({ ...line, summary: typed[n]?.summary })) : posted]
    }),
  )
}

async function findEntryLines(ctx: Ctx, entryIds: readonly string[]): Promise<ReadonlyMap<string, Lines>> {
  if (entryIds.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('journal_lines as l')
      .leftJoin('companies as c', 'c.id', 'l.party_id')
      .leftJoin('waybills as w', 'w.id', 'l.waybill_id')
      .select(['l.entry_id', 'l.n', 'l.account', 'c.name', 'w.waybill_no', 'l.debit_fen', 'l.credit_fen'])
      .where('l.entry_id', 'in', [...entryIds])
      .where(ownJournalLines(ctx.actor, 'l'))
      .orderBy('l.n'),
  )
  const lines = new Map<string, Lines>()
  for (const row of rows) {
    const line = {
      n: row.n,
      account: row.account,
      accountName: accountName(row.account),
      ...(row.name === null ? {} : { party: row.name }),
      ...(row.waybill_no === null ? {} : { waybillNo: row.waybill_no }),
      debit: fen(row.debit_fen),
      credit: fen(row.credit_fen),
    }
    const own = lines.get(row.entry_id)
    if (own) own.push(line)
    else lines.set(row.entry_id, [line])
  }
  return lines
}

export const voucherTotalsOf = (lines: Lines): Pick<VoucherDetail, 'totalDebit' | 'totalCredit'> => ({
  totalDebit: sumFen(lines.map(line => line.debit)),
  totalCredit: sumFen(lines.map(line => line.credit)),
})

/** The name of an account as books print it. */
export const accountName = (code: string): string => accounts.find(account => account.code === code)?.name ?? code
