// Money and fuel of a branch: recorded by one person and booked by another, and nothing is paid or handed out without
// it.
import {
  confirmFund,
  countFunds,
  getFund,
  listFunds,
  listFundShippers,
  recordFund,
  rejectFund,
  withdrawFund,
} from '@yunshu/contract/fund/fund'
import type { Input } from '@yunshu/contract/call'
import {
  approveSettlement,
  getSettlement,
  paySettlement,
  queryPayment,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import {
  drift,
  openFunds,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Answer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
let manager: Client
let finance: Client
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  manager = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
})
afterAll(async () => {
  await server.stop()
})

const inBranch1 = { raw: { branchCompanyId: demoCompanyId('branch1') } }

/** The balance of accounts of a branch, debit minus credit, as they are kept. */
const balanceOf = async (branch: string, ...accounts: string[]): Promise<number> => {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('account_balances')
        .select(['debit_fen', 'credit_fen'])
        .where('branch_id', '=', demoCompanyId(branch))
        .where('account', 'in', accounts),
    ),
  )
  return rows.reduce((sum, row) => sum + row.debit_fen - row.credit_fen, 0)
}

const payable = ({ settlementNum, version, due }: SettlementDetail) => ({
  settlementNum,
  version,
  expectDue: due,
  channel: 'SIM' as const,
})
const codes = (answers: readonly Answer<unknown>[]): number[] =>
  answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)

/** Sheets of one waybill each, 6,380.00 to pay and 3,000.00 of fuel. */
const sheets = async (branch: string, count: number, until: 'submitted' | 'approved'): Promise<SettlementDetail[]> => {
  const made: SettlementDetail[] = []
  for (let n = 0; n < count; n++)
    made.push(await sheetOf(people, [(await signedWaybill(server, { branch })).id], until))
  return made
}

describe('nothing is paid without money, nothing handed out without fuel:', () => {
  test('of eight payments at once with money for three, three are paid and the account ends at what is left', async () => {
    await openFunds(server, 'branch2', { channel: 3 * 638_000 + 637_999 })
    const all = await sheets('branch2', 8, 'approved')
    const answers = await Promise.all(all.map(sheet => people.finance.ask(paySettlement, payable(sheet))))
    expect(codes(answers)).toEqual([0, 0, 0, 2501, 2501, 2501, 2501, 2501])
    const paid = all.filter((_, n) => answers[n]?.envelope.code === 0)
    for (const { settlementNum } of paid)
      await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid')
    expect(await balanceOf('branch2', '1002.02')).toBe(637_999)
    expect(await balanceOf('branch2', '2202.02')).toBe(0)
    const refused = all.find(sheet => !paid.includes(sheet))
    expect(await people.finance.send(getSettlement, { settlementNum: refused?.settlementNum ?? '' })).toMatchObject({
      state: 'approved',
      version: refused?.version,
      payments: [],
    })
    expect(await drift(server)).toEqual([])
  })

  test('of eight sheets approved at once with fuel for three, three are approved', async () => {
    await openFunds(server, 'branch3', { fuel: 3 * 300_000 + 299_999 })
    const all = await sheets('branch3', 8, 'submitted')
    const answers = await Promise.all(
      all.map(({ settlementNum, version, due }) =>
        people.finance.ask(approveSettlement, { settlementNum, version, expectDue: due }),
      ),
    )
    expect(codes(answers)).toEqual([0, 0, 0, 2502, 2502, 2502, 2502, 2502])
    expect(await balanceOf('branch3', '1123.01')).toBe(299_999)
    const refused = all[answers.findIndex(({ envelope }) => envelope.code === 2502)]
    expect(await people.finance.send(getSettlement, { settlementNum: refused?.settlementNum ?? '' })).toMatchObject({
      state: 'submitted',
      version: refused?.version,
    })
    expect(await drift(server)).toEqual([])
  })

  test('a company is told no balance of the house, its people are', async () => {
    const [sheet] = await sheets('branch2', 1, 'approved')
    if (sheet === undefined) throw new Error('no sheet')
    const said = async (client: Client): Promise<string> =>
      (await client.ask(paySettlement, payable(sheet))).envelope.message
    expect(await said(people.finance)).toBe('通道账户余额不足，暂不能付款，请联系平台财务充值')
    expect(await said(finance)).toBe(
      '通道账户余额不足，暂不能付款，请联系平台财务充值（可用 6,379.99 元，需付 6,380.00 元）',
    )
    const [waiting] = await sheets('branch3', 1, 'submitted')
    if (waiting === undefined) throw new Error('no sheet')
    const { settlementNum, version, due: expectDue } = waiting
    const approve = async (client: Client): Promise<string> =>
      (await client.ask(approveSettlement, { settlementNum, version, expectDue })).envelope.message
    expect(await approve(people.finance)).toBe('油卡库存不足，暂不能审核，请联系平台财务购油')
    expect(await approve(finance)).toBe(
      '油卡库存不足，暂不能审核，请联系平台财务购油（可用 2,999.99 元，需用 3,000.00 元）',
    )
  })

  test('money under way is nobody else’s, and a payment that fails gives it back', async () => {
    await payTo(server, 'carrier', '6222020000009006')
    const [one, two] = await sheets('branch2', 2, 'approved')
    if (one === undefined || two === undefined) throw new Error('no sheets')
    await top('branch2', { kind: 'TRANSFER', amount: fen(1), serial: 'HB-0' })
    await people.finance.send(paySettlement, payable(one))
    expect((await people.finance.ask(paySettlement, payable(two))).envelope.code).toBe(2501)
    const { payments } = await sheetWhen(
      people.finance,
      one.settlementNum,
      ({ payments: [payment] }) => payment?.state === 'unknown',
    )
    await people.finance.send(queryPayment, { id: payments[0]?.id ?? '' })
    await sheetWhen(people.finance, one.settlementNum, ({ state }) => state === 'partial')
    expect((await people.finance.ask(paySettlement, payable(two))).envelope.code).toBe(0)
    await sheetWhen(people.finance, two.settlementNum, ({ payments: [payment] }) => payment?.state === 'unknown')
  })
})

