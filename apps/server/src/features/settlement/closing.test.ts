// The closing of a partly failed sheet over HTTP: asked for by one, agreed to by another, in the books only then.
import { listToday } from '@yunshu/contract/today'
import {
  askCloseSettlement,
  confirmCloseSettlement,
  refuseCloseSettlement,
  withdrawCloseSettlement,
} from '@yunshu/contract/settlement/closing'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FailureWorld } from '../../../../../tests/server/failureWorld.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { balances } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'

const world = new FailureWorld()
let admin: Client
beforeAll(async () => {
  await world.open()
  admin = await world.server.login('shipper')
})
afterAll(world.stop)

const reason = '司机账户有误'
async function sound(): Promise<void> {
  await world.assertSound()
  expect(await brokenInvariants(world.server)).toEqual([])
}
const closeWork = async (client: Client, settlementNum: string) =>
  (await client.send(listToday, {})).items.filter(({ kind, no }) => kind === 'closeSheet' && no === settlementNum)

test('nobody closes a sheet alone, whatever they may do; the books take it back when another agrees', async () => {
  const { bad, sheet } = await world.partlyPaid('carrier3', '王一人')
  const { maker, finance } = world.people
  const { settlementNum, version } = sheet
  const before = await balances(world.server)
  // finance may ask and may agree, and not both
  const wished = await finance.send(askCloseSettlement, { settlementNum, version, reason })
  const alone = { settlementNum, version: wished.version }
  expect((await finance.ask(confirmCloseSettlement, alone)).envelope.code).toBe(problems['maker.checker'].code)
  expect(await closeWork(finance, settlementNum)).toEqual([])
  await finance.send(withdrawCloseSettlement, alone)
  const asked = await maker.send(askCloseSettlement, { settlementNum, version: wished.version + 1, reason })
  const own = { settlementNum, version: asked.version }
  expect(await balances(world.server)).toEqual(before)
  expect(await world.read(sheet)).toMatchObject({ state: 'partial', awaits: { act: '确认关闭', isOwn: true } })
  // paid again it is not meanwhile, and asked for once
  for (const refused of [
    await world.people.maker.ask(makeFailureSettlement, own),
    await world.people.maker.ask(askCloseSettlement, { ...own, reason }),
  ])
    expect(refused.envelope.code).toBe(problems['settlement.closing'].code)

  expect(await closeWork(world.people.finance, settlementNum)).toMatchObject([{ kind: 'closeSheet' }])
  // a person without the right to pay does not agree
  expect((await world.people.maker.ask(confirmCloseSettlement, own)).envelope.code).toBe(4030)
  const both = await Promise.all([1, 2].map(() => world.people.finance.ask(confirmCloseSettlement, own)))
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect(await world.read(sheet)).toMatchObject({ state: 'closed' })
  expect(await world.waybill(bad)).toMatchObject({ settle_state: 'unsettled' })
  expect(await closeWork(world.people.finance, settlementNum)).toEqual([])
  await sound()
})

test('a closing is sent back with a reason, or taken back by the one who asked; the sheet is paid again then', async () => {
  const { sheet } = await world.partlyPaid('carrier4', '李退回')
  const { settlementNum } = sheet
  const on = async () => ({ settlementNum, version: (await world.read(sheet)).version })
  expect((await world.people.finance.ask(confirmCloseSettlement, await on())).envelope.code).toBe(
    problems['settlement.notClosing'].code,
  )
  await world.people.maker.send(askCloseSettlement, { ...(await on()), reason })
  await world.people.finance.send(refuseCloseSettlement, { ...(await on()), reason: '先更正账户' })
  await world.people.maker.send(askCloseSettlement, { ...(await on()), reason })
  expect((await admin.ask(withdrawCloseSettlement, await on())).envelope.code).toBe(
    problems['settlement.notAsker'].code,
  )
  await world.people.maker.send(withdrawCloseSettlement, await on())
  expect((await world.again(sheet)).state).toBe('draft')
  await sound()
})

test('money that comes late while the closing waits is the payment: nothing is left to close', async () => {
  const { sheet } = await world.partlyPaid('carrier5', '赵迟到')
  const { settlementNum, version } = sheet
  await world.people.maker.send(askCloseSettlement, { settlementNum, version, reason })
  await world.bankSays(sheet, '赵迟到', 'success')
  const held = await world.read(sheet)
  expect(
    (await world.people.finance.ask(confirmCloseSettlement, { settlementNum, version: held.version })).envelope.code,
  ).toBe(problems['payment.exception'].code)
  await world.agreePaid(sheet)
  const paid = await world.read(sheet)
  expect(paid.state).toBe('paid')
  // sent back by the bank later it is a sheet nobody asked to close
  await world.bankSays(sheet, '赵迟到', 'returned')
  const back = await world.read(sheet)
  expect([back.state, back.moves.includes('confirmClose')]).toEqual(['partial', false])
  await sound()
})
