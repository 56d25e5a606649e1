// Counted prints over HTTP: a number for each, a line in the history and nothing else, and only for those who may read the
// record; papers of many records say what their pages say.
import { listAudit } from '@yunshu/contract/audit/audit'
import { countPrints } from '@yunshu/contract/print'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { listSheetPapers } from '@yunshu/contract/settlement/sheetPaper'
import { getTrade, listTradePapers, listTrades } from '@yunshu/contract/trade/trade'
import { getVoucher, listVoucherPapers, listVouchers } from '@yunshu/contract/voucher/voucher'
import { getOtherVoucher } from '@yunshu/contract/voucher/voucherPages'
import { printedPapers, printMost, voucherLinesMost, type PrintedEntity } from '@yunshu/domain/print'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { lastHand } from '../../work/history.ts'
import { asSystem } from '../../work/system.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startDemoServer()
  admin = await server.login('admin')
})
afterAll(() => server.stop())

const rowsOf = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const idsOf = async (text: string): Promise<string[]> => (await rowsOf<{ id: string }>(text)).map(({ id }) => id)
const counted = (id: string): Promise<{ prints: number }[]> =>
  rowsOf(`select prints from print_counts where entity_id = '${id}'`)

/** Sheets between a shipper and a carrier of the demo. */
const sheetsOf = (shipper: string, carrier: string, more = 'true'): Promise<string[]> =>
  idsOf(`select id from settlements where shipper_id = '${demoCompanyId(shipper)}'
    and carrier_id = '${demoCompanyId(carrier)}' and ${more} order by id`)

const tables: Readonly<Record<PrintedEntity, string>> = {
  waybill: 'waybills',
  specialLine: 'waybills',
  settlement: 'settlements',
  payment: 'payments',
  trade: 'trades',
  tradeList: 'trades',
  voucher: 'vouchers',
  fund: 'fund_records',
  remittance: 'remittances',
  deposit: 'deposits',
  depositBack: 'deposit_backs',
  fuelIssue: 'fuel_issues',
  invoiceApp: 'invoice_apps',
  statement: 'shipper_statements',
  letter: 'balance_letters',
  debt: 'debts',
  writeOff: 'write_offs',
  reconFile: 'recon_files',
}
const entities = Object.keys(printedPapers) as PrintedEntity[]

test('two who print at once get different numbers, and the record has a line for each and is otherwise as it was', async () => {
  const [sheet] = await rowsOf<{ id: string; settlement_num: string; version: number; updated_at: number }>(
    `select id, settlement_num, version, updated_at from settlements order by id limit 1`,
  )
  if (sheet === undefined) throw new Error('the demo has no sheet')
  const finance = await server.login('platform-finance')
  const once = (client: Client) => client.send(countPrints, { entity: 'settlement', ids: [sheet.id] })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => once(n % 2 === 0 ? admin : finance)))
  expect(answers.map(({ prints }) => prints[0]?.n).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  )
  const { log, version } = await admin.send(getSettlement, { settlementNum: sheet.settlement_num })
  const lines = log.filter(({ action }) => action === '打印').map(({ remark }) => remark)
  expect(lines).toHaveLength(12)
  expect(new Set(lines)).toEqual(new Set(Array.from({ length: 12 }, (_, n) => `运费结算单 第 ${n + 1} 次`)))
  expect(version).toBe(sheet.version)
  expect(await rowsOf(`select updated_at from settlements where id = '${sheet.id}'`)).toEqual([
    { updated_at: sheet.updated_at },
  ])
  // a print is an act of its person, told in the audit log
  const { rows } = await admin.send(listAudit, { text: '打印' })
  expect(rows.length).toBeGreaterThan(0)
})

test('the same press that arrives twice is one print', async () => {
  const [id = ''] = await idsOf('select id from vouchers order by id limit 1')
  const press = () => admin.send(countPrints, { entity: 'voucher', ids: [id] }, { key: 'one press' })
  expect([await press(), await press()].map(({ prints }) => prints)).toEqual([[{ id, n: 1 }], [{ id, n: 1 }]])
})

