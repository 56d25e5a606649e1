// 今日 of the house's own money: what waits for a second person is found for everybody but the first, and by nobody else.
import { listToday } from '@yunshu/contract/today'
import { screens } from '@yunshu/contract/screens/screens'
import type { Permit } from '@yunshu/domain/permits/permits'
import type { TodayKind } from '@yunshu/domain/today/today'
import { withClient } from '@yunshu/postgres/withClient'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q, type Tx } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { addGoods, addSettlement, addWaybill } from '../../../../../tests/server/homeRows.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { asSystem } from '../../work/system.ts'
import { houseMoneyWork } from './houseMoneyWork.ts'
import { findToday } from './today.queries.ts'

const branch = demoCompanyId('branch1')
const maker = demoUserId('platform-finance')
const second = demoUserId('branch')
const shipper = demoCompanyId('shipper')
const day = 1_795_190_400_000
const run = (tx: Tx, query: ReturnType<typeof sql>) => tx.run(query.compile(q))

/** Deposits and their ways out, and receivables given up, in each state that waits for a person. */
async function beginDeposits(tx: Tx): Promise<void> {
  const carrier = demoCompanyId('carrier')
  const standing = randomUUID()
  for (const [id, no, state, undoer] of [
    [randomUUID(), 'YJ1', 'recorded', null],
    [randomUUID(), 'YJ2', 'undoing', maker],
    [standing, 'YJ3', 'standing', null],
  ] as const)
    await run(
      tx,
      sql`insert into deposits (id, deposit_no, state, branch_id, carrier_id, purpose, means, amount_fen, date, serial,
        maker_id, maker_name, checker_id, undo_asker_id, undo_reason, created_at, updated_at)
        values (${id}, ${no}, ${state}, ${branch}, ${carrier}, 'DEVICE', 'BANK', 100, 1, ${no}, ${maker}, '登记人',
        ${state === 'recorded' ? null : second}, ${undoer}, '记错', 1, 1)`,
    )
  for (const [no, state, way, asker, approver, backAsker] of [
    ['TY1', 'asked', 'RETURN', maker, null, null],
    ['TY2', 'asked', 'OFFSET', maker, null, null],
    ['TY3', 'approved', 'RETURN', second, maker, null],
    ['TY4', 'bouncing', 'RETURN', maker, second, maker],
    ['TY5', 'undoing', 'OFFSET', maker, second, maker],
  ] as const)
    await run(
      tx,
      sql`insert into deposit_backs (id, back_no, deposit_id, state, kind, branch_id, carrier_id, amount_fen, account_id,
        account_name, account_no, bank, debt_id, reason, asker_id, asker_name, approver_id, payer_id, serial, paid_at,
        back_asker_id, back_reason, created_at, updated_at)
        select ${randomUUID()}, ${no}, ${standing}, ${state}, ${way}, ${branch}, ${carrier}, 100, a.id, a.account_name,
        a.account_no, a.bank, d.id, '不再使用', ${asker}, '申请人', ${approver}, p.id, p.serial, p.at, ${backAsker}, '退汇', 1, 1
        from (select) x left join (select * from company_accounts where company_id = ${carrier} limit 1) a on ${way} = 'RETURN'
        left join (select id from debts limit 1) d on ${way} = 'OFFSET'
        left join (values (${maker}::uuid, ${no}, 1)) as p (id, serial, at) on ${state} = 'bouncing'`,
    )
  for (const [no, state, undoer] of [
    ['HX1', 'asked', null],
    ['HX2', 'undoing', maker],
  ] as const)
    await run(
      tx,
      sql`insert into write_offs (id, write_off_no, state, shipper_id, branch_id, amount_fen, waybills, reason, maker_id,
        maker_name, checker_id, undo_asker_id, undo_reason, created_at, updated_at)
        values (${randomUUID()}, ${no}, ${state}, ${shipper}, ${branch}, 100, 1, '已破产', ${maker}, '申请人',
        ${state === 'asked' ? null : second}, ${undoer}, '收到款了', 1, 1)`,
    )
}

