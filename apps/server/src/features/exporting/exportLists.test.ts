// Every list over the demo data: its file, and where it has them the sums at its foot, hold the rows of the list in
// their order, under the same filter and in the same reach.
import { listSecurityEvents } from '@yunshu/contract/audit/audit'
import type { Input, InputSchema, Output, Call } from '@yunshu/contract/call'
import { countGoods, listGoods } from '@yunshu/contract/goods/goods'
import { exportLists, type ExportList } from '@yunshu/contract/exporting/exportLists'
import { startExport } from '@yunshu/contract/exporting/exporting'
import { countSettlements } from '@yunshu/contract/settlement/settlement'
import { countTasks, listTasks } from '@yunshu/contract/task/task'
import { listLedger, listVouchers, sumLedger, sumVouchers } from '@yunshu/contract/voucher/voucher'
import { toWire } from '@yunshu/contract/wire'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { grams, printKg, printTons } from '@yunshu/domain/figures/weight'
import type * as z from 'zod/mini'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededAt, startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import { holdJobs, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { makeWaiting } from './exporting.jobs.ts'
import { until } from '../../../../../tests/server/until.ts'
import { lookAtStops, trackCases } from '../../../../../tests/server/trackExports.ts'
import { chooseStatement, field, moneyCases } from '../../../../../tests/server/moneyExports.ts'
import type { ExportCase, Row } from '../../../../../tests/server/moneyExports.ts'
import { column, exportRowOf, fileOf } from '../../../../../tests/server/exportWorld.ts'

let server: TestServer
let letJobsRun: () => Promise<void>
const clients = new Map<string, Client>()
beforeAll(async () => {
  server = await startDemoServer()
  // goods and tasks of the demo run out while the lists are walked
  letJobsRun = await holdJobs(server)
  const found = await withClient<{ rows: { id: string }[] }>(server.ownerUrl, client =>
    client.query(
      "select w.id from special_lines l join waybills w on w.id = l.waybill_id join users c on c.company_id = w.carrier_id join users s on s.company_id = w.shipper_id where c.account = 'carrier' and s.account = 'shipper' and w.state = 'arrived' limit 1",
    ),
  )
  line.waybillId = found.rows[0]?.id ?? ''
  await chooseStatement(server)
  // a refusal is listed once it is written, behind its answer
  expect((await (await server.login('shipper-freight')).ask(listSecurityEvents, {})).http).toBe(403)
  const auditor = await server.login('shipper')
  await until(async () => (await auditor.send(listSecurityEvents, {})).rows.length === 1)
  await lookAtStops(auditor)
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

async function as(account: string): Promise<Client> {
  const client = clients.get(account) ?? (await server.login(account))
  clients.set(account, client)
  return client
}

type PagedCall = Call<InputSchema, z.ZodMiniType<{ rows: unknown[]; next?: string | undefined }>>
/** All rows of a list, page by page as a browser asks for them. */
async function walk(client: Client, list: PagedCall, filter: Row): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.send(list, { ...filter, limit: 100, ...(cursor && { cursor }) } as Input<PagedCall>)
    rows.push(...(page.rows as Row[]))
    if (page.next === undefined) return rows
    cursor = page.next
  }
}
const month = periodOf(seededAt)
/** A special line of the carrier. */
const line = { waybillId: '' }
const dayMs = 86_400_000
const houseOnly = { who: ['admin', 'branch'] } as const
const cases: Readonly<Record<ExportList, ExportCase>> = {
  waybills: {
    who: ['shipper', 'carrier-finance', 'branch'],
    filters: [{ state: 'signed' }, { alert: 'any' }],
    by: ['运单号', field('waybillNo')],
  },
  goods: {
    who: ['shipper', 'branch', 'admin'],
    filters: [{}, { kind: 'SH' }, { text: '煤', state: 'partial' }],
    by: ['货源号', field('goodsNo')],
    sums: { '货物重量(吨)': ['weightG', 'tons'] },
  },
  offers: {
    who: ['carrier', 'carrier2', 'admin'],
    filters: [{}, { text: '煤' }, { loadRegion: '610000' }],
    by: ['货源号', field('goodsNo')],
  },
  goodsChanges: {
    who: ['shipper', 'carrier', 'carrier2', 'admin'],
    filters: [{}, { isWaiting: true }],
    by: ['变更原因', field('reason')],
  },
  tasks: {
    who: ['shipper', 'carrier', 'admin'],
    filters: [{}, { source: 'GRAB' }, { state: 'accepted' }],
    by: ['任务号', field('taskNo')],
  },
  vehicles: {
    who: ['carrier', 'admin'],
    filters: [{}, { text: '冀' }],
    by: ['车牌号', field('plate')],
    sums: { '核定载质量(吨)': ['tonnageG', 'tons'], 在途运单: ['openWaybills', 'count'] },
  },
  terminals: { who: ['carrier', 'admin'], filters: [{}, { state: 'active' }], by: ['终端手机号', field('phone')] },
  drivers: {
    who: ['carrier', 'admin'],
    filters: [{}],
    by: ['姓名', field('name')],
    sums: { 在途运单: ['openWaybills', 'count'] },
  },
  payees: { who: ['carrier', 'admin'], filters: [{}], by: ['户名', field('name')] },
  fences: {
    who: ['shipper', 'carrier', 'admin'],
    filters: [{}, { text: '煤' }],
    by: ['货源号', field('goodsNo')],
    sums: { 围栏: ['fences', 'count'], 启用: ['fencesOn', 'count'], 绑定车辆: ['vehicles', 'count'] },
  },
  settlements: {
    who: ['shipper', 'carrier-finance', 'admin'],
    filters: [{}, { state: 'approved' }],
    by: ['结算单号', field('settlementNum')],
    sums: { '应付(元)': ['payable', 'yuan'], '实付(元)': ['due', 'yuan'] },
  },
  paymentTasks: {
    who: ['shipper-finance', 'admin'],
    filters: [{}],
    by: ['结算单号', field('settlementNum')],
    sums: { '实付(元)': ['due', 'yuan'] },
  },
  vouchers: {
    who: ['admin', 'branch'],
    filters: [{ kind: 'FUEL' }, { text: '油卡', period: month }],
    by: ['凭证号', field('voucherNo')],
    sums: { '金额(元)': ['amount', 'yuan'] },
  },
  invoiceApps: { who: ['shipper-finance', 'admin'], filters: [{}], by: ['申请号', field('appNo')] },
  invoices: { who: ['shipper-finance'], filters: [{}], by: ['开票流水号', field('serialNo')] },
  abnormal: {
    who: ['shipper', 'carrier', 'admin'],
    filters: [{}, { kind: 'offline' }],
    by: ['车牌号', field('plate')],
  },
  ...trackCases,
  reds: { who: ['shipper-finance'], filters: [{}], by: ['确认单号', field('confirmNo')] },
  inputInvoices: { who: ['carrier-finance', 'admin'], filters: [{}], by: ['发票号码', field('invoiceNo')] },
  agreements: { who: ['shipper', 'carrier', 'admin'], filters: [{}], by: ['合同编号', field('agreementNo')] },
  payFiles: { ...houseOnly, filters: [{}], by: ['文件号', field('fileNo')] },
  remittances: { ...houseOnly, filters: [{}, { state: 'unclaimed' }], by: ['来款号', field('remittanceNo')] },
  credits: { ...houseOnly, filters: [{}, { control: 'block' }], by: ['货主', field('shipperName')] },
  refunds: { who: ['admin', 'shipper-finance'], filters: [{}], by: ['退款号', field('refundNo')] },
  debts: {
    who: ['admin', 'branch', 'carrier-finance'],
    filters: [{}, { state: 'open' }, { age: 'd30' }],
    by: ['欠款号', field('debtNo')],
    sums: { '余额(元)': ['open', 'yuan'], '已抵扣(元)': ['offset', 'yuan'] },
  },
  funds: {
    ...houseOnly,
    filters: [{}, { kind: 'FUEL', state: 'confirmed' }],
    by: ['登记单号', field('recordNo')],
    sums: { '金额(元)': ['amount', 'yuan'] },
  },
  fuelAccounts: { ...houseOnly, filters: [{}, { kind: 'OIL' }], by: ['账户号', field('accountNo')] },
  fuelCards: { ...houseOnly, filters: [{}, { state: 'frozen' }], by: ['卡号', field('cardNo')] },
  fuelIssues: { ...houseOnly, filters: [{}, { medium: 'CARD' }], by: ['发放单号', field('issueNo')] },
  fuelShifts: { ...houseOnly, filters: [{}, { kind: 'LOSS' }], by: ['调整单号', field('shiftNo')] },
  fuelUses: { ...houseOnly, filters: [{}, { state: 'differs' }], by: ['流水号', field('serial')] },
  tollPasses: { ...houseOnly, filters: [{}, { state: 'open' }], by: ['流水号', field('serial')] },
  ledger: {
    who: ['admin', 'branch'],
    filters: [
      { account: '2202.01', period: month },
      { account: '1002.02', period: month },
    ],
    by: ['分录号', field('entryNo')],
    sums: { '借方(元)': ['debit', 'yuan'], '贷方(元)': ['credit', 'yuan'] },
  },
  ...moneyCases,
  carriers: { who: ['shipper'], filters: [{ all: true }], by: ['企业名称', field('name')] },
  shippers: { who: ['carrier'], filters: [{ all: true, state: 'active' }], by: ['企业名称', field('name')] },
  companies: { who: ['admin'], filters: [{}, { text: '煤' }], by: ['企业名称', field('name')] },
  branches: {
    who: ['admin', 'shipper'],
    filters: [{}, { state: 'active' }],
    by: ['分公司', field('name')],
    sums: { 员工: ['people', 'count'] },
  },
  staff: { who: ['shipper', 'admin'], filters: [{}], by: ['账号', field('account')] },
  audit: {
    who: ['shipper', 'admin', 'branch'],
    filters: [{ to: Date.now() }, { entity: 'role' }, { person: 'shipper' }],
    by: ['请求编号', field('requestId')],
    grows: true,
  },
  securityEvents: {
    who: ['shipper', 'admin'],
    filters: [{ to: Date.now() + dayMs }, { kind: 'permit' }],
    by: ['请求编号', field('requestId')],
  },
  specialTickets: {
    who: ['carrier', 'shipper', 'admin'],
    filters: [line],
    by: ['票号', field('ticketNo')],
    sums: {
      件数: ['pieces', 'count'],
      '重量(公斤)': ['weightG', 'kilograms'],
      '体积(方)': ['volume', 'cubicMetres'],
      '运费(元)': ['freightFee', 'yuan'],
      '代收货款(元)': ['codAmount', 'yuan'],
    },
  },
  messages: {
    who: ['shipper', 'carrier', 'admin'],
    filters: [{}, { unread: true }, { kind: 'waybill' }, { text: '运单', to: Date.now() }],
    by: ['内容', field('content')],
    grows: true,
  },
}
const lists = Object.keys(exportLists) as ExportList[]
const given = (rows: readonly Row[], name: string): number => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)
const shown = {
  yuan: (sum: number) => Number(printYuan(fen(sum))),
  tons: (sum: number) => Number(printTons(grams(sum))),
  kilograms: (sum: number) => Number(printKg(grams(sum))),
  cubicMetres: (sum: number) => sum / 10_000,
  kilometres: (sum: number) => Number(printKilometres(sum)),
  count: (sum: number) => sum,
} as const

