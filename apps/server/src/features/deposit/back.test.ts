// Ways out of deposits over HTTP: three steps, not sent, sent back by the bank, against a debt; never more than there is.
import { listDebts, getDebt } from '@yunshu/contract/debt/debt'
import { confirmDeposit, moveDeposit, recordDeposit } from '@yunshu/contract/deposit/deposit'
import {
  approveDepositBack,
  askDepositBack,
  confirmDepositBack,
  getDepositWays,
  listDepositBacks,
  moveDepositBack,
  payDepositBack,
} from '@yunshu/contract/deposit/depositBack'
import { listTrades } from '@yunshu/contract/trade/trade'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { openFunds } from '../../../../../tests/server/settlementWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { agree, inBranch, startDepositWorld } from '../../../../../tests/server/depositWorld.ts'

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
  backOf,
  accountOf,
  asked,
  approved,
  paid,
  owing,
  linesOf,
  assertSound,
} = world
afterAll(() => world.stop())

test('back in three steps: asked by one, agreed to by another (E11f), sent under the bank’s number (E11p); who agreed does not send, and 2202.02 holds what is under way', async () => {
  const { id: depositId } = await standing()
  const tooMuch = await asked(depositId, 10_000).then(() =>
    finance.ask(askDepositBack, {
      depositId,
      kind: 'RETURN',
      amount: fen(1),
      accountId: demoCompanyId('carrier'),
      reason: '多要',
    }),
  )
  expect(tooMuch.envelope.code, 'all of it is asked for').toBe(3571)
  const [first] = (await finance.send(listDepositBacks, { carrierId: demoCompanyId('carrier') })).rows
  if (first === undefined) throw new Error('no way out')
  await finance.send(moveDepositBack, { id: first.id, version: first.version, move: 'withdraw' })
  const back = await asked(depositId, 4_000)
  const agreeing = { id: back.id, version: 1, move: 'approve', expectAmount: fen(4_000) } as const
  expect((await finance.ask(approveDepositBack, agreeing)).envelope.code, 'not their own').toBe(1103)
  expect((await admin.ask(approveDepositBack, { ...agreeing, move: 'setOff' })).envelope.code).toBe(3574)
  const { version } = await admin.send(approveDepositBack, agreeing)
  await assertSound()
  const sending = { id: back.id, version, expectAmount: fen(4_000), serial: nextSerial() }
  expect((await admin.ask(payDepositBack, sending)).envelope.code, 'who agreed does not send').toBe(1103)
  await finance.send(payDepositBack, sending)
  expect(await linesOf(back.id)).toEqual([
    { event: 'E11f', account: '2241.02', fen: 4_000 },
    { event: 'E11f', account: '2202.02', fen: -4_000 },
    { event: 'E11p', account: '2202.02', fen: 4_000 },
    { event: 'E11p', account: '1002.02', fen: -4_000 },
  ])
  const [trade] = (await finance.send(listTrades, { text: sending.serial })).rows
  expect(trade).toMatchObject({ kind: 'DEPOSIT', direction: 'OUT', outgo: 4_000 })
  const [received] = (await carrier.send(listTrades, { text: sending.serial })).rows
  expect(received).toMatchObject({ kind: 'DEPOSIT', direction: 'IN', income: 4_000 })
  expect(await ofDeposit(depositId)).toMatchObject({ state: 'standing', gone: 4_000, asked: 0, left: 6_000, moves: [] })
  const touched = await finance.ask(moveDeposit, {
    id: depositId,
    version: (await ofDeposit(depositId)).version,
    move: 'askUndo',
    reason: '记错',
  })
  expect(touched.envelope.code, 'some of it is gone').toBe(3572)
  // the rest ends it; one number sends once
  const rest = await approved(depositId, 6_000)
  const same = { id: rest.id, version: rest.version, expectAmount: fen(6_000), serial: sending.serial }
  expect((await finance.ask(payDepositBack, same)).envelope.code).toBe(2701)
  await finance.send(payDepositBack, { ...same, serial: nextSerial() })
  expect(await ofDeposit(depositId)).toMatchObject({ state: 'ended', left: 0, gone: 10_000, canAskBack: false })
  expect((await carrier.send(listDepositBacks, { ids: [back.id] })).rows).toMatchObject([{ state: 'paid', moves: [] }])
  await assertSound()
})