/** The base of a waybill that waits for a second person. */
async function beginBase(tx: Tx): Promise<void> {
  const parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
  const goods = { id: await addGoods(tx, parties, 'HY1'), no: 'HY1' }
  const waybill = await addWaybill(tx, parties, goods, 'YD1', '冀A10001', { state: 'signed' })
  await run(
    tx,
    sql`insert into base_changes (id, state, waybill_id, branch_id, from_base, to_base, reason, asker_id, asker_name,
      created_at, updated_at) values (${randomUUID()}, 'asked', ${waybill}, ${branch}, 'CASH_ONLY', 'GROSS', '合同约定',
      ${maker}, '申请人', 1, 1)`,
  )
  const [entry, voucher] = [randomUUID(), randomUUID()]
  await run(
    tx,
    sql`insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, event, source_type, source_id, summary,
      created_by, created_at) values (${entry}, 'F1', ${branch}, '202611', 1, 1, 'E3', 'waybill', ${waybill}, '暂估', ${maker}, 1)`,
  )
  await run(
    tx,
    sql`insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty, amount_fen, maker_id,
      maker_name, entry_id, created_at, updated_at) values (${voucher}, '记-1', 'TENTATIVE', 'posted', ${branch}, '202611', 1,
      '暂估', '承运商', 100, ${maker}, '系统', ${entry}, 1, 1)`,
  )
  await run(
    tx,
    sql`insert into estimate_ends (id, state, voucher_id, waybill_id, carrier_id, branch_id, amount_fen, reason, asker_id,
      asker_name, created_at, updated_at) select ${randomUUID()}, 'asked', ${voucher}, w.id, w.carrier_id, w.branch_id, 100,
      '已注销', ${maker}, '申请人', 1, 1 from waybills w where w.id = ${waybill}`,
  )
}

/** One record of each kind that 财务 of the platform began. */
async function begin(tx: Tx): Promise<void> {
  await addSettlement(tx, { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }, 'JS1', 'paid', 'success')
  for (const [no, state, checker, asker] of [
    ['LK1', 'recorded', null, null],
    ['LK2', 'unclaimed', second, null],
    ['LK3', 'refunding', second, maker],
    ['LK4', 'returning', second, maker],
  ] as const)
    await run(
      tx,
      sql`insert into remittances (id, remittance_no, state, branch_id, payer_name, payer_account, amount_fen, date, serial,
        maker_id, maker_name, checker_id, asker_id, return_payment_id, created_at, updated_at)
        values (${randomUUID()}, ${no}, ${state}, ${branch}, '付款方', '6222', 100, 1, ${no}, ${maker}, '登记人', ${checker},
        ${asker}, ${state === 'returning' ? sql`(select id from payments limit 1)` : null}, 1, 1)`,
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
  await beginDeposits(tx)
  await beginBase(tx)
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
    ['paymentBack', ['LK4']],
    ['approveRefund', ['TK1', 'TK3']],
    ['payRefund', ['TK2']],
    ['writeOff', ['QK1']],
    ['giveUpReceivable', ['HX1']],
    ['undoGivenUp', ['HX2']],
    ['deposit', ['YJ1']],
    ['undoDeposit', ['YJ2']],
    ['returnDeposit', ['TY1']],
    ['setOffDeposit', ['TY2']],
    ['payDepositBack', ['TY3']],
    ['bouncedDeposit', ['TY4']],
    ['undoSetOff', ['TY5']],
    ['baseChange', ['YD1']],
    ['endEstimate', ['YD1']],
    ['fuelShift', ['TZ1']],
    ['undoFuelShift', ['TZ2']],
    ['recon', ['2026-11-21']],
    ['explainedRecon', ['2026-11-21']],
    ['closing', ['2026年10月']],
  ]
  expect(all.map(([kind]) => [kind, numbers(admin, kind)])).toEqual(all)
  // a debt that is to be chased waits for nobody else
  const others = Object.keys(houseMoneyWork).filter(kind => !all.some(([each]) => each === kind))
  expect(others).toEqual(['fund', 'chaseDebt'])
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
  expect(paths.get('giveUpReceivable')).toEqual([
    `${at('WriteOffList')}?text=HX1&act=confirm`,
    `${at('WriteOffList')}?text=HX1&act=reject`,
  ])
  expect(paths.get('undoDeposit')).toEqual([
    `${at('DepositList')}?text=YJ2&act=undo`,
    `${at('DepositList')}?text=YJ2&act=keep`,
  ])
  const ofBacks = ['returnDeposit', 'setOffDeposit', 'payDepositBack', 'bouncedDeposit', 'undoSetOff'] as const
  expect(ofBacks.flatMap(kind => paths.get(kind))).toEqual(
    [
      ['TY1', 'approve'],
      ['TY1', 'reject'],
      ['TY2', 'setOff'],
      ['TY2', 'reject'],
      ['TY3', 'pay'],
      undefined,
      ['TY4', 'bounce'],
      ['TY4', 'keepPaid'],
      ['TY5', 'undo'],
      ['TY5', 'keepOffset'],
    ].map(each => each && `${at('DepositBackList')}?text=${each[0]}&act=${each[1]}`),
  )
  expect(paths.get('recon')?.[0]).toBe(`${at('ReconList')}?state=open&from=${day}&to=${day + 86_400_000 - 1}`)
  expect((await found('admin')).find(({ kind }) => kind === 'recon')?.beside).toBe('2 笔')
})

