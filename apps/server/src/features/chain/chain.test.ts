// The four flows over HTTP: each leg as the records have it, the list that equals its counts, walls and prices, and the file for inspectors.
import { createHash } from 'node:crypto'
import {
  chainZipMost,
  countChains,
  downloadChains,
  getChain,
  listChains,
  packChains,
  rateChains,
} from '@yunshu/contract/chain/chain'
import { listExports } from '@yunshu/contract/exporting/exporting'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { bindWaybills, listBindCandidates } from '@yunshu/contract/voucher/bind'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import type { Permit } from '@yunshu/domain/permits/permits'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { payTo, sheetOf, sheetWhen, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { unzip } from '../../../../../tests/server/unzip.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { nilId, q, systemReach } from '../../db/tx.ts'
import { chainPage } from './chain.queries.ts'

let server: TestServer
let finance: Client, shipper: Client
let whole: Signed, bare: Signed
/** As the owner of the tables: to do what the product cannot. */
const run = (text: string) =>
  withClient(server.ownerUrl, async client => {
    for (const key of ['user', 'company', 'branch'])
      await client.query(`select set_config('app.${key}', '${nilId}', false)`)
    await client.query("select set_config('app.reach', 'system', false)")
    await client.query(text)
  })

/** An agreement of a waybill, signed or not, with the carrier told. */
const agree = (waybill: Signed, kind: 'CONSIGN' | 'CARRY', { carrier = 'carrier', state = 'signed' } = {}) =>
  run(`insert into agreements (id, agreement_no, kind, state, method, title, template_id, template_name, template_body, known, fills, body, sha256,
      shipper_id, branch_id, carrier_id, waybill_id, signed_at, maker_id, maker_name, created_at, updated_at)
    select '${v7()}', 'HT${waybill.waybillNo}${kind}', '${kind}', '${state}', 'SEAL', '合同', t.id, t.name, '', '{}', '{}', '', '',
      ${kind === 'CONSIGN' ? `'${demoCompanyId('shipper')}'` : 'null'}, '${demoCompanyId('branch1')}',
      ${kind === 'CARRY' ? `'${demoCompanyId(carrier)}'` : 'null'}, '${waybill.id}', 1, '${demoUserId('admin')}', '张三', 1, 1
    from agreement_templates t limit 1`)
/** Stays in both circles of a waybill. */
const visit = (waybill: Signed) =>
  run(`with circle as (insert into fences (id, goods_id, shipper_id, branch_id, kind, point_no, name, lon_e6, lat_e6, radius_m, created_by, created_at, updated_at)
      select gen_random_uuid(), w.goods_id, w.shipper_id, w.branch_id, k.kind, 0, k.kind, 109000000, 38000000, 500, '${demoUserId('shipper')}', 1, 1
      from waybills w, (values ('load'), ('unload')) k (kind) where w.id = '${waybill.id}' returning id)
    insert into fence_visits (id, fence_id, track_no, waybill_id, entered_at, entered_how, counted_at, dwell_s, stay, updated_at, fence_version)
      select gen_random_uuid(), id, 1, '${waybill.id}', 1, 'crossed', 2, 600, 'closed', 3, 1 from circle`)
/** A checked invoice of a carrier bound to a waybill, in fen. */
const bill = (waybill: Signed, amount: number, { carrier = 'carrier', state = 'ticked' } = {}) =>
  run(`with paper as (insert into input_invoices (id, state, source, invoice_no, seller_name, seller_tax_no, buyer_name, buyer_tax_no, issued_at,
      gross_fen, tax_fen, carrier_id, branch_id, bound_fen, maker_id, maker_name, created_at, updated_at)
      values (gen_random_uuid(), '${state}', 'HAND', '${v7().slice(-20)}', '卖方', 'x', '买方', 'y', 1, ${amount}, 0, '${demoCompanyId(carrier)}',
        '${demoCompanyId('branch1')}', ${amount}, '${demoUserId('admin')}', '张三', 1, 1) returning id, branch_id, carrier_id)
    insert into input_bindings (id, input_id, waybill_id, carrier_id, branch_id, bound_fen, tax_fen, by_id, by_name, created_at)
      select gen_random_uuid(), id, '${waybill.id}', carrier_id, branch_id, ${amount}, 0, '${demoUserId('admin')}', '张三', 1 from paper`)

beforeAll(async () => {
  server = await startTestServer()
  ;[finance, shipper] = [await server.login('platform-finance'), await server.login('shipper-finance')]
  const people = { maker: await server.login('shipper-freight'), finance: shipper }
  ;[whole, bare] = [await signedWaybill(server), await signedWaybill(server, { receiptState: 'waiting' })]
  await payTo(server, 'carrier', '6222000000000001')
  const { settlementNum, version, due } = await sheetOf(people, [whole.id], 'approved')
  await shipper.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(shipper, settlementNum, ({ state }) => state === 'paid')
  await issuedInvoice({ shipper, finance }, [whole])
  for (const kind of ['CONSIGN', 'CARRY'] as const) await agree(whole, kind)
  await visit(whole)
  await bill(whole, 638_000)
})
afterAll(() => server.stop())

/** Somebody of the house with these permits and no others. */
async function opsWith(permits: readonly Permit[]): Promise<Client> {
  await run(`update roles set functions = '{${permits.join()}}' where id in (
    select r.role_id from user_roles r join users u on u.id = r.user_id where u.account = 'platform-ops')`)
  return server.login('platform-ops')
}
const of = (waybill: Signed, client = finance) => client.send(getChain, { id: waybill.id })
const told = async (waybill: Signed) => {
  const { state, contract, goods, money, invoice } = await of(waybill)
  return {
    state,
    reasons: [contract, goods, money, invoice].map(leg => leg.reasons.map(reason => reason.key)),
    urls: [contract, goods, money, invoice].flatMap(leg => leg.reasons.map(reason => reason.url)),
  }
}
/** The answer of some work while something is otherwise; it is put back afterwards. */
async function meanwhile<T>(change: string, back: string, work: () => Promise<T>): Promise<T> {
  await run(change)
  try {
    return await work()
  } finally {
    await run(back)
  }
}

test('all records there and equal: four flows in one', async () => {
  expect(await told(whole)).toEqual({ state: 'whole', reasons: [[], [], [], []], urls: [] })
})

test('what is missing is told with the page that helps, and a waybill without a trail is unknown there', async () => {
  const { state, reasons, urls } = await told(bare)
  expect(state).toBe('missing')
  expect(reasons).toEqual([['consignNone', 'carryNone'], ['noReceipt', 'noTrail'], ['unpaid'], ['unsold', 'unbought']])
  expect(urls.every(url => url?.startsWith('/'))).toBe(true)
  expect(urls[0]).toBe(`/agreement/list?waybillNo=${bare.waybillNo}`)
  await meanwhile(
    `update fence_visits set stay = 'withdrawn' where waybill_id = '${whole.id}'`,
    `update fence_visits set stay = 'closed' where waybill_id = '${whole.id}'`,
    async () => expect(await told(whole)).toMatchObject({ state: 'unknown', reasons: [[], ['noTrail'], [], []] }),
  )
})

test('an invoice booked by hand and bound is evidence of the cost once its tax is in the books; freight without tax is none', async () => {
  const [branch, branchId] = [await server.login('branch'), demoCompanyId('branch1')]
  const inBranch = { raw: { branchCompanyId: branchId } }
  const byHand = async (...debits: readonly (readonly [account: string, amount: number])[]) => {
    const line = { summary: '运费发票', debit: fen(0), credit: fen(0) }
    const sum = debits.reduce((all, [, amount]) => all + amount, 0)
    const { id } = await branch.send(saveVoucher, {
      kind: 'ACCOUNTING',
      date: Date.now(),
      summary: '外协运费',
      lines: [
        ...debits.map(([account, amount]) => ({ ...line, account, debit: fen(amount) })),
        { ...line, account: '1002.01', credit: fen(sum) },
      ],
    })
    await finance.send(moveVoucher, { id, version: 1, move: 'audit' }, inBranch)
    await finance.send(moveVoucher, { id, version: 2, move: 'post' }, inBranch)
    const [row] = (await branch.send(listBindCandidates, { id, branchId, numbers: [bare.waybillNo] })).rows
    await branch.send(bindWaybills, { id, branchId, rows: [{ waybillId: bare.id, amount: row?.free ?? fen(0) }] })
    const { reasons } = await told(bare)
    await finance.send(moveVoucher, { id, version: 3, move: 'reverse', reason: '重开' }, inBranch)
    return reasons[3]
  }
  expect(await byHand(['6401.01', 900_000])).toEqual(['unsold', 'unbought'])
  expect(await byHand(['6401.01', 800_000], ['2221.01', 100_000])).toEqual(['unsold'])
  expect((await told(bare)).reasons[3]).toEqual(['unsold', 'unbought'])
})

const [own, stranger] = [demoCompanyId('carrier'), demoCompanyId('carrier2')]
test.each<[string, (id: string) => string, (id: string) => string, string[][]]>([
  [
    'an agreement of another carrier',
    id => `update agreements set carrier_id = '${stranger}' where kind = 'CARRY' and waybill_id = '${id}'`,
    id => `update agreements set carrier_id = '${own}' where kind = 'CARRY' and waybill_id = '${id}'`,
    [['carryOthers'], [], [], []],
  ],
  [
    'money that went to a stranger',
    id =>
      `update trades set payee = '路人甲' where kind = 'FREIGHT' and id in (select trade_id from trade_waybills where waybill_id = '${id}')`,
    () => `update trades t set payee = c.name from companies c where c.id = t.carrier_id and t.payee = '路人甲'`,
    [[], [], ['payeeOthers'], []],
  ],
  [
    'a waybill that says one fen more was paid than the bank moved',
    id => `update waybills set paid_fen = paid_fen + 1 where id = '${id}'`,
    id => `update waybills set paid_fen = paid_fen - 1 where id = '${id}'`,
    [[], [], ['moneyApart'], []],
  ],
  [
    'an input invoice of another seller',
    id =>
      `update input_invoices set carrier_id = '${stranger}' where id in (select input_id from input_bindings where waybill_id = '${id}')`,
    id =>
      `update input_invoices set carrier_id = '${own}' where id in (select input_id from input_bindings where waybill_id = '${id}')`,
    [[], [], [], ['boughtOthers', 'unbought']],
  ],
])('%s differs, in its leg alone', async (_what, change, back, reasons) => {
  await meanwhile(change(whole.id), back(whole.id), async () =>
    expect(await told(whole)).toMatchObject({ state: 'differs', reasons }),
  )
  expect((await told(whole)).state).toBe('whole')
})

test('the list filtered by leg and standing, its counts and its months are of the same waybills', async () => {
  const ids = async (filter: object) =>
    (await finance.send(listChains, { limit: 100, ...filter })).rows.map(row => row.id)
  expect(await ids({ state: 'whole' })).toEqual([whole.id])
  expect(await ids({ leg: 'goods', legState: 'missing' })).toEqual([bare.id])
  expect(await ids({ leg: 'goods', legState: 'unknown' })).toEqual([])
  expect(await ids({ leg: 'money' })).toEqual([bare.id])
  expect(await ids({ legState: 'whole' })).toEqual([whole.id])
  const all = await ids({})
  expect(new Set(all)).toEqual(new Set([whole.id, bare.id]))
  expect((await finance.send(countChains, {})).state).toEqual({
    all: 2,
    contract: 1,
    goods: 1,
    money: 1,
    invoice: 1,
    differs: 0,
    unknown: 0,
    whole: 1,
  })
  for (const lack of ['contract', 'money', 'invoice'] as const) expect(await ids({ lack }), lack).toEqual([bare.id])
  expect([await ids({ lack: 'whole' }), await ids({ lack: 'differs' })]).toEqual([[whole.id], []])
  expect((await finance.send(countChains, { leg: 'money', legState: 'missing' })).state).toMatchObject({
    all: 1,
    money: 1,
    whole: 0,
  })
  const { months } = await finance.send(rateChains, {})
  expect(months.at(-1)).toEqual({
    period: periodOf(Date.now()),
    waybills: 2,
    whole: 1,
    contract: 1,
    goods: 1,
    money: 1,
    invoice: 1,
    isCut: false,
  })
  // page by page nothing is left out, under a filter that skips rows too
  for (const filter of [{}, { leg: 'money', legState: 'missing' } as const]) {
    const walked: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await finance.send(listChains, { limit: 1, ...filter, ...(cursor === undefined ? {} : { cursor }) })
      walked.push(...page.rows.map(row => row.id))
      cursor = page.next
      if (cursor === undefined) break
    }
    expect(walked).toEqual(await ids(filter))
  }
})