test('a deposit sent back, and one the bank sent back, stand on the day a person says, never on one to come or before it was agreed to', async () => {
  const { id: depositId } = await standing()
  const back = await approved(depositId, 10_000)
  const yesterday = startOfDay(Date.now()) - DAY_MS
  const agreedAt = yesterday - DAY_MS
  await server.db(tx => tx.run(q.updateTable('deposit_backs').set({ approved_at: agreedAt }).where('id', '=', back.id)))
  const sending = { id: back.id, version: back.version, expectAmount: fen(10_000), serial: nextSerial() }
  for (const date of [yesterday + 2 * DAY_MS, agreedAt - DAY_MS])
    expect((await finance.ask(payDepositBack, { ...sending, date })).http).toBe(400)
  const sent = await finance.send(payDepositBack, { ...sending, date: yesterday })
  const came = { move: 'askBounce', reason: '户名不符', serial: nextSerial(), date: yesterday } as const
  const { version } = await finance.send(moveDepositBack, { id: back.id, version: sent.version, ...came })
  await admin.send(confirmDepositBack, { id: back.id, version, move: 'bounce', expectAmount: fen(10_000) })
  const dates = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_entries as e')
        .innerJoin('trades as t', 't.entry_id', 'e.id')
        .select(['e.event', 'e.date', 't.happened_at'])
        .where('e.source_id', '=', back.id)
        .orderBy('e.id'),
    ),
  )
  const day = { date: yesterday, happened_at: yesterday }
  expect(dates).toEqual([
    { event: 'E11p', ...day },
    { event: 'E11t', ...day },
  ])
  await assertSound()
})