test('two batches with the same records in another order both end, and every record is counted twice', async () => {
  const ids = await idsOf(`select id from vouchers order by id desc limit ${printMost}`)
  expect(ids).toHaveLength(printMost)
  const batches = await Promise.all(
    [ids, ids.toReversed()].map(each => admin.send(countPrints, { entity: 'voucher', ids: each })),
  )
  const numbers = Map.groupBy(
    batches.flatMap(({ prints }) => prints),
    ({ id }) => id,
  )
  expect(
    [...numbers.values()].filter(
      each =>
        each
          .map(({ n }) => n)
          .toSorted((a, b) => a - b)
          .join() !== '1,2',
    ),
  ).toEqual([])
  expect(numbers.size).toBe(printMost)
})

test('every record with a paper is counted for the house, and a record that is not there for nobody', async () => {
  const missing: PrintedEntity[] = []
  for (const entity of entities) {
    const [id] = await idsOf(`select id from ${tables[entity]} order by id offset 1 limit 1`)
    if (id === undefined) {
      missing.push(entity)
      continue
    }
    const { prints } = await admin.send(countPrints, { entity, ids: [id] })
    expect(prints, entity).toEqual([{ id, n: 1 }])
    const lines = await rowsOf(
      `select 1 from events where entity = '${entity}' and entity_id = '${id}' and action = '打印'`,
    )
    expect(lines, entity).toHaveLength(1)
    expect((await admin.ask(countPrints, { entity, ids: [v7()] })).http, entity).toBe(404)
  }
  expect(missing).toEqual([])
})

test('a record of another company or branch is not found, and of a mixed batch nothing is counted', async () => {
  const carrier = await server.login('carrier')
  const [own = ''] = await sheetsOf('shipper', 'carrier')
  const [foreign = ''] = await idsOf(
    `select id from settlements where carrier_id <> '${demoCompanyId('carrier')}' and shipper_id <> '${demoCompanyId('carrier')}' limit 1`,
  )
  const [before, untouched] = [await counted(own), await counted(foreign)]
  for (const ids of [[foreign], [own, foreign], [foreign, own]]) {
    const answer = await carrier.ask(countPrints, { entity: 'settlement', ids })
    expect([answer.http, answer.envelope.message]).toEqual([404, '记录不存在或已被删除'])
  }
  expect(await counted(own)).toEqual(before)
  expect(await counted(foreign)).toEqual(untouched)
  // a reader without a right to write prints what it may read
  expect((await carrier.send(countPrints, { entity: 'settlement', ids: [own] })).prints[0]?.n).toBe(
    (before[0]?.prints ?? 0) + 1,
  )

  const branch = await server.login('branch')
  for (const [entity, table] of [
    ['voucher', 'vouchers'],
    ['trade', 'trades'],
    ['tradeList', 'trades'],
    ['fund', 'fund_records'],
    ['settlement', 'settlements'],
  ] as const) {
    const [theirs] = await idsOf(`select id from ${table} where branch_id <> '${demoCompanyId('branch1')}' limit 1`)
    const [ours] = await idsOf(`select id from ${table} where branch_id = '${demoCompanyId('branch1')}' limit 1`)
    if (theirs === undefined || ours === undefined) throw new Error(`the demo has no ${entity} of two branches`)
    const held = [await counted(ours), await counted(theirs)]
    expect((await branch.ask(countPrints, { entity, ids: [ours, theirs] })).http, entity).toBe(404)
    expect([await counted(ours), await counted(theirs)], entity).toEqual(held)
  }
})

