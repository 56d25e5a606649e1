// Sheets that were approved when penalties were cuts like any other, and cuts beyond the freight a cost below zero (before
// 188): paid, voided, failed, closed and paid again by the product of today, to the fen.
import { explainAmount } from '@yunshu/contract/explain'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  approveSettlement,
  getSettlement,
  paySettlement,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { askRemoveLines, confirmChange } from '@yunshu/contract/settlement/sheetLines'
import { negateFen, subtractFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
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
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

const then = vi.hoisted(() => {
  // files of tests share their modules: this one loads the product anew, with the old rule in it
  vi.resetModules()
  return { isNow: false }
})
vi.mock('@yunshu/domain/settlement/treatment', async original => {
  const real = await original<typeof import('@yunshu/domain/settlement/treatment')>()
  const treatDeduction: typeof real.treatDeduction = line =>
    then.isNow
      ? { cost: subtractFen(line.freight, line.deducted), penalty: ZERO_FEN, compensation: ZERO_FEN }
      : real.treatDeduction(line)
  return { ...real, treatDeduction }
})
vi.mock('@yunshu/domain/voucher/postings', async original => {
  const real = await original<typeof import('@yunshu/domain/voucher/postings')>()
  const recognisePayable: typeof real.recognisePayable = event => {
    if (event.amount >= 0) return real.recognisePayable(event)
    const { carrier: party, waybillId, partId } = event
    const amount = negateFen(event.amount)
    return [debit('2202.01', amount, { party, waybillId, partId }), credit('6401.01', amount, { waybillId, partId })]
  }
  return { ...real, recognisePayable }
})

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(async () => {
  await server.stop()
  vi.doUnmock('@yunshu/domain/settlement/treatment')
  vi.doUnmock('@yunshu/domain/voucher/postings')
  vi.resetModules()
})

const seen = ({ settlementNum, version }: SettlementDetail) => ({ settlementNum, version })
const read = ({ settlementNum }: { settlementNum: string }) => people.finance.send(getSettlement, { settlementNum })

/** A waybill of 2,000.00 less 300.00, of which 200.00 are a fine that 188 left among the cuts. */
async function fined(carrier: string): Promise<Signed> {
  const waybill = await signedWaybill(server, { payable: 200_000, deducted: 30_000, oil: 0, carrier })
  await server.db(tx =>
    tx.run(
      q.insertInto('charges').values({
        id: v7(),
        waybill_id: waybill.id,
        side: 'CARRIER',
        code: 'FINE',
        amount_fen: -20_000,
        state: 'confirmed',
        created_at: Date.now(),
      }),
    ),
  )
  return waybill
}
/** A sheet as it was approved then: such a waybill, and one of 500.00 with damage of 620.00. */
async function olderSheet(carrier: string) {
  const [one, two] = [
    await fined(carrier),
    await signedWaybill(server, { payable: 50_000, deducted: 62_000, oil: 0, carrier }),
  ]
  const before = await balances(server)
  then.isNow = true
  try {
    const sheet = await sheetOf(people, [one.id, two.id], 'approved')
    expect(sheet).toMatchObject({ deducted: 92_000, penalty: 0, due: 158_000 })
    expect(await earned(one, two)).toEqual([{ '6401.01': 170_000 }, { '6401.01': -12_000 }])
    return { one, two, sheet, before }
  } finally {
    then.isNow = false
  }
}

async function pay(sheet: SettlementDetail): Promise<SettlementDetail> {
  await people.finance.send(paySettlement, { ...seen(sheet), expectDue: sheet.due, channel: 'SIM' })
  return sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state !== 'paying')
}
/** Income and cost of waybills by the lines of the books that name them. */
async function earned(...waybills: Signed[]): Promise<Record<string, number>[]> {
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        id: string
        account: string
        rest: number
      }>`select waybill_id::text as id, account, sum(debit_fen - credit_fen)::bigint as rest
        from journal_lines where waybill_id = any(${waybills.map(({ id }) => id)}::uuid[])
          and account = any('{6401.01,6301,6711,2202.99}')
        group by 1, 2 having sum(debit_fen - credit_fen) <> 0`.compile(q),
    ),
  )
  return waybills.map(({ id }) =>
    Object.fromEntries(rows.filter(row => row.id === id).map(({ account, rest }) => [account, rest])),
  )
}
const estimated = [
  { '6401.01': 200_000, '2202.99': -200_000 },
  { '6401.01': 50_000, '2202.99': -50_000 },
]
async function assertSound(): Promise<void> {
  expect(await moneyFaults(server)).toEqual([])
  expect(await drift(server)).toEqual([])
}

