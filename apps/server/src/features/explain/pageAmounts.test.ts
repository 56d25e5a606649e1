// Amounts people look at in lists of money, against the demo: each explanation comes to what its page shows, and another company's is not found.
import { listDeposits } from '@yunshu/contract/deposit/deposit'
import { listDepositBacks } from '@yunshu/contract/deposit/depositBack'
import { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { listInputInvoices } from '@yunshu/contract/invoice/input'
import { listRefunds } from '@yunshu/contract/refund/refund'
import { listProfit } from '@yunshu/contract/report/profit'
import { listSettleDetails } from '@yunshu/contract/settlement/settleDetail'
import { listTrades, type TradeRow } from '@yunshu/contract/trade/trade'
import { getTentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { listFlow, listFlowAccounts, sumFlow } from '@yunshu/contract/voucher/flow'
import {
  depositFigures,
  flowFigures,
  inputFigures,
  profitFigures,
  tentativeFigures,
} from '@yunshu/domain/amount/explained'
import type {
  DepositFigure,
  FlowFigure,
  InputFigure,
  ProfitFigure,
  TentativeFigure,
} from '@yunshu/domain/amount/explained'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { profitGroups, type ProfitGroup } from '@yunshu/domain/report/profit'
import { tradeKinds, type TradeKind } from '@yunshu/domain/trade'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { seededAt, startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import { q } from '../../db/tx.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let house: Client
beforeAll(async () => {
  server = await startDemoServer()
  house = await server.login('admin')
})
afterAll(() => server.stop())

type Books = Parameters<typeof house.ask<typeof explainBooks>>[1]
type OfRecord = Parameters<typeof house.ask<typeof explainAmount>>[1]

/** The fault of an explanation: it does not come to what its record holds, or says another amount than the page. */
const faultOf = (
  asked: object,
  shown: Fen,
  { isKept, lines, text }: { isKept: boolean; lines: readonly { value: string }[]; text: string },
) =>
  isKept && lines[0]?.value === printMoney(shown)
    ? []
    : [`${JSON.stringify(asked)} shown ${printMoney(shown)}: ${text}`]
const booksFault = async (asked: Books, shown: Fen): Promise<string[]> =>
  faultOf(asked, shown, await house.send(explainBooks, asked))
const recordFault = async (asked: OfRecord, shown: Fen): Promise<string[]> =>
  faultOf(asked, shown, await house.send(explainAmount, asked))

describe('the statement of an account', () => {
  const period = periodOf(seededAt)
  const spans: readonly { readonly from?: number; readonly to?: number }[] = [
    {},
    { from: startOfPeriod(period), to: startOfPeriod(shiftPeriod(period, 1)) },
    { from: startOfPeriod(shiftPeriod(period, -1)) + 9 * DAY_MS, to: startOfPeriod(period) + 3 * DAY_MS },
  ]

  test('comes from its opening to its closing balance, and to the balance after each line, by what moved', async () => {
    const { rows: accounts } = await house.send(listFlowAccounts, {})
    const wrong: string[] = []
    let balances = 0
    for (const { account } of accounts) {
      const { rows } = await house.send(listFlow, { account, limit: 100 })
      if (rows.length === 0) continue
      for (const span of spans)
        for (const whose of span.from === undefined ? [{}, { branchId: demoCompanyId('branch1') }] : [{}]) {
          const asked = { account, ...span, ...whose }
          const { opening, closing, sums } = await house.send(sumFlow, asked)
          const shown = { opening, closing, ...sums }
          const figures = Object.keys(shown) as Exclude<FlowFigure, 'balance'>[]
          // an account without a line in reach is not there
          const isThere = figures.some(figure => shown[figure] !== 0)
          if (isThere)
            for (const figure of figures)
              wrong.push(...(await booksFault({ amountOf: 'flow', figure, ...asked }, shown[figure])))
        }
      for (const { voucherId: id, n, balance } of rows.filter((_, at) => at % 34 === 0)) {
        wrong.push(...(await booksFault({ amountOf: 'flow', figure: 'balance', account, id, n }, balance)))
        balances++
      }
    }
    expect([wrong, balances > 20]).toEqual([[], true])
  })

  test('of a company tells its own lines; of an account or a line of another there is none', async () => {
    const shipper = await server.login('shipper-finance')
    const { rows } = await shipper.send(listFlow, { account: '1122.01', limit: 5 })
    const [line] = rows
    if (line === undefined) throw new Error('the shipper of the demo owes nothing')
    const asked = { amountOf: 'flow', figure: 'balance', account: '1122.01', id: line.voucherId, n: line.n } as const
    const told = await shipper.send(explainBooks, asked)
    expect(faultOf(asked, line.balance, told)).toEqual([])
    const codeOf = async (client: Client, of: Omit<Books, 'amountOf'>): Promise<number> =>
      (await client.ask(explainBooks, { amountOf: 'flow', ...of })).envelope.code
    for (const figure of Object.keys(flowFigures) as FlowFigure[]) {
      const of = { figure, id: line.voucherId, n: line.n }
      expect(await codeOf(shipper, { ...of, account: '1002.02' })).toBe(4041)
      expect(await codeOf(shipper, { ...of, account: '1122.01', partyId: demoCompanyId('shipper2') })).toBe(4041)
    }
    expect(
      await codeOf(await server.login('shipper2'), {
        figure: 'balance',
        account: '1122.01',
        id: line.voucherId,
        n: line.n,
      }),
    ).toBe(4041)
    expect(await codeOf(house, { figure: 'balance', account: '2205.01', id: line.voucherId, n: line.n })).toBe(4041)
    expect(await codeOf(house, { figure: 'total', account: '1122.01' })).toBe(4001)
    expect(await codeOf(house, { figure: 'closing', account: '6001.01' })).toBe(4001)
  })
})

describe('the details of settlements', () => {
  test('tell of each part what is owed, what debts take of it, what is left in cash and what its sheet pays', async () => {
    const wrong: string[] = []
    let [parts, setOffs] = [0, 0]
    for (const state of ['open', 'running', 'paid', 'failed', 'debt'] as const) {
      const { rows } = await house.send(listSettleDetails, { state, limit: 25 })
      for (const { id: partId, waybillId: id, freight, due, setOff, pay } of rows) {
        parts++
        wrong.push(...(await recordFault({ amountOf: 'part', id, partId }, due)))
        wrong.push(...(await recordFault({ amountOf: 'partFreight', id, partId }, freight)))
        if (setOff === undefined || pay === undefined) continue
        if (setOff !== 0) setOffs++
        wrong.push(...(await recordFault({ amountOf: 'partSetOff', id, partId }, setOff)))
        wrong.push(...(await recordFault({ amountOf: 'partPay', id, partId }, pay)))
      }
    }
    expect([wrong, parts > 60, setOffs > 0]).toEqual([[], true, true])
  })

  test('of another carrier are not found, nor what a sheet makes of a part that is on none', async () => {
    const { rows } = await house.send(listSettleDetails, { state: 'paid', limit: 60 })
    const other = rows.find(({ carrierId }) => carrierId !== demoCompanyId('carrier'))
    const [open] = (await house.send(listSettleDetails, { stage: 'ready', limit: 1 })).rows
    if (other === undefined || open === undefined) throw new Error('the demo has no such parts')
    const carrier = await server.login('carrier')
    for (const amountOf of ['partFreight', 'partSetOff', 'partPay'] as const) {
      const asked = { amountOf, id: other.waybillId, partId: other.id }
      expect((await carrier.ask(explainAmount, asked)).envelope.code).toBe(4041)
    }
    for (const amountOf of ['partSetOff', 'partPay'] as const) {
      const asked = { amountOf, id: open.waybillId, partId: open.id }
      expect((await house.ask(explainAmount, asked)).envelope.code).toBe(4041)
    }
  })
})

describe('every figure of a row of profit', () => {
  test('is the sum of its lines and classes, by every group', async () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const by of Object.keys(profitGroups) as ProfitGroup[]) {
      const { rows } = await house.send(listProfit, { by, limit: 1 })
      for (const row of rows)
        for (const figure of Object.keys(profitFigures) as ProfitFigure[]) {
          if (row[figure] !== 0) seen.add(figure)
          wrong.push(...(await booksFault({ amountOf: 'profit', by, key: row.key, figure }, row[figure])))
        }
    }
    expect(wrong).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(['gross', 'tax', 'net', 'freight', 'cost', 'profit', 'estimated']))
  })

  test('of waybills another branch has is none', async () => {
    const { rows } = await house.send(listProfit, { by: 'branch', limit: 50 })
    const other = rows.find(({ key }) => key !== demoCompanyId('branch1'))
    if (other === undefined) throw new Error('the demo has one branch alone')
    const branch = await server.login('branch')
    const asked = { amountOf: 'profit', by: 'branch', key: other.key, figure: 'cost' } as const
    expect((await branch.ask(explainBooks, asked)).envelope.code).toBe(4041)
    expect((await branch.ask(explainBooks, { ...asked, key: demoCompanyId('branch1') })).envelope.code).toBe(0)
    expect((await house.ask(explainBooks, { ...asked, figure: 'closing' })).envelope.code).toBe(4001)
  })
})

