// Invoices for fuel by provider over HTTP: candidates the oldest first, found and paged, filled without mixing, and what each
// provider is still asked for.
import { listExpectedInvoices } from '@yunshu/contract/invoice/expected'
import {
  bindInputInvoice,
  fillInputInvoice,
  getInputInvoice,
  listInputCandidates,
  listInputProviders,
} from '@yunshu/contract/invoice/input'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { noProvider } from '@yunshu/domain/invoice/inputClass'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { openFunds, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { supplyHands, type At } from '../../../../../tests/server/supplyHands.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'

let world: FreightWorld
let finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  finance = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())
const { rows, run, assertSound, checked, bind, bound, supplied, nextNumber } = supplyHands(() => ({
  world,
  finance,
  admin,
}))

const accounts = new Map<string, string>()
/** The account of a provider with the branch. */
async function accountOf(provider: string): Promise<string> {
  const known = accounts.get(provider)
  if (known !== undefined) return known
  const id = randomUUID()
  accounts.set(provider, id)
  await run(`insert into fuel_accounts (id, kind, provider, account_no, branch_id, created_name, created_at, updated_at)
    values ('${id}', 'OIL', '${provider}', 'A${nextNumber()}', '${branchId}', '登记人', 1, 1)`)
  return id
}
/** A waybill signed so many days ago, with used fuel of each provider told. */
async function fuelled(daysAgo: number, used: Readonly<Record<string, number>>): Promise<Signed> {
  const trip = await supplied({ oil: Object.values(used).reduce((a, b) => a + b, 0) })
  await run(`update waybills set signed_at = ${Date.now() - daysAgo * DAY_MS} where id = '${trip.id}'`)
  for (const [provider, amount] of Object.entries(used))
    await run(`insert into fuel_issues (id, issue_no, kind, medium, state, account_id, coupon_no, waybill_id, part_id, shipper_id,
      carrier_id, branch_id, amount_fen, used_fen, maker_id, maker_name, created_at, updated_at)
      select '${randomUUID()}', 'FK${nextNumber()}', 'OIL', 'COUPON', 'used', '${await accountOf(provider)}',
      'Q${nextNumber()}', id, (select p.id from waybill_parts p where p.waybill_id = w.id and p.part = 'oil'), shipper_id, carrier_id, branch_id, ${amount}, ${amount}, '${demoUserId('branch')}', '发放人', 1, 1
      from waybills w where id = '${trip.id}'`)
  return trip
}
/** The amounts providers of the branch are asked for. */
const askedFor = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await finance.send(listExpectedInvoices, { class: 'FUEL', branchId, limit: 100 })).rows.map(row => [
      row.carrierName,
      row.total,
    ]),
  )
const providersOf = async ({ id }: At) =>
  (await finance.send(getInputInvoice, { id })).bindings.map(each => [each.waybillNo, each.provider, each.bound])

