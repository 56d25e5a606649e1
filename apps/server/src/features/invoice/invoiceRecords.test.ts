// Records of invoices by hand, blue and red: each with its day and its file, which the second person sees.
import { applyInvoices, getInvoiceApp, issueInvoiceApp, reviewInvoiceApp } from '@yunshu/contract/invoice/application'
import { countInvoices, getInvoice, judgeRecordedInvoice, recordInvoice } from '@yunshu/contract/invoice/invoice'
import { applyRed, countReds, getRed, judgeRed, moveRed, recordRed } from '@yunshu/contract/invoice/red'
import { fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paper, startInvoiceWorld, titleOf, type InvoiceWorld } from '../../../../../tests/server/invoiceWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { until } from '../../../../../tests/server/until.ts'

let world: InvoiceWorld
beforeAll(async () => {
  world = await startInvoiceWorld()
})
afterAll(() => world.server.stop())

test('an invoice recorded by hand without its file is refused; the second person sees it, and another company nothing', async () => {
  const { server, shipper, finance, admin } = world
  const { id: waybillId } = await signedWaybill(server)
  const expectGross = fen(1_000_000)
  const titleId = await titleOf(shipper, '9007')
  const made = await shipper.send(applyInvoices, { ids: [waybillId], splitBy: 'NONE', titleId, expectGross })
  const { id: appId, version: first } = made
  const approved = await finance.send(reviewInvoiceApp, { id: appId, version: first, move: 'approve', expectGross })
  await finance.send(issueInvoiceApp, { id: appId, version: approved.version })
  const one = async () => (await finance.send(getInvoiceApp, { id: appId })).items[0]
  await until(async () => (await one())?.state === 'unknown')
  const { id, version, gross, tax } = await finance.send(getInvoice, { id: (await one())?.id ?? '' })
  const said = { id, version, gross, tax, invoiceNo: '26112000000000000555', issuedAt: Date.now() }
  const bare = await finance.ask(recordInvoice, said)
  expect([bare.http, bare.envelope.data]).toEqual([expect.any(Number), { fields: { files: expect.any(String) } }])
  expect((await finance.send(getInvoice, { id })).invoiceNo).toBeUndefined()
  const recorded = await finance.send(recordInvoice, said, paper)
  expect((await admin.send(getInvoice, { id })).files.map(file => [file.name, file.url !== ''])).toEqual([
    ['发票.png', true],
  ])
  // its tab is work of the second person alone
  const ownOf = async (client: typeof admin) => (await client.send(countInvoices, { text: said.invoiceNo })).own
  expect([(await ownOf(finance))?.['recorded'], (await ownOf(admin))?.['recorded']]).toEqual([1, 0])
  const stranger = await server.login('shipper2')
  expect((await stranger.ask(getInvoice, { id })).http).toBe(404)
  await admin.send(judgeRecordedInvoice, { ...recorded, move: 'confirm' })

  const issued = await finance.send(getInvoice, { id })
  const red = await finance.send(applyRed, {
    invoiceId: id,
    version: issued.version,
    reasonCode: '01',
    isUsed: false,
    lines: [{ n: 1, gross }],
  })
  const redsOf = async (client: typeof admin) => (await client.send(countReds, {})).own?.['asking']
  expect([await redsOf(finance), await redsOf(admin)]).toEqual([1, 0])
  const agreed = await admin.send(moveRed, { id: red.id, version: red.version, move: 'agreeAlone' })
  const redSaid = { id: red.id, version: agreed.version, redNo: '26112000000000000556', redAt: Date.now() }
  expect((await finance.ask(recordRed, redSaid)).envelope.data).toEqual({ fields: { files: expect.any(String) } })
  const noted = await finance.send(recordRed, redSaid, paper)
  const seen = await admin.send(getRed, { id: red.id })
  expect([seen.redAt, seen.files.map(file => file.name)]).toEqual([startOfDay(Date.now()), ['发票.png']])
  expect((await stranger.ask(getRed, { id: red.id })).http).toBe(404)
  await admin.send(judgeRed, { ...noted, move: 'confirm' })
})
