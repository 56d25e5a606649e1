// Trades: one row for each line of the books on which real money moved, whoever moved it; each company sees its own, and
// a shipper no account of a carrier; the bank's slip stands with its movement.
import { createHash } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import { confirmFund, recordFund } from '@yunshu/contract/fund/fund'
import {
  claimRemittance,
  confirmRemittance,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { downloadTradeSlips, getTrade, listTrades, sumTrades, uploadTradeSlip } from '@yunshu/contract/trade/trade'
import { fen } from '@yunshu/domain/figures/money'
import { tradeKindName } from '@yunshu/domain/trade'
import { withClient } from '@yunshu/postgres/withClient'
import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { openFunds, sheetOf, sheetWhen, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { unzip } from '../../../../../tests/server/unzip.ts'
import { missingQuery, type PastedNumbers } from '../../db/pastedNumbers.ts'
import { q } from '../../db/tx.ts'
import { rowsOfNumbers, tradesPage } from './trade.queries.ts'

let server: TestServer
let platform: Client
let maker: Client
let finance: Client
let carrier: Client
/** The sheet that was paid, and its waybills. */
const paid = { settlementNum: '', waybills: new Array<string>() }
beforeAll(async () => {
  server = await startTestServer()
  platform = await server.login('platform-finance')
  maker = await server.login('shipper-freight')
  finance = await server.login('shipper-finance')
  carrier = await server.login('carrier-finance')
  await openFunds(server)
  const waybills = [await signedWaybill(server), await signedWaybill(server)]
  const sheet = await sheetOf(
    { maker, finance },
    waybills.map(({ id }) => id),
    'approved',
  )
  const { settlementNum, version, due: expectDue } = sheet
  await finance.send(paySettlement, { settlementNum, version, expectDue, channel: 'SIM' })
  await sheetWhen(finance, settlementNum, ({ state }) => state === 'paid')
  Object.assign(paid, { settlementNum, waybills: waybills.map(({ waybillNo }) => waybillNo) })
  const branch = await server.login('branch')
  const top: Input<typeof recordFund> = {
    kind: 'TOP_UP',
    shipperId: demoCompanyId('shipper'),
    amount: fen(123_456),
    date: Date.now(),
    serial: 'TOP-1',
  }
  const { id, version: made } = await branch.send(recordFund, top, withSlip())
  await platform.send(confirmFund, { id, version: made, expectAmount: top.amount })
})
afterAll(async () => {
  await server.stop()
})

/** Lines of money without a trade, trades of another amount, and accounts whose trades do not add up: none ever. */
const apartText = `select l.entry_id, l.n from journal_lines l full join trades t on t.entry_id = l.entry_id and t.n = l.n
  where (l.account in ('1002.01', '1002.02') or t.id is not null)
    and (case t.direction when 'IN' then t.amount_fen when 'OUT' then -t.amount_fen - t.fee_fen end) is distinct from l.debit_fen - l.credit_fen`
const apart = () => server.db(tx => tx.rows(sql`${sql.raw(apartText)}`.compile(q)))

describe('[RT-16] trades', () => {
  test('[RT-16] every line of the books on which money moved is one row, and every row one line, to the fen', async () => {
    expect(await apart()).toEqual([])
    const { rows } = await platform.send(listTrades, { limit: 100 })
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['FREIGHT', 'TOP_UP', 'OWN', 'FUEL']))
    expect(new Set(rows.map(({ tradeNo }) => tradeNo)).size).toBe(rows.length)
    // a row that is left out, or of another amount, is found
    for (const fault of [
      `update trades set amount_fen = amount_fen + 1 where bank_serial = 'TOP-1'`,
      `delete from trades where bank_serial = 'TOP-1'`,
    ])
      await withClient(server.ownerUrl, async client => {
        await client.query('begin')
        await reachAll(client)
        await client.query(fault)
        expect((await client.query(apartText)).rows).toHaveLength(1)
        await client.query('rollback')
      })
  })

  test('[RT-16] a payment names its sheet, order, bank serial, payee and waybills with their amounts', async () => {
    const [row] = (await finance.send(listTrades, { settlementNum: paid.settlementNum })).rows
    expect(row).toMatchObject({
      kind: 'FREIGHT',
      direction: 'OUT',
      mark: 'done',
      waybills: 2,
      isSimulated: true,
      channel: 'SIM',
    })
    expect(row?.bankSerial).toBeTruthy()
    // movements of the bank's file are the house's to read
    expect(row?.recon).toBeUndefined()
    const [ofHouse] = (await platform.send(listTrades, { settlementNum: paid.settlementNum })).rows
    expect(ofHouse?.recon).toBe('open')
    const whole = await finance.send(getTrade, { id: row?.id ?? '' })
    expect(whole.lines.map(({ waybillNo }) => waybillNo).toSorted()).toEqual(paid.waybills.toSorted())
    expect(whole.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(whole.outgo)
    expect(whole.amountInWords).toContain('人民币')
    expect((await finance.send(listTrades, { waybillNo: paid.waybills[0] ?? '' })).rows.map(({ id }) => id)).toEqual([
      row?.id,
    ])
    expect((await finance.send(listTrades, { waybillNo: 'YD000' })).rows).toEqual([])
  })

  test('[RT-16] many numbers pasted at once find their movements: their own, the bank’s, of the record, sheet, payment and waybill', async () => {
    const ids = async (client: Client, numbers: string[]) =>
      (await client.send(listTrades, { numbers })).rows.map(({ id }) => id)
    const [row] = (await finance.send(listTrades, { settlementNum: paid.settlementNum })).rows
    const [topUp] = (await finance.send(listTrades, { text: 'TOP-1' })).rows
    if (row === undefined || topUp === undefined) throw new Error('no trades')
    const { tradeNo, bankSerial = '', settlementNum = '', taskNo = '' } = row
    for (const number of [tradeNo, bankSerial, settlementNum, taskNo, ...paid.waybills])
      expect(await ids(finance, [number]), number).toEqual([row.id])
    expect(await ids(finance, [topUp.recordNo ?? ''])).toEqual([topUp.id])
    const pasted = ['top-1', tradeNo.toLowerCase(), 'LS000', ...paid.waybills]
    expect(await ids(finance, pasted)).toEqual([row.id, topUp.id].toSorted().toReversed())
    expect(await finance.send(sumTrades, { numbers: pasted })).toMatchObject({ summed: 2 })
    // a carrier finds its own among them, another shipper and branch none
    expect(await ids(carrier, pasted)).toEqual([row.id])
    for (const who of ['shipper2', 'branch2'] as const) expect(await ids(await server.login(who), pasted)).toEqual([])
    // the first page says which were not found; another company's number is told as one that is none
    const missing = async (client: Client, input: Omit<Input<typeof listTrades>, 'numbers'> = {}, numbers = pasted) =>
      (await client.send(listTrades, { ...input, numbers })).missing
    expect(await missing(finance)).toEqual({ unfound: ['LS000'], hidden: [] })
    expect(await missing(carrier)).toEqual({ unfound: ['top-1', 'LS000'], hidden: [] })
    for (const who of ['shipper2', 'branch2'] as const)
      expect(await missing(await server.login(who))).toEqual({ unfound: pasted, hidden: [] })
    // a number the other conditions leave out is said to be there
    expect(await missing(finance, { kind: 'TOP_UP' })).toEqual({
      unfound: ['LS000'],
      hidden: [tradeNo.toLowerCase(), ...paid.waybills],
    })
    const { next = '' } = await finance.send(listTrades, { numbers: pasted, limit: 1 })
    expect([await missing(finance, { cursor: next }), await missing(finance, {}, [])]).toEqual([undefined, undefined])
    for (const [numbers, said] of [
      [[''], '不能为空'],
      [['x'.repeat(61)], '不能超过60个字'],
      [Array.from({ length: 501 }, (_, n) => `LS${n}`), '一次最多查询五百个单号'],
    ] as const) {
      const refused = await finance.ask(listTrades, {}, { raw: { numbers: JSON.stringify(numbers) } })
      expect([refused.http, refused.envelope.message]).toEqual([400, expect.stringContaining(said)])
    }
  })

  test('[RT-16] filters find what they say, and sums are those of the rows', async () => {
    const filters: Input<typeof sumTrades>[] = [
      {},
      { kind: 'TOP_UP' },
      { direction: 'OUT' },
      { channel: 'SIM' },
      { mark: 'returned' },
      { slip: 'missing' },
      { recon: 'open' },
      { recon: 'matched' },
      { text: 'top-1' },
      { amountFrom: fen(123_456), amountTo: fen(123_456) },
      { from: Date.now() + 86_400_000 },
      { branchId: demoCompanyId('branch2') },
    ]
    const counts: number[] = []
    for (const filter of filters) {
      const { rows } = await platform.send(listTrades, { ...filter, limit: 100 })
      counts.push(rows.length)
      const of = (read: (row: Output<typeof listTrades>['rows'][number]) => number | undefined) =>
        rows.reduce((sum, row) => sum + (read(row) ?? 0), 0)
      const [income, outgo, fee] = [of(row => row.income), of(row => row.outgo), of(row => row.fee)]
      expect(await platform.send(sumTrades, filter)).toEqual({
        summed: rows.length,
        sums: { income, outgo, fee, net: income - outgo - fee },
      })
    }
    expect(counts.slice(8)).toEqual([1, 1, 0, 0])
    const first = await platform.send(listTrades, { limit: 2 })
    const second = await platform.send(listTrades, { limit: 2, cursor: first.next ?? '' })
    expect([...first.rows, ...second.rows]).toEqual((await platform.send(listTrades, { limit: 4 })).rows)
  })
})

describe('[RT-16] who sees a trade', () => {
  test('[RT-16] a company its own, the house’s own money nobody else, and a shipper no account number', async () => {
    const mine = (await finance.send(listTrades, { limit: 100 })).rows
    expect(new Set(mine.map(({ kind }) => kind))).toEqual(new Set(['FREIGHT', 'TOP_UP']))
    expect(JSON.stringify(mine)).not.toMatch(/"account"|"bank"/)
    const theirs = (await carrier.send(listTrades, { limit: 100 })).rows
    expect(theirs.map(({ kind }) => kind)).toEqual(['FREIGHT'])
    expect(theirs[0]?.payee.account).toMatch(/^\*{4}\d{4}$/)
    const topUp = mine.find(({ kind }) => kind === 'TOP_UP')
    expect((await carrier.ask(getTrade, { id: topUp?.id ?? '' })).http).toBe(404)
    const other = await server.login('shipper2')
    expect((await other.send(listTrades, {})).rows).toEqual([])
    expect((await other.ask(getTrade, { id: mine[0]?.id ?? '' })).http).toBe(404)
    const branch2 = await server.login('branch2')
    expect((await branch2.send(listTrades, {})).rows).toEqual([])
    expect((await branch2.ask(getTrade, { id: mine[0]?.id ?? '' })).http).toBe(404)
    expect((await (await server.login('shipper-freight')).ask(listTrades, {})).http).toBe(403)
  })

  test('[RT-16] each reader has it on their own side: the house and who pays as money that left, the carrier as money received', async () => {
    const branch = await server.login('branch')
    const filter = { settlementNum: paid.settlementNum }
    const told = async (client: Client) => {
      const [row] = (await client.send(listTrades, filter)).rows
      const { income, outgo, direction, isCarriers, fee, payer, payee } = await client.send(getTrade, {
        id: row?.id ?? '',
      })
      const { sums } = await client.send(sumTrades, filter)
      const [inward, outward] = await Promise.all(
        (['IN', 'OUT'] as const).map(
          async way => (await client.send(listTrades, { ...filter, direction: way })).rows.length,
        ),
      )
      const amount = income ?? outgo ?? 0
      expect(row).toMatchObject({ direction, isCarriers, fee, payer, payee })
      expect([sums.income, sums.outgo, sums.fee]).toEqual([income ?? 0, outgo ?? 0, fee])
      expect(sums.net).toBe(sums.income - sums.outgo - sums.fee)
      return {
        kind: row && tradeKindName(row),
        way: [inward, outward, direction],
        isIncome: income === amount,
        fee: fee > 0,
      }
    }
    // a bank that charges: the house bears it
    const charge = (by: number) =>
      withClient(server.ownerUrl, async client => {
        await reachAll(client)
        await client.query(
          `update trades set fee_fen = fee_fen + $1, amount_fen = amount_fen - $1
            where settlement_id = (select id from settlements where settlement_num = $2)`,
          [by, paid.settlementNum],
        )
      })
    await charge(7)
    const left = { kind: '付运费', way: [0, 1, 'OUT'], isIncome: false }
    for (const house of [platform, branch]) expect(await told(house)).toEqual({ ...left, fee: true })
    expect(await told(finance)).toEqual({ ...left, fee: false })
    expect(await told(carrier)).toEqual({ kind: '收运费', way: [1, 0, 'IN'], isIncome: true, fee: false })
    await charge(-7)
  })

  test('[RT-16] the bank’s slip is kept with its movement, by the house alone, and both companies see it', async () => {
    const [row] = (await finance.send(listTrades, { settlementNum: paid.settlementNum })).rows
    const id = row?.id ?? ''
    const slip = {
      name: '回单.pdf',
      type: 'application/pdf',
      bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    }
    expect((await finance.ask(uploadTradeSlip, { id }, { files: [slip] })).http).toBe(403)
    const branch2 = await server.login('branch2')
    expect((await branch2.ask(uploadTradeSlip, { id }, { files: [slip] })).http).toBe(404)
    expect((await platform.ask(uploadTradeSlip, { id }, { files: [] })).envelope.code).not.toBe(0)
    expect(
      (await platform.ask(uploadTradeSlip, { id }, { files: [{ ...slip, bytes: Buffer.from('MZ') }] })).envelope.code,
    ).not.toBe(0)
    await platform.send(uploadTradeSlip, { id }, { files: [slip] })
    for (const client of [finance, carrier])
      expect((await client.send(getTrade, { id })).files.map(({ name }) => name)).toEqual(['回单.pdf'])
    expect((await finance.send(listTrades, { slip: 'kept' })).rows.map(each => each.id)).toEqual([id])
    // slips of chosen movements in one file, with the list of all; another's movement is not found, nor a file of nothing
    const [bare] = (await finance.send(listTrades, { slip: 'missing' })).rows
    for (const client of [finance, platform]) {
      const { http, bytes } = await client.blob(downloadTradeSlips, { ids: [id, bare?.id ?? ''] })
      const files = unzip(bytes)
      expect([http, [...files.keys()]]).toEqual([200, [`${row?.tradeNo}_01.pdf`, '清单.csv']])
      expect(files.get(`${row?.tradeNo}_01.pdf`)).toEqual(slip.bytes)
      const list = files.get('清单.csv')?.toString('utf8') ?? ''
      expect(list).toContain(createHash('sha256').update(slip.bytes).digest('hex'))
      expect(list).toMatch(new RegExp(`${bare?.tradeNo}.*没有银行回单`))
    }
    expect((await carrier.blob(downloadTradeSlips, { ids: [id] })).http).toBe(200)
    expect((await carrier.ask(downloadTradeSlips, { ids: [id, bare?.id ?? ''] })).http).toBe(404)
    expect((await branch2.ask(downloadTradeSlips, { ids: [id] })).http).toBe(404)
    const nothing = await finance.ask(downloadTradeSlips, { ids: [bare?.id ?? ''] })
    expect([nothing.http, nothing.envelope.message]).toEqual([400, expect.stringContaining('还没有银行回单')])
  })
})

test('[RT-16] money that came is a movement of its record; the company it was claimed for sees it, until that is taken back', async () => {
  const branch = await server.login('branch')
  const amount = fen(98_765)
  const { id, version } = await branch.send(
    recordRemittance,
    { payerName: '某某贸易有限公司', payerAccount: '6222020099990001', amount, date: Date.now(), serial: 'LK-TRADE' },
    withSlip(),
  )
  const arrived = await platform.send(confirmRemittance, { id, version, expectAmount: amount })
  const seen = async (client: Client) => (await client.send(listTrades, { kind: 'RECEIPT' })).rows
  expect(await seen(platform)).toMatchObject([
    {
      direction: 'IN',
      income: amount,
      record: 'remittance',
      recordNo: expect.stringMatching(/^SK\d/),
      bankSerial: 'LK-TRADE',
    },
  ])
  const [top] = (await platform.send(listTrades, { kind: 'TOP_UP' })).rows
  expect(top).toMatchObject({ record: 'fund', recordNo: expect.any(String) })
  expect((await platform.send(listTrades, { text: top?.recordNo ?? '' })).rows.map(row => row.id)).toEqual([top?.id])
  expect(await seen(finance)).toEqual([])
  const claimed = await branch.send(claimRemittance, {
    id,
    version: arrived.version,
    shipperId: demoCompanyId('shipper'),
    expectAmount: amount,
  })
  expect(await seen(finance)).toMatchObject([{ income: amount }])
  expect(await seen(carrier)).toEqual([])
  expect(await seen(await server.login('shipper2'))).toEqual([])
  await branch.send(moveRemittance, { id, version: claimed.version, move: 'unclaim', reason: '认错了' })
  expect(await seen(finance)).toEqual([])
  expect(await apart()).toEqual([])
})

type Side = 'platform' | 'branch' | 'shipper' | 'carrier'
/** The plan of a page of the list. */
const planOf = (side: Side, input: Input<typeof listTrades>) =>
  planned(side, tradesPage({ actor: actorOfSide(side) }, { limit: 50, ...input }).compile())
/** The plan of a query one side asks, where a handful of rows would be read and sorted sooner. */
async function planned(side: Side, { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) {
  const actor = actorOfSide(side)
  const { userId, companyId, branchId } = actor
  const reach = side === 'platform' || side === 'branch' ? side : 'company'
  const plan = await server.db(
    async tx => {
      for (const way of ['sort', 'seqscan', 'bitmapscan'])
        await tx.run(sql.raw(`set local enable_${way} = off`).compile(q))
      return tx.rows<{ 'QUERY PLAN': string }>({
        ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
        sql: `explain ${text}`,
        parameters,
      })
    },
    { reach, userId, companyId, branchId },
  )
  return plan.map(line => line['QUERY PLAN'])
}

test('[RT-16] pasted numbers, and those that lead to no row, are looked up by indexes, all of them at once', async () => {
  const numbers = ['LS1', 'B-2']
  const page = await planOf('branch', { numbers })
  const every = sql<boolean>`true`
  const rowsOf = (pasted: PastedNumbers) => rowsOfNumbers({ actor: actorOfSide('branch') }, pasted)
  const missing = await planned(
    'branch',
    missingQuery(numbers, { table: 'trades', alias: 't', reach: every, others: every, rowsOf }),
  )
  // a row is never asked for by one number at a time: five hundred of them took ten seconds among 30,000 rows
  expect(missing.filter(line => /(?:Cond|Filter): .*\bn(?:_\d+)?\.(?:number|plain|capitals)/.test(line))).toEqual([])
  // an index that is walked whole has no condition of its own
  for (const plan of [page, missing]) {
    const lookedUp = plan.filter((_, n) => plan[n + 1]?.includes('Index Cond:')).join('\n')
    for (const index of [
      'trades_trade_no_key',
      'trades_bank_serial',
      'trades_record',
      'trades_settlement',
      'trades_payment',
      'trade_waybills_waybill',
    ])
      expect(lookedUp).toContain(index)
  }
})

test('[RT-16] the list is read by an index, for every side', async () => {
  const found: string[] = []
  for (const [side, index] of [
    ['platform', 'trades_pkey'],
    ['branch', 'trades_branch'],
    ['shipper', 'trades_shipper'],
    ['carrier', 'trades_carrier'],
  ] as const) {
    const lines = await planOf(side, {})
    found.push(lines.some(line => line.includes(`using ${index} on trades`)) ? index : lines.join('\n'))
  }
  expect(found).toEqual(['trades_pkey', 'trades_branch', 'trades_shipper', 'trades_carrier'])
})
