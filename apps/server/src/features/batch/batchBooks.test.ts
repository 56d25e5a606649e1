// Batches of records of the books: vouchers by hand audited and posted, input invoices checked and ticked, invoices delivered,
// statements sent; each row by itself, as the single act does it.
import type { Input } from '@yunshu/contract/call'
import { chooseBookRecords, getBatch, startBatch, type BatchDetail } from '@yunshu/contract/batch'
import { getInvoiceApp } from '@yunshu/contract/invoice/application'
import { getInputInvoice } from '@yunshu/contract/invoice/input'
import { getStatement, makeStatement } from '@yunshu/contract/statement/statement'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { getVoucher } from '@yunshu/contract/voucher/voucher'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInvoiceWorld, type InvoiceWorld } from '../../../../../tests/server/invoiceWorld.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { postTopUp } from '../voucher/books.commands.ts'
import { runBatches } from './batch.jobs.ts'

let world: InvoiceWorld
let server: TestServer
let finance: Client, admin: Client, branch: Client
beforeAll(async () => {
  world = await startInvoiceWorld()
  ;({ server, finance, admin } = world)
  branch = await server.login('branch')
  // each test says when rows are run
  await holdJobs(server, ['batch.run'])
})
afterAll(() => server.stop())

const running = periodOf(Date.now())
const before = shiftPeriod(running, -1)
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
const run = () => runBatches(server.server.deps, new AbortController().signal)
const choose = async (input: Input<typeof chooseBookRecords>, client = finance): Promise<BatchDetail> =>
  client.send(getBatch, { id: (await client.send(chooseBookRecords, input)).id })
const begin = (client: Client, { id, version, total: count, sum }: BatchDetail) =>
  client.send(startBatch, { id, version, count, ...(sum === undefined ? {} : { sum }) })
/** Runs a choice to its end. */
const carryOut = async (batch: BatchDetail, client = finance): Promise<BatchDetail> => {
  await begin(client, batch)
  await run()
  return client.send(getBatch, { id: batch.id })
}
const said = ({ items }: BatchDetail) => Object.fromEntries(items.map(({ recordId, reason }) => [recordId, reason]))

