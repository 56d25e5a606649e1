// Compensation of shippers (赔付): damage and fines passed on lower what is owed and neither revenue, tax nor invoice.
import { explainBooks } from '@yunshu/contract/explain'
import { listInvoiceCandidates } from '@yunshu/contract/invoice/application'
import { getInvoice } from '@yunshu/contract/invoice/invoice'
import { applyRed, getRed, issueRed, moveRed } from '@yunshu/contract/invoice/red'
import { listProfit } from '@yunshu/contract/report/profit'
import { getOtherVoucher } from '@yunshu/contract/voucher/voucherPages'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen, splitTax } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { asOwner, booksOf as booksOfWaybill } from '../../../../../tests/server/adjustWorld.ts'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q, systemReach } from '../../db/tx.ts'
import { openItems } from '../report/aging.queries.ts'

let world: FreightWorld
let house: Client
beforeAll(async () => {
  world = await startFreightWorld()
  house = await world.server.login('platform-finance')
})
afterAll(() => world.stop())

const evidence = {
  files: [
    {
      name: '凭据.png',
      bytes: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    },
  ],
}

/** Deductions the shipper asks for on its own account and the house agrees to. */
type Wanted = Readonly<Partial<Record<'DAMAGE' | 'LATE' | 'FINE' | 'CUT', number>>>

/** A waybill of 9,500.00 signed with these deductions on the shipper's account. */
async function signedWith(wanted: Wanted): Promise<MadeWaybill> {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const waybill = await world.walk(made, wholeJourney.slice(0, -1))
  let { version } = waybill
  for (const code of ['DAMAGE', 'LATE', 'FINE', 'CUT'] as const) {
    const amount = wanted[code]
    if (amount === undefined) continue
    const asked = await world.as('shipper').ask(
      addClaim,
      {
        id: waybill.id,
        version,
        claimSide: 'SHIPPER',
        claimCode: code,
        claimAmount: fen(amount),
        reason: '有据可查',
      },
      evidence,
    )
    const { claimId } = asked.data
    const agreed = await world
      .as('platform-ops')
      .send(answerClaim, { id: waybill.id, version: asked.data.version, claimId, move: 'agree' })
    version = agreed.version
  }
  const signed = await world.as('shipper').send(moveWaybill, { id: waybill.id, version, move: 'sign' })
  return { ...waybill, version: signed.version }
}

type Made = Pick<MadeWaybill, 'id'>
const rowsOf = <R extends object>(text: ReturnType<typeof sql<R>>): Promise<R[]> =>
  world.server.db(tx => tx.rows<R>(text.compile(q)))

const booksOf = ({ id }: Made) => booksOfWaybill(world, id, ['1122.01', '6001.01', '2221.07', '2221.05', '6711'])
const itemOf = async ({ id }: Made) =>
  (
    await rowsOf(
      sql<{ amount_fen: number; open_fen: number }>`select amount_fen, open_fen from ar_items
        where waybill_id = ${id}::uuid`,
    )
  )[0]
async function vouchersOf({ id }: Made, event: string): Promise<{ id: string; lines: number }[]> {
  return rowsOf(
    sql<{ id: string; lines: number }>`select v.id::text as id, (select count(*)::int from journal_lines l
        where l.entry_id = v.entry_id) as lines from vouchers v join journal_entries e on e.id = v.entry_id
      where e.event = ${event} and exists (select from journal_lines l
        where l.entry_id = e.id and l.waybill_id = ${id}::uuid)`,
  )
}
async function assertSound(): Promise<void> {
  expect(await moneyFaults(world.server)).toEqual([])
  expect(await drift(world.server)).toEqual([])
}

/** 9,500.00 less a cut of 50.00 is the revenue; 500.00 of damage, 100.00 fined for delay lower what is owed. */
const wanted: Wanted = { DAMAGE: 50_000, LATE: 4_000, FINE: 6_000, CUT: 5_000 }
const revenue = 945_000
const compensated = 60_000
const { tax, net } = splitTax(fen(revenue), 900)

test('damage and fines passed on are a cost of the house: revenue, tax and invoice stay, the shipper owes less', async () => {
  const waybill = await signedWith(wanted)
  expect(await booksOf(waybill)).toEqual({
    '1122.01': revenue - compensated,
    '6001.01': 0 - net,
    '2221.07': 0 - tax,
    '6711': compensated,
  })
  expect(await itemOf(waybill)).toEqual({ amount_fen: revenue - compensated, open_fen: revenue - compensated })
  expect(await world.as('shipper').send(getWaybill, { id: waybill.id })).toMatchObject({
    shipperFreight: revenue - compensated,
    compensated,
  })
  expect(await world.as('carrier').send(getWaybill, { id: waybill.id })).not.toHaveProperty('compensated')
  const { rows } = await house.send(listProfit, { by: 'waybill', limit: 100 })
  expect(rows.find(({ key }) => key === waybill.id)).toMatchObject({ net, compensation: compensated })
  const invoiced = await world.as('shipper-finance').send(listInvoiceCandidates, { ids: [waybill.id] })
  expect(invoiced.rows).toMatchObject([{ gross: revenue, tax }])
  await assertSound()
})

