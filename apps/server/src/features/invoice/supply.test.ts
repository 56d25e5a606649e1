// Invoices for fuel and tolls over HTTP: bound within what was used, out of freight once deducted and back in red, never twice.
import { getCompanyDetails } from '@yunshu/contract/company/company'
import { addFuelAccount, topUpFuelAccount } from '@yunshu/contract/fuel/fuel'
import { issueFuel } from '@yunshu/contract/fuel/issue'
import { confirmTollPass, listTollPasses } from '@yunshu/contract/fuel/toll'
import { verifyCoupon } from '@yunshu/contract/fuel/use'
import { confirmFund } from '@yunshu/contract/fund/fund'
import { checkImport, runImport } from '@yunshu/contract/importing'
import { listExpectedInvoices, sumExpectedInvoices } from '@yunshu/contract/invoice/expected'
import { setInputBase } from '@yunshu/contract/invoice/inputBase'
import {
  countInputInvoices,
  getInputInvoice,
  listInputBuyers,
  listInputCandidates,
  listInputInvoices,
  moveInputInvoice,
  unbindInputInvoice,
  uploadInputInvoice,
} from '@yunshu/contract/invoice/input'
import { getChain } from '@yunshu/contract/chain/chain'
import { fen } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import type { SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { inputFaults } from '../../../../../tests/server/inputFaults.ts'
import { bookCost } from '../../../../../tests/server/invoiceWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { openFunds, sheetOf, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { supplyHands, type At } from '../../../../../tests/server/supplyHands.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoCreditCode } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { explainLine } from '../explain/voucherLine.queries.ts'
import { findExpectedInvoices } from './expected.queries.ts'
import { inputBaseOf } from './inputBase.queries.ts'
import { findInputCandidates } from './inputCandidates.queries.ts'

let world: FreightWorld
/** The checker who binds, the one who hands in, and a branch's clerk. */
let finance: Client, admin: Client, clerk: Client
const branchId = demoCompanyId('branch1')
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  finance = await world.server.login('platform-finance')
  ;[admin, clerk] = [world.as('admin'), world.as('branch')]
})
afterAll(() => world.stop())

const {
  rows,
  run,
  booksOf,
  assertSound,
  supplyFile,
  handIn,
  step,
  checked,
  bind,
  bound,
  supplied,
  nextNumber,
  byHand,
  bindByHand,
} = supplyHands(() => ({
  world,
  finance,
  admin,
}))