test('bad places and filters are refused with their field in words', async () => {
  expect((await finance.ask(listChains, { cursor: '1.x' })).http).toBe(400)
  const wrong = await finance.ask(listChains, {}, { raw: { legState: 'right' } })
  expect([wrong.http, wrong.envelope.data]).toEqual([400, { fields: { legState: '不是可选的值' } }])
  expect((await finance.ask(getChain, { id: v7() })).http).toBe(404)
})

test('the house alone sees flows, a branch its own, and amounts only those with the price', async () => {
  for (const account of ['shipper', 'carrier', 'platform-ops'])
    expect((await (await server.login(account)).ask(listChains, {})).http, account).toBe(403)
  expect((await (await server.login('branch')).send(listChains, {})).rows).toHaveLength(2)
  const other = await server.login('branch3')
  expect((await other.send(listChains, {})).rows).toEqual([])
  expect((await other.ask(getChain, { id: whole.id })).http).toBe(404)
  const client = await opsWith(['chain.view', 'waybill.view', 'export.run'])
  const { rows } = await client.send(listChains, {})
  expect(rows).toHaveLength(2)
  const said = JSON.stringify(rows.map(({ freight, cost, money, invoice }) => ({ freight, cost, money, invoice })))
  expect(said).not.toMatch(/\d\.\d\d/)
  expect(rows.flatMap(row => [row.freight, row.cost]).filter(amount => amount !== undefined)).toEqual([])
  const { bytes } = await client.blob(downloadChains, {})
  const texts = [...unzip(bytes)].filter(([name]) => name.endsWith('核对.csv')).map(([, text]) => text.toString())
  expect(texts).toHaveLength(2)
  expect(texts.join('')).not.toMatch(/\d\.\d\d"/)
})

test('the file has a folder for each waybill, and every hash in its manifest verifies', async () => {
  const { http, bytes } = await finance.blob(downloadChains, { ids: [whole.id] })
  expect(http).toBe(200)
  const files = unzip(bytes)
  const no = whole.waybillNo
  const others = [...files.keys()].filter(path => !path.startsWith(`${no}/凭证/`))
  expect(others.toSorted()).toEqual(['manifest.csv', `${no}/${no}_四流核对.csv`].toSorted())
  const sheet = files.get(`${no}/${no}_四流核对.csv`)?.toString() ?? ''
  for (const word of ['四流合一', '托运合同 已签署', '付运费 支出', '销项 已开具', '进项 运费 已勾选', '6380.00'])
    expect(sheet, word).toContain(word)
  const manifest = (files.get('manifest.csv')?.toString() ?? '').slice(1).trimEnd().split('\r\n').slice(1)
  expect(manifest).toHaveLength(files.size - 1)
  for (const line of manifest) {
    const [path = '', size, hash] = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text)
    const content = files.get(path) ?? Buffer.alloc(0)
    expect([size, hash]).toEqual([String(content.length), createHash('sha256').update(content).digest('hex')])
  }
  expect((await finance.blob(downloadChains, { text: '没有这一单' })).http).toBe(409)
  const client = await opsWith(['chain.view'])
  expect((await client.ask(packChains, {})).http).toBe(403)
  expect(chainZipMost).toBeLessThan(100)
})

