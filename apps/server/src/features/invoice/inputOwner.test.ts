// Input invoices that name their buyer, and those their sellers took back in red.
import type { Input } from '@yunshu/contract/call'
import {
  bindInputInvoice,
  getInputInvoice,
  listInputBuyers,
  moveInputInvoice,
  uploadInputInvoice,
} from '@yunshu/contract/invoice/input'
import { screens } from '@yunshu/contract/screens/screens'
import { fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesOf } from '../../../../../tests/server/messagesOf.ts'
import { startInvoiceWorld, type InvoiceWorld } from '../../../../../tests/server/invoiceWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoCreditCode } from '../../../demo/people.ts'

let world: InvoiceWorld
let server: TestServer
let shipper: Client, finance: Client, admin: Client, carrier: Client
beforeAll(async () => {
  world = await startInvoiceWorld()
  ;({ server, shipper, finance, admin, carrier } = world)
})
afterAll(() => server.stop())

const rows: InvoiceWorld['rows'] = text => world.rows(text)
const sumOf: InvoiceWorld['sumOf'] = (...of) => world.sumOf(...of)
const xmlOf: InvoiceWorld['xmlOf'] = over => world.xmlOf(over)
const uploaded: InvoiceWorld['uploaded'] = (...of) => world.uploaded(...of)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const step = (client: Client, at: { id: string; version: number }, move: 'verify' | 'tick') =>
  client.send(moveInputInvoice, { id: at.id, version: at.version, move })

test('[RT-21] an invoice its seller took back in red frees its waybills and gives its tax back, by another than who handed it in', async () => {
  const waybills = await Promise.all([0, 1].map(() => signedWaybill(server, { payable: 500_000, deducted: 0, oil: 0 })))
  const made = await uploaded()
  const verified = await step(finance, made, 'verify')
  const lines = waybills.map(({ id }) => ({ waybillId: id, amount: fen(500_000) }))
  const bound = await finance.send(bindInputInvoice, { id: made.id, version: verified.version, lines })
  const ticked = await step(finance, { id: made.id, version: bound.version }, 'tick')
  const taxes = async () => Promise.all(waybills.map(w => sumOf('2221.01', w)))
  expect((await taxes()).reduce((a, b) => a + b, 0)).toBe(82_569)
  const { invoiceNo } = await finance.send(getInputInvoice, { id: made.id })
  const redNo = `2622${invoiceNo.slice(4)}`
  const said = { id: made.id, version: ticked.version, move: 'reverse', reason: '税率开错', redNo } as const
  const ask = (client: Client, over: Partial<Input<typeof moveInputInvoice>> = {}) =>
    client.ask(moveInputInvoice, { ...said, ...over })
  expect((await ask(carrier)).envelope.code).toBe(problems['maker.checker'].code)
  expect((await ask(await server.login('carrier2'))).http).toBe(404)
  for (const [over, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ redNo: undefined }, 'redNo'],
    [{ redNo: invoiceNo }, 'redNo'],
  ] as const) {
    const refused = await ask(finance, over)
    expect([refused.http, Object.keys((refused.envelope.data as { fields: object }).fields)]).toEqual([400, [field]])
  }
  expect((await ask(finance, { version: 1 })).http).toBe(409)
  const both = await Promise.all([ask(finance), ask(admin)])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await taxes()).toEqual([0, 0])
  const shown = await carrier.send(getInputInvoice, { id: made.id })
  expect(shown).toMatchObject({ state: 'reversed', redNo, bound: 0, usedTax: 0, bindings: [], reason: '税率开错' })
  // the cost waits for the right invoice, which the same number is not
  expect((await carrier.ask(uploadInputInvoice, {}, { files: [xmlOf({ number: invoiceNo })] })).envelope.code).toBe(
    2758,
  )
  const right = await step(finance, await uploaded(), 'verify')
  await finance.send(bindInputInvoice, { id: right.id, version: right.version, lines })
  const again = await finance.ask(moveInputInvoice, { ...said, id: right.id, version: right.version + 1 })
  expect(JSON.stringify(again.envelope.data)).toContain(`是发票 ${invoiceNo} 用过的号码`)
  // handed in by the house, it is taken back by another of the house
  const typed = await uploaded(xmlOf(), finance)
  const checked = await step(admin, typed, 'verify')
  const own = { id: typed.id, version: checked.version, redNo: `${redNo.slice(0, 18)}77` }
  expect((await ask(finance, own)).envelope.code).toBe(problems['maker.checker'].code)
  expect((await ask(admin, own)).http).toBe(200)
  expect(await drift(server)).toEqual([])
})