test('candidates come the oldest first, whatever their numbers, page by page to the last one, and are found by number and day', async () => {
  const paper = await checked('FUEL', { gross: '9000.00', tax: '1035.40' })
  const late = await fuelled(1, { 中国石化: 1_000 })
  const early = await fuelled(300, { 中国石化: 1_000 })
  const middle = await fuelled(30, { 中国石化: 1_000 })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await finance.send(listInputCandidates, { id: paper.id, limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== undefined)
  expect(seen).toEqual([early.id, middle.id, late.id])
  const find = async (filter: object) =>
    (await finance.send(listInputCandidates, { id: paper.id, ...filter })).rows.map(({ id }) => id)
  expect(await find({ text: middle.waybillNo })).toEqual([middle.id])
  expect(await find({ from: Date.now() - 31 * DAY_MS, to: Date.now() - 29 * DAY_MS })).toEqual([middle.id])
  // beyond the days that are waited for, for whoever asks
  await run(`update waybills set signed_at = ${Date.now() - 700 * DAY_MS} where id = '${early.id}'`)
  expect(await find({})).not.toContain(early.id)
  expect(await find({ from: Date.now() - 800 * DAY_MS })).toContain(early.id)
  expect((await finance.ask(listInputCandidates, { id: paper.id, cursor: 'x' })).http).toBe(400)
  for (const { id } of [late, early, middle]) await run(`update waybills set state = 'void' where id = '${id}'`)
})

test('an invoice is filled from the oldest signature on with fuel of one provider; the row of that provider alone is lower', async () => {
  const [sinopec, shell] = ['中国石化', '延长壳牌']
  const both = await fuelled(200, { [sinopec]: 70_000, [shell]: 50_000 })
  const old = await fuelled(100, { [sinopec]: 40_000 })
  const other = await fuelled(50, { [shell]: 30_000 })
  const young = await fuelled(2, { [sinopec]: 60_000 })
  const sheet = await supplied({ oil: 20_000 })
  expect(await askedFor()).toMatchObject({ [sinopec]: 170_000, [shell]: 80_000, [noProvider]: 20_000 })
  const paper = await checked('FUEL', { gross: '1500.00', tax: '172.57' })
  const { rows: named, ofSeller } = await finance.send(listInputProviders, { id: paper.id })
  expect([named.toSorted(), ofSeller]).toEqual([[sinopec, shell, noProvider].toSorted(), sinopec])

  const mixed = await finance.ask(fillInputInvoice, { id: paper.id, version: paper.version })
  expect([mixed.http, JSON.stringify(mixed.envelope)]).toEqual([400, expect.stringContaining('请先选择供应商')])
  const narrow = { id: paper.id, version: paper.version, provider: sinopec }
  expect(
    (await finance.send(listInputCandidates, { id: paper.id, provider: sinopec })).rows.map(row => [row.id, row.open]),
  ).toEqual([
    [both.id, 70_000],
    [old.id, 40_000],
    [young.id, 60_000],
  ])
  expect(
    (await finance.send(listInputCandidates, { id: paper.id, provider: noProvider })).rows.map(({ id }) => id),
  ).toEqual([sheet.id])
  const filled = await finance.send(fillInputInvoice, narrow)
  expect(filled).toMatchObject({ waybills: 3, amount: 150_000 })
  expect(await providersOf(paper)).toEqual([
    [both.waybillNo, sinopec, 70_000],
    [old.waybillNo, sinopec, 40_000],
    [young.waybillNo, sinopec, 40_000],
  ])
  expect(await askedFor()).toMatchObject({ [sinopec]: 20_000, [shell]: 80_000, [noProvider]: 20_000 })
  await assertSound()

  // of a waybill with fuel of two, one has to be told, and no more than is of it
  const second = await checked('FUEL', { gross: '1500.00', tax: '172.57', sellerName: '延长壳牌石油有限公司' })
  expect((await finance.send(listInputProviders, { id: second.id })).ofSeller).toBe(shell)
  const untold = await bind(second, [[both, 50_000]])
  expect([untold.http, JSON.stringify(untold.envelope)]).toEqual([400, expect.stringContaining('请选择供应商')])
  const say = (waybill: Signed, amount: number, provider: string) =>
    finance.ask(bindInputInvoice, {
      ...second,
      provider,
      lines: [{ waybillId: waybill.id, amount: fen(amount) }],
    })
  const gone = await say(both, 1, sinopec)
  expect([gone.http, JSON.stringify(gone.envelope)]).toEqual([400, expect.stringContaining('还可绑 0.00 元')])
  const wrong = await say(other, 1, sinopec)
  expect([wrong.http, JSON.stringify(wrong.envelope)]).toEqual([400, expect.stringContaining('没有中国石化的油费')])
  const { data: at } = await say(both, 50_000, shell)
  const mixing = await bind(at, [[young, 1]])
  expect(mixing.envelope).toMatchObject({ code: 2787, message: '发票已绑定延长壳牌的运单，不能再绑中国石化的' })
  await bound(at, [other, 30_000], [sheet, 20_000])
  expect(await askedFor()).toEqual({ [sinopec]: 20_000 })
  await assertSound()
  const none = await checked('FUEL', { gross: '1500.00', tax: '172.57' })
  expect(
    (await finance.ask(fillInputInvoice, { id: none.id, version: none.version, provider: shell })).envelope.code,
  ).toBe(2786)
})

test('sixteen fill sixteen invoices at once from the same waybills: each fen is bound once', async () => {
  const trips = await Promise.all([1, 2, 3, 4].map(n => fuelled(n, { 中国石油: 100_000 })))
  const papers = await Promise.all(
    Array.from({ length: 16 }, () =>
      checked('FUEL', { gross: '500.00', tax: '57.52', sellerName: '中国石油天然气股份有限公司' }),
    ),
  )
  const answers = await Promise.all(
    papers.map(({ id, version }) => finance.ask(fillInputInvoice, { id, version, provider: '中国石油' })),
  )
  expect(answers.every(({ http }) => http < 500)).toBe(true)
  const [{ n } = { n: 0 }] = await rows<{ n: number }>(
    `select coalesce(sum(bound_fen), 0)::bigint as n from input_bindings where unbound_at is null and waybill_id in (${trips
      .map(({ id }) => `'${id}'`)
      .join()})`,
  )
  expect(n).toBeLessThanOrEqual(400_000)
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(n / 50_000)
  await assertSound()
})