describe('a waybill with fuel and tolls', () => {
  const heads = '流水号,车牌,入口,出口,入口时间,出口时间,金额'
  async function account(kind: 'OIL' | 'ETC', provider: string): Promise<string> {
    const raw = { branchCompanyId: branchId }
    const { id } = await admin.send(addFuelAccount, { kind, provider, accountNo: `A${nextNumber()}` }, { raw })
    const said = { accountId: id, amount: fen(1_000_000), date: Date.now(), serial: `CZ${nextNumber()}` }
    const record = await finance.send(topUpFuelAccount, said)
    await admin.send(confirmFund, { id: record.id, version: record.version, expectAmount: said.amount })
    return id
  }
  async function passed(accountId: string, { plate, waybillNo }: MadeWaybill, amount: string): Promise<void> {
    const serial = `LT${nextNumber()}`
    const lines = [
      heads,
      [serial, plate, '石家庄南', '济南北', '', formatDateTime(Date.now()), amount].join(','),
      `合计,,,,,,${amount}`,
    ]
    const file = { name: 'a.csv', bytes: Buffer.from(`\uFEFF${lines.join('\n')}\n`) }
    const { data } = await clerk.ask(checkImport, { kind: 'tollPasses', targetId: accountId }, { files: [file] })
    await clerk.send(runImport, { id: data.id, version: data.version, mode: 'ALL' })
    const [pass] = (await clerk.send(listTollPasses, { text: serial })).rows
    await clerk.send(confirmTollPass, {
      id: pass?.id ?? '',
      version: pass?.version ?? 1,
      // a passage of the second in which the trip began is proposed to none
      waybillNo,
      expectAmount: pass?.amount ?? fen(0),
    })
  }

  test('[RT-21] three invoices, each of its share, leave the books to the fen; taken back in red they are as before', async () => {
    const terms = {
      payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 50_000, arrivePpm: 650_000, receiptPpm: 0, termDays: 7 },
      receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 7 },
    }
    const [oil, etc] = [await account('OIL', '中国石化'), await account('ETC', '鲁通卡')]
    const [made] = await world.waybills(1, terms)
    if (made === undefined) throw new Error('no waybill')
    const trip = await world.walk(made, ['accept'])
    const give = (amount: number) =>
      clerk.send(issueFuel, { medium: 'COUPON', accountId: oil, waybillNo: trip.waybillNo, amount: fen(amount) })
    const [coupon] = [await give(180_000), await give(20_000)]
    await passed(etc, trip, '500.00')
    await world.walk(trip, wholeJourney.slice(1))
    // known after the signature: a debt of the carrier, and no cost of the house
    await passed(etc, trip, '30.00')
    const [row] = await rows<{ payable: number; deducted: number; oil: number; toll: number; base: string }>(
      `select payable_fen as payable, deducted_fen as deducted, oil_fen as oil, toll_fen as toll, input_base as base
        from waybills where id = '${trip.id}'`,
    )
    expect(row).toMatchObject({ oil: 200_000, toll: 50_000, base: 'CASH_ONLY' })
    const cost = (row?.payable ?? 0) - (row?.deducted ?? 0)
    const people = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
    await sheetOf(people, [trip.id], 'approved')
    const before = await booksOf(trip)
    expect(before).toMatchObject({ '6401.01': cost })
    expect(before['1123.03'], 'fuel and tolls were set off by the sheet').toBeUndefined()

    const fuel = await checked('FUEL', { gross: '2000.00', tax: '230.09', litres: '270.270' })
    const roomOf = async ({ id }: At) =>
      (await finance.send(listInputCandidates, { id })).rows.find(each => each.id === trip.id)?.open
    expect(await roomOf(fuel), 'nothing was used yet').toBeUndefined()
    const verify = { couponNo: coupon?.couponNo ?? '', serial: `SH${nextNumber()}`, usedAt: Date.now() }
    await clerk.send(verifyCoupon, { ...verify, station: '南二环站' })
    expect(await roomOf(fuel)).toBe(180_000)
    const over = await bind(fuel, [[trip, 180_001]])
    expect([over.http, JSON.stringify(over.envelope)]).toEqual([400, expect.stringContaining('不超过 1,800.00 元')])

    let at = await step(await bound(fuel, [trip, 180_000]), 'tick')
    const invoice = await finance.send(getInputInvoice, { id: fuel.id })
    // 230.09 × 1,800 / 2,000 and 270.27 × 1,800 / 2,000
    expect(invoice.bindings).toMatchObject([{ bound: 180_000, tax: 20_708, litresCl: 24_324 }])
    expect(invoice).toMatchObject({ class: 'FUEL', usedTax: 20_708, litresCl: 27_027 })
    expect(await booksOf(trip, ['6401.01', '6401.02', '2221.01'])).toEqual({
      '6401.01': cost - 180_000,
      '6401.02': 159_292,
      '2221.01': 20_708,
    })
    const [voucher] = invoice.vouchers
    expect(voucher).toBeDefined()
    for (const n of [1, 2, 3]) {
      const line = { id: voucher?.id ?? '', n }
      const { amount, kept } = await asSystem(world.server.server.deps, ctx => explainLine(ctx, line))
      expect(amount.value, `line ${n}`).toBe(kept)
    }
    await assertSound()

    const toll = await checked('TOLL', { gross: '500.00', tax: '14.56', sellerTaxNo: '91370000267171351C' })
    await bound(await step(toll, 'tick'), [trip, 50_000])
    const freight = await world.as('carrier-finance').ask(
      uploadInputInvoice,
      {},
      {
        files: supplyFile({
          gross: ((cost - 250_000) / 100).toFixed(2),
          tax: '500.00',
          sellerTaxNo: demoCreditCode('carrier'),
        }),
      },
    )
    const own = await step(freight.data, 'verify')
    expect((await bind(own, [[trip, cost - 249_999]])).http, 'neither fuel nor tolls of the house').toBe(400)
    await step(await bound(own, [trip, cost - 250_000]), 'tick')
    expect(await booksOf(trip, ['6401.01', '6401.02', '6401.03', '2221.01'])).toEqual({
      '6401.01': cost - 180_000 - 50_000 - 50_000,
      '6401.02': 159_292,
      '6401.03': 48_544,
      '2221.01': 20_708 + 1456 + 50_000,
    })
    const reasons = async () => (await finance.send(getChain, { id: trip.id })).invoice.reasons.map(({ key }) => key)
    expect(await reasons(), 'two hundred of fuel were not used').toEqual(['unsold', 'fuelUnbought'])
    await assertSound()
    expect(await moneyFaults(world.server)).toEqual([])

    // the seller takes the fuel back; the two others are taken off
    at = await finance.send(moveInputInvoice, { ...at, move: 'reverse', redNo: '26129999999999999999', reason: '开错' })
    for (const id of [toll.id, own.id]) {
      const { version, bindings } = await finance.send(getInputInvoice, { id })
      await finance.send(unbindInputInvoice, { id, version, bindingId: bindings[0]?.id ?? '', reason: '绑错' })
    }
    expect(await booksOf(trip)).toEqual(before)
    expect(await reasons()).toEqual(['unsold', 'unbought', 'fuelUnbought', 'tollUnbought'])
    await assertSound()
  })
})

