// Penalties on sheets: income beside the freight, not off it; taken back with their sheet, and a debt where nothing is left.
import { explainAmount } from '@yunshu/contract/explain'
import { listProfit } from '@yunshu/contract/report/profit'
import {
  approveSettlement,
  countSettlements,
  getSettlement,
  listSettlements,
  paySettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { countSettleDetails, listSettleDetails } from '@yunshu/contract/settlement/settleDetail'
import { askRemoveLines, confirmChange } from '@yunshu/contract/settlement/sheetLines'
import { tryPostings } from '@yunshu/contract/voucher/posting'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import {
  balances,
  drift,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  voidApproved,
  type People,
  type Signed,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'
import { q } from '../../db/tx.ts'
import { invoicedCost } from '../../db/waybillCost.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(() => server.stop())

/** 1,000.00 less 120.00 cut; 2,000.00 less 100.00 cut and 200.00 fined; 500.00 less 620.00 of damage. */
const cut: SignedOptions = { payable: 100_000, deducted: 12_000, oil: 0 }
const fined: SignedOptions = { payable: 200_000, deducted: 30_000, penalty: 20_000, oil: 0 }
const damaged: SignedOptions = { payable: 50_000, deducted: 62_000, oil: 0 }
/** Fined by 120.00 more than the freight of 500.00. */
const finedAbove: SignedOptions = { payable: 50_000, deducted: 62_000, penalty: 62_000, oil: 0 }

const seen = ({ settlementNum, version }: SettlementDetail) => ({ settlementNum, version })
const read = ({ settlementNum }: { settlementNum: string }) => people.finance.send(getSettlement, { settlementNum })
async function paid(sheet: SettlementDetail): Promise<SettlementDetail> {
  await people.finance.send(paySettlement, { ...seen(sheet), expectDue: sheet.due, channel: 'SIM' })
  return sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state !== 'paying')
}
/** The balances of the books less those before, accounts that did not move left out. */
async function movedSince(before: Record<string, number>): Promise<Record<string, number>> {
  const now = await balances(server)
  const all = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return Object.fromEntries(
    all.map(account => [account, (now[account] ?? 0) - (before[account] ?? 0)] as const).filter(([, by]) => by !== 0),
  )
}
/** Income and cost of a waybill by the lines of the books that name it. */
async function earned({ id }: Signed): Promise<Record<string, number>> {
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        account: string
        rest: number
      }>`select account, sum(debit_fen - credit_fen)::bigint as rest from journal_lines
        where waybill_id = ${id}::uuid and account = any('{6401.01,6301,6711,2202.99}') group by 1
          having sum(debit_fen - credit_fen) <> 0`.compile(q),
    ),
  )
  return Object.fromEntries(rows.map(({ account, rest }) => [account, rest]))
}
async function assertSound(): Promise<void> {
  expect(Object.values(await balances(server)).reduce((sum, n) => sum + n, 0)).toBe(0)
  expect(await moneyFaults(server)).toEqual([])
  expect(await drift(server)).toEqual([])
}