test('the sealed trail of a waybill is in its folder for those who may replay it, and taking it is a look', async () => {
  const trail = Buffer.from('{"carriages":[]}')
  const hash = createHash('sha256').update(trail).digest('hex')
  await server.server.deps.store.put('tracks/whole-1.json', trail, 'application/json')
  await run(`insert into waybill_tracks (id, waybill_id, part, key, bytes, sha256, points, late_points, from_at, to_at, distance_m, gaps, gap_m, sealed_at)
    values ('${v7()}', '${whole.id}', 1, 'tracks/whole-1.json', ${trail.length}, '${hash}', 0, 0, 1, 2, 0, 0, 0, 3)`)
  await run(`insert into track_access (id, track_no, waybill_id, vehicle_id, company_id, why, from_at, to_at)
    select '${v7()}', 1, id, vehicle_id, carrier_id, 'waybill', 1, 2 from waybills where id = '${whole.id}'`)
  const own = `${whole.waybillNo}/货物/轨迹证据_01.json`
  const files = unzip((await (await server.login('admin')).blob(downloadChains, { ids: [whole.id] })).bytes)
  expect(files.get(own)).toEqual(trail)
  expect(files.get('manifest.csv')?.toString()).toContain(`"${own}","${trail.length}","${hash}"`)
  const looks = await server.db(tx =>
    tx.rows<{ why: string }>(
      sql<{ why: string }>`select why from track_views where waybill_id = ${whole.id}::uuid`.compile(q),
    ),
  )
  expect(looks).toEqual([{ why: 'evidence' }])
  // one made in the background too
  const admin = await server.login('admin')
  const { id } = await admin.send(packChains, { ids: [whole.id] })
  const state = async () => (await admin.send(listExports, {})).rows.find(row => row.id === id)?.state
  await until(async () => (await state()) === 'done', 'the pack')
  // the bytes hold abnormal positions: one permit of the two brings none, and no look is written
  const looked = async () =>
    (await server.db(tx => tx.rows(sql`select id from track_views where waybill_id = ${whole.id}::uuid`.compile(q))))
      .length
  const before = await looked()
  for (const more of [[], ['track.replay'], ['abnormal.view']] as const) {
    const client = await opsWith(['chain.view', 'export.run', ...more])
    expect(unzip((await client.blob(downloadChains, { ids: [whole.id] })).bytes).has(own), more.join()).toBe(false)
  }
  expect(await looked()).toBe(before)
  const reader = await opsWith(['chain.view', 'export.run', 'track.replay', 'abnormal.view'])
  expect(unzip((await reader.blob(downloadChains, { ids: [whole.id] })).bytes).has(own)).toBe(true)
})

