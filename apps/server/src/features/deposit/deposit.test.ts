// Deposits over HTTP: entered by one and booked by another, out of a remittance too, taken back in red; 2241.02 is at every
// moment what is held.
import {
  confirmDeposit,
  countDeposits,
  getDeposit,
  listDeposits,
  moveDeposit,
  recordDeposit,
  uploadDepositSlip,
} from '@yunshu/contract/deposit/deposit'
import {
  askDepositBack,
  countDepositBacks,
  getDepositBack,
  getDepositWays,
  listDepositBacks,
} from '@yunshu/contract/deposit/depositBack'
import { listAudit } from '@yunshu/contract/audit/audit'
import { recordFund } from '@yunshu/contract/fund/fund'
import { recordRemittance } from '@yunshu/contract/remittance/remittance'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { listTrades } from '@yunshu/contract/trade/trade'
import { getOtherVoucher } from '@yunshu/contract/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q, type Tx } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { findDeposits } from './deposit.queries.ts'
import { until } from '../../../../../tests/server/until.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { agree, inBranch, startDepositWorld, type SaidOfDeposit } from '../../../../../tests/server/depositWorld.ts'

const world = await startDepositWorld()
const {
  server,
  finance,
  admin,
  carrier,
  nextSerial,
  deposit,
  standing,
  ofDeposit,
  accountOf,
  asked,
  approved,
  linesOf,
  held,
  assertSound,
} = world
afterAll(() => world.stop())

test('E11: a deposit is in the books when another person agrees, once, its money is a trade under the bank’s number, and its carrier reads it', async () => {
  const before = await held()
  const said = deposit({ remark: '两张副卡' })
  const entered = await finance.send(recordDeposit, said, { key: 'deposit once', ...inBranch() })
  expect(await finance.send(recordDeposit, said, { key: 'deposit once', ...inBranch() })).toEqual(entered)
  expect([await held(), await linesOf(entered.id)], 'nothing is booked before the second person').toEqual([before, []])
  expect((await ofDeposit(entered.id)).left, 'nor can it be asked back').toBe(0)
  const own = await finance.ask(confirmDeposit, agree(entered.id, 1, 10_000))
  expect(own.envelope.code, 'nobody agrees with their own').toBe(1103)
  const wrong = await admin.ask(confirmDeposit, agree(entered.id, 1, 10_001))
  expect([wrong.http, wrong.envelope.message]).toEqual([400, expect.stringContaining('100.00')])
  await admin.send(confirmDeposit, agree(entered.id, 1, 10_000))
  expect((await admin.ask(confirmDeposit, agree(entered.id, 1, 10_000))).http, 'once').toBe(409)
  expect(await linesOf(entered.id)).toEqual([
    { event: 'E11', account: '1002.02', fen: 10_000 },
    { event: 'E11', account: '2241.02', fen: -10_000 },
  ])
  expect(await held()).toBe(before + 10_000)
  const [trade] = (await finance.send(listTrades, { text: said.serial })).rows
  expect(trade).toMatchObject({ kind: 'DEPOSIT', direction: 'IN', income: 10_000, bankSerial: said.serial })
  const [paidIn] = (await carrier.send(listTrades, { text: said.serial, direction: 'OUT' })).rows
  expect(paidIn, 'its carrier paid it').toMatchObject({ kind: 'DEPOSIT', direction: 'OUT', outgo: 10_000 })
  const seen = await ofDeposit(entered.id)
  expect(seen).toMatchObject({ state: 'standing', left: 10_000, moves: ['askUndo'], canAskBack: true })
  const [voucher] = seen.vouchers
  expect(await finance.send(getOtherVoucher, { id: voucher?.id ?? '' })).toMatchObject({ category: 'DEPOSIT' })
  expect((await carrier.send(listDeposits, { ids: [entered.id] })).rows).toMatchObject([{ left: 10_000, moves: [] }])
  expect((await carrier.send(getDeposit, { id: entered.id })).log.length).toBeGreaterThan(1)
  await assertSound()
})