describe('vouchers made by hand', () => {
  let drafts = 0
  const draft = async (client: Client, over: { branch?: string; uneven?: true } = {}) => {
    const amount = 1_000 + (drafts += 1)
    const lines = [
      { summary: '办公用品', account: '6602', debit: fen(amount), credit: fen(0) },
      { summary: '办公用品', account: '1002.01', debit: fen(0), credit: fen(over.uneven ? 1 : amount) },
    ]
    const input = { kind: 'ACCOUNTING', date: Date.now(), summary: '购办公用品', lines } as const
    const made = await client.send(saveVoucher, input, {
      raw: { branchCompanyId: demoCompanyId(over.branch ?? 'branch1') },
    })
    return { id: made.id, amount }
  }
  const stateOf = async (id: string) => (await finance.send(getVoucher, { id, branchId }, inBranch)).state

  test('[RT-20] of two branches are audited and posted in one batch each, but for their maker’s own and uneven ones', async () => {
    const first = await draft(branch)
    const other = await draft(admin, { branch: 'branch2' })
    const own = await draft(finance)
    const uneven = await draft(branch, { uneven: true })
    const ids = [first, other, own, uneven].map(({ id }) => id)
    // choosing asks for the permit of the act
    expect((await branch.ask(chooseBookRecords, { act: 'auditVoucher', ids })).http).toBe(403)
    expect((await world.carrier.ask(chooseBookRecords, { act: 'auditVoucher', ids })).http).toBe(403)
    const batch = await choose({ act: 'auditVoucher', ids })
    expect(batch).toMatchObject({ total: 2, undone: 2, sum: first.amount + other.amount, needsCode: false, payees: [] })
    expect(said(batch)).toMatchObject({
      [own.id]: '不能审核自己提交的单据',
      [uneven.id]: expect.stringContaining('借贷不平'),
    })
    expect(await carryOut(batch)).toMatchObject({ state: 'done', done: 2, undone: 2 })
    expect([await stateOf(first.id), await stateOf(own.id)]).toEqual(['audited', 'draft'])
    // drafts are not posted
    const post = await choose({ act: 'postVoucher', ids })
    expect(said(post)[uneven.id]).toBe('当前状态为“草稿”，不能记账')
    expect(await carryOut(post)).toMatchObject({ state: 'done', done: 2, undone: 2 })
    const posted = await finance.send(getVoucher, { id: first.id, branchId }, inBranch)
    expect(posted).toMatchObject({ state: 'posted', poster: expect.any(String) })
    expect(posted.voucherNo).toMatch(/^记-/)
    const elsewhere = { id: other.id, branchId: demoCompanyId('branch2') }
    expect((await finance.send(getVoucher, elsewhere, { raw: { branchCompanyId: elsewhere.branchId } })).state).toBe(
      'posted',
    )
    expect(await drift(server)).toEqual([])
  })

  test('[RT-20] one that was changed after the choice is skipped and the rest is done; a filter takes what the list shows', async () => {
    const made = [await draft(branch), await draft(branch)] as const
    const batch = await choose({ act: 'auditVoucher', filter: { state: 'draft', waits: 'audit' } })
    expect(batch.items.filter(({ outcome }) => outcome === undefined).map(({ recordId }) => recordId)).toEqual(
      expect.arrayContaining(made.map(({ id }) => id)),
    )
    const two = await choose({ act: 'auditVoucher', ids: made.map(({ id }) => id) })
    await admin.send(moveVoucher, { id: made[0].id, version: 1, move: 'audit' }, inBranch)
    await admin.send(moveVoucher, { id: made[0].id, version: 2, move: 'sendBack', reason: '缺附件' }, inBranch)
    const done = await carryOut(two)
    expect(done).toMatchObject({ state: 'done', done: 1, undone: 1 })
    expect(said(done)[made[0].id]).toBe('已变化')
    expect([await stateOf(made[0].id), await stateOf(made[1].id)]).toEqual(['draft', 'audited'])
    // of a list without a filter those are chosen that the act can begin with, and posted ones are none of them
    const whole = await choose({ act: 'auditVoucher', filter: {} })
    expect(whole.items.length).toBeGreaterThan(0)
    expect(whole.items.filter(({ reason = '' }) => reason.includes('当前状态'))).toEqual([])
    // nothing named is nothing chosen
    expect(await choose({ act: 'auditVoucher', ids: [] })).toMatchObject({ total: 0, items: [] })
    expect((await finance.ask(chooseBookRecords, { act: 'auditVoucher' })).http).toBe(400)
    expect((await finance.ask(chooseBookRecords, { act: 'auditVoucher', filter: { state: '坏' } })).http).toBe(400)
  })
})

test('[RT-21] input invoices are checked by another than who handed them in, and ticked together for one month', async () => {
  const made = [
    await world.uploaded(world.xmlOf({ gross: '1000.00', tax: '82.57' })),
    await world.uploaded(world.xmlOf({ gross: '500.00', tax: '41.28' })),
  ]
  const ids = made.map(({ id }) => id)
  const [now, then] = ids
  await world.rows(`update input_invoices set issued_at = ${Date.now()} where id = '${now}' returning 1`)
  await world.rows(`update input_invoices set issued_at = ${startOfPeriod(before)} where id = '${then}' returning 1`)
  const check = await choose({ act: 'verifyInput', ids })
  expect(check).toMatchObject({ total: 2, sum: 150_000 })
  expect((await choose({ act: 'tickInput', ids })).total).toBe(0)
  expect(await carryOut(await choose({ act: 'verifyInput', ids }))).toMatchObject({ done: 2, undone: 0 })
  // the month before takes none that was issued after it
  const last = await choose({ act: 'tickInput', ids, period: before })
  expect(last).toMatchObject({ total: 1, sum: 4_128, period: before })
  expect(said(last)[now ?? '']).toBe('税款所属期不能早于开票月份')
  expect((await choose({ act: 'tickInput', ids, period: shiftPeriod(running, -2) })).total).toBe(0)
  expect(await carryOut(await choose({ act: 'tickInput', ids, period: before }))).toMatchObject({ done: 1, undone: 1 })
  expect(await finance.send(getInputInvoice, { id: then ?? '' })).toMatchObject({ state: 'ticked', taxPeriod: before })
  expect(await carryOut(await choose({ act: 'tickInput', ids }))).toMatchObject({ done: 1, undone: 1 })
  expect(await finance.send(getInputInvoice, { id: now ?? '' })).toMatchObject({ state: 'ticked', taxPeriod: running })
})

