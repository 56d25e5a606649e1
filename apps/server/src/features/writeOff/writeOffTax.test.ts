// The tax of receivables that are given up is declared once, whatever closes and invoices follow; a waybill that goes away takes
// its loss back.
import { applyRed, getRed, issueRed, moveRed } from '@yunshu/contract/invoice/red'
import {
  confirmWriteOff,
  countWriteOffs,
  getWriteOff,
  listWriteOffs,
  moveWriteOff,
} from '@yunshu/contract/writeOff/writeOff'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { startWriteOffWorld, type WriteOffWorld } from '../../../../../tests/server/writeOffWorld.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from '../voucher/books.commands.ts'
import { postClosing } from '../voucher/closingBooks.commands.ts'
import { postInvoiceIssued } from '../voucher/invoiceBooks.commands.ts'

let it: WriteOffWorld
beforeAll(async () => {
  it = await startWriteOffWorld()
})
afterAll(() => it.server.stop())

/** Posts as on a day of another month. */
const on = (now: number, work: (ctx: Ctx) => Promise<void>): Promise<void> =>
  asSystem(it.server.server.deps, ctx => work({ ...ctx, now }))

const running = periodOf(Date.now())
const [earlier, later] = [shiftPeriod(running, -2), shiftPeriod(running, -1)]
const dayIn = (period: string): number => startOfPeriod(period) + 5 * 86_400_000
const closed = (period: string, at: number | null) =>
  it.rows(`insert into periods (branch_id, period, closed_at) values ('${it.branchId}', '${period}', ${at})
    on conflict (branch_id, period) do update set closed_at = ${at} returning 1`)
/** The output tax of a waybill that is owed, by month. */
const taxOf = async (id: string) =>
  (
    await it.rows<{ period: string; owed: number }>(
      `select period, sum(credit_fen - debit_fen)::bigint as owed from journal_lines where waybill_id = '${id}'
        and account = '2221.05' group by 1 order by 1`,
    )
  ).map(({ period, owed }) => [period, owed])

test('tax is declared once: neither a later close nor an invoice declares it again, and a month that owed it owes it', async () => {
  const shipper = 'shipper3'
  const { id, waybillNo } = await signedWaybill(it.server, {
    shipper,
    shipperFreight: 109_000,
    payable: 50_000,
    posted: false,
  })
  const signedAt = dayIn(earlier)
  const parties = { shipperId: demoCompanyId(shipper), carrierId: demoCompanyId('carrier'), branchId: it.branchId }
  const freight = { shipperFreight: fen(109_000), carrierFreight: fen(50_000) }
  await on(signedAt, ctx => postSigned(ctx, { id, waybillNo, signedAt, ...parties, ...freight }))
  await it.rows(`update ar_items set due_at = ${signedAt} where waybill_id = '${id}' returning 1`)
  await it.written(shipper, [[{ id }, 109_000]])
  expect(await taxOf(id)).toEqual([[running, 9_000]])
  // the month it was due in is closed after that: it owes the tax, and the write-off's declaration goes back
  const closing = async (period: string) => {
    const row = {
      id: v7(),
      branch_id: it.branchId,
      period,
      uninvoiced: true,
      carries: false,
      asker_id: (await it.rows<{ id: string }>(`select id from users where account = 'branch'`))[0]?.id ?? '',
      asker_name: '财务',
    }
    await on(Date.now(), ctx => postClosing(ctx, row as never))
  }
  await closing(earlier)
  expect(await taxOf(id)).toEqual([
    [earlier, 9_000],
    [running, 0],
  ])
  await closing(later)
  const invoice = {
    invoiceNo: '1',
    branchId: it.branchId,
    shipperId: demoCompanyId(shipper),
    lines: [{ waybillId: id, tax: fen(9_000) }],
  }
  await on(Date.now(), ctx => postInvoiceIssued(ctx, { id: v7(), issuedAt: ctx.now, ...invoice }))
  expect(await taxOf(id)).toEqual([
    [earlier, 9_000],
    [running, 0],
  ])
  expect(await it.open({ id })).toEqual([0])
  expect(await it.faults()).toEqual([])
})