const branchOf: Readonly<Record<string, string>> = { branch1: 'branch', branch2: 'branch2', branch3: 'branch3' }
type Said = Partial<Input<typeof recordFund>>
const today = (said: Said): Input<typeof recordFund> => ({
  kind: 'TRANSFER',
  amount: fen(100_000),
  date: Date.now(),
  serial: `HB${String(Math.random()).slice(2)}`,
  ...said,
})
/** Money of a branch, recorded by its manager and confirmed by the platform's finance. */
const top = async (branch: string, said: Said): Promise<void> => {
  const of = await server.login(branchOf[branch] ?? branch)
  const { id, version } = await of.send(recordFund, today(said))
  await finance.send(confirmFund, { id, version, expectAmount: today(said).amount })
}
const told = (account: string, recordNo: string): Promise<string[]> =>
  server
    .relayed()
    .then(() =>
      server.db(async tx =>
        (
          await tx.rows(
            q
              .selectFrom('messages as m')
              .innerJoin('users as u', 'u.id', 'm.user_id')
              .select('m.title')
              .where('u.account', '=', account)
              .where('m.content', 'like', `%${recordNo}%`)
              .orderBy('m.id'),
          )
        ).map(({ title }) => title),
      ),
    )

describe('money recorded by one person is booked by another:', () => {
  test('a shipper’s money is its prepayment and room to pay, once, with the voucher of both people', async () => {
    const shipperId = demoCompanyId('shipper6')
    const before = await balanceOf('branch2', '1002.02')
    const { id, recordNo, version } = await (
      await server.login('branch2')
    ).send(recordFund, today({ kind: 'TOP_UP', shipperId, serial: ' CZ-1 ', remark: '十一月' }), withSlip())
    expect(recordNo).toMatch(/^ZJ\d{14}$/)
    expect(await balanceOf('branch2', '1002.02')).toBe(before)
    expect(await told('platform-finance', recordNo)).toEqual(['资金登记待复核'])
    expect(await told('branch2', recordNo)).toEqual([])
    const [row] = (await finance.send(listFunds, { text: recordNo })).rows
    expect(row).toMatchObject({
      serial: 'CZ-1',
      state: 'recorded',
      shipperName: expect.stringContaining('渤海'),
      moves: ['confirm', 'reject'],
    })
    const both = await Promise.all([
      finance.ask(confirmFund, { id, version, expectAmount: fen(100_000) }),
      admin.ask(confirmFund, { id, version, expectAmount: fen(100_000) }),
    ])
    expect(codes(both)).toEqual([0, 4090])
    expect(await balanceOf('branch2', '1002.02')).toBe(before + 100_000)
    expect(await balanceOf('branch2', '2205.01')).toBe(-100_000)
    expect(await told('branch2', recordNo)).toEqual(['资金登记已入账'])
    const whole = await finance.send(getFund, { id })
    expect(whole).toMatchObject({
      state: 'confirmed',
      moves: [],
      vouchers: [{ voucherNo: expect.stringMatching(/^记-/) }],
    })
    expect(whole.log.map(({ action }) => action)).toEqual(['确认入账', '登记资金'])
    const voucher = await server.db(tx =>
      tx.one(
        q
          .selectFrom('vouchers')
          .select(['maker_name', 'auditor_name'])
          .where('id', '=', whole.vouchers[0]?.id ?? ''),
      ),
    )
    expect([voucher.maker_name, voucher.auditor_name]).toEqual([whole.maker, whole.checker])
    expect(await drift(server)).toEqual([])
  })

  test('the house’s own money leaves its bank account; fuel is bought from it and can be handed out', async () => {
    const [bank, channel, fuel] = [
      await balanceOf('branch3', '1002.01'),
      await balanceOf('branch3', '1002.02'),
      await balanceOf('branch3', '1123.01'),
    ]
    await top('branch3', { kind: 'TRANSFER', amount: fen(7) })
    await top('branch3', { kind: 'FUEL', amount: fen(300_001) })
    expect(await balanceOf('branch3', '1002.01')).toBe(bank - 300_008)
    expect(await balanceOf('branch3', '1002.02')).toBe(channel + 7)
    expect(await balanceOf('branch3', '1123.01')).toBe(fuel + 300_001)
    const [waiting] = await sheets('branch3', 1, 'submitted')
    if (waiting === undefined) throw new Error('no sheet')
    const { settlementNum, version, due: expectDue } = waiting
    expect((await people.finance.ask(approveSettlement, { settlementNum, version, expectDue })).envelope.code).toBe(0)
  })

  test('nobody confirms or rejects a record of their own, made by themselves or for them, and only the maker withdraws', async () => {
    const own = await admin.send(recordFund, today({}), inBranch1)
    const amount = { expectAmount: fen(100_000) }
    const { id, version } = own
    expect((await admin.ask(confirmFund, { id, version, ...amount })).envelope.code).toBe(1103)
    expect((await admin.ask(rejectFund, { id, version, reason: '重复' })).envelope.code).toBe(1103)
    expect((await admin.send(getFund, { id })).moves).toEqual(['withdraw'])
    expect((await finance.ask(withdrawFund, { id, version })).envelope.code).toBe(2504)
    expect((await manager.ask(confirmFund, { id, version, ...amount })).envelope.code).toBe(4030)
    expect((await finance.ask(confirmFund, { id, version, expectAmount: fen(1) })).http).toBe(400)
    expect((await finance.ask(confirmFund, { id, version: version + 1, ...amount })).envelope.code).toBe(4090)
    await admin.send(withdrawFund, { id, version })
    expect((await finance.ask(confirmFund, { id, version: version + 1, ...amount })).envelope.code).toBe(1101)
    // made for a person by somebody who works in their place
    const made = await manager.send(recordFund, today({}))
    await server.db(tx =>
      tx.run(
        q
          .updateTable('fund_records')
          .set({ maker_for: demoUserId('admin') })
          .where('id', '=', made.id),
      ),
    )
    expect((await admin.send(getFund, { id: made.id })).moves).toEqual(['withdraw'])
    // its tab is no work of theirs
    const ownOf = async (client: Client) => (await client.send(countFunds, { text: made.recordNo })).own?.['recorded']
    expect([await ownOf(admin), await ownOf(manager), await ownOf(finance)]).toEqual([1, 1, 0])
    expect((await admin.ask(confirmFund, { id: made.id, version: 1, ...amount })).envelope.code).toBe(1103)
    await finance.send(rejectFund, { id: made.id, version: 1, reason: '银行无此笔' })
    expect(await told('branch', made.recordNo)).toEqual(['资金登记被驳回'])
  })

  test('the same serial number is recorded once for a branch, whosever the money is said to be, until its record came to nothing', async () => {
    const said = today({ serial: 'LS-88a' })
    const first = await manager.send(recordFund, said)
    const again = await manager.ask(recordFund, { ...said, serial: 'ls-88A' })
    expect(again.envelope).toMatchObject({
      code: 2503,
      message: '银行流水号ls-88A已登记，请勿重复登记',
      data: { fields: { serial: '银行流水号ls-88A已登记，请勿重复登记' } },
    })
    expect((await manager.ask(recordFund, { ...said, kind: 'FUEL' })).envelope.code).toBe(0)
    // money that came is a shipper's or the house's own, never both
    const shippers = { kind: 'TOP_UP', shipperId: demoCompanyId('shipper') } as const
    expect((await manager.ask(recordFund, { ...said, ...shippers }, withSlip())).envelope.code).toBe(2503)
    const one = today({ serial: 'LS-88b' })
    const both = await Promise.all([
      manager.ask(recordFund, one),
      manager.ask(recordFund, { ...one, ...shippers, serial: 'ls–88B' }, withSlip()),
    ])
    expect(codes(both)).toEqual([0, 2503])
    expect((await (await server.login('branch2')).ask(recordFund, said)).envelope.code).toBe(0)
    await finance.send(rejectFund, { id: first.id, version: 1, reason: '金额不符' })
    expect((await manager.ask(recordFund, said)).envelope.code).toBe(0)
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => manager.ask(recordFund, today({ serial: 'LS-89' }), { key: 'one-record' })),
    )
    expect(new Set(sent.map(({ envelope }) => envelope.code)).has(0)).toBe(true)
    expect((await manager.send(listFunds, { text: 'LS-89' })).rows).toHaveLength(1)
  })

  test('the same money was recorded twice under a serial number with blanks, wide or invisible characters', async () => {
    expect((await manager.send(recordFund, today({ serial: 'LS–90 A' }))).version).toBe(1)
    for (const serial of ['LS-90A', 'ＬＳ－９０ａ', 'LS-90\u200bA', 'LS-90\u00a0A', 'L S-90\nA'])
      expect((await manager.ask(recordFund, today({ serial }))).envelope.code, serial).toBe(2503)
    expect((await manager.send(listFunds, { text: 'LS-90A' })).rows.map(({ serial }) => serial)).toEqual(['LS-90A'])
  })

  test('money that no sum could hold was confirmed, and nobody could read the list any more', async () => {
    const most = fen(100_000_000_000)
    expect((await manager.ask(recordFund, today({ amount: most }))).envelope.code).toBe(0)
    expect((await manager.ask(recordFund, today({ amount: fen(most + 1) }))).envelope).toMatchObject({
      code: 4001,
      data: { fields: { amount: '单笔不能超过 1,000,000,000.00 元' } },
    })
    expect((await finance.ask(countFunds, { part: 'sums' })).http).toBe(200)
  })

  test('bad input is refused at its field: amount, day, shipper, serial number, and a platform account without a branch', async () => {
    const fieldsOf = async (said: Said, raw?: Record<string, string>): Promise<string[]> => {
      const { http, envelope } = await manager.ask(recordFund, today(said), raw ? { raw } : {})
      const { fields = {} } = (envelope.data ?? {}) as { fields?: object }
      return [String(http), ...Object.keys(fields)]
    }
    expect(await fieldsOf({ amount: fen(0) })).toEqual(['400', 'amount'])
    expect(await fieldsOf({}, { amount: '-1.00' })).toEqual(['400', 'amount'])
    expect(await fieldsOf({}, { amount: '99999999999999999' })).toEqual(['400', 'amount'])
    expect(await fieldsOf({ date: Date.now() + 86_400_000 })).toEqual(['400', 'date'])
    expect(await fieldsOf({ date: 0 })).toEqual(['400', 'date'])
    expect(await fieldsOf({ kind: 'TOP_UP' })).toEqual(['400', 'shipperId'])
    expect(await fieldsOf({ kind: 'TOP_UP', shipperId: demoCompanyId('carrier') })).toEqual(['400', 'shipperId'])
    expect(await fieldsOf({ shipperId: demoCompanyId('shipper') })).toEqual(['400', 'shipperId'])
    for (const serial of [' ', '\u200b', 'АB-1', '<\u0007>é'])
      expect(await fieldsOf({}, { serial })).toEqual(['400', 'serial'])
    expect((await admin.ask(recordFund, today({}), { raw: { branchCompanyId: demoCompanyId('shipper') } })).http).toBe(
      403,
    )
    expect((await admin.ask(recordFund, today({}))).envelope.message).toBe('请使用分公司管理账号进行操作')
    expect((await manager.send(listFundShippers, { text: '渤海' })).rows.map(({ id }) => id)).toEqual([
      demoCompanyId('shipper6'),
    ])
  })

  test('companies see no record, a branch its own, and counts and sums are those of the rows', async () => {
    const other = await server.login('branch2')
    const { id } = await other.send(recordFund, today({}))
    expect((await manager.ask(getFund, { id })).http).toBe(404)
    expect((await people.finance.ask(listFunds, {})).http).toBe(403)
    const { rows } = await manager.send(listFunds, { limit: 100 })
    expect(new Set(rows.map(({ branchCompanyId }) => branchCompanyId))).toEqual(new Set([demoCompanyId('branch1')]))
    const filters = [{}, { kind: 'FUEL' }, { branchId: demoCompanyId('branch2') }, { from: Date.now() }] as const
    for (const filter of filters) {
      const found = (await finance.send(listFunds, { ...filter, limit: 100 })).rows
      const { state } = await finance.send(countFunds, filter)
      expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(found.length)
      expect(await finance.send(countFunds, { ...filter, part: 'sums' })).toEqual({
        state: {},
        summed: found.length,
        sums: { amount: found.reduce((sum, row) => sum + row.amount, 0) },
      })
    }
    const first = await finance.send(listFunds, { limit: 2 })
    const second = await finance.send(listFunds, { limit: 2, cursor: first.next ?? '' })
    expect([...first.rows, ...second.rows].map(row => row.id)).toEqual(
      (await finance.send(listFunds, { limit: 4 })).rows.map(row => row.id),
    )
  })
})