test('the tax of a carrier and fuel out of freight come to the same in either order', async () => {
  const books = async (order: 'fuel' | 'freight'): Promise<Record<string, number>> => {
    const trip = await supplied({ payable: 900_000 })
    await bookCost(world.server, trip.id, '6401.05', 300_000)
    const fuel = await checked('FUEL')
    const carrier = await world
      .as('carrier-finance')
      .send(
        uploadInputInvoice,
        {},
        { files: supplyFile({ gross: '6000.00', tax: '495.41', sellerTaxNo: demoCreditCode('carrier') }) },
      )
    const own = await step(carrier, 'verify')
    const acts = {
      fuel: async () => step(await bound(fuel, [trip, 300_000]), 'tick'),
      freight: async () => step(await bound(own, [trip, 600_000]), 'tick'),
    }
    await acts[order]()
    await acts[order === 'fuel' ? 'freight' : 'fuel']()
    return booksOf(trip, ['6401.01', '6401.02', '6401.05', '2221.01'])
  }
  const inOrder = await books('fuel')
  // the tax of the carrier is shared by what it invoices: 6,000.00 of freight and 3,000.00 of loading
  expect(inOrder).toEqual({ '6401.01': 566_973, '6401.02': 265_487, '6401.05': 283_486, '2221.01': 84_054 })
  expect(await books('freight')).toEqual(inOrder)
})

test('fuel a carrier invoices itself, fuel of before, another branch’s, and fuel booked by hand are refused in words', async () => {
  const paper = await checked('FUEL')
  const gross = await supplied({ base: 'GROSS' })
  const refused = async (waybill: Signed) => {
    const { http, envelope } = await bind(paper, [[waybill, 1000]])
    return [http, JSON.stringify(envelope)]
  }
  expect(await refused(gross)).toEqual([400, expect.stringContaining('按含油费、通行费的金额开票，油费不能再抵扣')])
  const old = await signedWaybill(world.server)
  expect(await refused(old)).toEqual([400, expect.stringContaining('签收时还没有油费发票抵扣，请用手工凭证入账')])
  const there = await supplied({ branch: 'branch3', shipper: 'shipper3', carrier: 'carrier3' })
  expect(await refused(there)).toEqual([400, expect.stringContaining('不是本分公司已签收的运单')])
  const found = (await finance.send(listInputCandidates, { id: paper.id, limit: 100 })).rows.map(({ id }) => id)
  for (const each of [gross, old, there]) expect(found).not.toContain(each.id)

  // a carrier of gross invoices bears the fuel too
  const carrier = await world
    .as('carrier-finance')
    .send(
      uploadInputInvoice,
      {},
      { files: supplyFile({ gross: '9380.00', tax: '774.50', sellerTaxNo: demoCreditCode('carrier') }) },
    )
  await bound(await step(carrier, 'verify'), [gross, 938_000])

  const trip = await supplied()
  const hand = await byHand('6401.02', 88_496, 11_504)
  expect((await bindByHand(hand, trip, 100_000)).http).toBe(200)
  const twice = await bound(paper, [trip, 300_000])
  const ticked = await finance.ask(moveInputInvoice, { id: paper.id, version: twice.version, move: 'tick' })
  expect(ticked.envelope).toMatchObject({ code: 2777, message: expect.stringContaining(trip.waybillNo) })
  const { bindings, version } = await finance.send(getInputInvoice, { id: paper.id })
  const off = { id: paper.id, version, bindingId: bindings[0]?.id ?? '', reason: '部分已手工入账' }
  const freed = await finance.send(unbindInputInvoice, off)
  await step(await bound(freed, [trip, 200_000]), 'tick')
  const full = await bindByHand(hand, trip, 1)
  expect(JSON.stringify(full.envelope)).toContain('已勾选的进项发票承担 2,000.00 元')
  await assertSound()
})