test('money that was not sent is a deposit again in red (E11fr); so is money the bank sent back (E11t), when two people say so, and then it can go once more', async () => {
  const { id: depositId } = await standing()
  const failing = await approved(depositId, 10_000)
  await finance.send(moveDepositBack, { ...failing, move: 'fail', reason: '账号户名不符' })
  expect((await linesOf(failing.id)).map(({ event }) => event)).toEqual(['E11f', 'E11f', 'E11fr', 'E11fr'])
  expect(await ofDeposit(depositId)).toMatchObject({ state: 'standing', left: 10_000 })
  await assertSound()
  const back = await paid(depositId, 10_000)
  expect((await ofDeposit(depositId)).state).toBe('ended')
  const mute = await finance.ask(moveDepositBack, { ...back, move: 'askBounce', reason: '户名不符' })
  expect([mute.http, mute.envelope.message]).toEqual([400, expect.stringContaining('流水号')])
  const own = (await backOf(back.id)).serial ?? ''
  const same = await finance.ask(moveDepositBack, { ...back, move: 'askBounce', reason: '户名不符', serial: own })
  expect([same.http, same.envelope.message]).toEqual([400, expect.stringContaining('退汇时')])
  const serial = nextSerial()
  const doubted = await finance.send(moveDepositBack, { ...back, move: 'askBounce', reason: '户名不符', serial })
  expect(await linesOf(back.id), 'nothing moves before the second person').toHaveLength(4)
  // it did not come back after all, and who said so hears of it
  const kept = await admin.send(moveDepositBack, { id: back.id, version: doubted.version, move: 'keepPaid' })
  const { backNo } = await backOf(back.id)
  const words = async () =>
    server.db(tx =>
      tx.rows(
        q
          .selectFrom('messages as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select('u.account')
          .where('m.title', '=', '押金退还不变')
          .where('m.content', 'like', `%${backNo}%没有退汇%`),
      ),
    )
  await until(async () => (await words()).length > 0)
  expect(await words()).toEqual([{ account: 'platform-finance' }])
  const anew = { id: back.id, version: kept.version, move: 'askBounce', reason: '户名不符', serial } as const
  const again = await finance.send(moveDepositBack, anew)
  const judging = { id: back.id, version: again.version, move: 'bounce', expectAmount: fen(10_000) } as const
  expect((await finance.ask(confirmDepositBack, judging)).envelope.code).toBe(1103)
  await admin.send(confirmDepositBack, judging)
  expect((await linesOf(back.id)).slice(4)).toEqual([
    { event: 'E11t', account: '1002.02', fen: 10_000 },
    { event: 'E11t', account: '2241.02', fen: -10_000 },
  ])
  const [trade] = (await finance.send(listTrades, { text: serial })).rows
  expect(trade).toMatchObject({ kind: 'RETURN', direction: 'IN', income: 10_000 })
  expect(await ofDeposit(depositId)).toMatchObject({ state: 'standing', left: 10_000, gone: 0 })
  await assertSound()
  await paid(depositId, 10_000)
  expect((await ofDeposit(depositId)).state).toBe('ended')
  await assertSound()
})

test('64 people at once ask for a deposit that is there ten times: ten are heard, nothing is below zero; of 64 who send one, one does', async () => {
  const { id: depositId } = await standing({ amount: fen(10_000) })
  const accountId = await accountOf(depositId)
  const said = { depositId, kind: 'RETURN', amount: fen(1_000), accountId, reason: '分批退' } as const
  const answers = await Promise.all(Array.from({ length: 64 }, () => finance.ask(askDepositBack, said)))
  const codes = answers.map(({ envelope }) => envelope.code)
  expect(codes.filter(code => code === 0)).toHaveLength(10)
  expect(new Set(codes)).toEqual(new Set([0, 3571]))
  expect(await ofDeposit(depositId)).toMatchObject({ left: 0, asked: 10_000 })
  const rows = (await finance.send(listDepositBacks, { state: 'asked', limit: 100 })).rows.filter(
    row => row.depositId === depositId,
  )
  await Promise.all(
    rows.map(({ id }) => admin.send(approveDepositBack, { id, version: 1, move: 'approve', expectAmount: fen(1_000) })),
  )
  const [first] = rows
  const sending = () => ({ id: first?.id ?? '', version: 2, expectAmount: fen(1_000), serial: nextSerial() })
  const sent = await Promise.all(Array.from({ length: 64 }, () => finance.ask(payDepositBack, sending())))
  expect(sent.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect(sent.every(({ http }) => http < 500)).toBe(true)
  expect(await ofDeposit(depositId)).toMatchObject({ left: 0, gone: 1_000, asked: 9_000 })
  await assertSound()
})

test('an account changed or removed since it was asked for is not agreed to and stands on the row; money that left for it is booked, and the history says so', async () => {
  const { id: depositId } = await standing()
  const back = await asked(depositId, 10_000)
  const seen = await backOf(back.id)
  expect(seen.accountNo, 'masked').toMatch(/\*/)
  const frozen = await server.db(tx =>
    tx.one(q.selectFrom('deposit_backs').select(['account_id', 'account_no']).where('id', '=', back.id)),
  )
  const change = (accountNo: string) =>
    server.db(tx =>
      tx.run(
        q
          .updateTable('company_accounts')
          .set({ account_no: accountNo })
          .where('id', '=', frozen.account_id ?? ''),
      ),
    )
  await change('6222020011112222')
  const agreeing = { id: back.id, version: 1, move: 'approve', expectAmount: fen(10_000) } as const
  expect((await admin.ask(approveDepositBack, agreeing)).envelope.code).toBe(3573)
  expect((await backOf(back.id)).isAccountChanged).toBe(true)
  await change(frozen.account_no ?? '')
  expect((await backOf(back.id)).isAccountChanged).toBe(false)
  const { version } = await admin.send(approveDepositBack, agreeing)
  await change('6222020011112222')
  const listed = async () => (await finance.send(listDepositBacks, { ids: [back.id] })).rows[0]
  expect(await listed(), 'said before anything is sent').toMatchObject({ isAccountChanged: true, state: 'approved' })
  expect((await carrier.send(listDepositBacks, { ids: [back.id] })).rows[0]?.isAccountChanged).toBe(true)
  await finance.send(payDepositBack, { id: back.id, version, expectAmount: fen(10_000), serial: nextSerial() })
  expect(await listed()).toMatchObject({ isAccountChanged: false, state: 'paid' })
  expect((await backOf(back.id)).log.flatMap(({ diff }) => diff)).toContainEqual(
    expect.objectContaining({ field: '收款账户', new: '退款时承运商已变更' }),
  )
  await change(frozen.account_no ?? '')
  expect(await ofDeposit(depositId)).toMatchObject({ left: 0, gone: 10_000 })
  await assertSound()
})

test('no more is agreed to than the channel account holds, and what is agreed to is no other payment’s', async () => {
  await openFunds(server, 'branch3', { channel: 15_000 })
  const said = deposit({ means: 'BANK' })
  const { id } = await finance.send(recordDeposit, said, inBranch('branch3'))
  await admin.send(confirmDeposit, agree(id, 1, 10_000))
  const first = await approved(id, 10_000)
  const more = await finance.send(recordDeposit, deposit({ means: 'BANK' }), inBranch('branch3'))
  await admin.send(confirmDeposit, agree(more.id, 1, 10_000))
  const second = await asked(more.id, 10_000)
  const agreeing = { id: second.id, version: 1, move: 'approve', expectAmount: fen(10_000) } as const
  expect((await admin.ask(approveDepositBack, agreeing)).envelope.code).toBe(2501)
  expect(await backOf(second.id)).toMatchObject({ state: 'asked' })
  await finance.send(payDepositBack, { ...first, expectAmount: fen(10_000), serial: nextSerial() })
  expect((await admin.ask(approveDepositBack, agreeing)).envelope.code).toBe(2501)
  await assertSound()
})

test('E11d: a deposit pays what its carrier owes when another person agrees, the debt asked for first, and both stand again when two take it back', async () => {
  const [older, debtId] = [await owing(3_000), await owing(2_000)]
  const { id: depositId } = await standing({ carrierId: demoCompanyId('carrier2') })
  const ways = await finance.send(getDepositWays, { id: depositId })
  expect(ways).toMatchObject({ owed: 5_000, left: 10_000 })
  const said = { depositId, kind: 'OFFSET', amount: fen(2_500), debtId, reason: '合同约定' } as const
  const stray = await finance.ask(askDepositBack, { ...said, debtId: demoCompanyId('carrier2') })
  expect([stray.http, stray.envelope.message]).toEqual([400, expect.stringContaining('欠款')])
  const back = await finance.send(askDepositBack, said)
  const much = await finance.send(askDepositBack, { ...said, amount: fen(5_001) })
  const tooMuch = { id: much.id, version: 1, move: 'setOff', expectAmount: fen(5_001) } as const
  expect((await admin.ask(approveDepositBack, tooMuch)).envelope.code).toBe(3577)
  await admin.send(moveDepositBack, { id: much.id, version: 1, move: 'reject', reason: '多于欠款' })
  const { version } = await admin.send(approveDepositBack, {
    id: back.id,
    version: 1,
    move: 'setOff',
    expectAmount: fen(2_500),
  })
  expect(await linesOf(back.id)).toEqual([
    { event: 'E11d', account: '2241.02', fen: 2_500 },
    { event: 'E11d', account: '1221.01', fen: -2_500 },
  ])
  const [first, second] = [await finance.send(getDebt, { id: debtId }), await finance.send(getDebt, { id: older })]
  expect([first.open, second.open]).toEqual([0, 2_500])
  expect(first.payments).toMatchObject([{ isDeposit: true, remittanceNo: back.backNo, amount: 2_000 }])
  expect(await ofDeposit(depositId)).toMatchObject({ left: 7_500, gone: 2_500 })
  await assertSound()
  const undoing = await finance.send(moveDepositBack, { id: back.id, version, move: 'askUndo', reason: '抵错' })
  const undo = { id: back.id, version: undoing.version, move: 'undo', expectAmount: fen(2_500) } as const
  expect((await finance.ask(confirmDepositBack, undo)).envelope.code).toBe(1103)
  await admin.send(confirmDepositBack, undo)
  expect(
    (await finance.send(listDebts, { ids: [debtId, older] })).rows.map(row => row.open).toSorted((a, b) => a - b),
  ).toEqual([2_000, 3_000])
  expect(await ofDeposit(depositId)).toMatchObject({ left: 10_000, gone: 0 })
  await assertSound()
})