test('[PM-08] another branch and both sides of the market find none of it', async () => {
  for (const account of ['branch2', 'shipper', 'carrier'])
    expect([account, await found(account)]).toEqual([account, []])
})

test('who asked may send what another agreed to; who agreed does not, and nobody who sees no price of shippers gives up receivables', async () => {
  const own = await found('platform-finance')
  expect(numbers(own, 'payDepositBack'), 'agreed to by 财务').toEqual([])
  await server.db(tx =>
    run(tx, sql`update deposit_backs set asker_id = ${maker}, approver_id = ${second} where back_no = 'TY3'`),
  )
  expect(numbers(await found('platform-finance'), 'payDepositBack'), 'asked by 财务').toEqual(['TY3'])
  const seen = await asSystem(server.server.deps, ctx => {
    const blind = { ...ctx, actor: actorOfSide('platform'), can: (permit: Permit) => permit !== 'price.shipper' }
    return findToday(blind, {})
  })
  const kinds = new Set(seen.items.map(({ kind }) => kind))
  expect([kinds.has('giveUpReceivable'), kinds.has('writeOff'), kinds.has('deposit')]).toEqual([false, true, true])
})

test('few that wait among many that ended are read by an index of their own', async () => {
  await server.db(async tx => {
    await run(
      tx,
      sql`insert into deposits (id, deposit_no, state, branch_id, carrier_id, purpose, means, amount_fen, date, serial,
        maker_id, maker_name, created_at, updated_at)
        select gen_random_uuid(), 'YJX' || n, 'withdrawn', d.branch_id, d.carrier_id, 'OTHER', 'BANK', 1, 1, 'X' || n,
        d.maker_id, d.maker_name, 1, 1 from deposits d, generate_series(1, 20000) n where d.deposit_no = 'YJ1'`,
    )
    await run(
      tx,
      sql`insert into deposit_backs (id, back_no, deposit_id, state, kind, branch_id, carrier_id, amount_fen, debt_id, reason,
        asker_id, asker_name, created_at, updated_at)
        select gen_random_uuid(), 'TYX' || n, k.deposit_id, 'withdrawn', 'OFFSET', k.branch_id, k.carrier_id, 1, k.debt_id,
        k.reason, k.asker_id, k.asker_name, 1, 1 from deposit_backs k, generate_series(1, 20000) n where k.back_no = 'TY2'`,
    )
    await run(
      tx,
      sql`insert into write_offs (id, write_off_no, state, shipper_id, branch_id, amount_fen, waybills, reason, maker_id,
        maker_name, created_at, updated_at)
        select gen_random_uuid(), 'HXX' || n, 'withdrawn', o.shipper_id, o.branch_id, 1, 1, o.reason, o.maker_id, o.maker_name,
        1, 1 from write_offs o, generate_series(1, 20000) n where o.write_off_no = 'HX1'`,
    )
  })
  await withClient(server.ownerUrl, client => client.query('analyze deposits, deposit_backs, write_offs'))
  for (const side of ['platform', 'branch'] as const) {
    const plans = await asSystem(server.server.deps, ctx => {
      const actor = { ...actorOfSide(side), isAdmin: true }
      return plansOf({ ...ctx, actor, can: () => true }, reader => findToday(reader, {}), { isForced: false })
    })
    for (const table of ['deposits', 'deposit_backs', 'write_offs']) {
      const of = plans.filter(({ statement }) => statement.includes(`from ${table} `))
      const wrong = of.filter(({ lines }) => !lines.some(line => line.includes(`${table}_waiting`)))
      expect([side, table, of.length > 1, wrong]).toEqual([side, table, true, []])
    }
  }
})
