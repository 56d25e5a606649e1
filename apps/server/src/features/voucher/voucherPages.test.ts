// The pages of vouchers by their kind: estimates with what replaced them, fuel with its stock, deductions with their
// debts, others with their payments; each within the reader's own reach, and papers kept with them.
import { confirmFund, recordFund } from '@yunshu/contract/fund/fund'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import {
  getDeductMoneyVoucher,
  getFuelCardVoucher,
  getOtherVoucher,
  getTentativeVoucher,
  uploadVoucherFile,
} from '@yunshu/contract/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import type { VoucherKind } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import {
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  voidApproved,
  type People,
  type Signed,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
let platform: Client, branch: Client, carrier: Client, shipper: Client, stranger: Client
let settled: Signed, waiting: Signed
let settlementNum = ''
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  platform = await server.login('platform-finance')
  branch = await server.login('branch')
  carrier = await server.login('carrier-finance')
  stranger = await server.login('carrier2-finance')
  shipper = people.finance
  settled = await signedWaybill(server)
  waiting = await signedWaybill(server, { payable: 77_700, deducted: 0, oil: 0 })
  const sheet = await sheetOf(people, [settled.id], 'approved')
  settlementNum = sheet.settlementNum
})
afterAll(() => server.stop())

const found = async (client: Client, kind: VoucherKind, text: string) =>
  (await client.send(listVouchers, { kind, text, limit: 100 })).rows
const idOf = async (client: Client, kind: VoucherKind, text: string): Promise<string> =>
  (await found(client, kind, text)).at(-1)?.id ?? ''

test('[RT-22] an estimate says its basis, its age, the sheet that replaced it and the difference', async () => {
  const open = await platform.send(getTentativeVoucher, { id: await idOf(platform, 'TENTATIVE', waiting.waybillNo) })
  expect(open).toMatchObject({ days: 0, age: 'month', estimated: 77_700, open: 77_700, actual: 0, difference: 0 })
  expect(open.items).toMatchObject([{ waybillNo: waiting.waybillNo, end: 'open', estimated: 77_700 }])
  expect(open.items[0]?.price).toMatch(/^\d+\.\d{2,4} 元\/吨$/)
  expect(open.items[0]?.settlementNum).toBeUndefined()

  const id = await idOf(platform, 'TENTATIVE', settled.waybillNo)
  expect(await platform.send(getTentativeVoucher, { id })).toMatchObject({
    state: 'reversed',
    estimated: 950_000,
    open: 0,
    actual: 938_000,
    difference: -12_000,
    origin: { source: 'waybill', number: settled.waybillNo },
    items: [{ end: 'replaced', settlementNum, actual: 938_000, difference: -12_000 }],
  })
  // the red one is an estimate taken back: its page says of which waybill, and by how much
  const [red] = await found(platform, 'TENTATIVE', settlementNum)
  expect(await platform.send(getTentativeVoucher, { id: red?.id ?? '' })).toMatchObject({
    amount: -950_000,
    items: [{ waybillNo: settled.waybillNo }],
  })
})

test('[RT-22] an estimate stands again when its sheet is taken back', async () => {
  const again = await signedWaybill(server, { payable: 60_000, deducted: 0, oil: 0 })
  const sheet = await sheetOf(people, [again.id], 'approved')
  const id = await idOf(platform, 'TENTATIVE', again.waybillNo)
  expect((await platform.send(getTentativeVoucher, { id })).items).toMatchObject([{ end: 'replaced', open: 0 }])
  await voidApproved(people, sheet)
  const back = await platform.send(getTentativeVoucher, { id })
  expect(back).toMatchObject({ open: 60_000, actual: 0, difference: 0, items: [{ end: 'open', open: 60_000 }] })
  const other = await sheetOf(people, [again.id], 'approved')
  expect((await platform.send(getTentativeVoucher, { id })).items).toMatchObject([
    { end: 'replaced', settlementNum: other.settlementNum, actual: 60_000, difference: 0 },
  ])
})

test('[RT-23] a voucher of fuel says the stock before and after, its waybills, and to a company its own part alone', async () => {
  const id = await idOf(platform, 'FUEL', settlementNum)
  const fuel = await platform.send(getFuelCardVoucher, { id })
  expect(fuel).toMatchObject({
    move: 'FREIGHT',
    amount: 300_000,
    waybills: [{ waybillNo: settled.waybillNo, planned: 300_000, amount: 300_000 }],
  })
  expect(fuel.stock).toEqual({ before: 1_000_000_000, after: 999_700_000 })
  const own = await carrier.send(getFuelCardVoucher, { id })
  expect(own.stock).toBeUndefined()
  expect(own.lines.map(line => line.account)).toEqual(['2202.01'])
  expect(own).toMatchObject({ log: [], takesFiles: false, waybills: [{ amount: 300_000 }] })
  expect(own.origin).toBeUndefined()
  const bought = { kind: 'FUEL', amount: fen(50_000), date: Date.now(), serial: 'OIL-1' } as const
  const record = await branch.send(recordFund, bought)
  await platform.send(confirmFund, { id: record.id, version: record.version, expectAmount: bought.amount })
  const [buying] = await found(platform, 'FUEL', '购入油卡')
  const purchase = await platform.send(getFuelCardVoucher, { id: buying?.id ?? '' })
  expect(purchase).toMatchObject({ move: 'BUY', waybills: [], purchase: { serial: 'OIL-1' } })
  expect(purchase.stock).toEqual({ before: 999_700_000, after: 999_750_000 })
})

