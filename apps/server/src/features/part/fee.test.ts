// Fees of carriers that handed work down, over HTTP: fixed by the signature, paid by a sheet of the house, seen by the
// house and the carrier alone, and owed back where the waybill is voided afterwards.
import {
  approveSettlement,
  getSettlement,
  listSettlements,
  makeSettlement,
  paySettlement,
  submitSettlement,
  voidSettlement,
} from '@yunshu/contract/settlement/settlement'
import { explainAmount } from '@yunshu/contract/explain'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { recordOffline } from '@yunshu/contract/settlement/offline'
import { holdPart } from '@yunshu/contract/settlement/partHold'
import { listPaymentTasks } from '@yunshu/contract/settlement/paymentTask'
import { countSettleDetails, listSettleDetails } from '@yunshu/contract/settlement/settleDetail'
import { releaseTask } from '@yunshu/contract/task/release'
import { acceptTask, appoint } from '@yunshu/contract/task/task'
import { askEstimateEnd, moveEstimateEnd } from '@yunshu/contract/voucher/estimateEnd'
import { listFlowAccounts } from '@yunshu/contract/voucher/flow'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { listTrades } from '@yunshu/contract/trade/trade'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '../../../../../tests/server/adjustWorld.ts'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import {
  drift,
  openFunds,
  payTo,
  sheetOf,
  sheetWhen,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { hearFact } from '../settlement/channelFact.commands.ts'

let world: FreightWorld
let house: People
let admin: Client
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  admin = await world.server.login('admin')
  house = { maker: admin, finance: await world.server.login('platform-finance') }
  for (const company of ['carrier', 'carrier2']) await payTo(world.server, company, '6222020200110066')
})
afterAll(() => world.stop())