test('the entity decides the permit: the one of another record opens nothing', async () => {
  const { client } = await addColleague(server, {
    account: 'prints-waybills',
    company: 'shipper',
    permits: ['waybill.view', 'statement.view'],
    dataScope: 'COMPANY',
  })
  const [sheet = ''] = await sheetsOf('shipper', 'carrier')
  const [waybill = ''] = await idsOf(`select id from waybills where shipper_id = '${demoCompanyId('shipper')}' limit 1`)
  const refused = await client.ask(countPrints, { entity: 'settlement', ids: [sheet] })
  expect([refused.http, refused.envelope.message]).toEqual([403, '没有请求权限'])
  // a statement shows prices of shippers, whose permit is needed beside its own
  expect((await client.ask(countPrints, { entity: 'statement', ids: [v7()] })).http).toBe(403)
  expect((await client.send(countPrints, { entity: 'waybill', ids: [waybill] })).prints).toHaveLength(1)
  const { client: none } = await addColleague(server, {
    account: 'prints-nothing',
    company: 'shipper',
    permits: ['goods.view'],
    dataScope: 'COMPANY',
  })
  expect((await none.ask(countPrints, { entity: 'waybill', ids: [waybill] })).http).toBe(403)
})

test('a person who sees their own work alone prints nobody else’s', async () => {
  const { client } = await addColleague(server, {
    account: 'prints-own',
    company: 'shipper',
    permits: ['waybill.view', 'settlement.view', 'voucher.view', 'trade.view', 'trade.slip'],
    dataScope: 'SELF',
  })
  const mine = `shipper_id = '${demoCompanyId('shipper')}'`
  for (const [entity, table] of [
    ['waybill', 'waybills'],
    ['specialLine', 'waybills'],
    ['settlement', 'settlements'],
    ['payment', 'payments'],
    ['voucher', 'vouchers'],
    ['trade', 'trades'],
    ['tradeList', 'trades'],
  ] as const) {
    const [id = ''] = await idsOf(`select id from ${table} where ${mine} order by id limit 1`)
    expect((await client.ask(countPrints, { entity, ids: [id] })).http, entity).toBe(404)
  }
})

test('bad input is answered at its field, and the most records of a print are two hundred', async () => {
  const [id = ''] = await idsOf('select id from vouchers limit 1')
  const faults = async (ids: string[]) => {
    const raw = { ids: JSON.stringify(ids) }
    const answer = await admin.ask(countPrints, { entity: 'voucher', ids: [id] }, { raw })
    return [answer.http, answer.envelope.message]
  }
  expect(await faults([])).toEqual([400, expect.stringContaining('所选记录')])
  expect(await faults(Array.from({ length: printMost + 1 }, () => v7()))).toEqual([
    400,
    expect.stringContaining(`一次最多打印 ${printMost} 份`),
  ])
  expect(await faults(['x'])).toEqual([400, expect.stringContaining('所选记录')])
  const other = await admin.ask(countPrints, { entity: 'voucher', ids: [id] }, { raw: { entity: 'user' } })
  expect([other.http, other.envelope.message]).toEqual([400, expect.stringContaining('对象')])
})

test('a print is no change: whoever changed the record last is named when somebody else is too late', async () => {
  const [sheet] = await rowsOf<{ id: string; name: string }>(
    `select entity_id as id, user_name as name from events e where entity = 'settlement' and action <> '打印'
      and not exists (select from events l where l.entity_id = e.entity_id and l.id > e.id) order by id limit 1`,
  )
  if (sheet === undefined) throw new Error('the demo has no history of a sheet')
  await (await server.login('platform-ops')).ask(countPrints, { entity: 'settlement', ids: [sheet.id] })
  await admin.send(countPrints, { entity: 'settlement', ids: [sheet.id] })
  const named = await asSystem(server.server.deps, ctx => lastHand(ctx, sheet.id))
  expect(named).toBe(sheet.name)
})

test('papers of vouchers say what their pages say, in the order asked for: to a company its own lines', async () => {
  for (const account of ['admin', 'shipper-finance', 'carrier-finance']) {
    const client = account === 'admin' ? admin : await server.login(account)
    // of a company the pages of this kind alone are open without a branch
    const { rows } = await client.send(listVouchers, { limit: 20, ...(account === 'admin' ? {} : { kind: 'OTHER' }) })
    expect(rows.length, account).toBeGreaterThan(3)
    const ids = rows.map(({ id }) => id).toReversed()
    const papers = await client.send(listVoucherPapers, { ids })
    expect(papers.rows.map(({ id }) => id)).toEqual(ids)
    for (const { papers: files, ...said } of papers.rows) {
      const branchId = rows.find(({ id }) => id === said.id)?.branchCompanyId ?? ''
      const page =
        account === 'admin'
          ? await client.send(getVoucher, { id: said.id, branchId }, { raw: { branchCompanyId: branchId } })
          : await client.send(getOtherVoucher, { id: said.id })
      expect(page).toMatchObject(said)
      expect(files).toBe(page.files.length)
    }
  }
})