test('a deposit may have come to another account of the branch; one number is one deposit, remittance, top-up or money the bank sent back', async () => {
  const bank = await standing({ means: 'BANK', purpose: 'DEVICE' })
  expect((await linesOf(bank.id))[0]).toEqual({ event: 'E11', account: '1002.01', fen: 10_000 })
  const { serial } = await ofDeposit(bank.id)
  const slip = { payerName: '某公司', payerAccount: '6222020099990009', amount: fen(1), date: Date.now(), serial }
  const again = await finance.ask(recordDeposit, deposit({ serial: serial.toLowerCase() }), inBranch())
  const remitted = await finance.ask(recordRemittance, slip, inBranch())
  const fund = { kind: 'TRANSFER', amount: fen(1), date: Date.now(), serial } as const
  const funded = await finance.ask(recordFund, fund, inBranch())
  expect([again, remitted, funded].map(({ envelope }) => envelope.code)).toEqual([2701, 2701, 2503])
  const other = { ...slip, serial: nextSerial() }
  await finance.send(recordRemittance, other, withSlip(inBranch()))
  expect((await finance.ask(recordDeposit, deposit({ serial: other.serial }), inBranch())).envelope.code).toBe(2701)
  const twice = deposit()
  const both = await Promise.all([0, 1].map(() => finance.ask(recordDeposit, twice, inBranch())))
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 2701])
  // in another branch the number is another bank's
  expect((await finance.ask(recordDeposit, deposit({ serial }), inBranch('branch2'))).envelope.code).toBe(0)
  await assertSound()
})

test('what was rejected or taken back is no deposit, and its number is free again; words of every refusal', async () => {
  const said = deposit()
  const rejected = await finance.send(recordDeposit, said, inBranch())
  const silent = await admin.ask(moveDeposit, { id: rejected.id, version: 1, move: 'reject' })
  expect([silent.http, silent.envelope.message]).toEqual([400, expect.stringContaining('原因')])
  await admin.send(moveDeposit, { id: rejected.id, version: 1, move: 'reject', reason: '没有到账' })
  const withdrawn = await finance.send(recordDeposit, said, inBranch())
  expect((await admin.ask(moveDeposit, { id: withdrawn.id, version: 1, move: 'withdraw' })).envelope.code).toBe(2504)
  await finance.send(moveDeposit, { id: withdrawn.id, version: 1, move: 'withdraw' })
  expect([await linesOf(rejected.id), await linesOf(withdrawn.id)]).toEqual([[], []])
  const refused: [SaidOfDeposit, string][] = [
    [{ amount: fen(0) }, '应大于 0'],
    [{ date: Date.now() + 2 * 86_400_000 }, '不能晚于今天'],
    [{ date: Date.now() - 400 * 86_400_000 }, '不能早于一年前'],
    [{ serial: undefined }, '流水号'],
    [{ serial: 'ЯYJ1' }, '只能有'],
    [{ carrierId: demoCompanyId('shipper') }, '没有这个承运商'],
    [{ means: 'REMITTANCE', date: undefined, serial: undefined }, '来款'],
    [{ means: 'REMITTANCE' }, '以来款登记为准'],
    [{ remittanceId: rejected.id }, '来款'],
  ]
  for (const [over, words] of refused) {
    const answer = await finance.ask(recordDeposit, deposit(over), inBranch())
    expect([answer.http, answer.envelope.message], words).toEqual([400, expect.stringContaining(words)])
  }
  // one held since before the branch began here came to another account, years ago
  const old = await standing({ means: 'BANK', date: Date.now() - 6 * 366 * 86_400_000 })
  expect((await linesOf(old.id)).map(({ account }) => account)).toEqual(['1002.01', '2241.02'])
  await assertSound()
})

/** The month of branch 1 takes nothing from a moment on, or takes again. */
const closeMonth = (period: string, at: number | null) =>
  server.db(tx =>
    tx.run(
      sql`insert into periods (branch_id, period, closed_at) values (${demoCompanyId('branch1')}::uuid, ${period}, ${at})
        on conflict (branch_id, period) do update set closed_at = ${at}`.compile(q),
    ),
  )

test('a deposit entered wrongly goes in red by two in the month of that day, whatever was closed in between', async () => {
  const { id, version } = await standing()
  const month = (event: string) =>
    server.db(tx =>
      tx.one(q.selectFrom('journal_entries').select('period').where('source_id', '=', id).where('event', '=', event)),
    )
  const booked = await month('E11')
  const undoing = await finance.send(moveDeposit, { id, version, move: 'askUndo', reason: '承运商选错' })
  expect((await finance.ask(confirmDeposit, agree(id, undoing.version, 10_000, 'undo'))).envelope.code).toBe(1103)
  const early = { depositId: id, kind: 'RETURN', amount: fen(1), accountId: await accountOf(id), reason: '退' } as const
  expect((await finance.ask(askDepositBack, early)).envelope.code, 'it waits for the undoing').toBe(1101)
  await closeMonth(booked.period, Date.now())
  await admin.send(confirmDeposit, agree(id, undoing.version, 10_000, 'undo'))
  expect((await month('E11r')).period > booked.period, 'not in the month that is closed').toBe(true)
  await closeMonth(booked.period, null)
  expect((await linesOf(id)).map(each => [each.event, each.fen])).toEqual([
    ['E11', 10_000],
    ['E11', -10_000],
    ['E11r', -10_000],
    ['E11r', 10_000],
  ])
  expect(await ofDeposit(id)).toMatchObject({ state: 'undone', left: 0, moves: [] })
  await assertSound()
  // let stand, it is as before
  const other = await standing()
  const again = { id: other.id, version: other.version, move: 'askUndo', reason: '再看' } as const
  const asking = await finance.send(moveDeposit, again)
  await admin.send(moveDeposit, { id: other.id, version: asking.version, move: 'keep' })
  expect(await ofDeposit(other.id)).toMatchObject({ state: 'standing', moves: ['askUndo'] })
  const toldOf = (title: string) =>
    server.db(tx =>
      tx.rows<{ account: string }>(
        sql<{ account: string }>`select u.account from messages m join users u on u.id = m.user_id
          where m.title = ${title} and m.content like ${`%${other.depositNo}%`}`.compile(q),
      ),
    )
  await until(async () => (await toldOf('押金不冲销')).length > 0)
  expect(await toldOf('押金不冲销'), 'who asked hears of it').toEqual([{ account: 'platform-finance' }])
  await assertSound()
})