test('a cut, a penalty and damage beyond the freight on one sheet: cost, income and compensation to the fen', async () => {
  const waybills = [
    await signedWaybill(server, cut),
    await signedWaybill(server, fined),
    await signedWaybill(server, damaged),
  ]
  const [first, second, third] = waybills
  if (!first || !second || !third) throw new Error('no waybills')
  const before = await balances(server)
  const sheet = await sheetOf(
    people,
    waybills.map(({ id }) => id),
    'approved',
  )
  expect(sheet).toMatchObject({ payable: 350_000, deducted: 104_000, penalty: 20_000, due: 246_000, carriedOut: 0 })
  expect(sheet.lines.map(line => line.penalty).toSorted((a, b) => a - b)).toEqual([0, 0, 20_000])
  // the estimates of 3,500.00 go; 880.00 and 1,900.00 of cost come; 2,460.00 are payable
  expect(await movedSince(before)).toEqual({
    '6401.01': 278_000 - 350_000,
    '2202.99': 350_000,
    '2202.01': -246_000,
    '6301': -20_000,
    '6711': -12_000,
  })
  expect(await Promise.all(waybills.map(earned))).toEqual([
    { '6401.01': 88_000 },
    { '6401.01': 190_000, '6301': -20_000 },
    { '6711': -12_000 },
  ])
  expect(sheet.vouchers.filter(({ kind }) => kind === 'DEDUCT').map(({ amount }) => amount)).toEqual(
    expect.arrayContaining([20_000, 12_000]),
  )
  // profit says the same, and a carrier invoices the freight a penalty did not lower
  const house = await server.login('platform-finance')
  const { rows } = await house.send(listProfit, { by: 'waybill', limit: 100 })
  expect(rows.find(({ key }) => key === second.id)).toMatchObject({ freight: 190_000, penalty: 20_000 })
  const costs = await server.db(tx =>
    tx.rows(
      sql<{
        cost: number
      }>`select ${invoicedCost('w')} as cost from waybills w where w.id = ${second.id}::uuid`.compile(q),
    ),
  )
  expect(costs).toEqual([{ cost: 190_000 }])
  const trial = await house.send(tryPostings, { waybillNo: second.waybillNo })
  expect(trial.entries.map(({ event, lines }) => [event, lines[0]?.debit])).toEqual(
    expect.arrayContaining([
      ['E4b', 190_000],
      ['E5', 20_000],
      ['E7a', 170_000],
    ]),
  )
  // the way the amount is made says both, and is kept
  const told = await people.finance.send(explainAmount, { amountOf: 'sheet', id: sheet.id })
  expect([told.isKept, told.text]).toEqual([true, expect.stringContaining('− 扣减 840.00 − 罚款 200.00')])
  const done = await paid(sheet)
  expect([done.state, (await movedSince(before))['2202.01']]).toEqual(['paid', undefined])
  await assertSound()
})

test('lists, their sums and the carrier see the penalty; another company sees nothing of the sheet', async () => {
  const waybill = await signedWaybill(server, fined)
  const sheet = await sheetOf(people, [waybill.id], 'approved')
  const numbers = [sheet.settlementNum]
  expect((await people.finance.send(listSettlements, { numbers })).rows).toMatchObject([
    { deducted: 30_000, penalty: 20_000 },
  ])
  expect((await people.finance.send(countSettlements, { numbers, part: 'sums' })).sums?.penalty).toBe(20_000)
  const parts = { numbers: [waybill.waybillNo] }
  expect((await people.finance.send(listSettleDetails, parts)).rows).toMatchObject([{ penalty: 20_000, due: 170_000 }])
  expect((await people.finance.send(countSettleDetails, { ...parts, part: 'sums' })).sums?.penalty).toBe(20_000)
  const { settlementNum } = sheet
  const carrier = await server.login('carrier-finance')
  expect(await carrier.send(getSettlement, { settlementNum })).toMatchObject({ penalty: 20_000, due: 170_000 })
  for (const other of ['carrier2-finance', 'shipper2-finance'])
    expect((await (await server.login(other)).ask(getSettlement, { settlementNum })).http).toBe(404)
  await voidApproved(people, sheet)
})