test('the vouchers of a waybill are in its folder with their lines, for those who may see vouchers', async () => {
  const files = unzip((await finance.blob(downloadChains, { ids: [whole.id, bare.id] })).bytes)
  const manifest = files.get('manifest.csv')?.toString() ?? ''
  const booked = await server.db(tx =>
    tx.rows<{ no: string; lines: number; waybill: string }>(
      sql<{ no: string; lines: number; waybill: string }>`select v.voucher_no as no, w.waybill_no as waybill,
        count(*)::int as lines from vouchers v join journal_lines l on l.entry_id = v.entry_id
        join waybills w on w.id = l.waybill_id group by 1, 2`.compile(q),
    ),
  )
  expect(booked.filter(({ waybill }) => waybill === whole.waybillNo).length).toBeGreaterThan(3)
  for (const { no, waybill, lines } of booked) {
    const path =
      [...files.keys()].find(each => each.startsWith(`${waybill}/凭证/`) && each.endsWith(`_${no}.csv`)) ?? ''
    const content = files.get(path) ?? Buffer.alloc(0)
    const rows = content
      .toString()
      .trimEnd()
      .split('\r\n')
      .map(row => [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell))
    const at = rows.findIndex(([first]) => first === '科目')
    const [sum, body] = [rows.at(-1) ?? [], rows.slice(at + 1, -1)]
    expect([rows[0]?.[1], sum[0], sum[3] === sum[4], body.length >= lines]).toEqual([no, '合计', true, true])
    for (const side of [3, 4])
      expect(body.reduce((all, cells) => all + Math.round(Number(cells[side]) * 100), 0)).toBe(
        Math.round(Number(sum[side]) * 100),
      )
    const hash = createHash('sha256').update(content).digest('hex')
    expect(manifest).toContain(`"${path}","${content.length}","${hash}","${waybill}","","凭证 ${no}"`)
  }
  const client = await opsWith(['chain.view', 'export.run'])
  const seen = unzip((await client.blob(downloadChains, { ids: [whole.id] })).bytes)
  expect([...seen.keys()].filter(path => path.includes('凭证'))).toEqual([])
  // with the permit they are there
  const reader = await opsWith(['chain.view', 'voucher.view', 'export.run'])
  const own = unzip((await reader.blob(downloadChains, { ids: [whole.id] })).bytes)
  expect([...own.keys()].some(path => path.includes('凭证'))).toBe(true)
})

test('a page is found by the index of signatures, and the facts of its rows by theirs', async () => {
  for (const [side, index] of [
    ['platform', 'waybills_signed'],
    ['branch', 'waybills_bindable'],
  ] as const) {
    const { sql: text, parameters } = chainPage(
      { actor: actorOfSide(side) },
      {},
      { signedAt: Date.now(), id: v7() },
      51,
    )
    const plan = await server.db(async tx => {
      await tx.run(sql`set local enable_seqscan = off`.compile(q))
      await tx.run(sql`set local enable_sort = off`.compile(q))
      return tx.rows<{ 'QUERY PLAN': string }>({
        ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
        sql: `explain ${text}`,
        parameters,
      })
    }, systemReach)
    const lines = plan.map(line => line['QUERY PLAN'])
    expect(lines.filter(line => line.includes('Seq Scan'))).toEqual([])
    expect(
      lines.some(line => line.includes(`using ${index} on waybills`)),
      lines.join('\n'),
    ).toBe(true)
  }
})
