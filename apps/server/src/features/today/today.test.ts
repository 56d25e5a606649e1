// 今日 over HTTP: each role's work on its own rows, in one order, put off by one person and back again.
import { bringBackToday, listToday, putOffToday } from '@yunshu/contract/today'
import { screens } from '@yunshu/contract/screens/screens'
import type { TodayGroup } from '@yunshu/domain/today/kindRow'
import { compareToday, todayKindKeys, todayKinds, type TodayKind } from '@yunshu/domain/today/today'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { bankWork } from './bankWork.ts'
import { bookWork } from './bookWork.ts'
import { houseMoneyWork } from './houseMoneyWork.ts'
import {
  addFleet,
  addGoods,
  addQuestions,
  addSettlement,
  addTask,
  addWaybill,
  type Parties,
} from '../../../../../tests/server/homeRows.ts'

const ours: Parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
const theirs: Parties = { shipper: 'shipper6', carrier: 'carrier6', branch: 'branch2' }

/** Kinds houseMoneyWork.test.ts and bookWork.test.ts find, in their order. */
const houseKinds = todayKindKeys.filter(kind => (kind in houseMoneyWork && kind !== 'fund') || kind in bankWork)
/** Kinds bookWork.test.ts finds. */
const bookKinds = todayKindKeys.filter(kind => kind in bookWork)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db(async tx => {
    for (const [i, parties] of [ours, theirs].entries()) {
      const goods = { id: await addGoods(tx, parties, `HY${i}1`), no: `HY${i}1` }
      await addGoods(tx, parties, `HY${i}3`, { valid_to: Date.now() + DAY_MS / 2 })
      for (const state of ['sent', 'accepted', 'done']) await addTask(tx, parties, goods.id, state)
      await addQuestions(tx, parties, await addWaybill(tx, parties, goods, `YD${i}1`, `冀A1000${i}`), goods.id)
      await addFleet(tx, parties)
      for (const [n, set] of [
        { state: 'inTransit', late_due_at: 1_900_000_000_000 },
        { state: 'toSign', receipt_state: 'waiting' },
        { state: 'signed', receipt_state: 'uploaded' },
        { state: 'signed', receipt_state: 'rejected' },
        { state: 'disputed' },
        { state: 'interrupted' },
        { state: 'toAccept' },
        { state: 'arrived' },
        { state: 'toLoad', planned_load_at: 1 },
      ].entries())
        await addWaybill(tx, parties, goods, `YD${i}${n + 2}`, `冀A${n + 2}000${i}`, set)
      for (const [n, [state, payment]] of (
        [
          ['submitted'],
          ['approved'],
          ['paying', 'unknown'],
          ['paying', 'sent'],
          ['partial', 'failed'],
          ['draft'],
        ] as const
      ).entries())
        await addSettlement(tx, parties, `JS${i}${n}`, state, payment)
    }
    for (const [shipper, carrier, invited_by] of [
      ['shipper', 'carrier3', 'carrier'],
      ['shipper3', 'carrier', 'shipper'],
    ] as const)
      await tx.run(
        q
          .updateTable('relations')
          .set({ state: 'invited', invited_by, expires_at: 4_000_000_000_000 })
          .where('shipper_id', '=', demoCompanyId(shipper))
          .where('carrier_id', '=', demoCompanyId(carrier)),
      )
    const made = { created_at: 1_790_000_000_000, updated_at: 1_790_000_000_000 }
    await tx.run(
      q.insertInto('fund_records').values({
        id: randomUUID(),
        record_no: 'ZJ1',
        kind: 'TRANSFER',
        state: 'recorded',
        branch_id: demoCompanyId('branch1'),
        amount_fen: 500_00,
        date: 1_790_000_000_000,
        serial: 'LS1',
        maker_id: demoUserId('branch'),
        maker_name: '登记人',
        ...made,
      }),
    )
    await tx.run(
      q.insertInto('money_exceptions').values({
        id: randomUUID(),
        kind: 'UNKNOWN_ORDER',
        state: 'open',
        shipper_id: demoCompanyId('shipper'),
        branch_id: demoCompanyId('branch1'),
        ...made,
      }),
    )
    await tx.run(q.updateTable('companies').set({ state: 'pending' }).where('id', '=', demoCompanyId('carrier8')))
  })
})
afterAll(() => server.stop())

const today = async (account: string) => (await server.login(account)).send(listToday, {})
const kinds = async (account: string) => {
  const found: Partial<Record<TodayKind, number>> = {}
  for (const { kind } of (await today(account)).items) found[kind] = (found[kind] ?? 0) + 1
  return found
}