test('it is paid, and its figures are told as they are kept', async () => {
  const { one, two, sheet, before } = await olderSheet('carrier')
  const told = await people.finance.send(explainAmount, { amountOf: 'sheet', id: sheet.id })
  expect([told.isKept, told.text]).toEqual([true, expect.stringContaining('− 扣减 920.00')])
  expect((await pay(sheet)).state).toBe('paid')
  expect(await earned(one, two)).toEqual([{ '6401.01': 170_000 }, { '6401.01': -12_000 }])
  expect((await balances(server))['2202.01'] ?? 0).toBe(before['2202.01'] ?? 0)
  await assertSound()
})

test('voided it leaves nothing; settled anew, what was a cut stays one, and what passes the freight is compensation', async () => {
  const { one, two, sheet, before } = await olderSheet('carrier')
  await voidApproved(people, sheet)
  expect(await balances(server)).toEqual(before)
  expect(await earned(one, two)).toEqual(estimated)
  const again = await sheetOf(people, [one.id, two.id], 'approved')
  expect(again).toMatchObject({ penalty: 0, due: 158_000 })
  expect(await earned(one, two)).toEqual([{ '6401.01': 170_000 }, { '6711': -12_000 }])
  expect((await pay(again)).state).toBe('paid')
  await assertSound()
})

test('a line two people take off goes back alone', async () => {
  const { one, two, sheet } = await olderSheet('carrier')
  const partIds = sheet.lines.filter(({ waybillId }) => waybillId === two.id).map(({ partId }) => partId)
  await people.maker.send(askRemoveLines, { ...seen(sheet), partIds, reason: '货损另议' })
  const asked = await read(sheet)
  await people.finance.send(confirmChange, { ...seen(asked), expectDue: asked.change?.due ?? asked.due })
  const rest = await read(sheet)
  expect(rest).toMatchObject({ deducted: 30_000, penalty: 0, due: 170_000, lineCount: 1 })
  expect(await earned(one, two)).toEqual([{ '6401.01': 170_000 }, estimated[1]])
  expect((await pay(rest)).state).toBe('paid')
  await assertSound()
})

test('its payment fails: a sheet pays it again, or it is closed and gives all back', async () => {
  await payTo(server, 'carrier2', '6222020000009001')
  const [first, second] = [await olderSheet('carrier2'), await olderSheet('carrier2')]
  const failed = await pay(first.sheet)
  const other = await pay(second.sheet)
  expect([failed.state, other.state]).toEqual(['partial', 'partial'])
  await closeByTwo(people, other)
  expect(await earned(second.one, second.two)).toEqual(estimated)
  await payTo(server, 'carrier2', '6222020000000000')
  const draft = await people.maker.send(makeFailureSettlement, seen(failed))
  await people.maker.send(submitSettlement, { settlementNum: draft.settlementNum, version: draft.version })
  const { settlementNum, version, due: expectDue } = await read(draft)
  await people.finance.send(approveSettlement, { settlementNum, version, expectDue })
  expect((await pay(await read(draft))).state).toBe('paid')
  expect((await read(failed)).state).toBe('paid')
  expect(await earned(first.one, first.two)).toEqual([{ '6401.01': 170_000 }, { '6401.01': -12_000 }])
  await assertSound()
})
