// Notices from the bank: only a signed, fresh, new notice about an order of ours has an effect, and only one.
import { getSettlement as getSheet, paySettlement } from '@yunshu/contract/settlement/settlement'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { noticeSecret, signNotice, type PaymentNotice } from '../../partners/notice.ts'
import { holdJobs, startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { runSimulatedNotices } from './settlement.jobs.ts'
import {
  balances,
  drift,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let letJobsRun: () => void
beforeAll(async () => {
  server = await startTestServer()
  // the bank's own notices go out when a test sends them
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  await payTo(server, 'carrier', '6222020000009005')
})
afterAll(async () => {
  letJobsRun()
  await server.stop()
})

const hourMs = 3_600_000

/** A sheet whose payment the bank is still working on, and the true notice of its end. */
async function waiting() {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
  await people.finance.send(paySettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
    expectDue: sheet.due,
    channel: 'SIM',
  })
  await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'sent')
  const order = await server.db(async tx => {
    for (;;) {
      const found = await tx.first(
        q
          .selectFrom('sim_orders as o')
          .innerJoin('payments as p', 'p.idem_key', 'o.idem_key')
          .select(['o.idem_key', 'o.bank_serial'])
          .where('p.settlement_id', '=', sheet.id),
      )
      if (found) return found
    }
  })
  await server.db(tx =>
    tx.run(
      q
        .updateTable('sim_orders')
        .set({ notice_at: Date.now() + hourMs })
        .where('idem_key', '=', order.idem_key),
    ),
  )
  const notice: PaymentNotice = {
    eventId: `event-${order.idem_key}`,
    merchant: 'YUNSHU',
    orderNo: order.idem_key,
    currency: 'CNY',
    amount: printYuan(sheet.due),
    result: 'success',
    bankSerial: order.bank_serial,
  }
  return {
    sheet,
    notice,
    state: async () => (await people.finance.send(getSheet, { settlementNum: sheet.settlementNum })).state,
  }
}

async function deliver(
  notice: object,
  change: { secret?: string; at?: number; signature?: string; type?: string; after?: (body: Buffer) => Buffer } = {},
): Promise<number> {
  const body = Buffer.from(JSON.stringify(notice))
  const timestamp = String(change.at ?? Date.now())
  const signature =
    change.signature ?? signNotice(change.secret ?? noticeSecret(server.server.deps.fileSecret, 'SIM'), timestamp, body)
  const sent = change.after?.(body) ?? body
  const response = await fetch(`${server.url}/partners/sim/notice`, {
    method: 'POST',
    headers: { 'Content-Type': change.type ?? 'application/json', 'X-Timestamp': timestamp, 'X-Signature': signature },
    body: new Uint8Array(sent),
  })
  return response.status
}

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
        tx.rows(q.selectFrom('channel_notices').select('event_id').where('event_id', '=', notice.eventId)),
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

test('a thousand forged, changed, stale or misdirected notices change nothing', async () => {
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
    n => deliver({ ...notice, amount: printYuan(fen(638_001 + n)) }),
    n => deliver({ ...notice, orderNo: n.toString(16).padStart(64, 'a') }),
    () => deliver({ ...notice, merchant: 'OTHER' }),
    () => deliver({ ...notice, currency: 'USD' }),
    n => deliver({ ...notice, extra: n }),
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