test('the house hands such invoices in, made out to a branch or the head; no carrier is their seller, and none sees them', async () => {
  const carrier = world.as('carrier-finance')
  const own = await handIn('FUEL', {}, carrier)
  expect([own.http, JSON.stringify(own.envelope)]).toEqual([400, expect.stringContaining('由平台登记')])
  const seller = await handIn('FUEL', { sellerTaxNo: demoCreditCode('carrier') })
  expect([seller.http, JSON.stringify(seller.envelope)]).toEqual([
    400,
    expect.stringContaining('承运商开具的是运费发票'),
  ])
  const freight = await handIn('FREIGHT')
  expect(JSON.stringify(freight.envelope)).toContain('不是合作承运商的税号')
  const head = await handIn('FUEL', { buyerTaxNo: demoCreditCode('platform') })
  expect([head.http, JSON.stringify(head.envelope)]).toEqual([400, expect.stringContaining('请选择承担成本的分公司')])
  const strange = await handIn('FUEL', { buyerTaxNo: demoCreditCode('shipper') })
  expect(JSON.stringify(strange.envelope)).toContain('不是本公司')
  const { rows: buyers } = await finance.send(listInputBuyers, { class: 'FUEL', sellerTaxNo: '91110000710926094P' })
  expect(buyers.map(({ companyId }) => companyId)).toEqual(expect.arrayContaining([branchId, demoCompanyId('branch3')]))

  const told = await admin.ask(
    uploadInputInvoice,
    { class: 'FUEL', branchId },
    { files: supplyFile({ buyerTaxNo: demoCreditCode('platform') }) },
  )
  expect((await carrier.ask(getInputInvoice, { id: told.data.id })).http).toBe(404)
  expect((await carrier.send(listInputInvoices, { class: 'FUEL' })).rows).toEqual([])
  expect((await (await world.server.login('branch2')).ask(getInputInvoice, { id: told.data.id })).http).toBe(404)
  const { rows: fuel } = await finance.send(listInputInvoices, { class: 'FUEL', limit: 100 })
  expect(fuel.map(each => each.class)).toEqual(fuel.map(() => 'FUEL'))
  expect(fuel.map(({ id }) => id)).toContain(told.data.id)
  const { state } = await finance.send(countInputInvoices, { class: 'FUEL' })
  expect(Object.values(state).reduce((a, b) => a + b, 0)).toBe(fuel.length)
})

test('fuel and tolls without an invoice are asked for by provider and branch, and no longer once they are bound', async () => {
  const there = { branch: 'branch2', shipper: 'shipper2', carrier: 'carrier2' }
  const [one, two] = [await supplied(there), await supplied({ ...there, tolls: 5000 })]
  const filter = { branchId: demoCompanyId('branch2') }
  const open = async (of: SupplyClass) => (await finance.send(listExpectedInvoices, { ...filter, class: of })).rows
  expect(await open('FUEL')).toMatchObject([{ carrierName: '未分供应商', waybills: 2, total: 600_000, d30: 600_000 }])
  expect(await open('TOLL')).toMatchObject([{ waybills: 1, total: 5000 }])
  expect((await finance.send(sumExpectedInvoices, { ...filter, class: 'FUEL' })).sums).toMatchObject({ total: 600_000 })
  expect((await world.as('carrier-finance').send(listExpectedInvoices, { class: 'FUEL' })).rows).toEqual([])
  const paper = await checked('FUEL', { gross: '6000.00', tax: '690.27', buyerTaxNo: demoCreditCode('branch2') })
  await bound(paper, [one, 300_000], [two, 200_000])
  expect(await open('FUEL')).toMatchObject([{ waybills: 1, total: 100_000 }])
})

test('the head says what a carrier invoices from now on; a signature keeps it, and neither a branch nor a carrier changes it', async () => {
  const carrierId = demoCompanyId('carrier2')
  const trip = await supplied({ branch: 'branch2', shipper: 'shipper2', carrier: 'carrier2' })
  await run(`update waybills set paid_fen = 1000 where id = '${trip.id}'`)
  const row = async () =>
    (await finance.send(listExpectedInvoices, { limit: 100 })).rows.find(each => each.carrierId === carrierId)
  const before = await row()
  expect(before).toMatchObject({ base: 'CASH_ONLY' })
  const said = { carrierId, version: before?.carrierVersion ?? 0, base: 'GROSS', reason: '合同约定' } as const
  for (const who of [world.as('carrier-finance'), await world.server.login('branch2')])
    expect((await who.ask(setInputBase, said)).http).toBe(403)
  await finance.send(setInputBase, said)
  expect(await row()).toMatchObject({ base: 'GROSS' })
  const page = await admin.send(getCompanyDetails, { id: carrierId })
  expect([page.inputBase, page.version]).toEqual(['GROSS', said.version + 1])
  expect((await admin.send(getCompanyDetails, { id: demoCompanyId('shipper') })).inputBase).toBeUndefined()
  expect((await finance.ask(setInputBase, said)).http).toBe(409)
  const same = await finance.ask(setInputBase, { ...said, version: said.version + 1 })
  expect([same.http, JSON.stringify(same.envelope)]).toEqual([400, expect.stringContaining('已经是含油费、通行费')])
  expect((await finance.ask(setInputBase, { ...said, carrierId: demoCompanyId('shipper') })).http).toBe(404)
  expect(await asSystem(world.server.server.deps, ctx => inputBaseOf(ctx, carrierId))).toBe('GROSS')
  expect(await rows(`select input_base as base from waybills where id = '${trip.id}'`)).toEqual([{ base: 'CASH_ONLY' }])
})

