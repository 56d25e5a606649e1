// The room of fuel and tolls beside vouchers by hand, sheets that hand fuel out, and months that are closed: nothing is deducted twice.
import { listBindCandidates } from '@yunshu/contract/voucher/bind'
import { getChain } from '@yunshu/contract/chain/chain'
import { listExpectedInvoices, sumExpectedInvoices } from '@yunshu/contract/invoice/expected'
import {
  getInputInvoice,
  listInputCandidates,
  unbindInputInvoice,
  uploadInputInvoice,
} from '@yunshu/contract/invoice/input'
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import { askCloseSettlement, confirmCloseSettlement } from '@yunshu/contract/settlement/closing'
import {
  askVoid,
  confirmVoid,
  getSettlement,
  paySettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { askRemoveLines, confirmChange, refuseChange } from '@yunshu/contract/settlement/sheetLines'
import { fen } from '@yunshu/domain/figures/money'
import { getPeriod } from '@yunshu/contract/voucher/closing'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { deliverNotice } from '../../../../../tests/server/noticeWorld.ts'
import { openFunds, sheetOf, sheetWhen } from '../../../../../tests/server/settlementWorld.ts'
import { payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import { supplyHands, type At } from '../../../../../tests/server/supplyHands.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoCreditCode } from '../../../demo/people.ts'

let world: FreightWorld
/** The checker who binds, and the one who hands in. */
let finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  finance = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())

const hands = supplyHands(() => ({ world, finance, admin }))
const {
  run,
  booksOf,
  assertSound,
  supplyFile,
  step,
  checked,
  bind,
  bound,
  tick,
  supplied,
  handOut,
  byHand,
  bindByHand,
} = hands

const code = (name: keyof typeof problems): number => problems[name].code
/** Tolls of the house: 500.00 at 3 %. */
const tollPaper = { gross: '500.00', tax: '14.56', sellerTaxNo: '91370000267171351C' }
const waited = async (of: SupplyClass): Promise<number> =>
  (await finance.send(listExpectedInvoices, { branchId, class: of })).rows.reduce(
    (sum, { waybills }) => sum + waybills,
    0,
  )
const chargeTolls = ({ id }: { id: string }, amount: number) =>
  run(`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
    values (gen_random_uuid(), '${id}', 'CARRIER', 'TOLL', ${amount}, 'confirmed', 1)`)
const takeOff = async (at: At) => {
  const { version, bindings } = await finance.send(getInputInvoice, { id: at.id })
  return finance.send(unbindInputInvoice, { id: at.id, version, bindingId: bindings[0]?.id ?? '', reason: '绑错' })
}

/** An invoice of the carrier, which it hands in. */
const carried = (gross: string, kind?: '普通发票'): Promise<At> =>
  world
    .as('carrier-finance')
    .send(
      uploadInputInvoice,
      {},
      { files: supplyFile({ gross, tax: '495.41', sellerTaxNo: demoCreditCode('carrier'), ...(kind && { kind }) }) },
    )

test('tolls of the house are in the books by hand or by their invoice, whichever comes first, and are asked for no longer', async () => {
  const trip = await supplied({ oil: 0, tolls: 50_000, isHandedOut: false })
  const before = await waited('TOLL')
  const hand = await byHand('6401.03', 48_544, 1456, '6401.01')
  expect((await bindByHand(hand, trip, 50_001)).http).toBe(400)
  expect((await bindByHand(hand, trip, 50_000)).envelope.message).toBe('操作成功')
  expect(await waited('TOLL')).toBe(before - 1)
  const paper = await bound(await checked('TOLL', tollPaper), [trip, 50_000])
  expect((await tick(paper)).envelope).toMatchObject({
    code: code('input.tollByHand'),
    message: expect.stringContaining(trip.waybillNo),
  })

  const other = await supplied({ oil: 0, tolls: 50_000, isHandedOut: false })
  await step(await bound(await checked('TOLL', tollPaper), [other, 50_000]), 'tick')
  const late = await bindByHand(await byHand('6401.03', 48_544, 1456, '6401.01'), other, 1)
  expect([late.http, JSON.stringify(late.envelope)]).toEqual([
    400,
    expect.stringContaining('已勾选的进项发票承担 500.00 元'),
  ])
  await assertSound()
})

test('tolls a carrier charges and tolls the house paid have a room each by hand, and together never more than both', async () => {
  const trip = await supplied({ oil: 0, tolls: 50_000, payable: 650_000 })
  await chargeTolls(trip, 20_000)
  const clerk = world.as('branch')
  const free = async (id: string) =>
    (await clerk.send(listBindCandidates, { id, branchId, numbers: [trip.waybillNo] })).rows[0]?.free ?? 0
  const [freight, tolls] = [await byHand('6401.01', 600_000, 1000), await byHand('6401.03', 70_000, 1000)]
  // the carrier invoices 6,000.00, of which 200.00 are tolls of its own
  expect([await free(freight), await free(tolls)]).toEqual([600_000, 70_000])
  const own = await step(await carried('6000.00'), 'verify')
  await step(await bound(own, [trip, 590_000]), 'tick')
  // half of the carrier's tolls are on its invoice
  expect([await free(freight), await free(tolls)]).toEqual([10_000, 60_000])
  expect((await bindByHand(tolls, trip, 60_000)).http).toBe(200)
  expect([await free(freight), await free(tolls)]).toEqual([0, 0])
  const toll = await bound(await checked('TOLL', tollPaper), [trip, 10_000])
  expect((await tick(toll)).envelope.code).toBe(code('input.tollByHand'))

  // tolls of the house alone are booked by hand: the carrier's invoice is another paper
  const second = await supplied({ oil: 0, tolls: 50_000, payable: 650_000 })
  await chargeTolls(second, 20_000)
  expect((await bindByHand(await byHand('6401.03', 48_544, 1456), second, 50_000)).http).toBe(200)
  const whole = await step(await carried('6000.00'), 'verify')
  await step(await bound(whole, [second, 600_000]), 'tick')
  const more = await bound(await checked('TOLL', tollPaper), [second, 20_000])
  expect((await tick(more)).envelope.code).toBe(code('input.tollByHand'))
  await assertSound()
})

test('a carrier’s debt is no cost: fuel above the cost has no room by hand either, in whichever order', async () => {
  const of = { payable: 600_000, deducted: 300_000, oil: 500_000 }
  const first = await supplied(of)
  const fuel = () => checked('FUEL', { gross: '3000.00', tax: '345.13' })
  await step(await bound(await fuel(), [first, 300_000]), 'tick')
  const late = await bindByHand(await byHand('6401.02', 180_000, 20_000), first, 1)
  expect([late.http, JSON.stringify(late.envelope)]).toEqual([
    400,
    expect.stringContaining('已勾选的进项发票承担 3,000.00 元'),
  ])

  const second = await supplied(of)
  const hand = await byHand('6401.02', 280_000, 30_000)
  expect((await bindByHand(hand, second, 300_001)).http).toBe(400)
  expect((await bindByHand(hand, second, 200_000)).http).toBe(200)
  const paper = await bound(await fuel(), [second, 100_001])
  expect((await tick(paper)).envelope.code).toBe(code('input.fuelByHand'))
  await assertSound()
})

test('fuel of cards that was not used has no room for a voucher with input tax; without tax it is evidence of all that was handed out', async () => {
  const trip = await supplied({ oil: 500_000 })
  await usedOf(trip, { given: 500_000, used: 300_000 })
  const [taxed, plain] = [await byHand('6401.02', 450_000, 50_000), await byHand('6401.02', 500_000)]
  const clerk = world.as('branch')
  const free = async (id: string) =>
    (await clerk.send(listBindCandidates, { id, branchId, numbers: [trip.waybillNo] })).rows[0]?.free
  expect([await free(taxed), await free(plain)]).toEqual([300_000, 500_000])
  expect((await bindByHand(taxed, trip, 200_000)).http).toBe(200)
  const paper = await bound(await checked('FUEL', { gross: '3000.00', tax: '345.13' }), [trip, 100_001])
  expect((await tick(paper)).envelope.code).toBe(code('input.fuelByHand'))
  await assertSound()
})

/** Fuel of a card, as far as it was used, straight in the tables. */
async function usedOf({ id }: { id: string }, { given, used }: { given: number; used: number }): Promise<void> {
  await run(`with account as (insert into fuel_accounts (id, kind, provider, account_no, branch_id, created_name, created_at, updated_at)
      values (gen_random_uuid(), 'OIL', '中国石化', '${id}', '${branchId}', '张三', 1, 1) returning id)
    insert into fuel_issues (id, issue_no, kind, medium, state, account_id, coupon_no, waybill_id, part_id, shipper_id,
        carrier_id, branch_id, amount_fen, used_fen, maker_id, maker_name, created_at, updated_at)
      select gen_random_uuid(), w.waybill_no, 'OIL', 'COUPON', 'issued', account.id, w.waybill_no, w.id, p.id, w.shipper_id,
        w.carrier_id, w.branch_id, ${given}, ${used}, w.created_by, '张三', 1, 1
      from account, waybills w join waybill_parts p on p.waybill_id = w.id and p.part = 'oil' where w.id = '${id}'`)
}

test('fuel that a sheet is to hand out has room, and is asked for, once the sheet is approved', async () => {
  const trip = await supplied({ isHandedOut: false })
  const gross = await supplied({ base: 'GROSS', isHandedOut: false })
  const before = await waited('FUEL')
  const freight = async () =>
    (await finance.send(listExpectedInvoices, { branchId })).rows.reduce((sum, { total }) => sum + total, 0)
  const owed = await freight()
  const paper = await checked('FUEL')
  const rooms = async () =>
    (await finance.send(listInputCandidates, { id: paper.id, limit: 100 })).rows.find(({ id }) => id === trip.id)?.open
  expect(await rooms()).toBeUndefined()
  expect((await bind(paper, [[trip, 1]])).http).toBe(400)
  const reasons = async () => (await finance.send(getChain, { id: trip.id })).invoice.reasons.map(({ key }) => key)
  expect(await reasons()).not.toContain('fuelUnbought')

  await handOut(trip)
  expect(await rooms()).toBe(300_000)
  expect(await waited('FUEL')).toBe(before + 1)
  expect(await reasons()).toContain('fuelUnbought')
  await step(await bound(paper, [trip, 300_000]), 'tick')
  // the carrier's invoice bears the fuel there: it is asked for from the same day on
  expect(await freight()).toBe(owed)
  await handOut(gross)
  expect(await freight()).toBe(owed + 300_000)
  await assertSound()
})

test('a sheet that handed fuel out is not taken back while an invoice stands on that fuel, and is afterwards', async () => {
  const trip = await supplied({ isHandedOut: false })
  const sheet = await handOut(trip)
  const before = await booksOf(trip)
  const paper = await step(await bound(await checked('FUEL'), [trip, 300_000]), 'tick')
  const { settlementNum, version } = sheet
  const asked = await admin.send(askVoid, { settlementNum, version, reason: '重做' })
  const refused = await finance.ask(confirmVoid, { settlementNum, version: asked.version })
  expect(refused.envelope).toMatchObject({
    code: code('input.fuelBack'),
    message: expect.stringContaining(trip.waybillNo),
  })
  await takeOff(paper)
  expect(await booksOf(trip)).toEqual(before)
  await finance.send(confirmVoid, { settlementNum, version: asked.version })
  expect((await bind({ id: paper.id, version: paper.version + 1 }, [[trip, 1]])).http).toBe(400)
  await handOut(trip)
  await bound({ id: paper.id, version: paper.version + 1 }, [trip, 300_000])
  await assertSound()
})

test('no line taken off, sheet closed or money come back late gives fuel back that an invoice bears', async () => {
  const [bad, good] = [await supplied({ isHandedOut: false }), await supplied({ isHandedOut: false })]
  await payeeOf(world.server, [bad.id], { name: '李销户', accountNo: '6222000000009002' })
  const sheet = await sheetOf({ maker: admin, finance }, [bad.id, good.id], 'approved')
  const { settlementNum } = sheet
  const read = () => admin.send(getSettlement, { settlementNum })
  const paper = await bound(await checked('FUEL'), [bad, 300_000])
  const partIds = sheet.lines.filter(({ waybillId }) => waybillId === bad.id).map(({ partId }) => partId)
  await admin.send(askRemoveLines, { settlementNum, version: sheet.version, partIds, reason: '另行结算' })
  const { version, change } = await read()
  const refusal = { code: code('input.fuelBack'), message: expect.stringContaining(bad.waybillNo) }
  const taking = await finance.ask(confirmChange, { settlementNum, version, expectDue: change?.due ?? fen(0) })
  expect(taking.envelope).toMatchObject(refusal)
  const kept = await finance.send(refuseChange, { settlementNum, version, reason: '先付款' })

  const sum = { expectDue: sheet.due, channel: 'SIM' as const }
  await finance.send(paySettlement, { settlementNum, version: kept.version, ...sum })
  const partly = await sheetWhen(admin, settlementNum, ({ state }) => state !== 'paying')
  expect(partly.state).toBe('partial')
  const close = { settlementNum, version: partly.version, reason: '账户有误' }
  const asked = await admin.send(askCloseSettlement, close)
  const closing = { settlementNum, version: asked.version }
  expect((await finance.ask(confirmCloseSettlement, closing)).envelope).toMatchObject(refusal)
  await takeOff(paper)
  await finance.send(confirmCloseSettlement, closing)
  await assertSound()

  // the money of the other line comes back late: people decide, and are told the same
  const own = await bound(await checked('FUEL'), [good, 300_000])
  await returned(partly, ({ state }) => state === 'success')
  const { rows } = await finance.send(listMoneyExceptions, { settlementNum })
  const { id = '', version: seen = 0 } = rows.find(({ state }) => state === 'open') ?? {}
  const proposal = { id, version: seen, outcome: 'notPaid', reason: '退汇回单已核对' } as const
  const proposed = await finance.send(proposeException, proposal)
  const agreeing = await admin.ask(confirmException, proposed)
  expect(agreeing.envelope).toMatchObject({ ...refusal, message: expect.stringContaining(good.waybillNo) })
  await takeOff(own)
  await admin.send(confirmException, proposed)
  await assertSound()
})

type Payment = SettlementDetail['payments'][number]
/** The word of the bank that money of a sheet came back. */
async function returned({ id, payments }: SettlementDetail, of: (payment: Payment) => boolean): Promise<void> {
  const payee = payments.find(of)?.payee ?? ''
  const [order] = await hands.rows<{ key: string; serial: string; amount: number }>(
    `select o.idem_key as key, o.bank_serial as serial, p.amount_fen as amount from payments p
      join sim_orders o on o.idem_key = p.idem_key where p.settlement_id = '${id}' and p.payee = '${payee}'`,
  )
  await deliverNotice(world.server, {
    eventId: `back-${order?.key ?? ''}`,
    merchant: 'YUNSHU',
    orderNo: order?.key ?? '',
    currency: 'CNY',
    amount: ((order?.amount ?? 0) / 100).toFixed(2),
    result: 'returned',
    reason: '收款账户状态异常',
    bankSerial: order?.serial ?? '',
  })
}

test('the check of a close counts the waybills its link lists, of each class; fuel alone makes a carrier owe its invoice', async () => {
  await supplied({ tolls: 20_000 })
  const gross = await supplied({ base: 'GROSS', payable: 300_000 })
  expect(
    await hands.rows(`select paid_fen + advanced_fen + set_off_fen as paid from waybills where id = '${gross.id}'`),
  ).toEqual([{ paid: 0 }])
  const period = periodOf(Date.now())
  const { checks } = await finance.send(getPeriod, { branchId, period }, { raw: { branchCompanyId: branchId } })
  for (const [key, of] of [
    ['expected', 'FREIGHT'],
    ['expectedFuel', 'FUEL'],
    ['expectedTolls', 'TOLL'],
  ] as const) {
    const { sums } = await finance.send(sumExpectedInvoices, { branchId, class: of })
    expect(sums.waybills, of).toBeGreaterThan(0)
    const check = checks.find(each => each.key === key)
    expect(check, of).toMatchObject({ ok: false, count: sums.waybills })
    expect(check?.url, of).toContain(of === 'FREIGHT' ? branchId : `class=${of}`)
  }
})

test('after shares were taken off, the next one has no more tax than it has amount, and the whole invoice the whole tax', async () => {
  const trip = await supplied()
  const others = await Promise.all(Array.from({ length: 4 }, () => supplied()))
  let at = await step(await checked('FUEL', { gross: '0.40', tax: '0.20' }), 'tick')
  // every other fen has a fen of tax
  at = await bound(at, ...others.map(each => [each, 1] as const))
  for (const taxed of [0, 2]) {
    const { bindings } = await finance.send(getInputInvoice, { id: at.id })
    const bindingId = bindings.find(({ waybillId }) => waybillId === others[taxed]?.id)?.id ?? ''
    at = await finance.send(unbindInputInvoice, { ...at, bindingId, reason: '绑错' })
  }
  at = await bound(at, [trip, 1])
  expect(await finance.send(getInputInvoice, { id: at.id })).toMatchObject({ bound: 3, usedTax: 1 })
  await assertSound()
  await bound(at, [others[0] ?? trip, 37])
  expect(await finance.send(getInputInvoice, { id: at.id })).toMatchObject({ bound: 40, usedTax: 20 })
  await assertSound()
})

test('an ordinary invoice is evidence of cost and not deducted, of freight and fuel; of tolls it is', async () => {
  const trip = await supplied({ tolls: 50_000 })
  const before = await booksOf(trip)
  const fuel = await bound(await checked('FUEL', { kind: '普通发票' }), [trip, 300_000])
  expect((await tick(fuel)).envelope).toMatchObject({ code: code('input.ordinary') })
  const { moves, kind } = await finance.send(getInputInvoice, { id: fuel.id })
  expect([kind, moves]).toEqual(['ORDINARY', ['reverse']])
  const typed = await admin.ask(
    uploadInputInvoice,
    {
      class: 'FUEL',
      kind: 'ORDINARY',
      invoiceNo: '26139999999999999999',
      sellerName: '加油站',
      sellerTaxNo: '91110000710926094P',
      buyerTaxNo: demoCreditCode('branch1'),
      issuedAt: Date.now(),
      gross: fen(1000),
      tax: fen(115),
    },
    { files: [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.4') }] },
  )
  expect((await tick(await step(typed.data, 'verify'))).envelope.code).toBe(code('input.ordinary'))
  const freight = await step(await carried('1000.00', '普通发票'), 'verify')
  expect((await tick(await bound(freight, [trip, 100_000]))).envelope.code).toBe(code('input.ordinary'))
  expect(await booksOf(trip)).toEqual(before)
  const reasons = (await finance.send(getChain, { id: trip.id })).invoice.reasons.map(({ key }) => key)
  expect(reasons).not.toContain('fuelUnbought')

  await step(await bound(await checked('TOLL', { ...tollPaper, kind: '普通发票' }), [trip, 50_000]), 'tick')
  expect(await booksOf(trip, ['2221.01'])).toEqual({ '2221.01': 1456 })
  await assertSound()
})
