// Invoices for fuel and tolls over the close of a month: bound in it, deducted after it; deducted in it, taken off or back after it.
import {
  bindInputInvoice,
  getInputInvoice,
  listInputCandidates,
  moveInputInvoice,
  unbindInputInvoice,
} from '@yunshu/contract/invoice/input'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { openFunds } from '../../../../../tests/server/settlementWorld.ts'
import { supplyHands, type At } from '../../../../../tests/server/supplyHands.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { stepInput } from './input.commands.ts'
import { bindInput } from './inputBind.commands.ts'

let world: FreightWorld
let finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const running = periodOf(Date.now())
const last = shiftPeriod(running, -1)
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  finance = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())

const { rows, run, booksOf, assertSound, checked, step, supplied } = supplyHands(() => ({ world, finance, admin }))

/** An act of somebody of the house on a day of last month. */
const inLast = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asSystem(world.server.server.deps, ctx =>
    work({
      ...ctx,
      can: () => true,
      now: startOfPeriod(last) + 20 * 86_400_000,
      actor: { ...actorOfSide('platform'), userId: demoUserId('platform-finance') },
    }),
  )
const boundInLast = (at: At, waybill: { id: string }, amount: number): Promise<At> =>
  inLast(ctx => bindInput(ctx, { ...at, lines: [{ waybillId: waybill.id, amount: fen(amount) }] }))
const tickedInLast = async (at: At, waybill: { id: string }, amount: number): Promise<At> => {
  const bound = await boundInLast(at, waybill, amount)
  return inLast(ctx => stepInput(ctx, { ...bound, move: 'tick' }))
}
/** A checked invoice for fuel of last month: the month it is deducted in is never before its own. */
async function checkedOfLast(): Promise<At> {
  const at = await checked('FUEL')
  await run(`update input_invoices set issued_at = ${startOfPeriod(last)} where id = '${at.id}'`)
  return at
}
/** The lines of invoices about a waybill by month: their tax, and how many there are. */
const byMonth = async ({ id }: { id: string }): Promise<Record<string, [number, number]>> => {
  const found = await rows<{ period: string; tax: number; n: number }>(
    `select l.period, sum(case l.account when '2221.01' then l.debit_fen - l.credit_fen else 0 end)::bigint as tax,
        count(*)::int as n from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.waybill_id = '${id}' and e.source_type = 'invoice' group by 1`,
  )
  return Object.fromEntries(found.map(({ period, tax, n }) => [period, [tax, n]]))
}

test('an invoice bound in a month that is closed is deducted in the running one; what was deducted before is taken back there', async () => {
  const [late, off, back] = [await supplied(), await supplied(), await supplied()]
  const before = await booksOf(late)
  const bound = await boundInLast(await checkedOfLast(), late, 300_000)
  const free = await tickedInLast(await checkedOfLast(), off, 300_000)
  const red = await tickedInLast(await checkedOfLast(), back, 300_000)
  expect([await byMonth(late), await byMonth(off)]).toEqual([{}, { [last]: [34_513, 3] }])
  await run(`insert into periods (branch_id, period, closed_at) values ('${branchId}', '${last}', ${Date.now()})
    on conflict (branch_id, period) do update set closed_at = excluded.closed_at`)

  await step(bound, 'tick')
  const { bindings, version } = await finance.send(getInputInvoice, { id: free.id })
  const bindingId = bindings[0]?.id ?? ''
  const freed = await finance.send(unbindInputInvoice, { id: free.id, version, bindingId, reason: '绑错' })
  const redNo = '26129999999999999998'
  await finance.send(moveInputInvoice, { ...red, move: 'reverse', redNo, reason: '开错' })
  expect(await byMonth(late)).toEqual({ [running]: [34_513, 3] })
  for (const trip of [off, back]) {
    expect(await byMonth(trip)).toEqual({ [last]: [34_513, 3], [running]: [-34_513, 3] })
    expect(await booksOf(trip)).toEqual(before)
  }
  expect(await finance.send(getInputInvoice, { id: free.id })).toMatchObject({ bound: 0, usedTax: 0 })
  const open = (await finance.send(listInputCandidates, { id: free.id, limit: 100 })).rows
  expect([off, back, late].map(({ id }) => open.find(each => each.id === id)?.open)).toEqual([
    300_000,
    300_000,
    undefined,
  ])
  await finance.send(bindInputInvoice, { ...freed, lines: [{ waybillId: off.id, amount: fen(300_000) }] })
  expect(await byMonth(off)).toEqual({ [last]: [34_513, 3], [running]: [0, 6] })
  await assertSound()
})