test('each fault that could stand in the tables is found', async () => {
  const trip = await supplied({ tolls: 50_000 })
  const at = await step(await bound(await checked('FUEL', { litres: '100' }), [trip, 300_000]), 'tick')
  const toll = { gross: '500.00', tax: '14.56', sellerTaxNo: '91370000267171351C' }
  await step(await bound(await checked('TOLL', toll), [trip, 50_000]), 'tick')
  const [binding] = (await finance.send(getInputInvoice, { id: at.id })).bindings
  const of = `id = '${binding?.id ?? ''}'`
  const line = (account: string) =>
    `update journal_lines l set debit_fen = l.debit_fen + 1 from journal_entries e where e.id = l.entry_id
      and e.source_id = '${binding?.id ?? ''}' and l.account = '${account}'`
  const hands = { FUEL: await byHand('6401.02', 900_000, 1000), TOLL: await byHand('6401.03', 900_000, 1000) }
  const carried = await byHand('6401.01', 900_000, 1000)
  const bear = (voucher: string, kind: string, amount: number) =>
    `insert into voucher_waybills (id, voucher_id, waybill_id, branch_id, class, amount_fen, by_id, by_name, at)
      select gen_random_uuid(), v.id, '${trip.id}', v.branch_id, '${kind}', ${amount}, v.maker_id, '张三', 1
      from vouchers v where v.id = '${voucher}'`
  const sheet = `select settlement_id from waybill_parts where waybill_id = '${trip.id}' and part = 'arrive'`
  expect(await inputFaults(world.server)).toEqual([])
  for (const [fault, found] of [
    [`update input_bindings set unbound_at = 1 where ${of}`, 'bound of invoice'],
    [`update input_bindings set litres_cl = 1 where ${of}`, 'bound of invoice'],
    [`update input_bindings set tax_fen = tax_fen - 1 where ${of}`, 'tax of binding'],
    [line('2221.01'), 'tax of binding'],
    [line('6401.02'), 'net of binding'],
    [`update waybills set oil_fen = 299999 where id = '${trip.id}'`, 'more than the FUEL'],
    [`update settlements set state = 'draft' where id = (${sheet})`, 'more than the FUEL'],
    [`update waybills set payable_fen = 349999 where id = '${trip.id}'`, 'more than the TOLL'],
    [`update waybills set payable_fen = 299999 where id = '${trip.id}'`, 'deducted twice'],
    [bear(hands.FUEL, 'FUEL', 1), 'by hand too the FUEL'],
    [bear(hands.TOLL, 'TOLL', 1), 'by hand too the TOLL'],
    [bear(carried, 'FREIGHT', 588_001), 'by hand too freight and tolls'],
  ] as const)
    expect((await inputFaults(world.server, fault)).join(), fault).toContain(found)
})

test('candidates and what is waited for are found by the indexes of waybills with fuel and tolls', async () => {
  const paper = await checked('FUEL')
  await asSystem(world.server.server.deps, async ctx => {
    const platform = { ...ctx, actor: actorOfSide('platform') }
    const plans = await plansOf(platform, noted => findInputCandidates(noted, { id: paper.id, limit: 20 }))
    const whole = plans.flatMap(({ lines }) => lines).join('\n')
    expect(whole).toContain('waybills_fuelled')
    expect(whole).not.toMatch(/Seq Scan on (waybills|input_bindings|fuel_issues)\b/)
    const waited = await plansOf(platform, noted => findExpectedInvoices(noted, { class: 'FUEL', limit: 20 }))
    expect(waited.flatMap(({ lines }) => lines).join('\n')).not.toMatch(
      /Seq Scan on (waybills|input_bindings|fuel_issues|voucher_waybills)\b/,
    )
  })
})