test('of a voided waybill the loss goes back with the revenue, and the write-off of it cannot be undone once more', async () => {
  const shipper = 'shipper2'
  const [kept, voided] = [await it.signed(shipper, 109_000), await it.signed(shipper, 218_000)]
  const both = await it.written(shipper, [
    [kept, 109_000],
    [voided, 200_000],
  ])
  const alone = await it.written(shipper, [[voided, 8_000]])
  const undoing = await it.written(shipper, [[voided, 10_000]])
  const asks = (of: typeof alone) =>
    it.finance.ask(moveWriteOff, { id: of.id, version: of.version, move: 'askUndo', reason: '试' })
  const asking = (await asks(undoing)).envelope
  await it.unsign(voided)
  expect(await it.open(kept, voided)).toEqual([0, 0])
  expect(await it.balance('1122.01', shipper)).toBe(0)
  expect(await it.rows(`select 1 from waiting_tax where waybill_id = '${voided.id}' and tax_fen <> 0`)).toEqual([])
  expect(await it.faults()).toEqual([])
  expect([asking.code, (await asks(alone)).envelope.code]).toEqual([0, 3543])
  const gone = await it.admin.ask(confirmWriteOff, it.yes({ ...undoing, version: undoing.version + 1 }, 'undo'))
  expect(gone.envelope.code).toBe(3543)
  // all of it says so: the row, the sums, the history, and a word to who asked
  const of = { shipperId: demoCompanyId(shipper), limit: 20 } as const
  const shown = (await it.finance.send(listWriteOffs, of)).rows.map(row => [row.amount, row.standing, row.moves])
  expect(shown).toEqual([
    [10_000, 0, []],
    [8_000, 0, []],
    [309_000, 109_000, ['askUndo']],
  ])
  const { sums } = await it.finance.send(countWriteOffs, { shipperId: of.shipperId, part: 'sums' })
  expect(sums).toEqual({ amount: 327_000, standing: 109_000 })
  const told = await it.finance.send(getWriteOff, { id: both.id })
  const line = { field: '现核销金额', old: '3,090.00 元', new: '1,090.00 元' }
  expect(told.log.find(({ action }) => action === '核销退回')?.diff).toEqual([line])
  const heard = () =>
    it.rows(`select 1 from messages m where m.title = '坏账核销已退回' and m.content like '%${told.writeOffNo}%'`)
  await until(async () => (await heard()).length === 1)
  const stale = { ...both, version: both.version, amount: fen(309_000) }
  const again = await asks(both)
  const much = await it.admin.ask(confirmWriteOff, it.yes({ ...stale, version: both.version + 1 }, 'undo'))
  expect([again.envelope.code, much.http, much.envelope.message]).toEqual([0, 400, expect.stringContaining('1,090.00')])
  const stays = await it.admin.send(moveWriteOff, { id: both.id, version: both.version + 1, move: 'keep' })
  expect(told.items.map(item => item.stands).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  // the month of the write-off is closed in between: the red stands in the one after it
  await closed(running, 1)
  await it.undone({ ...both, version: stays.version })
  await closed(running, null)
  expect(
    await it.rows(
      `select event, period from journal_entries where source_id = '${both.id}' and event like 'E2d%' order by 1`,
    ),
  ).toEqual([
    { event: 'E2d', period: running },
    { event: 'E2dr', period: shiftPeriod(running, 1) },
  ])
  expect(await it.open(kept, voided)).toEqual([109_000, 0])
  expect(await it.faults()).toEqual([])
})

test('an allowance takes from the loss before it takes money back', async () => {
  const shipper = 'shipper'
  const client = await it.server.login('shipper-finance')
  const named = await it.signed(shipper, 1_000_000)
  await it.claimed(shipper, 600_000, [[named, 600_000]])
  const invoice = await issuedInvoice({ shipper: client, finance: it.finance }, [named])
  const off = await it.written(shipper, [[named, 400_000]])
  expect(await it.linesOf(named.id)).not.toContain('E8u 2221.07 82569')
  const made = await it.finance.send(applyRed, {
    invoiceId: invoice.id,
    version: invoice.version,
    reasonCode: '04',
    isUsed: false,
    lines: [{ n: 1, gross: fen(300_000) }],
  })
  const agreed = await it.admin.send(moveRed, { id: made.id, version: made.version, move: 'agreeAlone' })
  await it.finance.send(issueRed, { id: made.id, version: agreed.version })
  await until(async () => (await it.finance.send(getRed, { id: made.id })).issueState === 'issued')
  // 7,000.00 of it is owed, 6,000.00 are paid: 1,000.00 is open again
  expect(await it.open(named)).toEqual([100_000])
  const back = await it.finance.send(getWriteOff, { id: off.id })
  expect([back.items, back.standing, back.moves]).toMatchObject([[{ stands: false, open: 100_000 }], 0, []])
  expect(back.log.map(({ action }) => action)).toContain('核销退回')
  expect(await it.faults()).toEqual([])
})
