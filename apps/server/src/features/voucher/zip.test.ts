// Vouchers as one file: what is in it and whose, names and cells that do no harm, hashes that hold, and what is made in the
// background because it is much.
import { createHash } from 'node:crypto'
import { getExportAddress, listExports } from '@yunshu/contract/exporting/exporting'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { uploadVoucherFile } from '@yunshu/contract/voucher/voucherPages'
import { downloadVouchers, packVouchers, zipMost } from '@yunshu/contract/voucher/zip'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { sheetOf, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { unzip } from '../../../../../tests/server/unzip.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findVouchersToPack, zipOfVouchers } from './zip.queries.ts'

let server: TestServer
let platform: Client, branch: Client, carrier: Client
let settlementNum = ''
const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
const evil = '=HYPERLINK("http://x","../../etc")'
const paper = {
  name: '../../=cmd|附件,一.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
}
beforeAll(async () => {
  server = await startTestServer()
  platform = await server.login('platform-finance')
  branch = await server.login('branch')
  carrier = await server.login('carrier-finance')
  const people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id, (await signedWaybill(server)).id], 'approved')
  settlementNum = sheet.settlementNum
  const line = { summary: evil, debit: fen(0), credit: fen(0) }
  const made = await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now(),
    summary: evil,
    counterparty: '+1,"2"',
    lines: [
      { ...line, account: '6602', debit: fen(700) },
      { ...line, account: '1002.01', credit: fen(700) },
    ],
  })
  await platform.send(moveVoucher, { id: made.id, version: 1, move: 'audit' }, inBranch)
  await platform.send(moveVoucher, { id: made.id, version: 2, move: 'post' }, inBranch)
  await branch.send(uploadVoucherFile, { id: made.id }, { files: [paper] })
  // one that is no evidence yet
  await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now(),
    summary: '草稿',
    lines: [{ ...line, account: '6602', debit: fen(1) }],
  })
})
afterAll(() => server.stop())

const whole = async (client: Client, filter: object = {}) => {
  const { http, bytes } = await client.blob(downloadVouchers, filter)
  expect(http).toBe(200)
  return unzip(bytes)
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** Cells of a line of the manifest, as a spreadsheet reads them. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text.replaceAll('""', '"'))
const manifestOf = (files: Map<string, Buffer>) =>
  (files.get('manifest.csv') ?? Buffer.alloc(0)).toString().slice(1).trimEnd().split('\r\n').slice(1).map(cellsOf)

test('[CL-14] the zip holds the list, a folder for each voucher, and a manifest whose hashes verify', async () => {
  const files = await whole(platform)
  const { rows } = await platform.send(listVouchers, { limit: 100 })
  const posted = rows.filter(row => row.state !== 'draft')
  for (const row of posted) {
    const path = [...files.keys()].find(name => name.includes(`/${row.voucherNo}_`) && name.endsWith('分录.csv'))
    expect(path, row.voucherNo).toBeDefined()
    expect((files.get(path ?? '') ?? Buffer.alloc(0)).toString()).toContain(row.voucherNo)
  }
  expect([...files.keys()].filter(name => name.endsWith('分录.csv'))).toHaveLength(posted.length)
  expect(files.has('凭证列表.xlsx')).toBe(true)
  const manifest = manifestOf(files)
  expect(manifest.map(([path = '']) => path).toSorted()).toEqual(
    [...files.keys()].filter(name => name !== 'manifest.csv').toSorted(),
  )
  for (const [path = '', size, hash] of manifest) {
    const bytes = files.get(path) ?? Buffer.alloc(0)
    expect([String(bytes.length), sha256(bytes)], path).toEqual([size, hash])
  }
  // each file says the waybills its voucher is about
  const [estimate] = (await platform.send(listVouchers, { text: settlementNum, kind: 'TENTATIVE' })).rows
  const of = manifest.find(([path = '']) => path.includes(`/${estimate?.voucherNo}_`))
  expect(of?.[8]).toMatch(/^YDT\d+、YDT\d+$/)
})

