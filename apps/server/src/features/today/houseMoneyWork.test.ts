// 今日 of the house's own money: what waits for a second person is found for everybody but the first, and by nobody else.
import { listToday } from '@yunshu/contract/today'
import { screens } from '@yunshu/contract/screens/screens'
import type { TodayKind } from '@yunshu/domain/today/today'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q, type Tx } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { addSettlement } from '../../../../../tests/server/homeRows.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { houseMoneyWork } from './houseMoneyWork.ts'

const branch = demoCompanyId('branch1')
const maker = demoUserId('platform-finance')
const second = demoUserId('branch')
const shipper = demoCompanyId('shipper')
const day = 1_795_190_400_000
const run = (tx: Tx, query: ReturnType<typeof sql>) => tx.run(query.compile(q))

/** One record of each kind that 财务 of the platform began. */
async function begin(tx: Tx): Promise<void> {
  await addSettlement(tx, { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }, 'JS1', 'paid')
  for (const [no, state, checker, asker] of [
    ['LK1', 'recorded', null, null],
    ['LK2', 'unclaimed', second, null],
    ['LK3', 'refunding', second, maker],
  ] as const)
    await run(
      tx,
      sql`insert into remittances (id, remittance_no, state, branch_id, payer_name, payer_account, amount_fen, date, serial,
        maker_id, maker_name, checker_id, asker_id, created_at, updated_at)
        values (${randomUUID()}, ${no}, ${state}, ${branch}, '付款方', '6222', 100, 1, ${no}, ${maker}, '登记人', ${checker},
        ${asker}, 1, 1)`,
    )
  for (const [no, state, source, approver] of [
    ['TK1', 'asked', 'ORIGIN', null],
    ['TK2', 'approved', 'ORIGIN', maker],
    ['TK3', 'asked', 'REGISTERED', null],
  ] as const)
    await run(
      tx,
      sql`insert into refunds (id, refund_no, state, shipper_id, branch_id, amount_fen, source, account_name, account_no,
        reason, asker_id, asker_name, approver_id, created_at, updated_at)
        values (${randomUUID()}, ${no}, ${state}, ${shipper}, ${branch}, 100, ${source}, '户名', '6222', '不再发货',
        ${demoUserId('shipper-finance')}, '申请人', ${approver}, 1, 1)`,
    )
  await run(
    tx,
    sql`insert into debts (id, debt_no, origin, settlement_id, shipper_id, carrier_id, branch_id, amount_fen, state, asker_id,
      asker_name, asked_at, reason, created_at, updated_at)
      select ${randomUUID()}, 'QK1', 'SHEET', s.id, s.shipper_id, s.carrier_id, s.branch_id, 100, 'asking', ${maker}, '申请人', 1,
      '已注销', 1, 1 from settlements s where s.settlement_num = 'JS1'`,
  )
  const account = randomUUID()
  await run(
    tx,
    sql`insert into fuel_accounts (id, kind, provider, account_no, branch_id, created_name, created_at, updated_at)
      values (${account}, 'OIL', '石化', 'YK1', ${branch}, '登记人', 1, 1)`,
  )
  for (const [no, state, checker, undoer] of [
    ['TZ1', 'asked', null, null],
    ['TZ2', 'undoing', second, maker],
  ] as const)
    await run(
      tx,
      sql`insert into fuel_shifts (id, shift_no, kind, state, account_id, branch_id, amount_fen, reason, maker_id, maker_name,
        checker_id, undo_asker_id, undo_reason, created_at, updated_at)
        values (${randomUUID()}, ${no}, 'LOSS', ${state}, ${account}, ${branch}, 100, '挥发', ${maker}, '登记人', ${checker},
        ${undoer}, '记错', 1, 1)`,
    )
  const file = randomUUID()
  await run(
    tx,
    sql`insert into recon_files (id, branch_id, day, channel, name, sha256, state, lines, income_fen, outgo_fen, opening_fen,
      closing_fen, maker_id, maker_name, checker_id, created_at, updated_at)
      values (${file}, ${branch}, ${day}, 'SIM', 'a.csv', 'x', 'taken', 3, 300, 0, 0, 300, ${maker}, '登记人', ${second}, 1, 1)`,
  )
  for (const [n, state] of (['open', 'open', 'asked'] as const).entries()) {
    const line = randomUUID()
    await run(
      tx,
      sql`insert into recon_lines (id, file_id, branch_id, day, n, serial, direction, amount_fen, at)
        values (${line}, ${file}, ${branch}, ${day}, ${n + 1}, ${`LS${n}`}, 'IN', 100, ${day})`,
    )
    await run(
      tx,
      sql`insert into recon_items (id, branch_id, day, kind, state, line_id, asker_id, asker_name, created_at, updated_at)
        values (${randomUUID()}, ${branch}, ${day}, 'THEIRS_ONLY', ${state}, ${line}, ${state === 'asked' ? maker : null},
        '说明人', 1, 1)`,
    )
  }
  await run(
    tx,
    sql`insert into period_closings (id, branch_id, period, state, asker_id, asker_name, asked_at, created_at, updated_at)
      values (${randomUUID()}, ${branch}, '202610', 'asked', ${maker}, '申请人', 1, 1, 1)`,
  )
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db(begin)
})
afterAll(() => server.stop())

