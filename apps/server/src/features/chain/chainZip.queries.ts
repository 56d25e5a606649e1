// The papers of the four flows for an inspector: a folder for each waybill with what was judged of it and its vouchers, streamed,
// and a manifest of hashes.
import { Readable } from 'node:stream'
import { chainLegs, chainStates, legStates } from '@yunshu/domain/chain/chain'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { acceptedKinds } from '../../files/kinds.ts'
import { csvText, safePart, zipStream, type Written, type ZipEntry } from '../../exports/zip.ts'
import type { Ctx } from '../../work/ctx.ts'
import { companyRows } from '../../work/scope.ts'
import { openStored } from '../file/bytes.queries.ts'
import { showChain, type Judged } from './chain.queries.ts'
import { findChainLines } from './chainLines.queries.ts'
import { findVoucherFiles } from './chainVouchers.queries.ts'

/** Bytes of papers one file holds at most. */
const bytesMost = 2 * 1024 ** 3

interface PaperOf {
  readonly waybill_id: string
  readonly leg: string
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly sha256: string
  readonly storage_key: string
  readonly uploaded_name: string
  readonly created_at: number
}

/** Records whose papers belong to a leg, by the waybill; those the reader may not see bring none. */
function ownersOf(ctx: Ctx, ids: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const of = {
    waybill: sql`select w.id as waybill_id, 'goods' as leg, 'waybill' as owner, w.id as owner_id from waybills w
      where w.id = any(${ids})
      union all select t.waybill_id, 'goods', 'poundTicket', t.id from pound_tickets t
        where t.waybill_id = any(${ids}) and t.removed_at is null`,
    agreement: sql`select a.waybill_id, 'contract', 'agreement', a.id from agreements a
      where a.waybill_id = any(${ids}) and a.state = 'signed'`,
    slip: sql`select m.waybill_id, 'money', 'trade', m.trade_id from trade_waybills m where m.waybill_id = any(${ids})`,
    invoice: sql`select distinct l.waybill_id, 'invoice', 'invoice', l.invoice_id from invoice_lines l
      where l.waybill_id = any(${ids})
      union all select n.waybill_id, 'invoice', 'inputInvoice', n.input_id from input_bindings n
        where n.waybill_id = any(${ids}) and n.unbound_at is null`,
  }
  return [
    of.waybill,
    ...(ctx.can('agreement.view') ? [of.agreement] : []),
    ...(ctx.can('trade.slip') ? [of.slip] : []),
    ...(ctx.can('invoice.view') ? [of.invoice] : []),
  ]
}

async function papersOf(ctx: Ctx, waybillIds: readonly string[]): Promise<Map<string, PaperOf[]>> {
  const owners = ownersOf(ctx, sql`${[...waybillIds]}::uuid[]`)
  const rows = await ctx.tx.rows(
    sql<PaperOf>`select o.waybill_id, o.leg, f.name, f.mime, f.size, f.sha256, f.storage_key, f.uploaded_name,
      f.created_at
      from (${sql.join(owners, sql` union all `)}) as o (waybill_id, leg, owner, owner_id)
      join files f on f.owner = o.owner and f.owner_id = o.owner_id
      where ${companyRows(ctx.actor, 'f')} order by o.waybill_id, o.leg, f.id`.compile(q),
  )
  return Map.groupBy(rows, row => row.waybill_id)
}

/** Whether the file holds sealed trails: abnormal positions and alarms of the terminal are among their bytes. */
export const holdsTrails = (ctx: Pick<Ctx, 'can'>): boolean => ctx.can('track.replay') && ctx.can('abnormal.view')

/** The sealed trails of waybills, for those who may read them whole: what the verdict of the goods leg can be checked by. */
async function trailsOf(ctx: Ctx, waybillIds: readonly string[]): Promise<PaperOf[]> {
  if (!holdsTrails(ctx)) return []
  return ctx.tx.rows(
    sql<PaperOf>`select t.waybill_id, 'trail' as leg, '轨迹证据-' || t.part || '.json' as name, 'application/json' as mime,
      t.bytes as size, t.sha256, t.key as storage_key, '系统' as uploaded_name, t.sealed_at as created_at
      from waybill_tracks t where t.waybill_id = any(${[...waybillIds]}::uuid[]) order by t.waybill_id, t.part`.compile(
      q,
    ),
  )
}

const extensionOf = (mime: string): string => acceptedKinds.find(kind => kind.mime === mime)?.extension ?? 'bin'