test('[RT-21] an invoice names its buyer: a branch, or the head with the branch that bears it; a wrong one is said at its field', async () => {
  const files = [{ name: '发票.png', bytes: png }]
  let typed = 0
  const handIn = (said: { buyerTaxNo?: string; branchId?: string }, client = carrier) =>
    client.ask(
      uploadInputInvoice,
      {
        invoiceNo: `26115555555555555${String((typed += 1)).padStart(3, '0')}`,
        sellerName: '河北顺达运输有限公司',
        sellerTaxNo: demoCreditCode('carrier'),
        issuedAt: Date.now(),
        gross: fen(109_000),
        tax: fen(9_000),
        ...said,
      },
      { files },
    )
  const faults = ({ envelope }: Awaited<ReturnType<typeof handIn>>) =>
    (envelope.data as { fields?: Record<string, string> } | null)?.fields ?? {}
  const kept = async (answer: Awaited<ReturnType<typeof handIn>>) =>
    finance.send(getInputInvoice, { id: answer.data.id })
  expect(faults(await handIn({}))).toEqual({ buyerTaxNo: expect.stringContaining('不能为空') })
  expect(faults(await handIn({ buyerTaxNo: demoCreditCode('shipper') }))).toEqual({
    buyerTaxNo: expect.stringContaining('不是本公司'),
  })
  const [toBranch, toHead] = [demoCreditCode('branch1'), demoCreditCode('platform')]
  expect(await kept(await handIn({ buyerTaxNo: toBranch }))).toMatchObject({
    branchCompanyId: demoCompanyId('branch1'),
    buyerTaxNo: toBranch,
    buyerName: expect.stringContaining('分公司'),
  })
  // with one branch alone nobody is asked
  expect(await kept(await handIn({ buyerTaxNo: toHead }))).toMatchObject({
    branchCompanyId: demoCompanyId('branch1'),
  })
  const there = demoCompanyId('branch3')
  const { id } = await signedWaybill(server)
  await rows(`update waybills set branch_id = '${there}' where id = '${id}' returning id`)
  const xml = xmlOf({ buyerTaxNo: toHead })
  for (const unsaid of [
    await handIn({ buyerTaxNo: toHead }),
    await carrier.ask(uploadInputInvoice, {}, { files: [xml] }),
  ])
    expect(faults(unsaid)).toEqual({ branchId: expect.stringContaining('请选择承担成本的分公司') })
  expect(await kept(await handIn({ buyerTaxNo: toHead, branchId: there }))).toMatchObject({ branchCompanyId: there })
  const read = await carrier.ask(uploadInputInvoice, { branchId: there }, { files: [xml] })
  expect(await kept(read)).toMatchObject({ branchCompanyId: there, source: 'XML' })
  for (const branchId of [demoCompanyId('branch2'), demoCompanyId('shipper')])
    expect(faults(await handIn({ buyerTaxNo: toHead, branchId }))).toEqual({
      branchId: expect.stringContaining('没有这个分公司的运单'),
    })
  expect(faults(await handIn({ buyerTaxNo: toBranch, branchId: there }))).toEqual({
    branchId: expect.stringContaining('成本由它承担'),
  })
  const buyersOf = async (client: Client, sellerTaxNo?: string) =>
    (await client.send(listInputBuyers, { sellerTaxNo })).rows.map(({ companyId, isHead }) => [companyId, isHead])
  const own = [
    [demoCompanyId('branch1'), false],
    [there, false],
    [demoCompanyId('platform'), true],
  ]
  expect(new Set(await buyersOf(carrier))).toEqual(new Set(own))
  expect(await buyersOf(finance, demoCreditCode('carrier'))).toEqual(await buyersOf(carrier))
  expect(await buyersOf(finance)).toHaveLength(4)
  expect((await buyersOf(carrier)).at(-1)).toEqual([demoCompanyId('platform'), true])
  expect((await shipper.ask(listInputBuyers, {})).http).toBe(403)
})

test('[RT-21] the house hears of an invoice that was handed in, its supplier of one that was refused or taken back', async () => {
  const made = await uploaded()
  const { invoiceNo } = await carrier.send(getInputInvoice, { id: made.id })
  expect(await messagesOf(server, 'platform-finance')).toContainEqual({
    title: '进项发票待查验',
    path: `/${screens.QueryInvoiceInput.path}?text=${invoiceNo}`,
  })
  await finance.send(moveInputInvoice, { id: made.id, version: made.version, move: 'refuse', reason: '金额不符' })
  const titles = (await messagesOf(server, 'carrier')).map(({ title }) => title)
  expect(titles[0]).toBe('发票查验不符')
  expect(titles).toContain('发票已登记红冲')
  expect((await messagesOf(server, 'carrier2')).map(({ title }) => title)).not.toContain('发票查验不符')
})