test('a carrier has its road, its receipts, its tasks and its papers to look after', async () => {
  expect(await kinds('carrier')).toEqual({
    answerDispute: 1,
    claim: 1,
    interrupted: 1,
    accept: 1,
    lateLoad: 1,
    runsLate: 1,
    unload: 1,
    mendReceipt: 1,
    uploadReceipt: 1,
    answerTask: 1,
    dispatch: 1,
    answerChange: 1,
    invitedShipper: 1,
    vehiclePapers: 3,
    driverPapers: 3,
    payeePapers: 1,
  })
})

test('a shipper signs, judges, settles and answers; its finance approves and pays', async () => {
  expect(await kinds('shipper')).toEqual({
    judgeDispute: 1,
    claim: 1,
    sign: 1,
    judgeReceipt: 1,
    endingGoods: 1,
    untakenGoods: 1,
    invitedCarrier: 1,
    settle: 1,
  })
  expect(await kinds('shipper-finance')).toMatchObject({ unknown: 1, failed: 1, approve: 1, pay: 1 })
})

test('the platform has what is out of order and what it verifies, a branch its own of it', async () => {
  const verifies = { verifyVehicle: 2, verifyDriver: 2, verifyPayee: 4, verifyCompany: 1 }
  expect(await kinds('platform-ops')).toEqual({
    judgeDispute: 2,
    claim: 2,
    interrupted: 2,
    swap: 2,
    runsLate: 2,
    ...verifies,
  })
  expect(await kinds('branch')).toMatchObject({ judgeDispute: 1, claim: 1, interrupted: 1, swap: 1, verifyVehicle: 1 })
})

test('a fund record waits for another person than its maker', async () => {
  expect((await kinds('admin')).fund).toBe(1)
  expect((await kinds('branch')).fund).toBeUndefined()
})

test('[PM-08] a company without records has nothing to do, whatever others have', async () => {
  expect(await today('shipper2')).toEqual({ items: [], counts: {}, late: 0, later: 0, failed: [] })
})

test('every kind of work is found for somebody, opens a screen of the portal, and is counted under its group', async () => {
  await server.db(tx =>
    tx.run(q.updateTable('companies').set({ state: 'draft' }).where('id', '=', demoCompanyId('carrier6'))),
  )
  const paths = new Set(Object.values(screens).map(({ path }) => path.split('/:')[0]))
  const seen = new Set<string>()
  for (const account of ['carrier', 'carrier6', 'shipper', 'shipper-finance', 'branch', 'admin']) {
    const { items, counts, late, failed } = await today(account)
    expect([account, late]).toEqual([account, items.filter(({ deadline = Infinity }) => deadline < Date.now()).length])
    expect([account, failed]).toEqual([account, []])
    const tally: Partial<Record<TodayGroup, number>> = {}
    for (const { kind, path } of items) {
      seen.add(kind)
      const { group } = todayKinds[kind]
      tally[group] = (tally[group] ?? 0) + 1
      expect([...paths].some(screen => path.slice(1).startsWith(screen ?? '-'))).toBe(true)
    }
    expect([account, counts]).toEqual([account, tally])
    const [group] = Object.keys(counts) as TodayGroup[]
    const some = await (await server.login(account)).send(listToday, { group })
    expect(some.items).toEqual(items.filter(({ kind }) => todayKinds[kind].group === group))
  }
  // closings of sheets, statements, letters and the house's own money have tests of their own; orders to terminals and their conflicts too (photo.test.ts); arrivals are proved by positions alone (arrival.test.ts); sheets wait for receipts only where a shipper's policy says so (paymentTask.test.ts)
  expect(todayKindKeys.filter(kind => !seen.has(kind))).toEqual([
    'closeSheet',
    // payments by hand are walked where they are made (offline.test.ts)
    'confirmOffline',
    'recordOffline',
    ...houseKinds,
    'explainStatement',
    'checkStatement',
    'explainLetter',
    'checkLetter',
    'terminalOrder',
    'terminalConflict',
    // found in besideWork.test.ts
    'abnormal',
    'arrival',
    'receiptSheet',
    'confirmVoid',
    'confirmChange',
    ...bookKinds,
  ])
})

test('work stands in the order of its ends, what has none last', async () => {
  const { items } = await today('carrier')
  expect(items).toEqual(items.toSorted(compareToday(Date.now())))
  expect(items[0]).toMatchObject({ kind: 'lateLoad', deadline: 1, whose: '榆林恒泰煤业销售有限公司' })
  expect(items.at(-1)?.deadline).toBeUndefined()
})