describe('deposits, their ways out and refunds', () => {
  test('tell the lines that book them, and of a deposit what is left', async () => {
    const deposits = (await house.send(listDeposits, { limit: 100 })).rows
    const backs = (await house.send(listDepositBacks, { limit: 100 })).rows
    const refunds = (await house.send(listRefunds, { limit: 100 })).rows
    const wrong: string[] = []
    for (const row of deposits)
      for (const figure of Object.keys(depositFigures) as DepositFigure[])
        wrong.push(...(await booksFault({ amountOf: 'deposit', figure, id: row.id }, row[figure])))
    for (const { id, amount } of backs) wrong.push(...(await booksFault({ amountOf: 'depositBack', id }, amount)))
    for (const { id, amount } of refunds) wrong.push(...(await booksFault({ amountOf: 'refund', id }, amount)))
    expect([wrong, deposits.length > 0, backs.length > 0, refunds.length > 0]).toEqual([[], true, true, true])
    const [refund] = refunds
    const { lines } = await house.send(explainBooks, { amountOf: 'refund', id: refund?.id })
    expect(lines[1]?.link).toMatch(/^\/manage\//)
  })

  test('of another company are not found', async () => {
    const [refund] = (await house.send(listRefunds, { limit: 1 })).rows
    const [deposit] = (await house.send(listDeposits, { limit: 1 })).rows
    const [back] = (await house.send(listDepositBacks, { limit: 1 })).rows
    const shipper = refund?.shipperId === demoCompanyId('shipper2') ? 'shipper-finance' : 'shipper2'
    const other = await server.login(shipper)
    expect((await other.ask(explainBooks, { amountOf: 'refund', id: refund?.id })).envelope.code).toBe(4041)
    const of = { amountOf: 'deposit', figure: 'left', id: deposit?.id } as const
    expect((await other.ask(explainBooks, of)).envelope.code).toBe(4041)
    expect((await other.ask(explainBooks, { amountOf: 'depositBack', id: back?.id })).envelope.code).toBe(4041)
  })
})

describe('an input invoice', () => {
  test('tells gross, tax and what is bound of it', async () => {
    const { rows } = await house.send(listInputInvoices, { limit: 100 })
    const wrong: string[] = []
    for (const row of rows)
      for (const figure of Object.keys(inputFigures) as InputFigure[])
        wrong.push(...(await booksFault({ amountOf: 'input', figure, id: row.id }, row[figure])))
    expect([wrong, rows.length > 10, rows.some(({ bound }) => bound > 0)]).toEqual([[], true, true])
  })

  test('of another carrier is not found', async () => {
    const { rows } = await house.send(listInputInvoices, { limit: 100 })
    const carrier = await server.login('carrier')
    const own = new Set((await carrier.send(listInputInvoices, { limit: 100 })).rows.map(({ id }) => id))
    const other = rows.find(({ id }) => !own.has(id))
    const asked = { amountOf: 'input', figure: 'tax', id: other?.id } as const
    expect((await carrier.ask(explainBooks, asked)).envelope.code).toBe(4041)
  })
})

describe('a movement of money', () => {
  test('tells the waybills it pays, or the line of the books it is, and its fee', async () => {
    const wrong: string[] = []
    const kinds = new Set<string>()
    for (const kind of Object.keys(tradeKinds) as TradeKind[]) {
      const { rows } = await house.send(listTrades, { kind, limit: 15 })
      for (const { id, income, outgo, fee } of rows) {
        kinds.add(kind)
        wrong.push(...(await booksFault({ amountOf: 'trade', figure: 'amount', id }, income ?? outgo ?? fee)))
        wrong.push(...(await booksFault({ amountOf: 'trade', figure: 'fee', id }, fee)))
      }
    }
    expect([wrong, kinds.size > 4]).toEqual([[], true])
  })

  test('to a company tells its own; of another there is none', async () => {
    const carrier = await server.login('carrier')
    const { rows } = await carrier.send(listTrades, { limit: 20 })
    const wrong: string[] = []
    for (const { id, income, outgo, fee } of rows) {
      const asked = { amountOf: 'trade', figure: 'amount', id } as const
      wrong.push(...faultOf(asked, income ?? outgo ?? fee, await carrier.send(explainBooks, asked)))
    }
    expect([wrong, rows.length > 0]).toEqual([[], true])
    // all kinds there are: a carrier has them turned, a shipper as the house
    const shipper = await server.login('shipper')
    const turned = { IN: 'OUT', OUT: 'IN' } as const
    for (const { of, way } of [
      { of: carrier, way: ({ direction }: TradeRow) => turned[direction] },
      { of: shipper, way: ({ direction }: TradeRow) => direction },
    ]) {
      const read = (await of.send(listTrades, { limit: 100 })).rows
      const ids = read.map(({ id }) => id)
      const known = new Map((await house.send(listTrades, { ids, limit: 100 })).rows.map(row => [row.id, row]))
      expect(read.map(({ id, direction }) => [id, direction])).toEqual(
        ids.map(id => {
          const same = known.get(id)
          return [id, same && way(same)]
        }),
      )
    }
    const own = new Set(rows.map(({ id }) => id))
    const other = (await house.send(listTrades, { kind: 'TOP_UP', limit: 1 })).rows.find(({ id }) => !own.has(id))
    const asked = { amountOf: 'trade', figure: 'amount', id: other?.id } as const
    expect((await carrier.ask(explainBooks, asked)).envelope.code).toBe(4041)
  })
})

describe('the page of an estimate', () => {
  test('tells of each waybill and of all what was estimated, what stands, what it came to and the difference', async () => {
    const ids = await server.db(tx =>
      tx.rows(
        sql<{
          id: string
        }>`select v.id from vouchers v join journal_entries e on e.id = v.entry_id
          where v.kind = 'TENTATIVE' and e.event = 'E3' order by v.id limit 15`.compile(q),
      ),
    )
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const { id } of ids) {
      const page = await house.send(getTentativeVoucher, { id })
      for (const figure of Object.keys(tentativeFigures) as TentativeFigure[]) {
        const of = { amountOf: 'tentative', figure, id } as const
        if (page.items.length > 0) wrong.push(...(await booksFault(of, page[figure])))
        for (const { waybillId: key, [figure]: shown } of page.items.slice(0, 2)) {
          if (shown === undefined) continue
          if (shown !== 0) seen.add(figure)
          wrong.push(...(await booksFault({ ...of, key }, shown)))
        }
      }
    }
    expect([wrong, [...seen].toSorted()]).toEqual([[], ['actual', 'difference', 'estimated', 'open']])
    const asked = { amountOf: 'tentative', figure: 'open', id: ids[0]?.id } as const
    const carrier = await server.login('carrier')
    expect((await carrier.ask(explainBooks, asked)).envelope.code).not.toBe(0)
    expect((await house.ask(explainBooks, { ...asked, key: demoCompanyId('shipper') })).envelope.code).toBe(4041)
  })
})