describe('the file of', () => {
  it.each(lists)('%s holds the rows of the list and their sums, for everybody and under every filter', async list => {
    const {
      who,
      filters,
      by: [title, read],
      sums = {},
      grows = false,
    } = cases[list]
    const { call } = exportLists[list]
    let most = 0
    for (const account of who)
      for (const filter of filters) {
        const client = await as(account)
        const where = `${account} ${JSON.stringify(filter)}`
        // before the list, or what asking writes would be in the one and not in the other
        const file = await fileOf(server, client, { list, filter: toWire(call, filter as never) })
        const rows = await walk(client, call as PagedCall, filter)
        const kept = grows ? rows.slice(rows.length - file.rows.length) : rows
        expect([where, column(file, title)]).toEqual([where, kept.map(row => read(row) ?? null)])
        for (const [summed, [name, unit]] of Object.entries(sums)) {
          const at = file.titles.indexOf(summed)
          // sums of a first column stand on a line of their own
          expect([where, summed, (file.closing.length > 5 ? file.closing[1] : file.closing[0])?.[at]]).toEqual([
            where,
            summed,
            shown[unit](given(kept, name)),
          ])
        }
        expect([where, file.closing.find(([first]) => first === '导出行数')?.[1]]).toEqual([where, kept.length])
        most = Math.max(most, rows.length)
      }
    expect([list, most > 0]).toEqual([list, true])
  })

  it('a list is refused to whoever may not see the list, with the permit of exports alone', async () => {
    const { client } = await addColleague(server, {
      account: 'export-alone',
      company: 'carrier',
      permits: ['export.run'],
      dataScope: 'COMPANY',
    })
    // messages are everybody's own
    for (const list of lists.filter(key => key !== 'messages')) {
      const {
        filters: [filter = {}],
      } = cases[list]
      expect([
        list,
        (await client.ask(startExport, { list, filter: toWire(exportLists[list].call, filter as never) })).http,
      ]).toEqual([list, 403])
    }
  })

  it('the tickets of a line out of reach cannot be made', async () => {
    const client = await as('carrier2')
    const { id } = await client.send(startExport, {
      list: 'specialTickets',
      filter: toWire(exportLists.specialTickets.call, line),
    })
    await makeWaiting(server.server.deps, new AbortController().signal)
    expect(await exportRowOf(client, id)).toMatchObject({ state: 'failed', fault: problems['row.none'].text })
  })

  it('the ledger without an account and a month is refused at its fields', async () => {
    const { http, envelope } = await (await as('admin')).ask(startExport, { list: 'ledger', filter: {} })
    expect([http, Object.keys((envelope.data as { fields: object }).fields)]).toEqual([
      400,
      ['filter.account', 'filter.period'],
    ])
  })
})

