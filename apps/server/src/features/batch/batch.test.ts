// Batches over HTTP: one act for many sheets, chosen at one moment, run as the person may at the moment of each row.
import type { Input } from '@yunshu/contract/call'
import { chooseBatch, getBatch, listBatches, startBatch, stopBatch, type BatchDetail } from '@yunshu/contract/batch'
import { confirmFactor, endOtherSessions, startFactor } from '@yunshu/contract/session/account'
import { getSettlement, rejectSettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import { batchLimitBounds } from '@yunshu/domain/company/batchLimit'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { demoPassword } from '../../../demo/accounts.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { openFunds, sheetOf, signedWaybill, type People } from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { runBatches } from './batch.jobs.ts'
import { nextTurn, runRow } from './run.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  await openFunds(server)
  // each test says when rows are run
  await holdJobs(server, ['batch.run', 'payments'])
})
afterAll(() => server.stop())
beforeEach(async () => {
  // the carrier was paid before, to this account: nothing of it wants a look
  await server.db(async tx => {
    await tx.run(sql`delete from batches`.compile(q))
    await tx.run(
      sql`update settlements set state = 'void' where state in ('draft', 'submitted', 'rejected', 'approved')`.compile(
        q,
      ),
    )
  })
})

const run = (): Promise<number> => runBatches(server.server.deps, new AbortController().signal)
const sheets = async (count: number, until: 'draft' | 'submitted' | 'approved', carrier = 'carrier') => {
  const made = []
  for (let n = 0; n < count; n++)
    made.push(await sheetOf(people, [(await signedWaybill(server, { carrier })).id], until))
  return made
}
const choose = async (client: Client, input: Input<typeof chooseBatch>): Promise<BatchDetail> =>
  client.send(getBatch, { id: (await client.send(chooseBatch, input)).id })
const begin = (
  client: Client,
  { id, version, total, sum }: BatchDetail,
  more: Partial<Input<typeof startBatch>> = {},
) => client.ask(startBatch, { id, version, count: total, sum, ...more }, { key: `start-${id}-${Math.random()}` })
const outcomes = ({ items }: BatchDetail) => items.map(({ number, outcome, reason }) => [number, outcome, reason])
/** All are known: the ids of rows a person ticked after their preview. */
const looked = (rows: readonly { id: string }[]) => ({
  ids: rows.map(({ id }) => id),
  looked: rows.map(({ id }) => id),
})
const eventsOf = async (id: string, action: string) =>
  (
    await server.db(tx =>
      tx.rows(q.selectFrom('events').select('id').where('entity_id', '=', id).where('action', '=', action)),
    )
  ).length

/** Copies a draft many times: sheets that can be submitted. */
async function copies(count: number): Promise<void> {
  const [draft] = await sheets(1, 'draft')
  await server.db(async tx => {
    const columns = await tx.rows<{ name: string }>(
      sql<{
        name: string
      }>`select column_name as name from information_schema.columns where table_name = 'settlements'`.compile(q),
    )
    const replaced: Record<string, string> = {
      id: `gen_random_uuid()`,
      settlement_num: `'CP' || n || '-' || floor(random() * 1e9)`,
    }
    const names = columns.map(({ name }) => name)
    await tx.run(
      sql`insert into settlements (${sql.raw(names.join())})
        select ${sql.raw(names.map(name => replaced[name] ?? `s.${name}`).join())}
        from settlements s, generate_series(1, ${count}) as n where s.id = ${draft?.id ?? ''}`.compile(q),
    )
    await tx.run(
      q
        .updateTable('settlements')
        .set({ state: 'void' })
        .where('id', '=', draft?.id ?? ''),
    )
  })
}

