// All papers of a sheet in one file: what is in it, whose it is, names and hashes, and what happens when bytes are gone
// or whoever reads it goes away.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { downloadAttachments, listAttachments } from '@yunshu/contract/settlement/attachment'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { listTrades, uploadTradeSlip } from '@yunshu/contract/trade/trade'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFunds, sheetOf, sheetWhen, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { withClient } from '@yunshu/postgres/withClient'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { unzip } from '../../../../../tests/server/unzip.ts'
import { csvCell, safePart, zipStream } from '../../exports/zip.ts'
import { q } from '../../db/tx.ts'
import { v7 } from 'uuid'
import { pngPhoto } from '../../../../../tests/e2e/photo.ts'

let server: TestServer
let finance: Client
let carrier: Client
let platform: Client
let settlementNum = ''
let waybillNo = ''
const slip = {
  name: '=cmd|银行,回单.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
}
beforeAll(async () => {
  server = await startTestServer()
  finance = await server.login('shipper-finance')
  carrier = await server.login('carrier-finance')
  platform = await server.login('platform-finance')
  const maker = await server.login('shipper-freight')
  await openFunds(server)
  const waybills = [await signedWaybill(server), await signedWaybill(server)]
  waybillNo = waybills[0]?.waybillNo ?? ''
  await keepPhoto(waybills[0]?.id ?? '', 'uploads/test/one.png', pngPhoto(20, 20))
  await keepPhoto(waybills[0]?.id ?? '', 'uploads/test/two.png', pngPhoto(30, 20))
  const sheet = await sheetOf(
    { maker, finance },
    waybills.map(({ id }) => id),
    'approved',
  )
  settlementNum = sheet.settlementNum
  await finance.send(paySettlement, { settlementNum, version: sheet.version, expectDue: sheet.due, channel: 'SIM' })
  await sheetWhen(finance, settlementNum, ({ state }) => state === 'paid')
  const [trade] = (await platform.send(listTrades, { settlementNum })).rows
  await platform.send(uploadTradeSlip, { id: trade?.id ?? '' }, { files: [slip] })
})
afterAll(async () => {
  await server.stop()
})