test('[RT-24] a voucher of a deduction says why, and where the money went: a debt, and the sheet that takes it', async () => {
  const poor = await signedWaybill(server, { payable: 50_000, deducted: 62_000, oil: 0 })
  const sheet = await sheetOf(people, [poor.id], 'approved')
  await people.finance.send(paySettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
    expectDue: sheet.due,
    channel: 'SIM',
  })
  await sheetWhen(people.maker, sheet.settlementNum, ({ state }) => state === 'paid')
  const id = await idOf(platform, 'DEDUCT', `扣款超出转承运商欠款 ${sheet.settlementNum}`)
  const opened = await platform.send(getDeductMoneyVoucher, { id })
  expect(opened).toMatchObject({
    way: 'E4c',
    amount: 12_000,
    claims: [],
    debts: [{ amount: 12_000, from: sheet.settlementNum }],
  })
  expect(opened.debts[0]?.takenBy).toBeUndefined()
  // the part that passes the freight is compensation, on a voucher of its own
  const above = await idOf(platform, 'DEDUCT', `扣减超出运费，承运商赔偿 ${sheet.settlementNum}`)
  expect(await platform.send(getDeductMoneyVoucher, { id: above })).toMatchObject({ way: 'E13c', amount: 12_000 })
  const rich = await signedWaybill(server, { payable: 90_000, deducted: 0, oil: 0 })
  const next = await sheetOf(people, [rich.id], 'approved')
  const taken = await platform.send(getDeductMoneyVoucher, { id: await idOf(platform, 'DEDUCT', next.settlementNum) })
  expect(taken).toMatchObject({
    way: 'E4d',
    debts: [{ amount: 12_000, from: sheet.settlementNum, takenBy: next.settlementNum }],
  })
  // the carrier it is about reads it with its own lines
  const own = await carrier.send(getDeductMoneyVoucher, { id })
  expect(own.lines.map(line => line.account)).toEqual(['1221.01', '2202.01'])
  expect((await stranger.ask(getDeductMoneyVoucher, { id })).http).toBe(404)
})

test('[RT-24] the claims behind a deduction come with their answers, to the sides that deal about them', async () => {
  const poor = await signedWaybill(server, { payable: 50_000, deducted: 75_000, penalty: 20_000, oil: 0 })
  const other = await signedWaybill(server, { payable: 8000, deducted: 3000, oil: 0 })
  const at = Date.now()
  const insert = `insert into waybill_claims (id, waybill_id, side, code, amount_fen, reason, state, asked_by, created_by, created_name, answered_name, answered_at, answer_reason, created_at, updated_at)
     select gen_random_uuid(), waybill::uuid, 'CARRIER', code, amount, reason, kept, 'shipper', id, '张三', '李四', ${at}, '同意', ${at}, ${at}
     from users, (values ('${poor.id}', 'FINE', -20000, '迟到两天', 'agreed'), ('${poor.id}', 'DAMAGE', -55000, '淋湿', 'agreed'),
       ('${poor.id}', 'FINE', -1000, '未盖苫布', 'refused'), ('${poor.id}', 'DAMAGE', -2000, '包装破损', 'withdrawn'),
       ('${other.id}', 'DAMAGE', -3000, '少一袋', 'agreed')) as s (waybill, code, amount, reason, kept) where account = 'shipper'`
  await server.db(tx => tx.run(sql`${sql.raw(insert)}`.compile(q)))
  const sheet = await sheetOf(people, [poor.id, other.id], 'approved')
  const fine = { code: 'FINE', amount: -20_000, reason: '迟到两天', answeredBy: '李四', answerReason: '同意' }
  const id = await idOf(platform, 'DEDUCT', `超时、违约罚款 ${sheet.settlementNum}`)
  for (const client of [platform, carrier])
    expect(await client.send(getDeductMoneyVoucher, { id })).toMatchObject({
      way: 'E5',
      amount: 20_000,
      claims: [fine],
    })
  // cuts beyond the freight are those of the one waybill they pass it of: neither its penalty nor another's cut
  const beyond = await idOf(platform, 'DEDUCT', `扣减超出运费，承运商赔偿 ${sheet.settlementNum}`)
  for (const client of [platform, carrier])
    expect(await client.send(getDeductMoneyVoucher, { id: beyond })).toMatchObject({
      way: 'E13c',
      amount: 5000,
      claims: [{ code: 'DAMAGE', amount: -55_000, reason: '淋湿' }],
    })
  // the voucher of the debt is about all that was taken on the sheet
  const owed = await idOf(platform, 'DEDUCT', `扣款超出转承运商欠款 ${sheet.settlementNum}`)
  const { claims } = await platform.send(getDeductMoneyVoucher, { id: owed })
  expect(claims.map(({ reason }) => reason).toSorted()).toEqual(['少一袋', '淋湿', '迟到两天'].toSorted())
})