test('[RT-26] issued applications are delivered to the mail address of their own title; one without is left out', async () => {
  const app = async (email: string | null) => {
    const id = v7()
    const title = JSON.stringify({ name: '甲公司', taxNo: '91350100M000100Y43', kind: '82', ...(email && { email }) })
    await world.rows(`insert into invoice_apps (id, app_no, state, shipper_id, branch_id, title, title_name, tax_no, kind,
        split_by, waybills, invoices, gross_fen, tax_fen, remark, maker_id, maker_name,
        reviewer_id, created_at, updated_at)
      values ('${id}', 'KP${id.slice(-14)}', 'issued', '${demoCompanyId('shipper')}', '${branchId}', '${title}', '甲公司',
        '91350100M000100Y43', '82', 'NONE', 1, 1, 1000, 83, '', (select id from users where account = 'shipper-finance'),
        '货主财务', (select id from users where account = 'platform-finance'), ${Date.now()}, ${Date.now()}) returning 1`)
    return id
  }
  const [mailed, bare] = [await app('caiwu@example.com'), await app(null)]
  const batch = await choose({ act: 'deliverApp', ids: [mailed, bare] })
  expect(batch).toMatchObject({ total: 1, undone: 1, sum: 1000 })
  expect(said(batch)[bare]).toBe('抬头没有邮箱，请逐张交付并填写交付方式')
  expect(await carryOut(batch)).toMatchObject({ done: 1, undone: 1 })
  expect(await finance.send(getInvoiceApp, { id: mailed })).toMatchObject({
    state: 'sent',
    deliveredTo: 'caiwu@example.com',
  })
  expect(await finance.send(getInvoiceApp, { id: bare })).toMatchObject({ state: 'issued' })
})

test('drafts of statements are sent together, and one that is sent is left out', async () => {
  const shipperId = demoCompanyId('shipper2')
  for (const [at, name] of ['branch1', 'branch2'].entries())
    await asSystem(server.server.deps, ctx =>
      postTopUp(
        { ...ctx, now: startOfPeriod(before) + 14 * DAY_MS },
        { id: v7(), shipperId, branchId: demoCompanyId(name), amount: fen(10_000 * (at + 1)) },
      ),
    )
  const made = []
  for (const name of ['branch1', 'branch2'])
    made.push(await finance.send(makeStatement, { shipperId, period: before, branchId: demoCompanyId(name) }))
  const ids = made.map(({ id }) => id)
  expect(await carryOut(await choose({ act: 'sendStatement', ids: ids.slice(0, 1) }))).toMatchObject({ done: 1 })
  const batch = await choose({ act: 'sendStatement', ids })
  expect(batch).toMatchObject({ total: 1, undone: 1 })
  expect(said(batch)[ids[0] ?? '']).toBe('当前状态为“待确认”，不能发送')
  expect(await carryOut(batch)).toMatchObject({ done: 1, undone: 1 })
  for (const id of ids) expect((await finance.send(getStatement, { id })).state).toBe('sent')
})