test('papers of vouchers with more lines than one answer bears are refused together, and read apart', async () => {
  const found = await rowsOf<{ id: string; entry_id: string }>(
    `select id, entry_id from vouchers where entry_id is not null order by id limit 2`,
  )
  const ids = found.map(({ id }) => id)
  await server.db(tx =>
    tx.run(
      sql`insert into journal_lines (entry_id, n, branch_id, period, account, debit_fen, day)
        select e.id, 1000 + g, e.branch_id, e.period, '1002.01', 1, e.date
        from journal_entries e, generate_series(1, ${voucherLinesMost / 2}::int) as g
        where e.id = any(${found.map(row => row.entry_id)}::uuid[])`.compile(q),
    ),
  )
  const refused = await admin.ask(listVoucherPapers, { ids })
  expect([refused.http, refused.envelope.message]).toEqual([
    400,
    expect.stringContaining('所选凭证合计超过 20,000 行分录，请减少张数，分几次打印'),
  ])
  for (const id of ids) {
    const { rows } = await admin.send(listVoucherPapers, { ids: [id] })
    expect(rows[0]?.lines.length).toBeGreaterThan(voucherLinesMost / 2)
  }
})

test('papers of sheets and slips say what their pages say', async () => {
  const sheets = await rowsOf<{ id: string; settlement_num: string }>(
    `(select id, settlement_num from settlements where shipper_id <> branch_id order by id desc limit 25)
      union all (select id, settlement_num from settlements where carried_in_fen > 0 limit 5)`,
  )
  const { rows } = await admin.send(listSheetPapers, { ids: sheets.map(({ id }) => id) })
  expect(rows.some(({ lines }) => lines.length > 1)).toBe(true)
  for (const paper of rows)
    expect(await admin.send(getSettlement, { settlementNum: paper.settlementNum }), paper.settlementNum).toMatchObject(
      paper,
    )
  const trades = (await admin.send(listTrades, { limit: 20 })).rows.map(({ id }) => id)
  const slips = await admin.send(listTradePapers, { ids: trades })
  expect(slips.rows.map(({ id }) => id)).toEqual(trades)
  for (const { lines, ...slip } of slips.rows) {
    const page = await admin.send(getTrade, { id: slip.id })
    expect(page).toMatchObject(slip)
    expect(page.lines.map(({ waybillNo }) => waybillNo)).toEqual(lines.map(({ waybillNo }) => waybillNo))
  }
})

test('papers of many records are all or none, and fifty at most', async () => {
  const carrier = await server.login('carrier')
  const [own = ''] = await sheetsOf('shipper', 'carrier')
  const [foreign = ''] = await idsOf(
    `select id from settlements where carrier_id <> '${demoCompanyId('carrier')}' and shipper_id <> branch_id limit 1`,
  )
  expect((await carrier.send(listSheetPapers, { ids: [own] })).rows).toHaveLength(1)
  expect((await carrier.ask(listSheetPapers, { ids: [own, foreign] })).http).toBe(404)
  const branch = await server.login('branch')
  for (const [call, table] of [
    [listVoucherPapers, 'vouchers'],
    [listTradePapers, 'trades'],
    [listSheetPapers, 'settlements'],
  ] as const) {
    const [theirs = ''] = await idsOf(
      `select id from ${table} where branch_id <> '${demoCompanyId('branch1')}' limit 1`,
    )
    expect((await branch.ask(call, { ids: [theirs] })).http, table).toBe(404)
    const ids = JSON.stringify(Array.from({ length: 51 }, () => v7()))
    const many = await branch.ask(call, { ids: [theirs] }, { raw: { ids } })
    expect([many.http, many.envelope.message], table).toEqual([400, expect.stringContaining('一次最多读取 50 份')])
  }
})