const row = <R>(text: string): Promise<R> => world.server.db(tx => tx.one<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const versionOf = async (table: 'tasks' | 'waybills', id: string): Promise<number> =>
  (await row<{ version: number }>(`select version from ${table} where id = '${id}'`)).version

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function confirmReceipt(id: string): Promise<void> {
  const files = [{ name: '回单.png', bytes: png, type: 'image/png' }]
  await world.as('carrier2').send(uploadReceipt, { id, version: await versionOf('waybills', id) }, { files })
  await world.as('shipper').send(auditReceipt, { id, version: await versionOf('waybills', id), move: 'confirm' })
}

/** A waybill that `carrier` handed down to `carrier2`, signed: 32.25 t, the fee and its part. */
async function handedDown(withReceipt = true): Promise<{ id: string; fee: number; partId: string }> {
  const { taskId } = await world.task({ totalQty: 1 })
  const handed = await world.as('carrier').send(releaseTask, {
    id: taskId,
    version: await versionOf('tasks', taskId),
    carrierId: demoCompanyId('carrier2'),
    qty: 1,
    unitPrice: unitPrice(2_600_000),
    answerBy: Date.now() + DAY_MS,
    mayRelease: false,
  })
  const below = world.as('carrier2')
  await below.send(acceptTask, { id: handed.taskId, version: await versionOf('tasks', handed.taskId) })
  const [truck] = await world.trucks(1, 'carrier2')
  if (truck === undefined) throw new Error('no truck')
  const { waybills } = await below.send(appoint, {
    taskId: handed.taskId,
    version: await versionOf('tasks', handed.taskId),
    lines: [{ vehicleId: truck.vehicleId, driverId: truck.driverId, qty: 1, weightG: grams(32_000_000) }],
  })
  const id = waybills[0]?.id ?? ''
  for (const name of wholeJourney) {
    const weights =
      name === 'depart'
        ? { loadWeightG: grams(32_400_000) }
        : name === 'unload'
          ? { unloadWeightG: grams(32_250_000) }
          : {}
    const who = name === 'sign' ? world.as('shipper') : below
    await who.send(moveWaybill, { id, version: await versionOf('waybills', id), move: name, ...weights })
  }
  if (withReceipt) await confirmReceipt(id)
  const fee = await row<{ id: string; fixed_fen: number }>(
    `select id, fixed_fen from waybill_parts where waybill_id = '${id}' and part = 'fee'`,
  )
  return { id, fee: fee.fixed_fen, partId: fee.id }
}

/** Balances over the lines of a waybill's fee and of its carrier, debit less credit. */
const balanceOf = async (account: string, of: string): Promise<number> =>
  (
    await row<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from journal_lines where account = '${account}' and ${of}`,
    )
  ).n
const carrier = `party_id = '${demoCompanyId('carrier')}'`
const feesOf = (client: Client) => client.send(listSettleDetails, { state: 'fee' })
/** Puts an open exception on a sheet. */
const doubt = (settlementNum: string): Promise<number> =>
  world.server.db(tx =>
    tx.run(
      sql`insert into money_exceptions (id, kind, state, settlement_id, shipper_id, branch_id, created_at, updated_at)
        select gen_random_uuid(), 'LATE_SUCCESS', 'open', id, shipper_id, branch_id, created_at, created_at
        from settlements where settlement_num = ${settlementNum}`.compile(q),
    ),
  )
const undoubt = (): Promise<number> =>
  world.server.db(tx =>
    tx.run(
      sql`update money_exceptions set state = 'resolved', outcome = 'dismiss', resolved_at = created_at,
        proposer_id = (select id from users order by id limit 1), checker_id = (select id from users order by id desc
          limit 1)`.compile(q),
    ),
  )
const voided = async (id: string) =>
  admin.ask(moveWaybill, { id, version: await versionOf('waybills', id), move: 'void', reason: '重开' })
/** Submits a draft, has another person approve it, and pays it. */
async function payDraft(settlementNum: string) {
  const draft = await admin.send(getSettlement, { settlementNum })
  await admin.send(submitSettlement, { settlementNum, version: draft.version })
  const { version, due } = await admin.send(getSettlement, { settlementNum })
  expect((await admin.ask(approveSettlement, { settlementNum, version, expectDue: due })).envelope.code).not.toBe(0)
  const approved = await house.finance.send(approveSettlement, { settlementNum, version, expectDue: due })
  await house.finance.send(paySettlement, { settlementNum, version: approved.version, expectDue: due, channel: 'SIM' })
  return sheetWhen(admin, settlementNum, ({ state }) => state === 'paid' || state === 'partial')
}
const paid = async (partIds: string[]) => payDraft((await admin.send(makeSettlement, { partIds })).settlementNum)

describe('a fee', () => {
  test('nobody will ever bill is let go by two: estimate, cost and fee are gone, and the margin says so', async () => {
    const { id, fee, partId } = await handedDown()
    const { voucher: voucherId } = await row<{ voucher: string }>(`select v.id as voucher from vouchers v
      join journal_lines l on l.entry_id = v.entry_id where l.part_id = '${partId}' and l.account = '2202.99'`)
    const { data } = await house.finance.ask(askEstimateEnd, {
      voucherId,
      waybillId: id,
      expectAmount: fen(fee),
      reason: '承运商不收',
    })
    expect((await admin.ask(moveEstimateEnd, { id: data.id, version: 1, move: 'confirm' })).envelope.code).toBe(0)
    expect(await balanceOf('6401.04', `waybill_id = '${id}'`)).toBe(0)
    expect(await balanceOf('2202.99', `part_id = '${partId}'`)).toBe(0)
    expect((await admin.ask(makeSettlement, { partIds: [partId] })).envelope.code).not.toBe(0)
    // the hauler is owed what it was
    expect(await balanceOf('2202.99', `waybill_id = '${id}'`)).toBeLessThan(0)
    expect((await admin.send(getWaybill, { id })).fees).toBeUndefined()
    expect((await admin.send(explainAmount, { amountOf: 'margin', id })).isKept).toBe(true)
    expect([await moneyFaults(world.server), await drift(world.server)]).toEqual([[], []])
  })

  test('is fixed by the signature on accounts of its own, and seen by the house and its carrier alone', async () => {
    const { id, fee, partId } = await handedDown(false)
    expect(fee).toBeGreaterThan(0)
    // a share of the freight waits for the receipt, and so does the fee
    expect((await feesOf(admin)).rows).toMatchObject([{ stage: 'waiting' }])
    expect((await admin.ask(makeSettlement, { partIds: [partId] })).envelope.message).toContain('回单未确认')
    const held = { id: partId, version: 1, act: 'hold', reason: '还在核对' } as const
    expect((await admin.ask(holdPart, held)).envelope).toMatchObject({
      code: 3587,
      message: expect.stringMatching(/不能暂缓$/),
    })
    expect((await world.as('shipper-freight').ask(holdPart, held)).http).toBe(404)
    await confirmReceipt(id)
    expect(await balanceOf('6401.04', `waybill_id = '${id}'`)).toBe(fee)
    expect(await balanceOf('2202.99', `part_id = '${partId}'`)).toBe(-fee)
    const [seen] = (await feesOf(admin)).rows
    expect(seen).toMatchObject({ id: partId, part: 'fee', stage: 'ready', due: fee, waybillId: id })
    const [own] = (await feesOf(world.as('carrier'))).rows
    expect(own).toMatchObject({ id: partId, due: fee, plate: '', driverName: '' })
    // and finds nothing by what it does not see
    const byPlate = (client: Client) => client.send(listSettleDetails, { state: 'fee', text: seen?.plate ?? '' })
    expect([(await byPlate(admin)).rows.length, (await byPlate(world.as('carrier'))).rows.length]).toEqual([1, 0])
    // its list holds no fee outside that tab, and counts none
    const counts = (await world.as('carrier').send(countSettleDetails, {})).state
    const all = (await world.as('carrier').send(listSettleDetails, {})).rows
    expect(counts).toMatchObject({ all: all.length, fee: 1, open: 0 })
    expect(all.map(each => each.part)).not.toContain('fee')
    for (const who of ['carrier2', 'shipper'] as const) expect((await feesOf(world.as(who))).rows, who).toEqual([])
    // the hauler is paid by the shipper beside it: the waybill ends, the fee waits on
    const shippers = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
    const sheet = await sheetOf(shippers, [id], 'approved')
    await shippers.finance.send(paySettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
      expectDue: sheet.due,
      channel: 'SIM',
    })
    await sheetWhen(admin, sheet.settlementNum, ({ state }) => state === 'paid')
    expect(await admin.send(getWaybill, { id })).toMatchObject({ state: 'finished', settleState: 'settled' })
    expect((await feesOf(admin)).rows).toMatchObject([{ id: partId, stage: 'ready' }])
    expect(await drift(world.server)).toEqual([])
    expect(await moneyFaults(world.server)).toEqual([])
  })

  test('stands on one sheet of the house, never beside freight, and of two who make it at once one does', async () => {
    const { id, partId, fee } = await handedDown()
    const freight = (
      await row<{ id: string }>(`select id from waybill_parts where waybill_id = '${id}' and part = 'arrive'`)
    ).id
    expect((await admin.ask(makeSettlement, { partIds: [partId, freight] })).http).toBe(400)
    expect((await world.as('shipper').ask(makeSettlement, { partIds: [partId] })).http).toBe(404)
    const both = await Promise.all([
      admin.ask(makeSettlement, { partIds: [partId] }),
      house.finance.ask(makeSettlement, { partIds: [partId] }),
    ])
    const made = both.filter(({ envelope }) => envelope.code === 0)
    expect(made).toHaveLength(1)
    const { settlementNum } = made[0]?.data ?? { settlementNum: '' }
    const sheet = await admin.send(getSettlement, { settlementNum })
    expect(sheet).toMatchObject({ kind: 'FEE', due: fee, carrierName: expect.any(String) })
    // the hauler's own settlement goes on beside it
    expect(await admin.send(getWaybill, { id })).toMatchObject({ settleState: 'unsettled' })
    // and so it does while the bank and the books tell a payment of the fee apart
    await doubt(settlementNum)
    expect((await admin.send(getSettlement, { settlementNum })).moves).not.toContain('submit')
    const details = await admin.send(listSettleDetails, { state: 'open' })
    expect(details.rows.find(line => line.id === freight)).toMatchObject({ stage: 'ready' })
    await undoubt()
    expect((await world.as('shipper').ask(getSettlement, { settlementNum })).http).toBe(404)
    expect((await world.as('carrier2').ask(getSettlement, { settlementNum })).http).toBe(404)
    expect((await world.as('carrier').send(getSettlement, { settlementNum })).lines).toMatchObject([
      { partId, plate: '', due: fee },
    ])
    expect((await voided(id)).envelope.message).toContain(settlementNum)
    await admin.send(voidSettlement, { settlementNum, version: sheet.version, reason: '重做' })
    expect((await voided(id)).envelope.code).toBe(0)
    expect(await balanceOf('6401.04', `waybill_id = '${id}'`)).toBe(0)
    expect(await moneyFaults(world.server)).toEqual([])
  })

  test('is paid to the carrier that handed the work down; a waybill voided afterwards leaves a debt the next sheet takes', async () => {
    const [one, two] = [await handedDown(), await handedDown()]
    const sheet = await paid([one.partId])
    expect(sheet.payments).toMatchObject([{ amount: one.fee, state: 'success' }])
    expect(await balanceOf('2202.03', carrier)).toBe(0)
    expect(await balanceOf('2202.99', `part_id = '${one.partId}'`)).toBe(0)
    expect(await balanceOf('6401.04', `waybill_id = '${one.id}'`)).toBe(one.fee)
    expect((await world.as('carrier').send(listSettlements, {})).rows.map(each => each.settlementNum)).toContain(
      sheet.settlementNum,
    )
    expect((await voided(one.id)).envelope.code).toBe(0)
    expect(await balanceOf('6401.04', `waybill_id = '${one.id}'`)).toBe(0)
    expect(await balanceOf('1221.01', carrier)).toBe(one.fee)
    const next = await paid([two.partId])
    expect([next.carriedIn, next.due, two.fee]).toEqual([one.fee, two.fee - one.fee, two.fee])
    expect(await balanceOf('1221.01', carrier)).toBe(0)
    expect(await balanceOf('2202.03', carrier)).toBe(0)
    expect(await drift(world.server)).toEqual([])
    expect(await moneyFaults(world.server)).toEqual([])
  })

  test('that did not arrive is paid again from a sheet made of the first, or comes back to be settled', async () => {
    const [one, two] = [await handedDown(), await handedDown()]
    await payTo(world.server, 'carrier', '6222020200119001')
    const [again, closed] = [await paid([one.partId]), await paid([two.partId])]
    expect([again.state, closed.state]).toEqual(['partial', 'partial'])
    expect(await balanceOf('2202.03', carrier)).toBe(-one.fee - two.fee)
    const { rows } = await world.as('carrier').send(listFlowAccounts, {})
    expect(rows.find(({ account }) => account === '2202.03')?.balance).toBe(one.fee + two.fee)
    await payTo(world.server, 'carrier', '6222020200110066')
    const child = await admin.send(makeFailureSettlement, {
      settlementNum: again.settlementNum,
      version: again.version,
    })
    expect(await drift(world.server)).toEqual([])
    expect((await payDraft(child.settlementNum)).state).toBe('paid')
    const { rows: trades } = await admin.send(listTrades, { settlementNum: child.settlementNum })
    expect(trades, 'of a sheet that pays again too').toMatchObject([{ kind: 'FEE', direction: 'OUT' }])
    expect((await sheetWhen(admin, again.settlementNum, ({ state }) => state === 'paid')).state).toBe('paid')
    await closeByTwo({ maker: admin, finance: house.finance }, closed, '改日再付')
    expect(await balanceOf('2202.03', carrier)).toBe(0)
    expect(await balanceOf('2202.99', `part_id = '${two.partId}'`)).toBe(-two.fee)
    expect((await feesOf(admin)).rows.find(({ id }) => id === two.partId)).toMatchObject({ stage: 'ready' })
    expect(await drift(world.server)).toEqual([])
    expect(await moneyFaults(world.server)).toEqual([])
  })
  test('that came back after its waybill was voided is set off against the debt the voiding made of it', async () => {
    const one = await handedDown()
    const sheet = await paid([one.partId])
    expect(sheet.payments).toMatchObject([{ amount: one.fee, state: 'success' }])
    expect((await voided(one.id)).envelope.code).toBe(0)
    const { idem_key: orderKey } = await row<{ idem_key: string }>(
      `select idem_key from payments p join settlements s on s.id = p.settlement_id where s.settlement_num = '${sheet.settlementNum}'`,
    )
    const word = { channel: 'SIM', source: 'NOTICE', orderKey, kind: 'RETURNED', amountFen: one.fee } as const
    await hearFact(world.server.server.deps, { ...word, raw: word })
    const back = await admin.send(getSettlement, { settlementNum: sheet.settlementNum })
    expect(back).toMatchObject({ state: 'partial', payments: [{ state: 'returned' }] })
    // paid again from a child sheet it would be paid though its waybill is void, and the debt would stand beside it
    const again = await admin.ask(makeFailureSettlement, { settlementNum: back.settlementNum, version: back.version })
    expect(again.envelope).toMatchObject({ code: 1721, message: expect.stringContaining('与欠款互抵') as string })
    await closeByTwo({ maker: admin, finance: house.finance }, back, '运单已作废')
    const next = await paid([one.partId])
    expect([next.state, next.carriedIn, next.due]).toEqual(['paid', one.fee, 0])
    for (const account of ['1221.01', '2202.03']) expect(await balanceOf(account, carrier), account).toBe(0)
    expect(await balanceOf('2202.99', `part_id = '${one.partId}'`)).toBe(0)
    expect(await drift(world.server)).toEqual([])
    expect(await moneyFaults(world.server)).toEqual([])
  })
})

test('a fee follows what the house decided: with 审核人可以支付 off its approver neither pays it nor records its payment by hand', async () => {
  const decide = (isOn: boolean) =>
    asOwner(
      world.server,
      `update companies set policies = policies || '{"approverPays": ${String(isOn)}}'
        where kind = 'HEAD' and role_flags & 1 <> 0`,
    )
  const approved = async () => {
    const { partId } = await handedDown()
    const { settlementNum, version } = await admin.send(makeSettlement, { partIds: [partId] })
    await admin.send(submitSettlement, { settlementNum, version })
    const draft = await admin.send(getSettlement, { settlementNum })
    const seen = { settlementNum, version: draft.version, expectDue: draft.due }
    return { ...seen, version: (await house.finance.send(approveSettlement, seen)).version }
  }
  const moves = async (settlementNum: string) => (await house.finance.send(getSettlement, { settlementNum })).moves
  const waits = async (settlementNum: string) =>
    (await house.finance.send(listPaymentTasks, {})).rows
      .filter(task => task.settlementNum === settlementNum)
      .map(({ kind }) => kind)
  const own = await approved()
  const byHand = await approved()
  const { finance } = house
  await finance.send(paySettlement, { ...byHand, channel: 'OFFLINE' })
  expect([await moves(own.settlementNum), await waits(own.settlementNum)]).toEqual([
    expect.arrayContaining(['pay']),
    ['pay'],
  ])
  expect(await waits(byHand.settlementNum)).toEqual(['record'])
  await decide(false)
  try {
    expect(await moves(own.settlementNum)).not.toContain('pay')
    expect([await waits(own.settlementNum), await waits(byHand.settlementNum)]).toEqual([[], []])
    const refused = problems['approver.payer'].code
    expect((await finance.ask(paySettlement, { ...own, channel: 'SIM' })).envelope.code).toBe(refused)
    const [payment] = (await finance.send(getSettlement, { settlementNum: byHand.settlementNum })).payments
    expect(payment?.mayRecord).toBe(false)
    const said = { id: payment?.id ?? '', version: payment?.version ?? 0, bankSerial: 'FE-1', bankDay: Date.now() }
    const slip = { files: [{ name: '回单.png', bytes: png, type: 'image/png' }] }
    expect((await finance.ask(recordOffline, said, slip)).envelope.code).toBe(refused)
  } finally {
    await decide(true)
  }
  expect((await finance.ask(paySettlement, { ...own, channel: 'SIM' })).envelope.code).toBe(0)
  await sheetWhen(admin, own.settlementNum, ({ state }) => state === 'paid')
})