const found = async (account: string) =>
  (await (await server.login(account)).send(listToday, {})).items.filter(({ kind }) => kind in houseMoneyWork)
const numbers = (items: Awaited<ReturnType<typeof found>>, kind: TodayKind) =>
  items
    .filter(item => item.kind === kind)
    .map(({ no }) => no)
    .toSorted()

test('what waits for a second person waits for everybody who may, but the one who asked', async () => {
  const admin = await found('admin')
  const all: readonly (readonly [TodayKind, readonly string[]])[] = [
    ['remittance', ['LK1']],
    ['claimRemittance', ['LK2']],
    ['returnRemittance', ['LK3']],
    ['approveRefund', ['TK1', 'TK3']],
    ['payRefund', ['TK2']],
    ['writeOff', ['QK1']],
    ['fuelShift', ['TZ1']],
    ['undoFuelShift', ['TZ2']],
    ['recon', ['2026-11-21']],
    ['explainedRecon', ['2026-11-21']],
    ['closing', ['202610']],
  ]
  expect(all.map(([kind]) => [kind, numbers(admin, kind)])).toEqual(all)
  expect(Object.keys(houseMoneyWork).filter(kind => !all.some(([each]) => each === kind))).toEqual(['fund'])
  const own = await found('platform-finance')
  expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['claimRemittance', 'approveRefund', 'recon']))
  // another account than the one the money came from takes the administrator
  expect(numbers(own, 'approveRefund')).toEqual(['TK1'])
})

test('a piece opens its row with the dialog of its act, a day of differences all of them', async () => {
  const paths = new Map((await found('admin')).map(({ kind, path, refusePath }) => [kind, [path, refusePath]]))
  const at = (screen: keyof typeof screens) => `/${screens[screen].path}`
  expect(paths.get('remittance')).toEqual([
    `${at('RemittanceList')}?text=LK1&act=confirm`,
    `${at('RemittanceList')}?text=LK1&act=reject`,
  ])
  expect(paths.get('writeOff')?.[0]).toBe(`${at('DebtList')}?text=QK1&act=confirmWriteOff`)
  expect(paths.get('recon')?.[0]).toBe(`${at('ReconList')}?state=open&from=${day}&to=${day + 86_400_000 - 1}`)
  expect((await found('admin')).find(({ kind }) => kind === 'recon')?.beside).toBe('2 笔')
})

test('[PM-08] another branch and both sides of the market find none of it', async () => {
  for (const account of ['branch2', 'shipper', 'carrier'])
    expect([account, await found(account)]).toEqual([account, []])
})
