// Paying in an installation that is no demo and has no bank.
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { printYuan } from '@yunshu/domain/figures/money'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { q } from '../../db/tx.ts'
import { noticeMerchant, noticeSecret, signNotice } from '../../partners/notice.ts'
import { sheetOf, sheetWhen, signedWaybill, type People } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer({ DEMO: '0' })
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(() => server.stop())

test('the simulated bank paid real sheets: outside a demo paying by it is refused with one line, and the sheet stays as it was; files can be paid by everywhere', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
  const { settlementNum, version, due } = sheet
  expect(await people.finance.send(listPayChannels, {})).toEqual({
    channels: ['FILE', 'OFFLINE'],
    limits: [],
    silent: [],
  })
  for (const channel of ['SIM', 'BANK', 'TF'] as const) {
    const { envelope } = await people.finance.ask(paySettlement, { settlementNum, version, expectDue: due, channel })
    expect(envelope, channel).toMatchObject({
      code: 4001,
      message: expect.stringContaining('尚未开通') as string,
      data: { fields: { channel: '尚未开通' } },
    })
  }
  expect(await people.finance.send(getSettlement, { settlementNum })).toMatchObject({
    state: 'approved',
    version,
    payments: [],
  })
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'FILE' })
  expect(await people.finance.send(getSettlement, { settlementNum })).toMatchObject({
    state: 'paying',
    payments: [{ state: 'created', channel: 'FILE' }],
  })
})

test('a sheet on which nothing is left to pay needs no bank', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server, { deducted: 650_000 })).id], 'approved')
  const { settlementNum, version, due } = sheet
  expect(due).toBe(0)
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  expect((await people.finance.send(getSettlement, { settlementNum })).state).toBe('paid')
})

test('a notice of the simulated bank is heard in a demo alone, even rightly signed', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
  const { settlementNum, version, due } = sheet
  const { deps } = server.server
  // an order that was under way when the demo ended
  const open = vi.spyOn(deps.channels, 'of').mockReturnValue({
    key: 'SIM',
    send: async () => ({ state: 'processing' }),
    query: async () => ({ state: 'processing' }),
  })
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  const sent = await sheetWhen(people.finance, settlementNum, ({ payments }) => payments[0]?.state === 'sent')
  open.mockRestore()
  const { idem_key: orderNo } = await server.db(tx =>
    tx.one(q.selectFrom('payments').select('idem_key').where('settlement_id', '=', sheet.id)),
  )
  const body = JSON.stringify({
    eventId: `sim-${orderNo}`,
    merchant: noticeMerchant,
    orderNo,
    currency: 'CNY',
    amount: printYuan(due),
    result: 'success',
    bankSerial: 'SIM1',
  })
  const timestamp = String(Date.now())
  const signature = signNotice(noticeSecret(deps.fileSecret, 'SIM'), timestamp, Buffer.from(body))
  const { status } = await fetch(`${server.url}/partners/sim/notice`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Timestamp': timestamp, 'X-Signature': signature },
    body,
  })
  expect(status).toBe(404)
  expect(await people.finance.send(getSettlement, { settlementNum })).toMatchObject({
    state: 'paying',
    payments: [{ id: sent.payments[0]?.id, state: 'sent' }],
  })
})
