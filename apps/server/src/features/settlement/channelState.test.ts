// Channels as they are: the largest amount of one order is told and kept to, and one that gives no answer is said to be
// silent: orders wait with us until it answers.
import { getSettlement, makeSettlement, paySettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import { movePayAnswer, readPayAnswer } from '@yunshu/contract/payFile/payAnswer'
import { listPayFileCandidates, listPayFileTemplates, makePayFile, movePayFile } from '@yunshu/contract/payFile/payFile'
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { printYuan } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { silence } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { drift, sheetOf, sheetWhen, signedWaybill, type People } from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import type { PayResult } from '../../partners/channel.ts'
import { runPayments } from './settlement.jobs.ts'

let server: TestServer
let people: People
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const large = { payable: 600_000_000, shipperFreight: 620_000_000, deducted: 0, oil: 0 }

test('an order larger than a channel takes is refused with its limit, at the field; one without a limit takes it', async () => {
  const { settlementNum, version, due } = await sheetOf(people, [(await signedWaybill(server, large)).id], 'approved')
  const pay = (channel: 'SIM' | 'FILE') =>
    people.finance.ask(paySettlement, { settlementNum, version, expectDue: due, channel })
  const refused = await pay('SIM')
  expect([refused.http, refused.envelope.message]).toEqual([
    400,
    expect.stringMatching(/单笔最高 5,000,000.00 元.*请改用银行批量文件/),
  ])
  expect(refused.envelope.data).toMatchObject({
    fields: { channel: expect.stringContaining('6,000,000.00') as string },
  })
  expect(await people.finance.send(getSettlement, { settlementNum })).toMatchObject({ state: 'approved', payments: [] })
  expect(await drift(server)).toEqual([])
  expect((await pay('FILE')).envelope.code).toBe(0)
  // by two people it is carried to the bank, whose answer pays it
  const [admin, finance] = [await server.login('admin'), await server.login('platform-finance')]
  const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
  const { rows } = await admin.send(listPayFileCandidates, { limit: 100 })
  const order = rows.filter(({ amount }) => amount === due)
  expect(order).toHaveLength(1)
  const { rows: templates } = await admin.send(listPayFileTemplates, {})
  const made = { templateId: templates[0]?.id ?? '', paymentIds: order.map(({ id }) => id), expectAmount: due }
  const file = await admin.send(makePayFile, made, inBranch)
  await finance.send(movePayFile, { id: file.id, version: file.version, move: 'release', expectAmount: due })
  const lines = [
    '支付任务号,金额,结果,银行流水号,失败原因',
    ...order.map(({ taskNo, amount }) => `${taskNo},${printYuan(amount)},成功,LARGE-1,`),
    `合计,${printYuan(due)},,,`,
  ]
  const bytes = Buffer.from(lines.join('\r\n'))
  const answer = await admin.send(
    readPayAnswer,
    { id: file.id },
    { ...inBranch, files: [{ name: '回盘.csv', type: 'text/csv', bytes }] },
  )
  await finance.send(movePayAnswer, { id: answer.id, version: answer.version, move: 'apply', expectRows: answer.good })
  expect((await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid')).payments).toMatchObject([
    { state: 'success', amount: due },
  ])
  expect(await drift(server)).toEqual([])
})

test('a sheet no channel of the installation can pay is refused when it is submitted', async () => {
  const { channels } = server.server.deps
  const { keys } = channels
  Object.assign(channels, { keys: ['SIM'] })
  try {
    const draft = await people.maker.send(makeSettlement, { waybillIds: [(await signedWaybill(server, large)).id] })
    const { settlementNum, version } = draft
    const { envelope } = await people.maker.ask(submitSettlement, { settlementNum, version })
    expect([envelope.code, envelope.message]).toEqual([
      problems['payment.overLimit'].code,
      expect.stringMatching(/6,000,000.00.*5,000,000.00/),
    ])
    expect((await people.maker.send(getSettlement, { settlementNum })).state).toBe('draft')
  } finally {
    Object.assign(channels, { keys })
  }
})

test('a channel that answers nobody is said to be silent since its last answer; orders stay with us, and leave when it answers again', async () => {
  const { deps, signs } = server.server
  const gate: { answer: PayResult | undefined } = { answer: undefined }
  const talk = async (): Promise<PayResult> => gate.answer ?? { state: 'unknown' }
  const sent: string[] = []
  const silent = async () => {
    await signs.written()
    return (await people.finance.send(listPayChannels, {})).silent
  }
  const pay = async (): Promise<string> => {
    const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
    const { settlementNum, version, due } = sheet
    await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
    return settlementNum
  }
  const stateOf = (settlementNum: string, state: string) =>
    sheetWhen(people.finance, settlementNum, ({ payments }) => payments[0]?.state === state)
  const makeDue = () =>
    server.db(tx => tx.run(q.updateTable('payments').set({ next_at: 0 }).where('next_at', 'is not', null)))

  // an answer before, so that since when is known
  await stateOf(await pay(), 'success')
  expect(await silent()).toEqual([])
  const channel = {
    key: 'SIM' as const,
    send: async (order: { idemKey: string }) => {
      sent.push(order.idemKey)
      return watched()
    },
    query: () => watched(),
  }
  const watched = async (): Promise<PayResult> => {
    const result = await talk()
    if (result.state === 'unknown') signs.failed('SIM', '付款', '没有应答')
    else signs.succeeded('SIM')
    return result
  }
  const open = vi.spyOn(deps.channels, 'of').mockReturnValue(channel)
  try {
    const lost: string[] = []
    for (let n = 0; n < silence.orders; n++) {
      expect(await silent(), 'one order without an answer says little of a channel').toEqual([])
      lost.push(await pay())
      await stateOf(lost.at(-1) ?? '', 'unknown')
    }
    expect(await silent()).toEqual([{ channel: 'SIM', answeredAt: expect.any(Number) as number }])
    const waiting = await pay()
    await makeDue()
    // a slow system: they are asked about again in vain long after the last sign was written
    const earlier = 'update partner_signs set succeeded_at = succeeded_at - 5000, failed_at = failed_at - 5000'
    await server.db(tx => tx.run(sql`${sql.raw(earlier)}`.compile(q)))
    await runPayments(deps)
    expect(sent, 'the fourth order does not leave').toHaveLength(silence.orders)
    await stateOf(waiting, 'created')
    expect(await silent()).toHaveLength(1)
    // after a while one is sent to see whether it answers
    await server.db(tx => tx.run(q.updateTable('payments').set({ sent_at: 1 }).where('state', '=', 'unknown')))
    await makeDue()
    gate.answer = { state: 'processing' }
    await runPayments(deps)
    expect(sent).toHaveLength(silence.orders + 1)
    expect(await silent(), 'one answer ends it').toEqual([])
    expect(await drift(server)).toEqual([])
  } finally {
    open.mockRestore()
  }
})