describe('the sums at the foot of', () => {
  const left = (rows: readonly Row[], mode: string): number | undefined => {
    const own = rows.filter(row => row['quantityMode'] === mode)
    return own.length === 0 ? undefined : given(own, 'remainQty')
  }
  const leftOf = (rows: readonly Row[]) =>
    Object.fromEntries(
      ['BY_TRUCK', 'BY_TON', 'BY_M3', 'BY_PIECE'].flatMap(mode => {
        const sum = left(rows, mode)
        return sum === undefined ? [] : [[mode, sum]]
      }),
    )

  it.each(['shipper', 'shipper2', 'carrier', 'branch', 'admin'])(
    'the goods are those of the rows, for %s under every filter',
    async account => {
      const client = await as(account)
      const filters: Input<typeof countGoods>[] = [
        {},
        { state: 'published' },
        { state: 'partial', kind: 'SH' },
        { text: '煤' },
        { loadRegion: '610000', takeMode: 'GRAB' },
        { from: Date.now() - 2 * dayMs },
        { numbers: ['nothing'] },
      ]
      for (const filter of filters) {
        const rows = await walk(client, listGoods, filter as Row)
        expect([filter, await client.send(countGoods, { ...filter, part: 'sums' })]).toEqual([
          filter,
          { state: {}, summed: rows.length, sums: { weightG: given(rows, 'weightG'), ...leftOf(rows) } },
        ])
      }
    },
  )

  it.each(['shipper', 'carrier', 'carrier2', 'branch', 'admin'])(
    'the tasks are those of the rows, for %s under every filter',
    async account => {
      const client = await as(account)
      const filters: Input<typeof countTasks>[] = [
        {},
        { state: 'dispatching' },
        { source: 'GRAB' },
        { text: '煤', state: 'accepted' },
        { unloadRegion: '410000' },
        { to: Date.now() - dayMs },
      ]
      for (const filter of filters) {
        const rows = await walk(client, listTasks, filter as Row)
        expect([filter, await client.send(countTasks, { ...filter, part: 'sums' })]).toEqual([
          filter,
          { state: {}, summed: rows.length, sums: leftOf(rows) },
        ])
      }
    },
  )

  it.each(['branch', 'platform-finance', 'admin'])(
    'vouchers and ledger are those of the rows, for %s under every filter',
    async account => {
      const client = await as(account)
      const filters: Input<typeof sumVouchers>[] = [
        { kind: 'FUEL' },
        { kind: 'DEDUCT', period: month },
        { text: '油卡' },
      ]
      for (const filter of filters) {
        const rows = await walk(client, listVouchers, filter)
        expect([filter, await client.send(sumVouchers, filter)]).toEqual([
          filter,
          { summed: rows.length, sums: { amount: given(rows, 'amount') } },
        ])
      }
      for (const code of ['1002.02', '2202.01']) {
        const filter: Input<typeof sumLedger> = { account: code, period: month }
        const rows = await walk(client, listLedger, filter)
        const { sums }: Output<typeof sumLedger> = await client.send(sumLedger, filter)
        expect([code, sums]).toEqual([code, { debit: given(rows, 'debit'), credit: given(rows, 'credit') }])
      }
    },
  )

  it('sheets are those of the rows too', async () => {
    const client = await as('admin')
    const rows = await walk(client, exportLists.settlements.call, { state: 'approved' })
    expect(await client.send(countSettlements, { state: 'approved', part: 'sums' })).toMatchObject({
      summed: rows.length,
      sums: { payable: given(rows, 'payable'), due: given(rows, 'due') },
    })
  })
})
