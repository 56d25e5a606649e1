// Notices from the bank: only a signed and fresh one is kept, and it has one effect; words wait behind an earlier one of
// their order that waits.
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { listMoneyExceptions } from '@yunshu/contract/settlement/moneyException'
import { getSettlement as getSheet, listSettlements } from '@yunshu/contract/settlement/settlement'
import { getPeriod } from '@yunshu/contract/voucher/closing'
import { problems } from '@yunshu/domain/problems/problems'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { holdJobs, startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { deliverNotice, waitingSheet } from '../../../../../tests/server/noticeWorld.ts'
import { asSystem } from '../../work/system.ts'
import { judgeLeftFacts } from './channelFact.commands.ts'
import { judgeFacts, keepFileFacts } from './fileOrders.commands.ts'
import { runSimulatedNotices } from './settlement.jobs.ts'
import {
  balances,
  closeBooks,
  drift,
  payTo,
  sheetWhen,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  // the bank's own notices go out when a test sends them
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  await payTo(server, 'carrier', '6222020000009005')
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const hourMs = 3_600_000
const waiting = () => waitingSheet(server, people)
const deliver = (notice: object, change: Parameters<typeof deliverNotice>[2] = {}) =>
  deliverNotice(server, notice, change)

test('a late notice ends the payment, and a repeated one changes nothing', async () => {
  const { sheet, notice, state } = await waiting()
  expect(await Promise.all([deliver(notice), deliver(notice), deliver(notice)])).toEqual([200, 200, 200])
  expect(await state()).toBe('paid')
  const books = await balances(server)
  expect(await deliver(notice)).toBe(200)
  expect(await deliver({ ...notice, eventId: 'event-of-another-name', result: 'failed', reason: '户名不符' })).toBe(200)
  expect(await balances(server)).toEqual(books)
  expect(await state()).toBe('paid')
  expect(
    (
      await server.db(tx =>
        tx.rows(
          q
            .selectFrom('channel_facts')
            .select('verdict')
            .where('order_key', '=', notice.orderNo)
            .where(sql<boolean>`raw ->> 'eventId' = ${notice.eventId}`),
        ),
      )
    ).length,
  ).toBe(1)
  expect(sheet.due).toBe(638_000)
})

test('a notice of failure brings the reason', async () => {
  const { sheet, notice } = await waiting()
  expect(await deliver({ ...notice, result: 'failed', reason: '收款行清算退回' })).toBe(200)
  expect(await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'partial')).toMatchObject({
    payments: [{ state: 'failed', reason: '收款行清算退回' }],
  })
})

test('the simulated bank tells by itself when it is ready', async () => {
  const { sheet } = await waiting()
  await runSimulatedNotices(server.server.deps, Date.now())
  expect((await people.finance.send(getSheet, { settlementNum: sheet.settlementNum })).state).toBe('paying')
  await runSimulatedNotices(server.server.deps, Date.now() + 2 * hourMs)
  expect((await people.finance.send(getSheet, { settlementNum: sheet.settlementNum })).state).toBe('paid')
})

test('a word that comes while the books take nothing is kept, and counts once they do', async () => {
  const { sheet, notice, state } = await waiting()
  const open = await closeBooks(server, sheet.branchCompanyId)
  // each is stored, and a later one waits for the earlier
  expect(await deliver(notice)).toBe(200)
  expect(await deliver({ ...notice, eventId: 'event-told-while-closed' })).toBe(200)
  expect(await state()).toBe('paying')
  // as many of one order as are read at once keep no other word waiting
  const word = { channel: 'SIM', source: 'NOTICE', raw: '{}', received_at: Date.now() } as const
  await server.db(tx =>
    tx.run(
      q.insertInto('channel_facts').values([
        ...Array.from({ length: 50 }, (_, n) => ({
          ...word,
          id: v7(),
          fact_key: `stuck ${n}`,
          order_key: notice.orderNo,
          kind: 'SUCCESS',
          amount_fen: sheet.due,
          bank_serial: notice.bankSerial,
        })),
        { ...word, id: v7(), fact_key: 'nobody', order_key: 'NOBODY', kind: 'SUCCESS', amount_fen: 1 },
      ]),
    ),
  )
  await expect(judgeLeftFacts(server.server.deps)).rejects.toThrow('cannot be judged now')
  const verdicts = (key: string) =>
    server.db(tx => tx.rows(q.selectFrom('channel_facts').select('verdict').where('order_key', '=', key).orderBy('id')))
  expect(await verdicts('NOBODY')).toEqual([{ verdict: 'EXCEPTION' }])
  expect((await verdicts(notice.orderNo)).filter(({ verdict }) => verdict === null)).toHaveLength(52)
  await open()
  await judgeLeftFacts(server.server.deps)
  expect(await state()).toBe('paid')
  expect(await drift(server)).toEqual([])
})

test('a word the books cannot take holds a sheet once it has waited a minute, and one that waits its turn does not', async () => {
  const { sheet, notice, state } = await waiting()
  await deliver({ ...notice, result: 'failed', reason: '收款行清算退回' })
  expect(await state()).toBe('partial')
  const open = await closeBooks(server, sheet.branchCompanyId)
  const { shipper_id, branch_id } = await server.db(tx =>
    tx.one(q.selectFrom('payments').select(['shipper_id', 'branch_id']).where('idem_key', '=', notice.orderNo)),
  )
  // as a server leaves it that stopped before it was judged
  const keep = (ago: number) =>
    server.db(tx =>
      tx.run(
        q.insertInto('channel_facts').values({
          id: v7(),
          channel: 'SIM',
          source: 'NOTICE',
          order_key: notice.orderNo,
          kind: 'SUCCESS',
          amount_fen: sheet.due,
          bank_serial: notice.bankSerial,
          fact_key: `left ${ago} ${notice.orderNo}`,
          raw: '{}',
          received_at: Date.now() - ago,
          shipper_id,
          branch_id,
        }),
      ),
    )
  const read = (by = people.maker) => by.send(getSheet, { settlementNum: sheet.settlementNum })
  await keep(0)
  const waits = await read()
  expect(waits.moves).toContain('makeFailure')
  expect(waits.payments.map(({ wordAt }) => wordAt)).toEqual([undefined])
  const accountant = await server.login('platform-finance')
  const openPayments = async () =>
    (await accountant.send(getPeriod, { branchId: sheet.branchCompanyId, period: periodOf(Date.now()) })).checks.find(
      ({ key }) => key === 'payments',
    )
  const before = (await openPayments())?.count ?? NaN
  await keep(61_000)
  const check = await openPayments()
  expect(check?.count).toBe(before + 1)
  // the sheet is not being paid any more: its number leads to it, whatever its state
  const place = new URL(check?.url ?? '', 'http://localhost')
  expect(place.pathname).toBe('/settlement/list')
  expect(place.searchParams.get('numbers')).toContain(`"${sheet.settlementNum}"`)
  const numbers = z.parse(z.array(z.string()), JSON.parse(place.searchParams.get('numbers') ?? ''))
  expect((await accountant.send(listSettlements, { numbers })).rows.map(row => row.settlementNum)).toContain(
    sheet.settlementNum,
  )
  const held = await read()
  expect(held.moves).toEqual([])
  expect(held.payments.map(({ wordAt }) => wordAt)).toEqual([expect.any(Number)])
  const { settlementNum, version } = held
  const again = await people.maker.ask(makeFailureSettlement, { settlementNum, version })
  expect(again.envelope.code).toBe(problems['payment.exception'].code)
  // a carrier hears nothing of the talk with the bank
  expect((await read(await server.login('carrier'))).payments.map(({ wordAt }) => wordAt)).toEqual([undefined])
  await open()
  await judgeLeftFacts(server.server.deps)
  expect((await openPayments())?.count).toBe(before)
  const judged = await read()
  expect(judged.moves).toEqual([])
  expect(judged.payments.map(({ wordAt }) => wordAt)).toEqual([undefined])
  const { rows } = await people.finance.send(listMoneyExceptions, { settlementNum })
  expect(rows.map(({ kind }) => kind)).toEqual(['LATE_SUCCESS'])
})

test('words of a file wait behind an earlier one of their order that waits, and other orders go on', async () => {
  const { deps } = server.server
  const { sheet, notice } = await waiting()
  const payment = await server.db(tx =>
    tx.one(q.selectFrom('payments').selectAll().where('idem_key', '=', notice.orderNo)),
  )
  const word = { payment, amountFen: sheet.due, bankSerial: notice.bankSerial, reason: undefined }
  const keep = (...kinds: ('SUCCESS' | 'RETURNED')[]) =>
    asSystem(deps, ctx =>
      keepFileFacts(ctx, [
        ...kinds.map(kind => ({ ...word, kind, raw: { order: notice.orderNo, kind } })),
        { ...word, payment: { ...payment, idem_key: `NOBODY ${kinds[0]}` }, kind: 'SUCCESS', raw: { other: kinds } },
      ]),
    )
  const verdicts = () =>
    server.db(tx =>
      tx.rows(
        q
          .selectFrom('channel_facts')
          .select(['kind', 'verdict'])
          .where('source', '=', 'FILE')
          .where(e => e.or([e('order_key', '=', notice.orderNo), e('order_key', 'like', 'NOBODY %')]))
          .orderBy('id'),
      ),
    )
  const open = await closeBooks(server, sheet.branchCompanyId)
  // the file of a day, and that of the next one: the money came back
  await judgeFacts(deps, await keep('SUCCESS'))
  const next = await keep('RETURNED')
  await judgeFacts(deps, next)
  expect(await verdicts()).toEqual([
    { kind: 'SUCCESS', verdict: null },
    { kind: 'SUCCESS', verdict: 'EXCEPTION' },
    { kind: 'RETURNED', verdict: null },
    { kind: 'SUCCESS', verdict: 'EXCEPTION' },
  ])
  await open()
  // the later one brings the earlier one along
  await judgeFacts(deps, next)
  expect((await verdicts()).map(({ verdict }) => verdict)).toEqual(['APPLIED', 'EXCEPTION', 'APPLIED', 'EXCEPTION'])
  expect((await people.finance.send(getSheet, { settlementNum: sheet.settlementNum })).payments).toMatchObject([
    { state: 'returned' },
  ])
  expect(await drift(server)).toEqual([])
})

test('a thousand forged, changed or stale notices change nothing', async () => {
  const { notice, state } = await waiting()
  const before = await balances(server)
  const bad: ((n: number) => Promise<number>)[] = [
    n => deliver(notice, { secret: `guess-${n}` }),
    n => deliver(notice, { signature: n.toString(16).padStart(64, '0') }),
    () => deliver(notice, { signature: '' }),
    n => deliver(notice, { at: Date.now() - 301_000 - n * 1000 }),
    // far enough ahead that a slow run does not catch up with it
    n => deliver(notice, { at: Date.now() + 600_000 + n * 1000 }),
    n =>
      deliver(notice, {
        after: body => {
          const other = Buffer.from(body)
          const at = n % other.length
          other[at] = (other[at] ?? 0) ^ 1
          return other
        },
      }),
    () => deliver(notice, { type: 'text/plain' }),
  ]
  const statuses: number[] = []
  // fifty at a time: a thousand connections opened at once may be reset by a busy system
  for (let first = 0; first < 1000; first += 50)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, n) => bad[(first + n) % bad.length]?.(first + n) ?? Promise.resolve(0)),
      )),
    )
  expect(statuses).toHaveLength(1000)
  expect(statuses.filter(status => status < 400 || status >= 500)).toEqual([])
  expect(await state()).toBe('paying')
  expect(await balances(server)).toEqual(before)
  expect(await deliver(notice)).toBe(200)
  expect(await state()).toBe('paid')
  expect(await drift(server)).toEqual([])
})