test('another branch and another company find no deposit; shippers, and carriers as writers, are refused; lists equal counters and sums', async () => {
  const { id, amount } = await standing({ purpose: 'PERFORMANCE', amount: fen(12_300) })
  const back = await asked(id, 300)
  const [other, carrier2, shipper] = await Promise.all(
    ['branch2', 'carrier2', 'shipper-finance'].map(account => server.login(account)),
  )
  for (const client of [other, carrier2]) {
    expect((await client?.send(listDeposits, { ids: [id] }))?.rows).toEqual([])
    expect((await client?.ask(getDeposit, { id }))?.http).toBe(404)
    expect((await client?.send(listDepositBacks, { ids: [back.id] }))?.rows).toEqual([])
    expect((await client?.ask(getDepositBack, { id: back.id }))?.http).toBe(404)
  }
  expect((await shipper?.ask(listDeposits, {}))?.http).toBe(403)
  // by a part of the carrier's name, in the list, its counters and its sums alike
  const { carrierName } = await ofDeposit(id)
  const named = { text: carrierName.slice(1, 5) }
  const ours = (await finance.send(listDeposits, { ...named, limit: 100 })).rows
  expect([ours.some(row => row.id === id), ours.every(row => row.carrierName === carrierName)]).toEqual([true, true])
  expect((await finance.send(countDeposits, { ...named, part: 'sums' })).summed).toBe(ours.length)
  expect(Object.keys((await finance.send(countDeposits, named)).own ?? {})).toContain('undoing')
  expect(Object.keys((await finance.send(countDepositBacks, {})).own ?? {})).toContain('bouncing')
  expect((await finance.send(listDepositBacks, named)).rows.map(row => row.id)).toContain(back.id)
  expect((await carrier2?.send(listDeposits, named))?.rows).toEqual([])
  expect((await carrier.ask(recordDeposit, deposit(), inBranch())).http).toBe(403)
  expect((await carrier.ask(getDepositWays, { id })).http).toBe(403)
  expect((await other?.ask(getDepositWays, { id }))?.http).toBe(404)
  const filter = { purpose: 'PERFORMANCE', branchId: demoCompanyId('branch1') } as const
  const { rows } = await finance.send(listDeposits, { ...filter, limit: 100 })
  const { state } = await finance.send(countDeposits, filter)
  expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(rows.length)
  const { sums, summed } = await finance.send(countDeposits, { ...filter, part: 'sums' })
  expect([summed, sums]).toEqual([rows.length, { amount, asked: 300, gone: 0, left: 12_000 }])
  const all = (await finance.send(listDepositBacks, { limit: 100 })).rows
  const counted = await finance.send(countDepositBacks, { part: 'sums' })
  expect(counted).toMatchObject({
    summed: all.length,
    sums: { amount: all.reduce((sum, row) => sum + row.amount, 0) },
  })
  await assertSound()
})