describe('a batch', () => {
  it('a sheet above the limit of the channel is left out with the limit in words, the others are paid', async () => {
    const approved = async (payable: number) =>
      sheetOf(people, [(await signedWaybill(server, { payable, deducted: 0, oil: 0 })).id], 'approved')
    const [small, over] = [await approved(500_000), await approved(700_000)]
    const { channels } = server.server.deps
    const bank = channels.of('SIM')
    if (bank === undefined) throw new Error('no simulator')
    const limited = vi.spyOn(channels, 'of').mockReturnValue({ ...bank, maxFen: fen(600_000) })
    const batch = await choose(people.finance, { act: 'pay', ...looked([small, over]) })
    expect((await begin(people.finance, batch, { channel: 'SIM' })).http).toBe(200)
    await run()
    const found = await people.finance.send(getBatch, { id: batch.id })
    expect(found).toMatchObject({ state: 'done', done: 1, undone: 1 })
    expect(found.items.find(({ number }) => number === over.settlementNum)?.reason).toContain('单笔最高 6,000.00 元')
    expect((await people.finance.send(getSettlement, { settlementNum: over.settlementNum })).state).toBe('approved')
    limited.mockRestore()
  })

  it('29 sheets took 29 times six clicks: those chosen are approved and paid, each in a transaction of its own', async () => {
    const made = await sheets(3, 'submitted')
    const { finance } = people
    const batch = await choose(finance, { act: 'approve', ...looked(made) })
    expect(batch).toMatchObject({ total: 3, undone: 0, state: 'chosen', needsCode: false })
    expect(batch.sum).toBe(made.reduce((sum, { due }) => sum + due, 0))
    expect(batch.payees).toHaveLength(1)
    expect(batch.payees[0]?.payee).toMatch(/ \*\*\*\*\d{4}$/)
    expect((await begin(finance, batch)).http).toBe(200)
    await run()
    expect(await finance.send(getBatch, { id: batch.id })).toMatchObject({ state: 'done', done: 3, undone: 0 })
    const pay = await choose(finance, { act: 'pay', ...looked(made) })
    expect((await begin(finance, pay)).envelope.data).toMatchObject({ fields: { channel: '请选择' } })
    expect((await begin(finance, pay, { channel: 'SIM' })).http).toBe(200)
    await run()
    for (const { settlementNum } of made)
      expect(['paying', 'paid']).toContain((await finance.send(getSettlement, { settlementNum })).state)
    expect((await finance.send(listBatches, {})).rows.map(row => [row.act, row.state, row.done])).toEqual([
      ['pay', 'done', 3],
      ['approve', 'done', 3],
    ])
    // the batches of one person are nobody else's
    expect((await people.maker.ask(getBatch, { id: batch.id })).http).toBe(404)
    expect((await people.maker.ask(stopBatch, { id: batch.id })).http).toBe(404)
    expect((await people.maker.send(listBatches, {})).rows).toEqual([])
  })

  it('a sheet changed meanwhile was approved as somebody saw it before: it is skipped, and the others are done', async () => {
    const made = await sheets(3, 'submitted')
    const batch = await choose(people.finance, { act: 'approve', ...looked(made) })
    await begin(people.finance, batch)
    const [first] = made
    const { settlementNum = '', version = 0 } = first ?? {}
    await people.finance.send(rejectSettlement, { settlementNum, version, reason: '重做' })
    const { version: again } = await people.maker.send(getSettlement, { settlementNum })
    await people.maker.send(submitSettlement, { settlementNum, version: again })
    await run()
    const ended = await people.finance.send(getBatch, { id: batch.id })
    expect(ended).toMatchObject({ state: 'done', total: 3, done: 2, undone: 1 })
    expect(outcomes(ended)[0]).toEqual([settlementNum, 'skipped', '已变化'])
  })

  it('what comes after the choice was in it: the rows are those of that moment', async () => {
    const before = await sheets(2, 'submitted')
    const batch = await choose(people.finance, { act: 'approve', ...looked(before) })
    const [late] = await sheets(1, 'submitted')
    await begin(people.finance, batch)
    await run()
    expect((await people.finance.send(getSettlement, { settlementNum: late?.settlementNum ?? '' })).state).toBe(
      'submitted',
    )
    expect((await people.finance.send(getBatch, { id: batch.id })).done).toBe(2)
  })

  it('126 with 40 changed: 86 are done, 40 skipped with the reason, and none twice', async () => {
    await copies(126)
    const batch = await choose(people.maker, { act: 'submit', list: 'settlements', filter: { state: 'draft' } })
    expect(batch.total).toBe(126)
    await begin(people.maker, batch)
    await copies(5)
    await server.db(tx =>
      tx.run(
        sql`update settlements set version = version + 1 where id in (select record_id from batch_rows
          where batch_id = ${batch.id} order by place desc limit 40)`.compile(q),
      ),
    )
    // two processes at once, one of which lost its lease unheard
    await Promise.all([run(), run()])
    const ended = await people.maker.send(getBatch, { id: batch.id })
    expect(ended).toMatchObject({ state: 'done', done: 86, undone: 40 })
    const { n } = await server.db(tx =>
      tx.one(
        sql<{
          n: number
        }>`select count(*) as n from events e join batch_rows r on r.record_id = e.entity_id
          where r.batch_id = ${batch.id} and e.action = '提交审核'`.compile(q),
      ),
    )
    expect(n).toBe(86)
  })

  it('more than may be chosen at once is refused clearly, before anything is kept', async () => {
    await copies(batchLimitBounds.rows.standard + 1)
    await server.db(tx => tx.run(sql`update settlements set state = 'submitted' where state = 'draft'`.compile(q)))
    const { envelope } = await people.finance.ask(chooseBatch, {
      act: 'approve',
      list: 'paymentTasks',
      filter: { state: 'approve' },
    })
    expect(envelope).toMatchObject({ code: 2601, message: '一次最多选择 50 条，请缩小查询范围后再选择' })
  })
})

