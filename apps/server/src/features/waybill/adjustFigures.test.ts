// Figures beside an adjustment: those of the signature, of other parts, sheets and accounts stay what they were.
import { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { listInvoiceCandidates } from '@yunshu/contract/invoice/application'
import { getSettlement, getSheetMarks } from '@yunshu/contract/settlement/settlement'
import { tryPostings } from '@yunshu/contract/voucher/posting'
import { getDeductMoneyVoucher, getTentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adjustActs,
  asOwner,
  booksOf as booksOfWaybill,
  type AdjustActs,
} from '../../../../../tests/server/adjustWorld.ts'
import { goodsInput, startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { invoicedCost } from '../../db/waybillCost.ts'
import { agreeBySilence } from './life.jobs.ts'

let world: FreightWorld
let acts: AdjustActs
beforeAll(async () => {
  world = await startFreightWorld()
  acts = await adjustActs(world)
})
afterAll(() => world.stop())

/** 9,025.00 of freight less 42.24 of loss. */
const [freight, net] = [902_500, 902_500 - 4_224]

const rowsOf = <R extends object>(text: ReturnType<typeof sql<R>>): Promise<R[]> =>
  world.server.db(tx => tx.rows<R>(text.compile(q)))
async function assertSound(): Promise<void> {
  expect(await moneyFaults(world.server)).toEqual([])
  expect(await drift(world.server)).toEqual([])
}
const booksOf = (id: string) => booksOfWaybill(world, id)
/** The cost carriers issue invoices for. */
const costOf = async (id: string): Promise<number | undefined> =>
  (
    await rowsOf(
      sql<{ cost: number }>`select ${invoicedCost('w')}::bigint as cost from waybills w where w.id = ${id}::uuid`,
    )
  )[0]?.cost
/** The vouchers of these events about a waybill, the oldest first. */
const vouchersOf = async (id: string, event: string): Promise<string[]> =>
  (
    await rowsOf(
      sql<{ id: string }>`select v.id::text as id from vouchers v join journal_entries e on e.id = v.entry_id
        where split_part(e.event, ' ', 1) = ${event} and exists (select from journal_lines l where l.entry_id = e.id
          and l.waybill_id = ${id}::uuid) order by v.id`,
    )
  ).map(row => row.id)
const change = (text: ReturnType<typeof sql>) => world.server.db(tx => tx.run(text.compile(q)))

test('a cut after the signature lowers what is paid and not the cost: a carrier that invoiced all of it can be cut', async () => {
  const id = await acts.signed()
  const { data: one } = await acts.ask('shipper', id, 'DAMAGE', 10_000)
  const { data: two } = await acts.ask('shipper', id, 'CUT', 5_000)
  // all of the cost has its evidence
  const [voucher] = await vouchersOf(id, 'E3')
  await change(
    sql`insert into voucher_waybills (id, voucher_id, waybill_id, branch_id, class, amount_fen, by_id, by_name, at)
      select ${v7()}::uuid, id, ${id}::uuid, branch_id, 'FREIGHT', ${net}, ${demoUserId('platform-finance')}::uuid, '财务',
        ${Date.now()} from vouchers where id = ${voucher}::uuid`,
  )
  await change(
    sql`update waybill_claims set answer_by = ${Date.now() - DAY_MS} where id in (${one.claimId}::uuid, ${two.claimId}::uuid)`,
  )
  await agreeBySilence(world.server.server.deps)
  expect(await acts.seen(id)).toMatchObject({ deducted: 4_224 + 15_000, open: net - 15_000 })
  expect(await costOf(id)).toBe(net)
  await acts.agreed('shipper', id, 'DAMAGE', 1_000)
  await acts.agreed('shipper', id, 'FINE', 2_000)
  expect(await costOf(id)).toBe(net)
  expect((await acts.settled(id)).due).toBe(net - 18_000)
  // the booked cost is the amount its carrier invoices
  expect(await booksOf(id)).toEqual({ '6401.01': net, '6711': -16_000, '6301': -2_000 })
  await acts.agreed('carrier', id, 'WAIT', 700)
  expect(await costOf(id)).toBe(net + 700)
  await assertSound()
})

test('an open claim on the carrier’s account holds no invoice of the shipper', async () => {
  const id = await acts.signed()
  const { data } = await acts.ask('carrier', id, 'WAIT', 1_000)
  const candidates = async () =>
    (await world.as('shipper-finance').send(listInvoiceCandidates, { ids: [id] })).rows.map(({ whyNot }) => whyNot)
  expect(await candidates()).toEqual([undefined])
  await change(sql`update waybill_claims set side = 'SHIPPER' where id = ${data.claimId}::uuid`)
  expect(await candidates()).toEqual(['有扣款待答复'])
})

test('what was open on the shipper’s account is not agreed to after the signature; it can be refused', async () => {
  const id = await acts.signed()
  const { data } = await acts.ask('carrier', id, 'WAIT', 1_000)
  await change(sql`update waybill_claims set side = 'SHIPPER', asked_by = 'shipper' where id = ${data.claimId}::uuid`)
  expect((await acts.answer('platform-ops', id, data.claimId, 'agree')).envelope.code).toBe(1508)
  expect(await acts.seen(id)).toMatchObject({ payable: freight, deducted: 4_224 })
  expect((await acts.answer('platform-ops', id, data.claimId, 'refuse')).envelope.code).toBe(0)
})

test('a settled waybill that is opened again is due with its adjustment; one that is open keeps its earlier day', async () => {
  const dueOf = async (id: string): Promise<number> =>
    (await rowsOf(sql<{ due_at: number }>`select due_at from waybills where id = ${id}::uuid`))[0]?.due_at ?? NaN
  const long = Date.now() - 30 * DAY_MS
  const [open, settled] = [await acts.signed(), await acts.signed()]
  await acts.settled(settled)
  for (const id of [open, settled]) {
    await change(sql`update waybills set due_at = ${long} where id = ${id}::uuid`)
    await acts.agreed('carrier', id, 'WAIT', 1_000)
  }
  expect(await dueOf(open)).toBe(long)
  expect(await dueOf(settled)).toBeGreaterThan(Date.now())
})

test('an estimate is compared with the cost of its own part, though an adjustment stands on the same sheet', async () => {
  const id = await acts.signed()
  await acts.agreed('carrier', id, 'WAIT', 30_000)
  await acts.settled(id)
  const house = await world.server.login('platform-finance')
  const items = await Promise.all(
    (await vouchersOf(id, 'E3')).map(async voucher => (await house.send(getTentativeVoucher, { id: voucher })).items),
  )
  expect(items.flat().filter(({ actual }) => actual !== undefined)).toMatchObject([
    { estimated: freight, actual: net, difference: net - freight },
    { estimated: 30_000, actual: 30_000, difference: 0 },
  ])
})

test('the voucher of a deduction shows the claims of its own sheet', async () => {
  const id = await acts.signed()
  await acts.agreed('shipper', id, 'FINE', 2_000)
  await acts.settled(id)
  await acts.agreed('shipper', id, 'FINE', 3_000)
  await acts.settled(id)
  const house = await world.server.login('platform-finance')
  const claims = async (event: string) =>
    Promise.all(
      (await vouchersOf(id, event)).map(async voucher =>
        (await house.send(getDeductMoneyVoucher, { id: voucher })).claims.map(({ amount }) => amount),
      ),
    )
  expect(await claims('E5')).toEqual([[-2_000], [-3_000]])
})

test('each of two adjustments is explained by its own claim', async () => {
  const id = await acts.signed()
  await acts.agreed('carrier', id, 'WAIT', 30_000)
  await acts.agreed('carrier', id, 'WAIT', 7_000)
  const parts = (await acts.seen(id)).parts.filter(({ part }) => part === 'adjust')
  expect(parts.map(({ fixed }) => fixed)).toEqual([30_000, 7_000])
  const told = await Promise.all(
    parts.map(async ({ id: partId }) => {
      const { lines, isKept } = await world.as('admin').send(explainAmount, { amountOf: 'part', id, partId })
      return [lines[0]?.value, isKept]
    }),
  )
  expect(told).toEqual([
    ['300.00', true],
    ['70.00', true],
  ])
})

test('sheets paid before an adjustment keep their figures: rounding, and what was cut', async () => {
  const id = await acts.signed({ lossRule: { ...goodsInput().lossRule, rounding: 'TEN_YUAN' } })
  const sheet = await acts.settled(id)
  const finance = acts.people.finance
  const figures = async ({ settlementNum }: { settlementNum: string }) => {
    const { lines } = await finance.send(getSettlement, { settlementNum })
    const marks = await finance.send(getSheetMarks, { settlementNum })
    return [lines.map(({ rounding }) => rounding), marks.lines.map(({ deducted }) => deducted)]
  }
  // 8,982.76 are paid as 8,980.00
  const before = await figures(sheet)
  expect(before).toEqual([[276], [4_224]])
  await acts.agreed('shipper', id, 'DAMAGE', 3_000)
  await acts.agreed('carrier', id, 'WAIT', 5_000)
  expect(await figures(sheet)).toEqual(before)
  const later = await acts.settled(id)
  expect(await figures(sheet)).toEqual(before)
  expect(
    later.lines.map(({ deducted, rounding }) => [deducted, rounding]).toSorted(([a = 0], [b = 0]) => a - b),
  ).toEqual([
    [0, 0],
    [3_000, 0],
  ])
})

test('a trial of an adjusted waybill books what the signature fixed', async () => {
  const id = await acts.signed()
  const house = await world.server.login('platform-finance')
  const trial = async () => (await house.send(tryPostings, { waybillNo: (await acts.seen(id)).waybillNo })).entries
  const before = await trial()
  await acts.agreed('carrier', id, 'WAIT', 30_000)
  await acts.agreed('shipper', id, 'DAMAGE', 3_000)
  await acts.agreed('shipper', id, 'FINE', 2_000)
  expect(await trial()).toEqual(before)
})

test('an estimate older than parts is explained by the freight of the signature', async () => {
  const id = await acts.signed()
  const [voucher = ''] = await vouchersOf(id, 'E3')
  await asOwner(world.server, `update journal_lines set part_id = null where waybill_id = '${id}'`)
  const house = await world.server.login('platform-finance')
  const told = async () => (await house.send(explainBooks, { amountOf: 'voucherLine', id: voucher, n: 1 })).isKept
  expect(await told()).toBe(true)
  await acts.agreed('carrier', id, 'WAIT', 30_000)
  expect(await told()).toBe(true)
})
