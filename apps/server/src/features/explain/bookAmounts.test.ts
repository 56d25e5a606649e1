// Explanations of the books against the demo: every line, balance and row is worked out anew to the fen, and only for those who may see it.
import { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { listProfit } from '@yunshu/contract/report/profit'
import { getTrialBalance, getVoucher, listVouchers } from '@yunshu/contract/voucher/voucher'
import { bookAmounts, type BookAmount } from '@yunshu/domain/amount/explained'
import { explainVoucherLine, largestTold } from '@yunshu/domain/amount/ledger'
import { fen } from '@yunshu/domain/figures/money'
import { profitGroups, type ProfitGroup } from '@yunshu/domain/report/profit'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { seededAt, startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'
import { invoiceLines, workInvoiceLine } from './invoiceLine.queries.ts'
import { bookedLines, figuresOfLine } from './voucherLine.queries.ts'

let server: TestServer
let house: Client
beforeAll(async () => {
  server = await startDemoServer()
  house = await server.login('admin')
})
afterAll(() => server.stop())

type Asked = Parameters<typeof house.ask<typeof explainBooks>>[1]
const month = periodOf(seededAt)
const words = { label: '科目', summary: '摘要', record: '单据', isRed: false }
const told = async (asked: Asked): Promise<string[]> => {
  const { isKept, text } = await house.send(explainBooks, asked)
  return isKept ? [] : [`${JSON.stringify(asked)}: ${text}`]
}

describe('every amount of the books of the demo is worked out anew to the fen', () => {
  test('lines of vouchers, from the record of each; a record one fen off is seen', async () => {
    const rows = await server.db(tx => tx.rows(bookedLines))
    expect(rows.length).toBeGreaterThan(20_000)
    const figures = rows.map(figuresOfLine)
    const faultOf = (each: (typeof figures)[number]): string[] => {
      if (each.recorded === undefined) return [`${each.event} has no record`]
      return explainVoucherLine(each, words).value === each.amount ? [] : [`${each.event} ${each.account} differs`]
    }
    // the demo moves money of the house to where vouchers by hand take it from: no record is about that
    const known = figures.filter(({ event, recorded }) => event !== 'E6t' || recorded !== undefined)
    const faults = Map.groupBy(known.flatMap(faultOf), fault => fault)
    expect(Object.fromEntries([...faults].map(([fault, of]) => [fault, of.length]))).toEqual({})
    const kinds = new Set(figures.map(({ event }) => event.split(' ')[0]))
    expect(kinds.size).toBeGreaterThan(15)
    const off = figures.map(each => ({ ...each, recorded: each.recorded && fen(each.recorded + 1) }))
    expect(off.flatMap(faultOf).length).toBeGreaterThan(rows.length * 0.9)
  })

  test('a voucher names the document it comes of by its number, and the record its page is opened by', async () => {
    const rows = await server.db(tx =>
      tx.rows(
        sql<{ id: string; branch: string; of: string; no: string }>`select distinct on (3) v.id, v.branch_id as branch,
            e.source_type || ' ' || substring(e.event from '^E[0-9]+[a-z]*|^.') as of, v.voucher_no as no
          from vouchers v join journal_entries e on e.id = v.entry_id where e.source_type <> 'manual' order by 3, v.id`.compile(
          q,
        ),
      ),
    )
    const origins = new Map<string, object>()
    for (const { id, branch: branchId, of, no } of rows) {
      const { origin, ...voucher } = await house.send(
        getVoucher,
        { id, branchId },
        { raw: { branchCompanyId: branchId } },
      )
      expect([of, origin?.number]).toEqual([of, expect.stringMatching(/./)])
      if (origin) origins.set(of, origin)
      const listed = (await house.send(listVouchers, { numbers: [no], branchId })).rows.find(row => row.id === id)
      expect([of, listed?.remittanceNo]).toEqual([of, of.startsWith('remittance') ? origin?.number : undefined])
      expect(voucher.voucherNo).toBe(no)
    }
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(Object.fromEntries(origins)).toMatchObject({
      'invoice E8': { invoiceId: uuid },
      'invoice E9': { inputId: uuid },
      'offset E2b': { partyId: uuid },
      'invoice E8r': { invoiceId: uuid },
      'payment E7a': { settlementNum: expect.stringMatching(/^[A-Z]{2}\d/) },
    })
  })

  test('lines of invoices, from the freight of the waybill and the lines before', async () => {
    const rows = await server.db(tx => tx.rows(invoiceLines))
    const pieces = Map.groupBy(rows, row => `${row.app_id} ${row.waybill_id}`)
    const wrong = rows.flatMap(row => {
      const { gross, tax } = workInvoiceLine(row, pieces.get(`${row.app_id} ${row.waybill_id}`) ?? [])
      return gross.value === row.gross_fen && tax.value === row.tax_fen
        ? []
        : [`${row.waybill_no} ${gross.value} ${tax.value} kept ${row.gross_fen} ${row.tax_fen}`]
    })
    expect([rows.length > 50, wrong]).toEqual([true, []])
  })

  test('vouchers, invoices and applications, from their lines; a voucher of a company from its own', async () => {
    const idsOf = async (from: string): Promise<string[]> =>
      (await server.db(tx => tx.rows(sql<{ id: string }>`${sql.raw(from)}`.compile(q)))).map(({ id }) => id)
    const wrong: string[] = []
    const ask = async (amountOf: BookAmount, ids: readonly string[], least: number): Promise<void> => {
      expect([amountOf, ids.length >= least]).toEqual([amountOf, true])
      for (const id of ids) wrong.push(...(await told({ amountOf, id })))
    }
    // of each kind and state some, of those made by hand too
    const vouchers = await idsOf(`select id from (select id, row_number() over (partition by kind, state, category
      order by id desc) as n from vouchers) v where n <= 12`)
    await ask('voucher', vouchers, 60)
    for (const amountOf of ['salesGross', 'salesTax'] as const)
      await ask(amountOf, await idsOf('select id from invoices order by id desc limit 60'), 30)
    for (const amountOf of ['appGross', 'appTax'] as const)
      await ask(amountOf, await idsOf('select id from invoice_apps order by id desc limit 60'), 10)
    expect(wrong).toEqual([])
    const shipper = await server.login('shipper-finance')
    const own = await lineOf('1122.01', 'E2', 'shipper')
    const mine = await shipper.send(explainBooks, { amountOf: 'voucher', id: own.id })
    expect([mine.isKept, mine.lines.slice(1).map(({ label }) => label)]).toEqual([true, ['应收账款-托运人（借）']])
    const other = await lineOf('1122.01', 'E2', 'shipper2')
    expect((await shipper.ask(explainBooks, { amountOf: 'voucher', id: other.id })).envelope.code).toBe(4041)
  })

  test('balances of accounts, of all branches in two months and of one branch', async () => {
    const wrong: string[] = []
    for (const of of [{ period: month }, { period: shiftPeriod(month, -1), branchId: demoCompanyId('branch1') }]) {
      const { rows } = await house.send(getTrialBalance, of)
      expect(rows.length).toBeGreaterThan(10)
      for (const { account } of rows)
        for (const amountOf of ['accountClosing', 'accountDebit'] as const)
          wrong.push(...(await told({ amountOf, account, ...of })))
    }
    expect(wrong).toEqual([])
  })

  test('rows of profit, of every group', async () => {
    const wrong: string[] = []
    for (const by of Object.keys(profitGroups) as ProfitGroup[]) {
      const { rows } = await house.send(listProfit, { by, limit: 20 })
      expect([by, rows.length > 0]).toEqual([by, true])
      for (const { key } of rows) wrong.push(...(await told({ amountOf: 'profit', by, key })))
    }
    expect(wrong).toEqual([])
  })
})

describe('a sum of many lines', () => {
  test('tells the largest, the rest as one, and the list that holds exactly them', async () => {
    const { lines } = await house.send(explainBooks, { amountOf: 'accountDebit', account: '1122.01', period: month })
    const [whole, ...parts] = lines
    expect(parts).toHaveLength(largestTold + 1)
    expect(parts.at(-1)?.label).toMatch(/^其余 \d+ 行$/)
    expect([whole?.link, parts.at(-1)?.link]).toEqual(
      Array.from({ length: 2 }, () => `/ledger/trial?account=1122.01&period=${month}`),
    )
    expect(parts[0]?.link).toMatch(/^\/manage\/AccountingVoucher\//)
  })
})

/** A booked line of an account, of a company where the account is kept by company. */
const lineOf = (account: string, event: string, party?: string) =>
  server.db(async tx =>
    tx.one(
      q
        .selectFrom('journal_lines as l')
        .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
        .innerJoin('vouchers as v', 'v.entry_id', 'l.entry_id')
        .select(['v.id', 'l.n'])
        .where('l.account', '=', account)
        .where('e.event', '=', event)
        .where(party === undefined ? sql<boolean>`true` : sql<boolean>`l.party_id = ${demoCompanyId(party)}::uuid`)
        .orderBy('v.id')
        .limit(1),
    ),
  )

describe('an amount of the books is told only', () => {
  const codeOf = async (client: Client, asked: Asked): Promise<number> =>
    (await client.ask(explainBooks, asked)).envelope.code

  test('to the company whose line it is; the lines of the house in the same voucher are not there', async () => {
    const shipper = await server.login('shipper-finance')
    const own = await lineOf('1122.01', 'E2', 'shipper')
    const { isKept, lines } = await shipper.send(explainBooks, { amountOf: 'voucherLine', ...own })
    expect([isKept, lines[0]?.label]).toEqual([true, '应收账款-托运人（借）'])
    // its freight is told as far down as the price, which the company sees
    expect(lines.length).toBeGreaterThan(2)
    for (const n of [2, 3]) expect(await codeOf(shipper, { amountOf: 'voucherLine', id: own.id, n })).toBe(4041)
    const other = await lineOf('1122.01', 'E2', 'shipper2')
    expect(await codeOf(shipper, { amountOf: 'voucherLine', ...other })).toBe(4041)
    expect(await codeOf(await server.login('carrier'), { amountOf: 'voucherLine', ...own })).toBe(4030)
  })

  test('of accounts a company has with the house, never of those of the house', async () => {
    const shipper = await server.login('shipper-finance')
    const asked = { amountOf: 'accountClosing', period: month } as const
    expect((await shipper.send(explainBooks, { ...asked, account: '1122.01' })).isKept).toBe(true)
    for (const account of ['1002.02', '6001.01', '2202.01'])
      expect(await codeOf(shipper, { ...asked, account })).toBe(4041)
  })

  test('of another branch to none but the house', async () => {
    const branch = await server.login('branch')
    const other = await server.db(async tx =>
      tx.one(
        q
          .selectFrom('vouchers')
          .select('id')
          .where('entry_id', 'is not', null)
          .where('branch_id', '<>', demoCompanyId('branch1'))
          .limit(1),
      ),
    )
    expect(await codeOf(branch, { amountOf: 'voucherLine', id: other.id, n: 1 })).toBe(4041)
  })

  test('with the freight below it to those who see the price: to others no figure of that tree', async () => {
    const own = await lineOf('1122.01', 'E2', 'shipper')
    const asked = { amountOf: 'voucherLine', ...own } as const
    const { waybill } = await server.db(tx =>
      tx.one<{ waybill: string }>(
        sql<{ waybill: string }>`select waybill_id as waybill from vouchers where id = ${own.id}::uuid`.compile(q),
      ),
    )
    const tree = (await house.send(explainAmount, { amountOf: 'shipperFreight', id: waybill })).lines
    // the parts of the price: weight, price and what was agreed; the whole is the amount of the books
    const figures = tree.flatMap(({ value }) => (value === tree[0]?.value ? [] : [value]))
    expect(figures.length).toBeGreaterThan(1)
    const shownBy = async (client: Client): Promise<string> => {
      const line = await client.ask(explainBooks, asked)
      const kinds = ['shipperFreight', 'carrierFreight', 'deducted', 'open', 'margin'] as const
      const freights = await Promise.all(kinds.map(amountOf => client.ask(explainAmount, { amountOf, id: waybill })))
      return JSON.stringify([line.envelope, ...freights.map(({ envelope }) => envelope)])
    }
    const seen = await shownBy(house)
    expect(
      figures.filter(each => !seen.includes(each)),
      'with the price all of it is told (control)',
    ).toEqual([])
    await server.db(tx =>
      tx.run(
        sql`update roles set functions = array(select f from unnest(functions) f where f not like 'price.%')`.compile(
          q,
        ),
      ),
    )
    const unseen = await shownBy(await server.login('platform-finance'))
    expect(unseen).toContain('应收账款-托运人')
    expect(figures.filter(each => unseen.includes(each))).toEqual([])
  })

  test('with the permit of its page', async () => {
    const shipper = await server.login('shipper-finance')
    expect(await codeOf(shipper, { amountOf: 'profit', by: 'month', key: month })).toBe(4030)
  })

  test('where it is named in full, and is there', async () => {
    const without: Readonly<Record<BookAmount, Omit<Asked, 'amountOf'>>> = {
      accountOpening: { account: '1122.01' },
      accountDebit: { period: month },
      accountCredit: { account: '9999', period: month },
      accountClosing: {},
      flow: { account: '1122.01' },
      voucherLine: { id: demoCompanyId('shipper') },
      voucher: {},
      tentative: { figure: 'open' },
      salesGross: {},
      salesTax: {},
      appGross: {},
      appTax: {},
      invoiceGross: { id: demoCompanyId('shipper') },
      invoiceNet: { n: 1 },
      invoiceTax: {},
      profit: { by: 'month' },
      boundTax: {},
      usedTax: {},
      redTax: { n: 1 },
      input: { figure: 'tax' },
      statement: { id: demoCompanyId('shipper') },
      statementLine: { id: demoCompanyId('shipper'), n: 1, figure: 'total' },
      letter: { figure: 'income' },
      letterLine: { id: demoCompanyId('shipper'), figure: 'closing' },
      deposit: { id: demoCompanyId('shipper') },
      depositBack: {},
      refund: {},
      trade: { figure: 'amount' },
      aging: { shipperId: demoCompanyId('shipper'), figure: 'total' },
      payable: { branchId: demoCompanyId('branch1'), figure: 'prepaid' },
      openAge: { branchId: demoCompanyId('branch1'), figure: 'total' },
    }
    for (const amountOf of Object.keys(bookAmounts) as BookAmount[])
      expect([amountOf, await codeOf(house, { amountOf, ...without[amountOf] })]).toEqual([amountOf, 4001])
    const none = { id: demoCompanyId('shipper'), n: 1 }
    for (const amountOf of [
      'voucherLine',
      'voucher',
      'salesTax',
      'appGross',
      'invoiceTax',
      'boundTax',
      'usedTax',
      'redTax',
      'depositBack',
      'refund',
    ] as const)
      expect(await codeOf(house, { amountOf, ...none })).toBe(4041)
    expect(await codeOf(house, { amountOf: 'voucherLine', id: none.id, n: 100_000 })).toBe(4041)
    for (const [amountOf, figure] of [
      ['statement', 'freight'],
      ['statementLine', 'owed'],
      ['letter', 'debit'],
      ['deposit', 'left'],
      ['tentative', 'actual'],
      ['trade', 'fee'],
      ['input', 'unbound'],
    ] as const)
      expect(await codeOf(house, { amountOf, figure, ...none })).toBe(4041)
    expect(await codeOf(house, { amountOf: 'letterLine', figure: 'closing', account: '9', id: none.id })).toBe(4041)
    const row = { branchId: none.id, shipperId: none.id, carrierId: none.id, figure: 'total' } as const
    for (const amountOf of ['aging', 'payable'] as const) expect(await codeOf(house, { amountOf, ...row })).toBe(4041)
    expect(await codeOf(house, { amountOf: 'profit', by: 'month', key: '209901' })).toBe(4041)
  })
})