describe('a batch leaves undone', () => {
  it('a sheet that wants a look, unless it is named: first payments, new accounts', async () => {
    const made = await sheets(2, 'submitted', 'carrier3')
    const all = { act: 'approve', list: 'paymentTasks', filter: { state: 'approve' } } as const
    const unseen = await choose(people.finance, all)
    expect(unseen).toMatchObject({ total: 0, sum: fen(0), undone: 2 })
    expect(unseen.items.map(({ outcome, flags }) => [outcome, flags])).toEqual([
      ['flagged', ['firstPayment']],
      ['flagged', ['firstPayment']],
    ])
    expect((await begin(people.finance, unseen)).envelope.code).toBe(2602)
    expect(await choose(people.finance, { ...all, looked: [made[0]?.id ?? ''] })).toMatchObject({ total: 1, undone: 1 })
  })

  it('sheets of the person themself, of other companies, and of people without the permit', async () => {
    const made = await sheets(2, 'submitted')
    const { client: boss } = await addColleague(server, {
      account: 'batch-all',
      company: 'shipper',
      permits: ['settlement.view', 'settlement.make', 'settlement.submit', 'settlement.approve'],
      dataScope: 'COMPANY',
    })
    const own = await sheetOf({ maker: boss, finance: boss }, [(await signedWaybill(server)).id], 'submitted')
    const batch = await choose(boss, { act: 'approve', ...looked([...made, own]) })
    expect(batch).toMatchObject({ total: 2, undone: 1 })
    expect(outcomes(batch)[0]?.slice(0, 2)).toEqual([own.settlementNum, 'skipped'])
    const stranger = await server.login('shipper2-finance')
    expect((await stranger.ask(chooseBatch, { act: 'approve', ...looked(made) })).http).toBe(404)
    expect(await choose(stranger, { act: 'approve', list: 'settlements' })).toMatchObject({ total: 0, items: [] })
    expect((await people.maker.ask(chooseBatch, { act: 'approve', ...looked(made) })).http).toBe(403)
    expect((await (await server.login('carrier-finance')).ask(chooseBatch, { act: 'pay', ...looked(made) })).http).toBe(
      403,
    )
  })

  it('the rest, when rights are taken away between two rows, when the person is signed out from elsewhere, or stops', async () => {
    const half = async (client: Client, between: (id: string) => Promise<unknown>) => {
      const made = await sheets(3, 'submitted')
      const batch = await choose(client, { act: 'approve', ...looked(made) })
      await begin(client, batch)
      const turn = await nextTurn(server.server.deps)
      if (!turn?.row) throw new Error('no row')
      await runRow(server.server.deps, { batch: turn.batch, row: turn.row })
      await between(batch.id)
      await run()
      return server.db(async tx => {
        const { state, rows_done, fault } = await tx.one(q.selectFrom('batches').selectAll().where('id', '=', batch.id))
        return [state, rows_done, fault]
      })
    }
    const approver = (account: string) =>
      addColleague(server, {
        account,
        company: 'shipper',
        permits: ['settlement.view', 'settlement.approve', 'settlement.make'],
        dataScope: 'COMPANY',
      })
    const { client, id: userId } = await approver('batch-approver')
    expect(
      await half(client, () =>
        server.db(tx => tx.run(sql`delete from user_roles where user_id = ${userId}`.compile(q))),
      ),
    ).toEqual(['stopped', 1, '没有办理权限，其余未办理'])
    const { client: gone } = await approver('batch-gone')
    const elsewhere = await server.login('batch-gone')
    expect(await half(gone, () => elsewhere.send(endOtherSessions, {}))).toEqual([
      'stopped',
      1,
      '账号已退出登录，其余未办理',
    ])
    expect(await half(people.finance, id => people.finance.send(stopBatch, { id }))).toEqual(['stopped', 1, '已停止'])
  })

  it('nothing was said of a server that died between two rows: the next one goes on, and a row that ran does not run again', async () => {
    const made = await sheets(3, 'submitted')
    const batch = await choose(people.finance, { act: 'approve', ...looked(made) })
    await begin(people.finance, batch)
    const turn = await nextTurn(server.server.deps)
    if (!turn?.row) throw new Error('no row')
    const first = { batch: turn.batch, row: turn.row }
    await Promise.all([runRow(server.server.deps, first), runRow(server.server.deps, first)])
    expect(await eventsOf(turn.row.record_id, '审核通过')).toBe(1)
    expect(await people.finance.send(getBatch, { id: batch.id })).toMatchObject({ state: 'running', done: 1 })
    await run()
    expect(await people.finance.send(getBatch, { id: batch.id })).toMatchObject({ state: 'done', done: 3, undone: 0 })
    for (const { id } of made) expect(await eventsOf(id, '审核通过')).toBe(1)
  })

  it('the rest after three equal faults', async () => {
    const made = await sheets(5, 'submitted')
    const batch = await choose(people.finance, { act: 'approve', ...looked(made) })
    await begin(people.finance, batch)
    await server.db(tx =>
      tx.run(
        sql`update settlements set submitter_id = ${demoUserId('shipper-finance')} where state = 'submitted'`.compile(
          q,
        ),
      ),
    )
    await run()
    const ended = await people.finance.send(getBatch, { id: batch.id })
    expect(ended).toMatchObject({ state: 'stopped', done: 0, fault: '连续 3 条因同一原因未办成，其余未办理' })
    expect(ended.items.map(({ outcome }) => outcome ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'failed',
      'failed',
      'failed',
      'left',
      'left',
    ])
  })
})