test('[CL-14] names lead nowhere and cells are no formulas, whatever was typed or uploaded', async () => {
  const files = await whole(platform, { text: 'HYPERLINK' })
  for (const name of files.keys()) expect(name).not.toMatch(/\.\.|^\/|\\|[<>:"|?*]/)
  const paperAt = [...files.keys()].find(name => name.endsWith('附件_01.pdf'))
  expect(files.get(paperAt ?? '')).toEqual(paper.bytes)
  const texts = [...files].filter(([name]) => name.endsWith('.csv')).map(([, bytes]) => bytes.toString().slice(1))
  for (const text of texts)
    for (const line of text.trimEnd().split('\r\n'))
      for (const cell of cellsOf(line)) expect(cell).not.toMatch(/^[=+@\t\r]/)
  const told = manifestOf(files).find(([path]) => path === paperAt)
  // the path it came with is gone, and what is left is text to a spreadsheet
  expect(told?.[5]).toBe("'=cmd|附件,一.pdf")
})

test('[CL-14] a company takes its own vouchers with its own lines; drafts and papers of the house stay', async () => {
  const files = await whole(carrier)
  const names = [...files.keys()].filter(name => name.endsWith('分录.csv'))
  expect(names).toHaveLength((await carrier.send(listVouchers, {})).rows.length)
  const text = names.map(name => files.get(name)?.toString() ?? '').join()
  expect(text).toContain('2202.01')
  expect(text).not.toMatch(/"(?:6401|1123\.01|6001|1002)/)
  expect((await carrier.blob(downloadVouchers, { text: '购' })).http).toBe(409)
  expect((await (await server.login('platform-ops')).blob(downloadVouchers, {})).http).toBe(403)
  const own = (await platform.send(listVouchers, { text: settlementNum, kind: 'TENTATIVE' })).rows
  expect((await carrier.blob(downloadVouchers, { ids: own.map(row => row.id) })).http).toBe(409)
})

test('[CL-14] the filter and the chosen rows are those of the list', async () => {
  const { rows } = await platform.send(listVouchers, { kind: 'FUEL' })
  const count = async (filter: object) =>
    [...(await whole(platform, filter)).keys()].filter(name => name.endsWith('分录.csv')).length
  expect(await count({ kind: 'FUEL' })).toBe(rows.length)
  expect(await count({ ids: rows.slice(0, 1).map(row => row.id) })).toBe(1)
  expect((await platform.ask(downloadVouchers, {}, { raw: { period: '2026-11' } })).http).toBe(400)
})

test('[CL-14] vouchers with more lines than a file holds are refused before any is read', async () => {
  const packed = (most: number) =>
    asSystem(server.server.deps, async ctx => {
      const body = await zipOfVouchers(ctx, await findVouchersToPack(ctx, {}, 10), { lines: most })
      body.destroy()
    })
  await expect(packed(3)).rejects.toMatchObject({ problem: 'voucher.zipLines', detail: { most: 3 } })
  await packed(1000)
})

test('[CL-14] papers of more than 500 MB are not sent at once: they come in the download centre', async () => {
  const resize = (size: number) =>
    server.db(tx => tx.run(sql`update files set size = ${size} where owner = 'voucher'`.compile(q)))
  await resize(501 * 1024 ** 2)
  const refused = await platform.ask(downloadVouchers, { text: 'HYPERLINK' })
  expect([refused.http, refused.envelope.code]).toEqual([409, 5024])
  const { id } = await platform.send(packVouchers, { text: 'HYPERLINK' })
  const state = async () => (await platform.send(listExports, {})).rows.find(row => row.id === id)?.state
  await until(async () => (await state()) === 'done', 'the pack')
  await resize(499 * 1024 ** 2)
  expect((await platform.blob(downloadVouchers, { text: 'HYPERLINK' })).http).toBe(200)
  await resize(paper.bytes.length)
})

test('[CL-14] more than 200 vouchers come in the download centre', async () => {
  await server.db(tx =>
    tx.run(
      sql`insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty,
        amount_fen, entry_id, maker_id, maker_name, poster_name, created_at, updated_at)
        select gen_random_uuid(), '多-' || n, 'ACCOUNTING', 'posted', v.branch_id, v.period, v.date, '很多', '',
          v.amount_fen, v.entry_id, v.maker_id, '张三', '系统', v.created_at, v.created_at
        from (select * from vouchers where entry_id is not null limit 1) v, generate_series(1, ${zipMost}) n`.compile(
        q,
      ),
    ),
  )
  const refused = await platform.ask(downloadVouchers, {})
  expect([refused.http, refused.envelope.code]).toEqual([409, 5007])
  const { id } = await platform.send(packVouchers, {})
  const rowOf = async () => (await platform.send(listExports, {})).rows.find(row => row.id === id)
  await until(async () => (await rowOf())?.state === 'done', 'the pack')
  const row = await rowOf()
  expect(row).toMatchObject({ list: 'voucherZip', title: '凭证包' })
  expect(row?.fileName).toMatch(/^凭证包\d+\.zip$/)
  expect(row?.rowsDone).toBeGreaterThan(zipMost)
  const { url } = await platform.send(getExportAddress, { id })
  const bytes = Buffer.from(await (await fetch(new URL(url, server.url))).arrayBuffer())
  const files = unzip(bytes)
  expect([...files.keys()].filter(name => name.endsWith('分录.csv'))).toHaveLength(row?.rowsDone ?? 0)
  expect((await carrier.ask(getExportAddress, { id })).http).toBe(404)
})