test('its voucher shows the shipper its own line, the carrier nothing; both vouchers explain their amounts', async () => {
  const waybill = await signedWith(wanted)
  const [voucher, ...more] = await vouchersOf(waybill, 'E13')
  expect([voucher?.lines, more]).toEqual([2, []])
  const id = voucher?.id ?? ''
  const shipper = world.as('shipper-finance')
  const seen = await shipper.send(getOtherVoucher, { id })
  expect([seen.category, seen.amount, seen.lines.map(({ account }) => account)]).toEqual([
    'COMPENSATION',
    compensated,
    ['1122.01'],
  ])
  expect((await world.as('carrier-finance').ask(getOtherVoucher, { id })).http).toBe(404)
  for (const n of [1, 2])
    expect(await house.send(explainBooks, { amountOf: 'voucherLine', id, n })).toMatchObject({ isKept: true })
  const [earned] = await vouchersOf(waybill, 'E2')
  const told = await shipper.send(explainBooks, { amountOf: 'voucherLine', id: earned?.id ?? '', n: 1 })
  expect([told.isKept, told.text]).toEqual([true, expect.stringContaining('赔付货主 600.00')])
})

test('a waybill that is void leaves neither receivable nor compensation', async () => {
  const waybill = await signedWith(wanted)
  const { id, version } = waybill
  await world.as('admin').send(moveWaybill, { id, version, move: 'void', reason: '重复录入' })
  expect(await booksOf(waybill)).toEqual({})
  expect(await itemOf(waybill)).toMatchObject({ open_fen: 0 })
  await assertSound()
})

test('damage as high as the freight: nothing is owed, and the tax of the revenue is due all the same', async () => {
  const waybill = await signedWaybill(world.server, { shipperFreight: 0, compensated: 950_000 })
  const whole = splitTax(fen(950_000), 900)
  expect(await booksOf(waybill)).toEqual({ '6001.01': 0 - whole.net, '2221.07': 0 - whole.tax, '6711': 950_000 })
  expect(await itemOf(waybill)).toEqual({ amount_fen: 0, open_fen: 0 })
  await assertSound()
})

test('an allowance of more than is owed makes prepaid money of what compensation had paid, no receivable below zero', async () => {
  const waybill = await signedWith(wanted)
  const finance = house
  const invoice = await issuedInvoice({ shipper: world.as('shipper-finance'), finance }, [waybill], revenue)
  const prepaid = async (): Promise<number> =>
    (
      await rowsOf(
        sql<{ rest: number }>`select coalesce(sum(l.credit_fen - l.debit_fen), 0)::bigint as rest from journal_lines l
          join waybills w on w.shipper_id = l.party_id where w.id = ${waybill.id}::uuid and l.account = '2205.01'
            and l.branch_id = w.branch_id`,
      )
    )[0]?.rest ?? NaN
  const allow = async (gross: number): Promise<void> => {
    const { version } = await finance.send(getInvoice, { id: invoice.id })
    const lines = [{ n: 1, gross: fen(gross) }]
    const made = await finance.send(applyRed, {
      invoiceId: invoice.id,
      version,
      reasonCode: '04',
      isUsed: false,
      lines,
    })
    const agreed = await world.as('admin').send(moveRed, { id: made.id, version: made.version, move: 'agreeAlone' })
    await finance.send(issueRed, { id: made.id, version: agreed.version })
    await until(async () => (await finance.send(getRed, { id: made.id })).issueState === 'issued')
  }
  await allow(100_000)
  expect(await itemOf(waybill)).toMatchObject({ amount_fen: revenue - compensated - 100_000 })
  await assertSound()
  const before = await owedBy(waybill)
  await allow(revenue - 100_000)
  const [after, books] = [await owedBy(waybill), await booksOf(waybill)]
  expect(books).toEqual({ '6711': compensated })
  // the shipper's other arrears take the money at once: what it owes in all, less what it has, went down by what was open
  // of this waybill and by the compensation
  expect(before - after).toBe(revenue - 100_000)
  expect(await prepaid()).toBeGreaterThanOrEqual(0)
  expect(await vouchersOf(waybill, 'E13b')).toHaveLength(1)
  await assertSound()
  // signed the day before, the whole of it was owed at the end of that day
  const { server } = world
  const day = startOfDay(Date.now())
  await asOwner(
    server,
    `update journal_lines l set day = ${day - DAY_MS} from journal_entries e where e.id = l.entry_id
      and l.waybill_id = '${waybill.id}' and l.account = '1122.01' and e.event in ('E2', 'E13')`,
  )
  const openAt = async (at: number): Promise<number> => {
    const items = openItems({ actor: actorOfSide('platform'), now: Date.now() }, { at })
    const [row] = await server.db(
      tx =>
        tx.rows(
          sql<{ open: number }>`select open_fen::bigint as open from ${items} as x
            where x.waybill_id = ${waybill.id}::uuid`.compile(q),
        ),
      systemReach,
    )
    return row?.open ?? 0
  }
  expect([await openAt(day - DAY_MS), await openAt(day)]).toEqual([revenue - compensated, 0])
})

/** The balance of the shipper of a waybill: what it owes less its prepaid money. */
async function owedBy({ id }: Made): Promise<number> {
  const [row] = await rowsOf(
    sql<{ rest: number }>`select sum(l.debit_fen - l.credit_fen)::bigint as rest from journal_lines l
      join waybills w on w.shipper_id = l.party_id and w.branch_id = l.branch_id where w.id = ${id}::uuid
      and l.account = any('{1122.01,2205.01}')`,
  )
  return row?.rest ?? NaN
}