/** The judgement of a waybill, with the records each leg was judged of. */
function sheetOf(ctx: Ctx, judged: Judged, lines: readonly (readonly string[])[]): string {
  const row = showChain(ctx, judged)
  const legs = Object.entries(chainLegs).map(([name, label]) => {
    const { state, reasons } = row[keyOf(chainLegs, name)]
    return [label, legStates.states[state].label, reasons.map(reason => reason.text).join('；')]
  })
  return csvText([
    ['运单四流核对', row.waybillNo],
    ['结论', chainStates.states[row.state].label],
    ['核对时间', formatDateTime(ctx.now)],
    ['签收时间', row.signedAt === undefined ? '' : formatDateTime(row.signedAt)],
    ['货主', row.shipperName],
    ['承运商', row.carrierName],
    ['开票方', row.branchName],
    ['车牌', row.plate],
    ['装货地', row.load],
    ['卸货地', row.unload],
    ['托运费(元)', row.freight === undefined ? '' : printYuan(row.freight)],
    ['承运费(元)', row.cost === undefined ? '' : printYuan(fen(row.cost))],
    [],
    ['流', '结果', '说明'],
    ...legs,
    [],
    ['流', '单据', '日期', '对方', '金额(元)', '号码'],
    ...lines,
  ])
}

interface Told {
  readonly waybillNo: string
  readonly paper?: PaperOf
  /** The record a file was made of. */
  readonly name?: string
}

const textOf = (text: string): Readable => Readable.from([Buffer.from(text)], { objectMode: false })

/** The waybills as a zip, the papers opened one by one as the file is sent. */
export async function zipOfChains(ctx: Ctx, found: readonly Judged[]): Promise<Readable> {
  const ids = found.map(({ row }) => row.id)
  const [papers, lines] = [await papersOf(ctx, ids), await findChainLines(ctx, ids)]
  const trails = Map.groupBy(await trailsOf(ctx, ids), trail => trail.waybill_id)
  const vouchers = Map.groupBy(await findVoucherFiles(ctx, ids), voucher => voucher.waybillId)
  const size = [...papers.values(), ...trails.values()].flat().reduce((sum, paper) => sum + paper.size, 0)
  if (size > bytesMost) throw new Problem('voucher.zipLarge', { size: bytesMost / 1024 ** 3 })
  const at = ctx.now
  const told = new Map<string, Told>()
  const entries: ZipEntry[] = []
  for (const judged of found) {
    const { id, waybill_no: waybillNo } = judged.row
    const folder = safePart(waybillNo)
    const path = `${folder}/${folder}_四流核对.csv`
    told.set(path, { waybillNo })
    const text = sheetOf(ctx, judged, lines.get(id) ?? [])
    entries.push({ path, at, open: async () => textOf(text) })
    for (const [n, paper] of (papers.get(id) ?? []).entries()) {
      const leg = chainLegs[keyOf(chainLegs, paper.leg)]
      const own = `${folder}/${leg}/${leg}_${String(n + 1).padStart(2, '0')}.${extensionOf(paper.mime)}`
      told.set(own, { waybillNo, paper })
      entries.push({ path: own, at: paper.created_at, isPacked: true, open: () => openStored(ctx.deps.store, paper) })
    }
    for (const [n, trail] of (trails.get(id) ?? []).entries()) {
      const own = `${folder}/${chainLegs.goods}/轨迹证据_${String(n + 1).padStart(2, '0')}.json`
      told.set(own, { waybillNo, paper: trail })
      entries.push({ path: own, at: trail.created_at, open: () => openStored(ctx.deps.store, trail) })
    }
    for (const [n, voucher] of (vouchers.get(id) ?? []).entries()) {
      const own = `${folder}/凭证/凭证_${String(n + 1).padStart(2, '0')}_${safePart(voucher.voucherNo)}.csv`
      told.set(own, { waybillNo, name: `凭证 ${voucher.voucherNo}` })
      entries.push({ path: own, at: voucher.date, open: async () => textOf(voucher.text()) })
    }
  }
  return zipStream(entries, { path: 'manifest.csv', at, text: written => manifestOf(written, told) })
}

/** Place, size and hash of every file as written, the hash it was kept with, and whence it came. */
function manifestOf(written: ReadonlyMap<string, Written>, told: ReadonlyMap<string, Told>): string {
  const rows = [...written].map(([path, { size, sha256, isGone }]) => {
    const { waybillNo = '', paper, name: made = '' } = told.get(path) ?? {}
    const { sha256: kept = '', name = made, uploaded_name: by = '' } = paper ?? {}
    return [path, String(size), sha256, waybillNo, kept, name, by, isGone ? '存储中没有此文件' : '']
  })
  return csvText([['文件', '字节', 'SHA-256', '运单号', '上传时 SHA-256', '原文件名', '上传人', '说明'], ...rows])
}
