// Credit over HTTP: what is left is prepaid money and limit less what is owed and under way; an appointment beyond it is
// refused, and sixty-four at once on credit for one make one. A refund leaves it at once, and takes three people.
import { appoint } from '@yunshu/contract/task/task'
import { getCredit, getOwnCredit, listCredits, setCredit } from '@yunshu/contract/credit/credit'
import { listFlowAccounts, sumFlow } from '@yunshu/contract/voucher/flow'
import {
  askRefund,
  countRefunds,
  getRefund,
  getRefundable,
  listRefunds,
  moveRefund,
  payRefund,
} from '@yunshu/contract/refund/refund'
import {
  claimRemittance,
  confirmRemittance,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { drift, openFunds, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { untilServed } from '../../../../../tests/server/untilServed.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { cancelParts } from '../part/parts.commands.ts'
import { postUnsigned } from '../voucher/books.commands.ts'

let world: FreightWorld
let finance: Client
beforeAll(async () => {
  world = await startFreightWorld()
  finance = await world.server.login('platform-finance')
})
afterAll(() => world.stop())

const id = demoCompanyId('shipper')
const freight = 938_272
const creditOf = async () => (await finance.send(listCredits, { ids: [id] })).rows[0]
const allow = async (limit: number, blocks = true): Promise<void> => {
  const seen = (await creditOf())?.version ?? 0
  await finance.send(setCredit, { id, seen, creditLimit: fen(limit), blocks, reason: '年度合同' })
}
/** A limit of which so much is left now. */
const leave = async (left: number, blocks = true): Promise<void> => {
  const { prepaid = 0, owed = 0, reserved = 0 } = (await creditOf()) ?? {}
  await allow(left - prepaid + owed + reserved, blocks)
}
interface Wish {
  readonly taskId: string
  readonly vehicleId: string
  readonly driverId: string
}
/** Tasks of one truck each, with their trucks. */
async function wishes(count: number): Promise<Wish[]> {
  const fleet = await world.trucks(count)
  const made: Wish[] = []
  for (const { vehicleId, driverId } of fleet)
    made.push({ taskId: (await world.task({ totalQty: 1 })).taskId, vehicleId, driverId })
  return made
}
/** Answers the code. */
async function dispatch({ taskId, vehicleId, driverId }: Wish): Promise<number> {
  const line = { vehicleId, driverId, qty: 1, weightG: grams(32_000_000) }
  const ask = () => world.as('carrier').ask(appoint, { taskId, version: 2, lines: [line] })
  return (await untilServed(ask)).envelope.code
}

describe('credit', () => {
  test('nothing is held to before a limit is set; then each waybill takes its estimate, and what passes is refused without figures for the carrier', async () => {
    const [a, b, c] = await wishes(3)
    if (!a || !b || !c) throw new Error('no tasks')
    expect(await world.as('shipper').send(getOwnCredit, {})).toMatchObject({ mode: 'none' })
    expect(await dispatch(a)).toBe(0)
    await leave(freight + 5)
    expect(await creditOf()).toMatchObject({ mode: 'block', available: freight + 5, reserved: freight })
    expect(await dispatch(b)).toBe(0)
    expect((await world.as('shipper').send(getOwnCredit, {})).available).toBe(5)
    const line = { vehicleId: c.vehicleId, driverId: c.driverId, qty: 1, weightG: grams(32_000_000) }
    const said = async (who: 'carrier' | 'admin') =>
      (await world.as(who).ask(appoint, { taskId: c.taskId, version: 2, lines: [line] })).envelope.message
    expect(await said('carrier')).toBe('货主可用额度不足，暂不能派车，请联系货主充值')
    expect(await said('admin')).toBe('货主可用额度不足，暂不能派车，请联系货主充值（可用 0.05 元，需 9,382.72 元）')
    // warned of alone, it is not refused
    await leave(5, false)
    expect(await dispatch(c)).toBe(0)
    expect(await creditOf()).toMatchObject({ stage: 'over', available: 5 - freight })
  })

  test('sixty-four appointments at once on credit for one: one waybill; where nothing is refused, all of eight', async () => {
    const many = await wishes(64)
    await leave(freight)
    const codes = await Promise.all(many.map(dispatch))
    expect(codes.filter(code => code === 0)).toHaveLength(1)
    expect(new Set(codes.filter(code => code !== 0))).toEqual(new Set([3501]))
    expect(await creditOf()).toMatchObject({ available: 0 })
    // the control: the same race with nothing to wait for
    await leave(freight, false)
    const losers = many.filter((_, n) => codes[n] !== 0).slice(0, 8)
    expect(await Promise.all(losers.map(dispatch))).toEqual(losers.map(() => 0))
  })

  test('two people who set a limit at once do not overwrite each other; others neither see nor set it', async () => {
    const seen = (await creditOf())?.version ?? 0
    const wish = { id, seen, creditLimit: fen(1_000_000), blocks: true, reason: '评审' }
    const both = await Promise.all([finance.ask(setCredit, wish), world.as('admin').ask(setCredit, wish)])
    expect(both.map(each => each.http).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { log } = await finance.send(getCredit, { id })
    expect(log[0]).toMatchObject({ action: '设置信用额度' })
    for (const who of ['shipper-finance', 'carrier'] as const)
      expect((await world.as(who).ask(setCredit, wish)).envelope.code).not.toBe(0)
    expect((await world.as('carrier').ask(getOwnCredit, { shipperId: id })).envelope.code).not.toBe(0)
    const much = await finance.ask(setCredit, { ...wish, seen: seen + 1, creditLimit: fen(100_000_000_001) })
    expect([much.http, JSON.stringify(much.envelope)]).toEqual([400, expect.stringContaining('不能超过')])
  })
})

describe('a refund', () => {
  let serials = 0
  const serial = (): string => `XY${String((serials += 1))}`
  /** Prepaid money of the shipper, from an account of its own. */
  async function prepaid(amount: number, payerAccount = '6222020012345678'): Promise<{ id: string; version: number }> {
    const branch = world.as('branch')
    const slip = { payerName: '货主', payerAccount, amount: fen(amount), date: Date.now() }
    const { id: of, version } = await branch.send(recordRemittance, { ...slip, serial: serial() }, withSlip())
    const confirmed = await finance.send(confirmRemittance, { id: of, version, expectAmount: fen(amount) })
    return finance.send(claimRemittance, {
      id: of,
      version: confirmed.version,
      shipperId: id,
      expectAmount: fen(amount),
    })
  }
  const undo = (money: { id: string; version: number }) =>
    finance.ask(moveRemittance, { id: money.id, version: money.version, move: 'unclaim', reason: '认错了' })
  const shipper = () => world.as('shipper-finance')
  const ask = (amount: number, accountId: string) => ({ amount: fen(amount), accountId, reason: '合同结束' })
  const balance = async (account: string): Promise<number> =>
    (
      await world.server.db(tx =>
        tx.one(
          sql<{ n: number }>`select coalesce(sum(credit_fen - debit_fen), 0)::bigint as n from account_balances
            where account = ${account} and party_id = ${id}::uuid`.compile(q),
        ),
      )
    ).n
  /** The shipper owes nothing afterwards. */
  async function payArrears(): Promise<void> {
    const owed = -(await balance('1122.01'))
    if (owed > 0) await prepaid(owed)
  }

  /** Refunds in a state that wait for another person than this one. */
  const leftBy = async (client: Client, state: string) => (await client.send(countRefunds, {})).own?.[state]

  beforeAll(() => leave(1_000_000_000))
  test('is asked by the shipper of what is free, agreed to by one person and sent by another, under a number that stands once', async () => {
    await openFunds(world.server)
    await prepaid(100_000)
    const { free, accounts } = await shipper().send(getRefundable, {})
    expect([free, accounts[0]]).toMatchObject([100_000, { source: 'ORIGIN', accountNo: '****5678' }])
    const origin = accounts[0]?.id ?? ''
    const short = await shipper().ask(askRefund, ask(100_001, origin))
    expect(short.envelope.message).toBe('可退的预收款只有 1,000.00 元')
    expect((await shipper().ask(askRefund, ask(1, demoCompanyId('shipper2')))).http).toBe(400)
    // of eight at once for all of it, one is taken
    const asked = await Promise.all(Array.from({ length: 8 }, () => shipper().ask(askRefund, ask(100_000, origin))))
    expect(asked.filter(each => each.envelope.code === 0)).toHaveLength(1)
    const [row] = (await shipper().send(listRefunds, {})).rows
    const seen = { id: row?.id ?? '', version: row?.version ?? 0 }
    expect([await balance('2205.01'), await balance('2241.04')]).toEqual([0, 100_000])
    expect((await world.as('shipper2').ask(getRefund, { id: seen.id })).http).toBe(404)
    // the shipper sees its money where it lies meanwhile, and nobody else's
    const under = async (client: Client) => (await client.send(sumFlow, { account: '2241.04' })).closing
    expect([await under(shipper()), await under(await world.server.login('shipper2-finance'))]).toEqual([100_000, 0])
    const told = (await shipper().send(listFlowAccounts, {})).rows
    expect(told.find(({ account }) => account === '2241.04')?.balance).toBe(100_000)
    // it pays nothing while it is asked back
    const waybill = await signedWaybill(world.server, { shipperFreight: 30_000 })
    expect(await balance('1122.01')).toBe(-30_000)
    const agreed = await finance.send(moveRefund, { ...seen, move: 'approve' })
    // the tab of what is to be sent is no work of who agreed
    expect([await leftBy(finance, 'approved'), await leftBy(world.as('admin'), 'approved')]).toEqual([1, 0])
    // its sender is told the whole account, and nobody else
    const look = { kind: 'refund', id: seen.id, field: 'accountNo' } as const
    expect((await world.as('admin').send(revealNumber, look)).value).toMatch(/^\d+5678$/)
    expect((await shipper().ask(revealNumber, look)).http).toBe(403)
    const pay = { id: seen.id, version: agreed.version, expectAmount: fen(100_000) }
    expect((await finance.ask(payRefund, { ...pay, serial: serial() })).envelope).toMatchObject({
      code: 3590,
      message: '退款是您同意的，须由另一人在银行退款并确认',
    })
    const wrong = await world.as('admin').ask(payRefund, { ...pay, expectAmount: fen(1) as Fen, serial: serial() })
    expect(wrong.http).toBe(400)
    const tomorrow = Date.now() + 86_400_000
    expect((await world.as('admin').ask(payRefund, { ...pay, serial: serial(), date: tomorrow })).http).toBe(400)
    const number = serial()
    const both = await Promise.all([1, 2].map(() => world.as('admin').ask(payRefund, { ...pay, serial: number })))
    expect(both.filter(each => each.envelope.code === 0)).toHaveLength(1)
    expect(await finance.send(getRefund, { id: seen.id })).toMatchObject({ state: 'paid', serial: number, moves: [] })
    expect([await balance('2205.01'), await balance('2241.04')]).toEqual([0, 0])
    expect(await drift(world.server)).toEqual([])
    expect(waybill.waybillNo).not.toBe('')
  })

  test('that is taken back or rejected is prepaid again, and pays what has fallen due meanwhile', async () => {
    await prepaid(50_000)
    const { free, accounts } = await shipper().send(getRefundable, {})
    // 300.00 were owed, which the money paid as it came
    expect(free).toBe(20_000)
    const other = accounts.find(({ source }) => source === 'REGISTERED')?.id ?? ''
    const mine = await shipper().send(askRefund, ask(20_000, other))
    await signedWaybill(world.server, { shipperFreight: 5_000 })
    expect(await balance('1122.01')).toBe(-5_000)
    // another account than the money came from takes the administrator
    const seen = { id: mine.id, version: mine.version }
    expect([await leftBy(finance, 'asked'), await leftBy(world.as('admin'), 'asked')]).toEqual([1, 0])
    expect((await finance.ask(moveRefund, { ...seen, move: 'approve' })).envelope.code).toBe(3512)
    expect((await finance.ask(moveRefund, { ...seen, move: 'reject' })).http).toBe(400)
    const agreed = await world.as('admin').send(moveRefund, { ...seen, move: 'approve' })
    await shipper().send(moveRefund, { id: mine.id, version: agreed.version, move: 'withdraw' })
    expect([await balance('1122.01'), await balance('2205.01'), await balance('2241.04')]).toEqual([0, 15_000, 0])
    expect(await drift(world.server)).toEqual([])
  })

  test('has taken the money with it: the claim behind it is not taken back, and one number pays one of many at once', async () => {
    const branch = world.as('branch')
    const slip = { payerName: '货主', payerAccount: '6222020012345678', amount: fen(90_000), date: Date.now() }
    const { id: of, version } = await branch.send(recordRemittance, { ...slip, serial: serial() }, withSlip())
    const confirmed = await finance.send(confirmRemittance, { id: of, version, expectAmount: fen(90_000) })
    const whose = { id: of, version: confirmed.version, shipperId: id, expectAmount: fen(90_000) }
    const claimed = await finance.send(claimRemittance, whose)
    const { free, accounts } = await shipper().send(getRefundable, {})
    const origin = accounts[0]?.id ?? ''
    const parts = [free - 7, 1, 1, 1, 1, 1, 1, 1]
    const asked = await Promise.all(parts.map(amount => shipper().send(askRefund, ask(amount, origin))))
    const back = { id: of, version: claimed.version, move: 'unclaim', reason: '认错了' } as const
    const kept = await finance.ask(moveRemittance, back)
    expect(kept.envelope).toMatchObject({ code: 2703, message: expect.stringContaining('已申请退款或已退回') })
    expect(await balance('2205.01')).toBe(0)
    const agreed = await Promise.all(
      asked.map(each => finance.send(moveRefund, { id: each.id, version: each.version, move: 'approve' })),
    )
    const number = serial()
    const paid = await Promise.all(
      agreed.map((each, n) => {
        const pay = { id: each.id, version: each.version, expectAmount: fen(parts[n] ?? 0) }
        return world.as('admin').ask(payRefund, { ...pay, serial: n % 2 === 0 ? number : number.toLowerCase() })
      }),
    )
    expect(paid.map(each => each.envelope.code).toSorted((a, b) => a - b)).toEqual([
      0,
      ...parts.slice(1).map(() => 2701),
    ])
    const rest = agreed.filter((_, n) => paid[n]?.envelope.code !== 0)
    for (const each of rest) await shipper().send(moveRefund, { id: each.id, version: each.version, move: 'withdraw' })
    expect(await balance('2241.04')).toBe(0)
    expect(await drift(world.server)).toEqual([])
  })

  test('keeps the claim it rests on, whatever other money has paid before; money that came later is taken back', async () => {
    await signedWaybill(world.server, { shipperFreight: 60_000 })
    await prepaid(60_000)
    const first = await prepaid(45_000)
    const { free, accounts } = await shipper().send(getRefundable, {})
    const asked = await shipper().send(askRefund, ask(free - 10_000, accounts[0]?.id ?? ''))
    const owed = await balance('1122.01')
    expect((await undo(first)).envelope).toMatchObject({ code: 2703, message: expect.stringContaining(' 100.00 元') })
    const second = await prepaid(45_000)
    expect((await undo(first)).envelope.code).toBe(2703)
    expect((await undo(second)).envelope.code).toBe(0)
    expect([await balance('1122.01'), await balance('2205.01')]).toEqual([owed, 10_000])
    // money that paid a waybill before the other was asked back opens that waybill alone
    const third = await prepaid(20_000)
    await signedWaybill(world.server, { shipperFreight: 30_000 })
    expect((await undo(third)).envelope.code).toBe(0)
    expect([await balance('1122.01'), await balance('2205.01')]).toEqual([owed - 20_000, 0])
    // nothing is asked back any more: the claim goes
    await shipper().send(moveRefund, { id: asked.id, version: asked.version, move: 'withdraw' })
    expect((await undo(first)).envelope.code).toBe(0)
    expect(await drift(world.server)).toEqual([])
  })

  test('takes older money first, which a waybill voided after the claim gives back: the claim is taken back whole', async () => {
    await payArrears()
    const spare = await balance('2205.01')
    const [first, second] = [10_000 + spare, 25_000]
    await prepaid(10_000)
    const older = await signedWaybill(world.server, { shipperFreight: first })
    const wrong = await prepaid(second)
    await signedWaybill(world.server, { shipperFreight: second })
    expect([await balance('1122.01'), await balance('2205.01')]).toEqual([0, 0])
    const branchId = demoCompanyId('branch1')
    await asSystem(world.server.server.deps, async ctx => {
      await cancelParts(ctx, older.id)
      await postUnsigned(ctx, { ...older, branchId })
    })
    expect(await balance('2205.01')).toBe(first)
    const { accounts } = await shipper().send(getRefundable, {})
    const asked = await shipper().send(askRefund, ask(first, accounts[0]?.id ?? ''))
    // the money that is asked back is the older waybill’s; that of the claim stands on the second
    expect((await undo(wrong)).envelope.code).toBe(0)
    expect([await balance('1122.01'), await balance('2205.01')]).toEqual([-second, 0])
    await shipper().send(moveRefund, { id: asked.id, version: asked.version, move: 'withdraw' })
    expect(await drift(world.server)).toEqual([])
    await payArrears()
  })

  test('goes to no account that is the shipper’s no more: neither agreed to nor sent, it is rejected or taken back', async () => {
    await prepaid(9_000)
    const wrong = await prepaid(8_000, '6222020087650000')
    const accountOf = async (isMeant: (each: { source: string; accountNo: string }) => boolean) =>
      (await shipper().send(getRefundable, {})).accounts.find(isMeant)?.id ?? ''
    const origin = await accountOf(({ accountNo }) => accountNo.endsWith('0000'))
    const registered = await accountOf(({ source }) => source === 'REGISTERED')
    const [one, two, three] = [
      await shipper().send(askRefund, ask(1_000, origin)),
      await shipper().send(askRefund, ask(1_000, origin)),
      await shipper().send(askRefund, ask(1_000, registered)),
    ]
    const agreed = await finance.send(moveRefund, { id: one.id, version: one.version, move: 'approve' })
    expect((await undo(wrong)).envelope.code).toBe(0)
    const gone = {
      code: 3591,
      message: '收款账户已不是货主的登记账户或付款账户，不能退款，请驳回，由货主重新选择账户申请',
    }
    const pay = { id: one.id, version: agreed.version, expectAmount: fen(1_000), serial: serial() }
    expect((await world.as('admin').ask(payRefund, pay)).envelope).toMatchObject(gone)
    const approve = (who: Client, { id: of, version }: { id: string; version: number }) =>
      who.ask(moveRefund, { id: of, version, move: 'approve' })
    expect((await approve(finance, two)).envelope).toMatchObject(gone)
    const remove = (at: number | null) =>
      world.server.db(tx =>
        tx.run(
          sql`update company_accounts set removed_at = ${at}, is_default = ${at === null} where id = ${registered}::uuid`.compile(
            q,
          ),
        ),
      )
    await remove(1)
    expect((await approve(world.as('admin'), three)).envelope).toMatchObject(gone)
    await remove(null)
    await finance.send(moveRefund, { id: one.id, version: agreed.version, move: 'reject', reason: '账户不对' })
    for (const each of [two, three])
      await shipper().send(moveRefund, { id: each.id, version: each.version, move: 'withdraw' })
    expect(await balance('2241.04')).toBe(0)
    expect(await drift(world.server)).toEqual([])
  })

  test('takes no money that waybills under way rely on where the shipper is refused beyond its credit; an appointment and a refund of the same money at once: one', async () => {
    await prepaid(100_000)
    await leave(30_000)
    const { free, held, accounts } = await shipper().send(getRefundable, {})
    expect(free).toBe(30_000)
    const whole = free + held
    const origin = accounts[0]?.id ?? ''
    const short = await shipper().ask(askRefund, ask(30_001, origin))
    expect(short.envelope).toMatchObject({
      code: 3513,
      message: expect.stringMatching(/^可退的预收款只有 300\.00 元：另有 [\d,.]+ 元为在途运单占用/) as string,
    })
    // warned of alone, nothing is held
    await leave(30_000, false)
    expect(await shipper().send(getRefundable, {})).toMatchObject({ free: whole, held: 0 })
    // money for one waybill: it leaves, or a truck does
    await prepaid(freight)
    const [wish] = await wishes(1)
    if (!wish) throw new Error('no task')
    await leave(freight)
    const [truck, back] = await Promise.all([dispatch(wish), shipper().ask(askRefund, ask(freight, origin))])
    expect([truck, back.envelope.code].filter(code => code === 0)).toHaveLength(1)
    expect(await creditOf()).toMatchObject({ available: 0 })
    expect(await drift(world.server)).toEqual([])
  })
})