test('whoever sends a deposit back is told the account that was frozen with the request, and each look is audited; nobody else is', async () => {
  const { id: depositId } = await standing()
  const back = await approved(depositId, 4_000)
  const { account_id: accountId, account_no: frozen } = await server.db(tx =>
    tx.one(q.selectFrom('deposit_backs').select(['account_id', 'account_no']).where('id', '=', back.id)),
  )
  await server.db(tx =>
    tx.run(
      q
        .updateTable('company_accounts')
        .set({ account_no: '6222020011113333' })
        .where('id', '=', accountId ?? ''),
    ),
  )
  const look = { kind: 'depositBack', id: back.id, field: 'accountNo' } as const
  expect((await finance.send(revealNumber, look)).value, 'as it was asked for').toBe(frozen)
  const [audited] = (await admin.send(listAudit, { entity: 'depositBack' })).rows
  const backNo = (await finance.send(getDepositBack, { id: back.id })).backNo
  expect(audited).toMatchObject({ title: '查看完整号码', entityId: back.id })
  expect(JSON.stringify(audited)).toContain(`押金退还${backNo}的收款账号`)
  expect(JSON.stringify(audited)).not.toContain(frozen ?? '')
  await server.db(tx =>
    tx.run(
      sql`update roles set functions = functions || array['refund.pay'] where id in (select r.role_id from user_roles r
        where r.user_id = ${demoUserId('branch2')}::uuid)`.compile(q),
    ),
  )
  // a carrier with the permit for papers, a keeper of the house without that of sending, and people of another branch
  const [papers, keeper, other] = await Promise.all(
    ['carrier', 'platform-ops', 'branch2'].map(account => server.login(account)),
  )
  expect((await papers?.ask(revealNumber, look))?.http).toBe(403)
  expect((await keeper?.ask(revealNumber, look))?.http).toBe(403)
  expect((await other?.ask(revealNumber, look))?.http).toBe(404)
  // the permit of sending opens no other number
  const account = { kind: 'companyAccount', id: accountId ?? '', field: 'accountNo' } as const
  expect((await finance.ask(revealNumber, account)).http).toBe(403)
  await server.db(tx =>
    tx.run(
      q
        .updateTable('company_accounts')
        .set({ account_no: frozen ?? '' })
        .where('id', '=', accountId ?? ''),
    ),
  )
})

test('a slip is kept with its deposit, and its carrier sees it', async () => {
  const { id } = await standing()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await finance.send(uploadDepositSlip, { id }, { files: [{ name: '凭条.png', bytes: png }] })
  expect((await carrier.send(getDeposit, { id })).files).toMatchObject([{ name: '凭条.png', category: 'SLIP' }])
})

test('the control: a deposit that says more than the books, or a way out that says less, is told', async () => {
  const { id } = await standing()
  const back = await approved(id, 4_000)
  const set = (table: 'deposits' | 'deposit_backs', row: string, by: number) =>
    server.db(tx =>
      tx.run(
        q
          .updateTable(table)
          .set({ amount_fen: sql`amount_fen + ${by}` })
          .where('id', '=', row),
      ),
    )
  await set('deposits', id, 1)
  const apart = await drift(server)
  expect(apart.filter(fault => fault.includes('2241.02') || fault.includes('deposits')).length).toBeGreaterThan(0)
  expect((await moneyFaults(server)).length).toBeGreaterThan(0)
  await set('deposits', id, -1)
  await set('deposit_backs', back.id, 1)
  expect((await drift(server)).length).toBeGreaterThan(0)
  expect((await moneyFaults(server)).length).toBeGreaterThan(0)
  await set('deposit_backs', back.id, -1)
  await assertSound()
})

test('a page of many deposits is read by an index: of the house, of a branch, of a carrier', async () => {
  await server.db(tx =>
    tx.run(
      sql`insert into deposits (id, deposit_no, state, branch_id, carrier_id, purpose, means, amount_fen, date, serial,
          maker_id, maker_name, created_at, updated_at)
        select gen_random_uuid(), 'YJX' || n, 'withdrawn', ${demoCompanyId('branch2')}::uuid, d.carrier_id, 'OTHER', 'BANK',
          1, d.date, 'X' || n, d.maker_id, d.maker_name, d.created_at, d.updated_at
        from (select * from deposits limit 1) d, generate_series(1, 30000) n`.compile(q),
    ),
  )
  await withClient(server.ownerUrl, client => client.query('analyze deposits'))
  /** The plan of the first page for somebody of a side. */
  const planFor = async (side: 'platform' | 'branch' | 'carrier', of: string): Promise<string> =>
    asSystem(server.server.deps, async ctx => {
      const plans: string[] = []
      const tx: Tx = {
        ...ctx.tx,
        rows: async query => {
          const compiled = 'compile' in query ? query.compile() : query
          const plan = await ctx.tx.rows<unknown>({ ...compiled, sql: `explain ${compiled.sql}` })
          plans.push(...plan.map(line => JSON.stringify(line)))
          return []
        },
      }
      const actor = { ...ctx.actor, side, branchId: of, companyId: of, businessType: 2 } as const
      await findDeposits({ ...ctx, tx, actor }, { limit: 20 })
      return plans.join('\n')
    })
  const plans = [
    await planFor('platform', demoCompanyId('branch1')),
    await planFor('branch', demoCompanyId('branch1')),
    await planFor('carrier', demoCompanyId('carrier2')),
  ]
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on deposits/)
  expect(plans[1]).toContain('deposits_branch')
})