test('[RT-25] any other voucher says its category, its payment and its movement of money', async () => {
  await payTo(server, 'carrier', '6222020000009001')
  const bad = await signedWaybill(server, { payable: 30_000, deducted: 0, oil: 0 })
  const sheet = await sheetOf(people, [bad.id], 'approved')
  await people.finance.send(paySettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
    expectDue: sheet.due,
    channel: 'SIM',
  })
  await sheetWhen(people.maker, sheet.settlementNum, ({ state }) => state === 'partial')
  const id = await idOf(platform, 'OTHER', '支付失败')
  const failed = await platform.send(getOtherVoucher, { id })
  expect(failed).toMatchObject({ category: 'FAILED', payment: { state: 'failed', amount: sheet.due }, trades: [] })
  expect(failed.payment?.reason).toBeTruthy()
  const own = await platform.send(getOtherVoucher, { id: await idOf(platform, 'OTHER', '期初') })
  // money between the two accounts of the house is two movements
  expect(own).toMatchObject({ category: 'OWN', trades: [{ amount: 1_000_000_000 }, { amount: 1_000_000_000 }] })
})

test('[RT-22] [RT-23] [RT-24] [RT-25] a page shows vouchers of its kind within reach, and nothing else', async () => {
  const tentative = await idOf(platform, 'TENTATIVE', waiting.waybillNo)
  const fuel = await idOf(platform, 'FUEL', settlementNum)
  const answer = async (client: Client, call: typeof getTentativeVoucher | typeof getOtherVoucher, id: string) =>
    (await client.ask(call, { id })).http
  expect(await answer(platform, getOtherVoucher, tentative)).toBe(404)
  expect(await answer(platform, getTentativeVoucher, fuel)).toBe(404)
  // the estimate is the house's own: neither company has a line on it
  for (const client of [carrier, shipper]) expect(await answer(client, getTentativeVoucher, tentative)).toBe(404)
  expect((await stranger.ask(getFuelCardVoucher, { id: fuel })).http).toBe(404)
  expect((await shipper.ask(getFuelCardVoucher, { id: fuel })).http).toBe(404)
  expect((await (await server.login('branch2')).ask(getTentativeVoucher, { id: tentative })).http).toBe(404)
  expect((await (await server.login('platform-ops')).ask(getOtherVoucher, { id: fuel })).http).toBe(403)
  expect((await platform.ask(getOtherVoucher, { id: v7() }, { raw: { id: 'x' } })).http).toBe(400)
})

test('papers are kept with a voucher of the branch one works for, and the carrier reads those of a deduction', async () => {
  const paper = {
    name: '磅单.pdf',
    type: 'application/pdf',
    bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  }
  const fuel = await idOf(platform, 'FUEL', settlementNum)
  const deduct = (await found(platform, 'DEDUCT', '')).at(-1)?.id ?? ''
  expect((await platform.ask(uploadVoucherFile, { id: fuel }, { files: [paper] })).envelope.message).toBe(
    '请使用分公司管理账号进行操作',
  )
  const inBranch = (of: string) => ({ raw: { branchCompanyId: demoCompanyId(of) }, files: [paper] })
  expect((await platform.ask(uploadVoucherFile, { id: fuel }, inBranch('branch2'))).http).toBe(404)
  expect((await carrier.ask(uploadVoucherFile, { id: deduct }, { files: [paper] })).http).toBe(403)
  await platform.send(uploadVoucherFile, { id: fuel }, inBranch('branch1'))
  await branch.send(uploadVoucherFile, { id: deduct }, { files: [paper] })
  const shown = await platform.send(getFuelCardVoucher, { id: fuel })
  expect(shown.files.map(file => file.name)).toEqual(['磅单.pdf'])
  expect(shown.log[0]).toMatchObject({ action: '上传附件' })
  expect((await carrier.send(getFuelCardVoucher, { id: fuel })).files).toEqual([])
  expect((await carrier.send(getDeductMoneyVoucher, { id: deduct })).files).toHaveLength(1)
})