describe('a batch is started', () => {
  it('once, for the count and sum that were confirmed, within a day', async () => {
    const made = await sheets(2, 'submitted')
    const { finance } = people
    const batch = await choose(finance, { act: 'approve', ...looked(made) })
    expect((await begin(finance, batch, { sum: fen(1) })).envelope.code).toBe(2604)
    expect((await begin(finance, batch, { count: 1 })).http).toBe(409)
    expect((await begin(finance, batch, { version: 9 })).http).toBe(409)
    await server.db(tx =>
      tx.run(
        q
          .updateTable('batches')
          .set({ created_at: Date.now() - DAY_MS - 60_000 })
          .where('id', '=', batch.id),
      ),
    )
    expect((await begin(finance, batch)).envelope.code).toBe(2603)
    const again = await choose(finance, { act: 'approve', ...looked(made) })
    expect((await begin(finance, again)).http).toBe(200)
    expect((await begin(finance, again)).http).toBe(409)
    expect((await begin(finance, again, { version: again.version + 1 })).envelope.message).toContain('不能开始')
    // a choice that was never started makes way for the next
    expect((await finance.ask(getBatch, { id: batch.id })).http).toBe(404)
  })

  it('above the limit of money, one by one', async () => {
    const payable = batchLimitBounds.sum.standard + 10_000_00
    const { id } = await signedWaybill(server, { payable, shipperFreight: payable, oil: 0, deducted: 0 })
    const made = [await sheetOf(people, [id], 'submitted')]
    const batch = await choose(people.finance, { act: 'approve', ...looked(made) })
    expect((await begin(people.finance, batch)).envelope).toMatchObject({
      code: 2605,
      message: '一次最多办理 50 张、5,000,000.00 元，超出的请逐张办理',
    })
  })

  it('with a second factor where the company asks for it: a code of its own, spent once, for this choice alone', async () => {
    const made = await sheets(3, 'submitted')
    const shipper = demoCompanyId('shipper')
    const policies = (change: string) =>
      server.db(tx =>
        tx.run(sql`update companies set policies = policies ${sql.raw(change)} where id = ${shipper}`.compile(q)),
      )
    const { client, id: userId } = await addColleague(server, {
      account: 'batch-factor',
      company: 'shipper',
      permits: ['settlement.view', 'settlement.approve', 'settlement.make'],
      dataScope: 'COMPANY',
    })
    await policies(`|| '{"factorForMoney": true}'`)
    try {
      const [a, b, c] = made
      const one = await choose(client, { act: 'approve', ...looked(a && b ? [a, b] : []) })
      expect(one.needsCode).toBe(true)
      // a session without the factor starts nothing
      expect((await begin(client, one)).envelope.code).toBe(1008)
      const { secret } = await client.send(startFactor, { password: demoPassword })
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      await client.send(confirmFactor, { code })
      await server.db(tx => tx.run(q.updateTable('user_factors').set({ last_step: 0 }).where('user_id', '=', userId)))
      expect((await begin(client, one)).envelope.data).toMatchObject({ fields: { code: '请输入' } })
      // another sum or count than was confirmed costs no code
      expect((await begin(client, one, { code, sum: fen(1) })).envelope.code).toBe(2604)
      expect((await begin(client, one, { code, count: 3 })).envelope.code).toBe(2604)
      expect((await begin(client, one, { code })).http).toBe(200)
      const other = await choose(client, { act: 'approve', ...looked(c ? [c] : []) })
      expect((await begin(client, other, { code })).envelope.code).toBe(1009)
      expect((await client.send(getBatch, { id: other.id })).state).toBe('chosen')
      await run()
      expect(await client.send(getBatch, { id: one.id })).toMatchObject({ state: 'done', done: 2 })
    } finally {
      await policies(`- 'factorForMoney'`)
    }
  })
})