/** A receipt of a waybill, its bytes in the store. */
async function keepPhoto(waybillId: string, key: string, bytes: Buffer): Promise<void> {
  await server.server.deps.store.put(key, bytes, 'image/png')
  await server.db(tx =>
    tx.run(
      sql`insert into files (id, owner, owner_id, shipper_id, carrier_id, branch_id, category, name, mime, size,
        sha256, storage_key, uploaded_by, uploaded_name, created_at)
        select ${v7()}::uuid, 'waybill', w.id, w.shipper_id, w.carrier_id, w.branch_id, 'receipt', '../回单.png',
          'image/png', ${bytes.length}::bigint, 'x', ${key},
          (select id from users limit 1), '张三', ${Date.now()}::bigint from waybills w
            where w.id = ${waybillId}::uuid`.compile(q),
    ),
  )
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const whole = async (client: Client) => {
  const { http, bytes } = await client.blob(downloadAttachments, { settlementNum })
  expect(http).toBe(200)
  return unzip(bytes)
}

describe('[CL-15] the papers of a sheet', () => {
  test('[CL-15] one file holds the sheet, its movements, every paper under a safe name, and a list whose hashes are right', async () => {
    const files = await whole(finance)
    const [trade] = (await finance.send(listTrades, { settlementNum })).rows
    const expected = [
      '交易流水.xlsx',
      `结算单_${settlementNum}.xlsx`,
      `运单/${waybillNo}/回单_01.png`,
      `运单/${waybillNo}/回单_02.png`,
      `银行回单/${trade?.tradeNo}/银行回单_01.pdf`,
      '清单.csv',
    ]
    expect([...files.keys()].toSorted()).toEqual(expected.toSorted())
    expect(files.get(`银行回单/${trade?.tradeNo}/银行回单_01.pdf`)).toEqual(slip.bytes)
    const list = files.get('清单.csv')?.toString('utf8') ?? ''
    for (const [path, bytes] of files)
      if (path !== '清单.csv') expect(list).toContain(`"${path}","${bytes.length}","${sha256(bytes)}"`)
    // a name that is a formula is one no more
    expect(list).toContain(`"'=cmd|银行,回单.pdf"`)
    // a sheet in the file is a file of its own
    const inside = unzip(files.get(`结算单_${settlementNum}.xlsx`) ?? Buffer.alloc(0))
    expect(inside.get('xl/worksheets/sheet1.xml')?.toString('utf8')).toContain(waybillNo)
  })

  test('[CL-15] the list of papers is that of the file, and one of them is fetched by itself', async () => {
    const { rows, count, isTooMuch } = await finance.send(listAttachments, { settlementNum })
    expect([rows.length, count, isTooMuch]).toEqual([3, 3, false])
    const files = await whole(finance)
    for (const row of rows) {
      const { http, bytes } = await finance.blob(downloadAttachments, { settlementNum, id: row.id })
      expect([row.path, http, sha256(bytes)]).toEqual([row.path, 200, sha256(files.get(row.path) ?? Buffer.alloc(0))])
    }
  })

  test('[CL-15] both companies and the house have it, nobody else: another company’s sheet is not found', async () => {
    expect([...(await whole(carrier)).keys()]).toEqual([...(await whole(finance)).keys()])
    const other = await server.login('shipper2')
    for (const account of ['shipper2', 'carrier2', 'branch2']) {
      const client = await server.login(account)
      expect([account, (await client.blob(downloadAttachments, { settlementNum })).http]).toEqual([account, 404])
    }
    expect((await other.ask(listAttachments, { settlementNum })).http).toBe(404)
    expect((await finance.blob(downloadAttachments, { settlementNum: 'JS000' })).http).toBe(404)
    // a paper of another record is none of this sheet's
    expect((await finance.blob(downloadAttachments, { settlementNum, id: v7() })).http).toBe(404)
    const rows = await server.db(tx =>
      tx.rows(q.selectFrom('audit_log').select('title').where('action', '=', downloadAttachments.path)),
    )
    expect(rows.length).toBeGreaterThan(4)
  })

  test('[CL-15] a paper whose bytes are gone leaves its line in the list, and the rest of the file', async () => {
    await server.server.deps.store.remove('uploads/test/two.png')
    const files = await whole(finance)
    expect(files.get(`运单/${waybillNo}/回单_02.png`)).toHaveLength(0)
    expect(files.get('清单.csv')?.toString('utf8')).toContain('存储中没有此文件')
    expect(files.get(`运单/${waybillNo}/回单_01.png`)?.length).toBeGreaterThan(0)
  })
})

describe('[CL-15] a file that is sent as it is made', () => {
  test('[CL-15] opens one paper at a time and no more once the reader is gone', async () => {
    let [open, most, opened] = [0, 0, 0]
    const entries = Array.from({ length: 40 }, (_, n) => ({
      path: `p/${n}.bin`,
      at: Date.now(),
      isPacked: true,
      open: async () => {
        opened += 1
        open += 1
        most = Math.max(most, open)
        const body = Readable.from([Buffer.alloc(200_000, n)], { objectMode: false })
        body.on('end', () => (open -= 1))
        return body
      },
    }))
    const list = {
      path: 'l.csv',
      at: Date.now(),
      text: (written: ReadonlyMap<string, unknown>) => String(written.size),
    }
    const files = unzip(await buffer(zipStream(entries, list)))
    expect([files.size, most, files.get('l.csv')?.toString()]).toEqual([41, 1, '40'])
    opened = 0
    const left = zipStream(entries, list)
    for await (const _chunk of left) break
    await new Promise(resolve => setImmediate(resolve))
    expect(left.destroyed).toBe(true)
    expect(opened).toBeLessThan(10)
  })

  test('[CL-15] a paper that fails on the way breaks the file off, so that nobody takes half of it for the whole', async () => {
    const broken = Readable.from(
      (async function* broken() {
        yield Buffer.alloc(10)
        throw new Error('store is away')
      })(),
      { objectMode: false },
    )
    const list = { path: 'l.csv', at: Date.now(), text: () => '' }
    const body = zipStream([{ path: 'a', at: Date.now(), open: async () => broken }], list)
    await expect(buffer(body)).rejects.toThrow('store is away')
    const closed = zipStream([{ path: 'a', at: Date.now(), open: () => Promise.reject(new Error('no store')) }], list)
    await expect(buffer(closed)).rejects.toThrow('no store')
  })

  test('[CL-15] movements of a sheet with more than a page of payees are all in the file', async () => {
    const owner = (text: string) =>
      withClient(server.ownerUrl, async client => {
        await reachAll(client)
        await client.query(text)
      })
    // rows of nobody's books
    await owner(`alter table trades drop constraint trades_entry_id_n_fkey;
      insert into trades (id, trade_no, entry_id, n, account, kind, direction, amount_fen, fee_fen, branch_id, shipper_id, carrier_id,
        settlement_id, payer, payee, happened_at, created_at)
      select gen_random_uuid(), 'LSX' || x.k, gen_random_uuid(), t.n, account, kind, direction, amount_fen, fee_fen, branch_id, shipper_id,
        carrier_id, settlement_id, payer, payee, happened_at, created_at from trades t, generate_series(1, 130) as x (k)
      where t.settlement_id = (select id from settlements where settlement_num = '${settlementNum}')`)
    const inside = unzip((await whole(finance)).get('交易流水.xlsx') ?? Buffer.alloc(0))
    const text = inside.get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? ''
    expect(new Set(text.match(/LSX\d+/g)).size).toBe(130)
    await owner(`delete from trades where trade_no like 'LSX%';
      alter table trades add constraint trades_entry_id_n_fkey foreign key (entry_id, n) references journal_lines`)
  })

  test('[CL-15] no name leads out of its folder, hides, or is a formula', () => {
    expect(
      ['../../etc', '..', '.ssh', 'a/b\\c', 'x\u202Egnp.exe', 'CON ', '', '=1', '王'.repeat(200)].map(safePart),
    ).toEqual(['_.._etc', '_', 'ssh', 'a_b_c', 'x_gnp.exe', 'CON', '_', '=1', '王'.repeat(80)])
    expect(['=1+1', '@x', 'a"b', '－5'].map(csvCell)).toEqual([`"'=1+1"`, `"'@x"`, '"a""b"', `"'－5"`])
  })
})