test('prices are those of the reader’s own side, and none without the permit', async () => {
  const set = (shipper_freight_fen: number, payable_fen: number) =>
    server.db(tx =>
      tx.run(q.updateTable('waybills').set({ shipper_freight_fen, payable_fen }).where('waybill_no', '=', 'YD06')),
    )
  await set(900_00, 800_00)
  const amount = async (account: string, kind: TodayKind) =>
    (await today(account)).items.find(item => item.kind === kind && item.no === 'YD06')?.amount
  expect(await amount('shipper', 'judgeDispute')).toBe(900_00)
  expect(await amount('carrier', 'answerDispute')).toBe(800_00)
  expect(await amount('admin', 'judgeDispute')).toBe(900_00)
  const blind = await addColleague(server, {
    account: 'today-blind',
    company: 'carrier',
    permits: ['waybill.view', 'waybill.advance'],
    dataScope: 'COMPANY',
  })
  const seen = (await blind.client.send(listToday, {})).items
  expect(seen.map(({ no }) => no)).toContain('YD06')
  expect(seen.filter(item => 'amount' in item)).toEqual([])
  await set(0, 0)
})

test('work put off is hidden from that person alone, and comes back changed, overdue, by hand or in the morning', async () => {
  const carrier = await server.login('carrier')
  const other = await addColleague(server, {
    account: 'today-other',
    company: 'carrier',
    permits: ['waybill.view', 'waybill.advance'],
    dataScope: 'COMPANY',
  })
  const row = await server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['id', 'version']).where('waybill_no', '=', 'YD08')),
  )
  const piece = { kind: 'accept', id: row.id } as const
  const isShown = async (client = carrier) =>
    (await client.send(listToday, {})).items.some(item => item.kind === 'accept' && item.id === row.id)
  const set = (values: { version?: number; answer_by?: number }) =>
    server.db(tx => tx.run(q.updateTable('waybills').set(values).where('id', '=', row.id)))
  const putOff = () => carrier.send(putOffToday, piece)
  const before = await carrier.send(listToday, {})

  expect((await putOff()).until).toBeGreaterThan(Date.now())
  await putOff()
  expect(await isShown()).toBe(false)
  expect(await isShown(other.client)).toBe(true)
  const after = await carrier.send(listToday, {})
  expect([after.later, after.counts.road]).toEqual([1, (before.counts.road ?? 0) - 1])
  expect((await carrier.send(listToday, { later: true })).items.map(({ no }) => no)).toEqual(['YD08'])

  await set({ version: row.version + 1 })
  expect(await isShown()).toBe(true)
  await putOff()
  // its end passed while it was put off; one that had passed before stays hidden
  await set({ answer_by: Date.now() + 1 })
  await expect.poll(() => isShown()).toBe(true)
  await putOff()
  expect(await isShown()).toBe(false)
  await carrier.send(bringBackToday, piece)
  expect(await isShown()).toBe(true)
  await putOff()
  await server.db(tx => tx.run(sql`update today_later set put_at = 0, until = 1`.compile(q)))
  expect(await isShown()).toBe(true)
})

test('work of others cannot be put off: not found', async () => {
  const foreign = await server.db(tx => tx.one(q.selectFrom('waybills').select('id').where('waybill_no', '=', 'YD18')))
  const ask = async (account: string, kind: TodayKind, id: string) =>
    (await (await server.login(account)).ask(putOffToday, { kind, id })).http
  expect(await ask('carrier', 'accept', foreign.id)).toBe(404)
  // their own, but of a kind their side or their permits do not have
  const own = (await today('shipper')).items.find(({ kind }) => kind === 'sign')
  expect(await ask('carrier', 'sign', own?.id ?? '')).toBe(404)
  expect(await ask('shipper-finance', 'sign', own?.id ?? '')).toBe(404)
  expect(
    await server.db(tx => tx.rows(q.selectFrom('today_later').selectAll().where('record_id', '=', foreign.id))),
  ).toEqual([])
})

test('a kind that cannot be read is named, the others stand', async () => {
  const rename = async (from: string, to: string) => {
    const owner = new pg.Client(server.ownerUrl)
    await owner.connect()
    await owner.query(`alter table relations rename column ${from} to ${to}`)
    await owner.end()
  }
  const whole = await today('carrier')
  await rename('message', 'words')
  try {
    const { items, failed } = await today('carrier')
    expect(failed).toEqual(['invitedShipper'])
    expect(items).toEqual(whole.items.filter(({ kind }) => kind !== 'invitedShipper'))
  } finally {
    await rename('words', 'message')
  }
  expect(await today('carrier')).toEqual(whole)
})
