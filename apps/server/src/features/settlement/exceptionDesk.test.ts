// The desk of payment exceptions: counters are rows, every word of the bank about an order stands in time, papers of proof
// are kept while it waits, and two people end it.
import type { Input } from '@yunshu/contract/call'
import {
  confirmException,
  countMoneyExceptions,
  getMoneyException,
  listMoneyExceptions,
  proposeException,
  uploadExceptionProof,
} from '@yunshu/contract/settlement/moneyException'
import { moneyExceptionStates } from '@yunshu/domain/settlement/channelFacts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { deliverNotice, waitingSheet } from '../../../../../tests/server/noticeWorld.ts'
import { drift, payTo, sheetWhen, type People } from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
let platform: Client
let letJobsRun: () => Promise<void>
let settlementNum = ''
const slip = {
  name: '银行回单.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
}
beforeAll(async () => {
  server = await startTestServer()
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  platform = await server.login('platform-finance')
  await payTo(server, 'carrier', '6222020000009005')
  const { sheet, notice } = await waitingSheet(server, people)
  ;({ settlementNum } = sheet)
  await deliverNotice(server, { ...notice, result: 'failed', reason: '户名不符', eventId: 'desk-failure' })
  await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'partial')
  await deliverNotice(server, notice)
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const listed = async (client: Client, input: Input<typeof listMoneyExceptions> = {}) =>
  (await client.send(listMoneyExceptions, { limit: 100, ...input })).rows
const only = async () => {
  const [row] = await listed(people.finance)
  if (row === undefined) throw new Error('no exception')
  return row
}

test('counters are rows under every filter, and a stranger sees neither', async () => {
  const filters: Input<typeof countMoneyExceptions>[] = [
    {},
    { kind: 'LATE_SUCCESS' },
    { kind: 'AMOUNT_DIFF' },
    { text: settlementNum },
    { text: 'nothing of the kind' },
    { from: Date.now() + 60_000 },
    { settlementNum },
  ]
  const sizes: number[] = []
  for (const filter of filters) {
    const { state } = await people.finance.send(countMoneyExceptions, filter)
    for (const name of Object.keys(moneyExceptionStates.states) as (keyof typeof moneyExceptionStates.states)[])
      expect(state[name]).toBe((await listed(people.finance, { ...filter, state: name })).length)
    sizes.push((await listed(people.finance, filter)).length)
  }
  expect(sizes).toEqual([1, 1, 0, 1, 0, 0, 1])
  const { id } = await only()
  for (const account of ['shipper2', 'branch2', 'carrier-finance']) {
    const stranger = await server.login(account)
    expect(await listed(stranger)).toEqual([])
    expect((await stranger.ask(getMoneyException, { id })).http).toBe(404)
  }
  const { client } = await addColleague(server, {
    account: 'no-settlement',
    company: 'shipper',
    permits: ['waybill.view'],
    dataScope: 'COMPANY',
  })
  for (const call of [listMoneyExceptions, countMoneyExceptions]) expect((await client.ask(call, {})).http).toBe(403)
})

test('the record tells every word about the order in time, also those that agreed with the books', async () => {
  const { id } = await only()
  const { facts, log, kind } = await people.finance.send(getMoneyException, { id })
  expect(kind).toBe('LATE_SUCCESS')
  const said = facts.filter(({ source }) => source === 'NOTICE')
  expect(said.map(fact => [fact.kind, fact.verdict, fact.isAbout])).toEqual([
    ['FAILED', 'APPLIED', false],
    ['SUCCESS', 'EXCEPTION', true],
  ])
  expect(log.length).toBeGreaterThan(0)
})

test('proof is kept by who may pay while it waits, seen by payer and house, and two people end the exception', async () => {
  const { id, version } = await only()
  expect((await people.maker.ask(uploadExceptionProof, { id }, { files: [slip] })).http).toBe(403)
  expect(
    (await (await server.login('branch2')).ask(uploadExceptionProof, { id }, { files: [slip] })).envelope.code,
  ).not.toBe(0)
  expect((await people.finance.ask(uploadExceptionProof, { id }, { files: [] })).envelope.code).not.toBe(0)
  await people.finance.send(uploadExceptionProof, { id }, { files: [slip] })
  for (const client of [people.finance, platform])
    expect((await client.send(getMoneyException, { id })).files.map(({ name }) => name)).toEqual(['银行回单.pdf'])
  const proposed = await people.finance.send(proposeException, { id, version, outcome: 'paid', reason: '见银行回单' })
  expect((await people.finance.ask(confirmException, proposed)).envelope.code).not.toBe(0)
  // two at once: one of them ends it
  const answers = await Promise.all([
    platform.ask(confirmException, proposed),
    platform.ask(confirmException, proposed),
  ])
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect((await people.finance.send(countMoneyExceptions, {})).state).toEqual({ open: 0, proposed: 0, resolved: 1 })
  const late = await people.finance.ask(uploadExceptionProof, { id }, { files: [slip] })
  expect(late.envelope.message).toContain('已处理')
  expect(await drift(server)).toEqual([])
})
