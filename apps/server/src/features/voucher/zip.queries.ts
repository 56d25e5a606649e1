// Vouchers as one file: what it holds is read at once, the papers are opened one by one as the file is sent.
import { Readable } from 'node:stream'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Input } from '@yunshu/contract/call'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { zipLinesMost, zipPackMost, type downloadVouchers } from '@yunshu/contract/voucher/zip'
import { fromWire } from '@yunshu/contract/wire'
import { fen, printYuan, sumFen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { acceptedKinds } from '../../files/kinds.ts'
import { csvText, safePart, zipStream, type Written, type ZipEntry } from '../../exports/zip.ts'
import { xlsxStream, type Line } from '../../exports/xlsx.ts'
import { parseStrictJson } from '../../strictJson.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, companyRows, ownJournalLines, voucherAmount } from '../../work/scope.ts'
import { openStored } from '../file/bytes.queries.ts'
import { accountName, vouchersUnder } from './voucher.queries.ts'

/** The limits of one file: lines of its vouchers, and bytes of their papers. */
export interface ZipLimits {
  readonly lines?: number
  readonly bytes?: number
}
const megabyte = 1024 ** 2
/** Bytes of papers a file holds that is sent at once, and one of the download centre. */
export const bytesAtOnce = 500 * megabyte
const bytesMost = 2048 * megabyte

interface Found {
  readonly id: string
  readonly voucher_no: string
  readonly kind: string
  readonly state: string
  readonly branch: string
  readonly date: number
  readonly summary: string
  readonly counterparty: string
  readonly amount_fen: number
  readonly entry_id: string | null
}

/** Vouchers under the list's filter, the newest first: at most `most`, and one more where there are more. */
export const findVouchersToPack = (ctx: Ctx, filter: Input<typeof downloadVouchers>, most: number): Promise<Found[]> =>
  ctx.tx.rows(
    q
      .selectFrom('vouchers as v')
      .innerJoin('companies as b', 'b.id', 'v.branch_id')
      .select([
        'v.id',
        'v.voucher_no',
        'v.kind',
        'v.state',
        'b.name as branch',
        'v.date',
        'v.summary',
        'v.counterparty',
      ])
      .select(['v.entry_id', voucherAmount(ctx.actor, 'v').as('amount_fen')])
      // drafts are no evidence of anything yet
      .where(allOf([vouchersUnder(ctx, filter), sql<boolean>`v.entry_id is not null`]))
      .orderBy('v.id', 'desc')
      .limit(most + 1),
  )

interface LineOf {
  entry_id: string
  account: string
  party: string | null
  waybill_no: string | null
  debit_fen: number
  credit_fen: number
}
interface PaperOf {
  voucher_id: string
  category: string
  name: string
  mime: string
  size: number
  storage_key: string
  uploaded_name: string
  created_at: number
}

/** The lines of vouchers that the actor sees, by entry. */
async function linesOf(ctx: Ctx, vouchers: readonly Found[]): Promise<Map<string, LineOf[]>> {
  const rows = await ctx.tx.rows(
    sql<LineOf>`select l.entry_id, l.account, c.name as party, w.waybill_no, l.debit_fen, l.credit_fen
    from journal_lines l left join companies c on c.id = l.party_id left join waybills w on w.id = l.waybill_id
    where l.entry_id = any(${vouchers.map(row => row.entry_id)}::uuid[]) and ${ownJournalLines(ctx.actor, 'l')}
    order by l.entry_id, l.n`.compile(q),
  )
  return Map.groupBy(rows, row => row.entry_id)
}

/** Vouchers whose lines are in memory at once: that of a sheet has thousands. */
const atOnce = 20

/** The lines of a voucher as its file, deflated, and the waybills they are about or that are bound to it. */
interface Read {
  readonly text: Uint8Array
  readonly waybills: string
}

/**
 * The lines of each voucher: they are all read before the first byte is sent. Each file is copied out of the pool its
 * bytes were written in, which would stay with it.
 */
async function readLines(ctx: Ctx, vouchers: readonly Found[]): Promise<Map<string, Read>> {
  const read = new Map<string, Read>()
  for (let at = 0; at < vouchers.length; at += atOnce) {
    const some = vouchers.slice(at, at + atOnce)
    const [lines, bound] = [await linesOf(ctx, some), await boundOf(ctx, some)]
    for (const voucher of some) {
      const own = lines.get(voucher.entry_id ?? '') ?? []
      read.set(voucher.id, {
        text: new Uint8Array(deflateRawSync(linesFile(voucher, own))),
        waybills: numbersText([...own.map(line => line.waybill_no), ...(bound.get(voucher.id) ?? [])]),
      })
    }
  }
  return read
}

/** Numbers of waybills bound to vouchers: the house's alone, as on their pages. */
async function boundOf(ctx: Ctx, vouchers: readonly Found[]): Promise<Map<string, string[]>> {
  if (!isHouseSide(ctx.actor.side)) return new Map()
  const rows = await ctx.tx.rows(
    sql<{ voucher_id: string; waybill_no: string }>`select x.voucher_id, w.waybill_no from voucher_waybills x
    join waybills w on w.id = x.waybill_id
    where x.voucher_id = any(${vouchers.map(row => row.id)}::uuid[]) and x.unbound_at is null order by x.id`.compile(q),
  )
  return new Map([...Map.groupBy(rows, row => row.voucher_id)].map(([id, own]) => [id, own.map(row => row.waybill_no)]))
}

/** The most waybills the manifest names of a voucher; the rest is counted, and stands in the voucher's own lines. */
const namedMost = 50
function numbersText(numbers: readonly (string | null)[]): string {
  const all = [...new Set(numbers.filter(number => number !== null))].toSorted()
  return `${all.slice(0, namedMost).join('、')}${all.length > namedMost ? ` 等 ${all.length} 单` : ''}`
}

/** Papers kept with vouchers, and the bank's slips of the money they moved, as far as the actor sees them. */
async function papersOf(ctx: Ctx, vouchers: readonly Found[]): Promise<Map<string, PaperOf[]>> {
  const ids = sql`${vouchers.map(row => row.id)}::uuid[]`
  const slips = ctx.can('trade.slip')
    ? sql`union all select v.id, t.id, 'trade' from vouchers v join trades t on t.entry_id = v.entry_id
      where v.id = any(${ids})`
    : sql``
  const rows = await ctx.tx.rows(
    sql<PaperOf>`select k.voucher_id, f.category, f.name, f.mime, f.size, f.storage_key, f.uploaded_name, f.created_at
    from (select v.id as voucher_id, v.id as owner_id, 'voucher' as owner from vouchers v
      where v.id = any(${ids}) ${slips}) as k
    join files f on f.owner = k.owner and f.owner_id = k.owner_id
    where ${companyRows(ctx.actor, 'f')} order by k.voucher_id, f.id`.compile(q),
  )
  return Map.groupBy(rows, row => row.voucher_id)
}

const extensionOf = (mime: string): string => acceptedKinds.find(kind => kind.mime === mime)?.extension ?? 'bin'

/** The folder of a voucher: numbers are of a branch, so that stands above. Names are made here, never taken from uploads. */
const folderOf = (row: Found): string =>
  `${safePart(row.branch)}/${safePart(row.voucher_no)}_${voucherKinds[keyOf(voucherKinds, row.kind)]}`

/** Refuses vouchers that have more lines together than a file may hold. */
async function assertLines(ctx: Ctx, vouchers: readonly Found[], most: number): Promise<void> {
  const { lines } = await ctx.tx.one<{ lines: number }>(
    sql<{ lines: number }>`select count(*)::int as lines from journal_lines l
      where l.entry_id = any(${vouchers.map(row => row.entry_id)}::uuid[])
        and ${ownJournalLines(ctx.actor, 'l')}`.compile(q),
  )
  if (lines > most) throw new Problem('voucher.zipLines', { lines, most })
}

/** A file's voucher, the waybills of that, and the paper it is. */
interface Told {
  readonly voucher: Found
  readonly waybills: string
  readonly paper?: PaperOf
}

/** The vouchers as a zip, with a manifest of what was written. */
export async function zipOfVouchers(
  ctx: Ctx,
  vouchers: readonly Found[],
  { lines: linesMost = zipLinesMost, bytes = bytesMost }: ZipLimits = {},
): Promise<Readable> {
  await assertLines(ctx, vouchers, linesMost)
  const papers = await papersOf(ctx, vouchers)
  const size = [...papers.values()].flat().reduce((sum, paper) => sum + paper.size, 0)
  if (size > bytesMost) throw new Problem('voucher.zipLarge', { size: bytesMost / 1024 ** 3 })
  if (size > bytes) throw new Problem('voucher.zipHeavy', { size: bytes / megabyte })
  const read = await readLines(ctx, vouchers)
  const at = ctx.now
  const told = new Map<string, Told>()
  const entries: ZipEntry[] = [{ path: '凭证列表.xlsx', at, isPacked: true, open: async () => listFile(vouchers) }]
  for (const voucher of vouchers) {
    const folder = folderOf(voucher)
    const path = `${folder}/分录.csv`
    const { text, waybills } = read.get(voucher.id) ?? { text: deflateRawSync(''), waybills: '' }
    told.set(path, { voucher, waybills })
    entries.push({ path, at, open: async () => Readable.from([inflateRawSync(text)], { objectMode: false }) })
    for (const [n, paper] of (papers.get(voucher.id) ?? []).entries()) {
      const word = paper.category === 'SLIP' ? '银行回单' : '附件'
      const own = `${folder}/${word}_${String(n + 1).padStart(2, '0')}.${extensionOf(paper.mime)}`
      told.set(own, { voucher, waybills, paper })
      entries.push({ path: own, at: paper.created_at, isPacked: true, open: () => openStored(ctx.deps.store, paper) })
    }
  }
  return zipStream(entries, { path: 'manifest.csv', at, text: written => manifestOf(written, told) })
}

/** The vouchers of a filter in wire form, for the download centre. */
export async function packOfVouchers(
  ctx: Ctx,
  filter: Readonly<Record<string, string>>,
): Promise<{ rows: number; body: Readable }> {
  const read = z.safeDecode(listVouchers.input, fromWire(listVouchers.input, filter, parseStrictJson))
  if (!read.success) throw new Problem('export.filter')
  const { limit: _limit, cursor: _cursor, ...own } = read.data
  const found = await findVouchersToPack(ctx, own, zipPackMost)
  if (found.length > zipPackMost) throw new Problem('export.tooMany', { most: zipPackMost })
  return { rows: found.length, body: await zipOfVouchers(ctx, found) }
}

/** The lines of a voucher as the reader sees them, with their sums. */
function linesFile(voucher: Found, lines: readonly LineOf[]): string {
  const sum = (side: 'debit_fen' | 'credit_fen'): string => printYuan(sumFen(lines.map(line => fen(line[side]))))
  return csvText([
    [
      '凭证号',
      voucher.voucher_no,
      '类型',
      voucherKinds[keyOf(voucherKinds, voucher.kind)],
      '日期',
      formatDate(voucher.date),
    ],
    [
      '摘要',
      voucher.summary,
      '对方',
      voucher.counterparty,
      '状态',
      voucherStates.states[keyOf(voucherStates.states, voucher.state)].label,
    ],
    ['科目', '科目名称', '往来', '运单', '借方(元)', '贷方(元)'],
    ...lines.map(line => [
      line.account,
      accountName(line.account),
      line.party ?? '',
      line.waybill_no ?? '',
      printYuan(fen(line.debit_fen)),
      printYuan(fen(line.credit_fen)),
    ]),
    ['合计', '', '', '', sum('debit_fen'), sum('credit_fen')],
  ])
}

/** The list of the vouchers in the file. */
function listFile(vouchers: readonly Found[]): Readable {
  const columns = ['凭证号', '类型', '状态', '日期', '摘要', '对方', '金额(元)', '分公司']
  const lines = vouchers.map((row): Line => [
    row.voucher_no,
    voucherKinds[keyOf(voucherKinds, row.kind)],
    voucherStates.states[keyOf(voucherStates.states, row.state)].label,
    formatDate(row.date),
    row.summary,
    row.counterparty,
    { decimal: printYuan(fen(row.amount_fen)), as: 'money' },
    row.branch,
  ])
  const sum = printYuan(sumFen(vouchers.map(row => fen(row.amount_fen))))
  const end: Line = { strong: ['合计', ...Array.from({ length: 5 }, () => undefined), { decimal: sum, as: 'money' }] }
  return xlsxStream(
    '凭证列表',
    columns.map(title => ({ title, width: 18 })),
    (async function* once() {
      yield [...lines, end]
    })(),
  )
}

/** Place, size and hash of every file as written, with its voucher and whence its paper came. */
function manifestOf(written: ReadonlyMap<string, Written>, told: ReadonlyMap<string, Told>): string {
  const rows = [...written].map(([path, { size, sha256, isGone }]) => {
    const { voucher, waybills = '', paper } = told.get(path) ?? {}
    return [
      path,
      String(size),
      sha256,
      voucher?.voucher_no ?? '',
      voucher === undefined ? '' : printYuan(fen(voucher.amount_fen)),
      paper?.name ?? '',
      paper?.uploaded_name ?? '',
      isGone ? '存储中没有此文件' : '',
      waybills,
    ]
  })
  return csvText([['文件', '字节', 'SHA-256', '凭证号', '金额(元)', '原文件名', '上传人', '说明', '运单'], ...rows])
}