test('a sheet that is voided, and a line two people take off, go back to the fen; what is settled anew posts the same', async () => {
  const [one, two] = [
    await signedWaybill(server, fined),
    await signedWaybill(server, { ...finedAbove, payable: 90_000 }),
  ]
  const before = await balances(server)
  const sheet = await sheetOf(people, [one.id, two.id], 'approved')
  expect((await movedSince(before))['6301']).toBe(-82_000)
  await voidApproved(people, sheet)
  expect(await movedSince(before)).toEqual({})
  expect(await Promise.all([one, two].map(earned))).toEqual([
    { '6401.01': 200_000, '2202.99': -200_000 },
    { '6401.01': 90_000, '2202.99': -90_000 },
  ])

  const again = await sheetOf(people, [one.id, two.id], 'approved')
  const partIds = again.lines.filter(({ waybillId }) => waybillId === two.id).map(({ partId }) => partId)
  await people.maker.send(askRemoveLines, { ...seen(again), partIds, reason: '罚款有误' })
  const asked = await read(again)
  await people.finance.send(confirmChange, { ...seen(asked), expectDue: asked.change?.due ?? asked.due })
  const rest = await read(again)
  expect(rest).toMatchObject({ payable: 200_000, deducted: 30_000, penalty: 20_000, due: 170_000, lineCount: 1 })
  expect(await Promise.all([one, two].map(earned))).toEqual([
    { '6401.01': 190_000, '6301': -20_000 },
    { '6401.01': 90_000, '2202.99': -90_000 },
  ])
  expect((await people.finance.send(explainAmount, { amountOf: 'sheet', id: rest.id })).isKept).toBe(true)
  await assertSound()
})

test('a penalty beyond the freight leaves the cost whole and is a debt the next sheet takes off', async () => {
  const before = await balances(server)
  const first = await sheetOf(people, [(await signedWaybill(server, finedAbove)).id], 'approved')
  expect(first).toMatchObject({ penalty: 62_000, due: 0, carriedOut: 12_000 })
  expect(await movedSince(before)).toMatchObject({ '6401.01': 50_000, '6301': -62_000, '1221.01': 12_000 })
  expect(await movedSince(before)).not.toHaveProperty('6711')
  expect((await paid(first)).state).toBe('paid')
  const next = await sheetOf(
    people,
    [(await signedWaybill(server, { payable: 40_000, deducted: 0, oil: 0 })).id],
    'approved',
  )
  expect(next).toMatchObject({ carriedIn: 12_000, due: 28_000, penalty: 0 })
  expect(await movedSince(before)).toMatchObject({ '2202.01': -28_000 })
  expect(await movedSince(before)).not.toHaveProperty('1221.01')
  expect((await paid(next)).state).toBe('paid')
  await assertSound()
})

test('money that did not arrive: the closed sheet gives its penalty back with its freight', async () => {
  await payTo(server, 'carrier2', '6222020000009001')
  const waybill = await signedWaybill(server, { ...fined, carrier: 'carrier2' })
  const before = await balances(server)
  const failed = await paid(await sheetOf(people, [waybill.id], 'approved'))
  expect([failed.state, failed.penalty]).toEqual(['partial', 20_000])
  await closeByTwo(people, failed)
  expect(await movedSince(before)).toEqual({})
  expect(await earned(waybill)).toEqual({ '6401.01': 200_000, '2202.99': -200_000 })
  await payTo(server, 'carrier2', '6222020000000000')
  const done = await paid(await sheetOf(people, [waybill.id], 'approved'))
  expect([done.state, await earned(waybill)]).toEqual(['paid', { '6401.01': 190_000, '6301': -20_000 }])
  await assertSound()
})

test('two who approve at once post the penalty once', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server, fined)).id], 'submitted')
  const before = await balances(server)
  const ask = { ...seen(sheet), expectDue: sheet.due }
  const both = await Promise.all([
    people.finance.ask(approveSettlement, ask),
    (await server.login('shipper-finance')).ask(approveSettlement, ask),
  ])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await movedSince(before)).toMatchObject({ '6301': -20_000, '2202.01': -170_000 })
  await assertSound()
})

test('a trial with a penalty beyond what is deducted is refused by its field', async () => {
  const house = await server.login('platform-finance')
  const { http, envelope } = await house.ask(tryPostings, {
    carrierFreight: fen(100),
    deducted: fen(10),
    penalty: fen(11),
  })
  expect([http, envelope.message]).toEqual([400, expect.stringContaining('罚款不能超过扣款')])
})
