// The proof of the oracle and the invariants: a wrong rule of the product and data that breaks an invariant are found.
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copiedColumns } from '../copiedColumns.ts'
import { q } from '../../../apps/server/src/db/tx.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../freightWorld.ts'
import { openFunds, sheetOf, sheetWhen } from '../settlementWorld.ts'
import { broken, type Remembered } from './invariants.ts'
import { openLane } from './model.ts'
import { refusedData, wrongData, wrongRules } from './plants.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

it('the walk finds a wrong rule of the product (control)', async () => {
  const rule = wrongRules.find(({ what }) => what === 'carriers sign their own delivery')
  const lane = await openLane(world, 5)
  const takeOut = rule?.put()
  try {
    await lane.walk(1500)
  } finally {
    takeOut?.()
  }
  expect(lane.walked.mismatches.join('\n')).toMatch(
    /carrier sign at \d+ .*the table says forbidden, the product (?!forbidden)/,
  )
})

it('each invariant is found broken when it is (control)', async () => {
  // a world of its own: the wrong rule above left its traces
  const own = await startFreightWorld()
  try {
    await openFunds(own.server)
    const receiptRule = { needPhoto: false, needOriginal: false, copies: 0, returnDays: 0 }
    const [one, other, ...whole] = await own.waybills(5, { receiptRule })
    if (!one || !other) throw new Error('no waybills')
    const away = await own.walk(one, ['accept', 'arriveLoad', 'depart'])
    await own.walk(other, ['accept', 'arriveLoad', 'depart'])
    for (const waybill of whole) await own.walk(waybill, wholeJourney)
    const [paid = '', drafted = '', signed = ''] = whole.map(({ id }) => id)
    const people = { maker: own.as('shipper-freight'), finance: own.as('shipper-finance') }
    const sheet = await sheetOf(people, [paid], 'approved')
    await people.finance.send(paySettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
      expectDue: sheet.due,
      channel: 'SIM',
    })
    await sheetWhen(people.maker, sheet.settlementNum, ({ state }) => state === 'paid')
    await sheetOf(people, [drafted], 'draft')

    const { vehicle_id } = await own.server.db(tx =>
      tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', other.id)),
    )
    const settlement = await own.server.db(tx =>
      tx.one(q.selectFrom('settlements').select('id').where('settlement_num', '=', sheet.settlementNum)),
    )
    const ids: Readonly<Record<string, string>> = {
      one: one.id,
      other: other.id,
      vehicle: vehicle_id,
      signed,
      sheet: settlement.id,
    }
    const payments = await own.server.db(tx => copiedColumns(tx, 'payments'))
    const run = (text: string) =>
      own.server.db(tx =>
        tx.run(
          sql
            .raw(
              text
                .replaceAll('[payments]', payments)
                .replaceAll(/\{(\w+)\}/g, (_, name: string) => `'${ids[name] ?? ''}'`),
            )
            .compile(q),
        ),
      )
    const remembered: Remembered[] = [
      {
        id: away.id,
        version: away.version,
        code: 40,
        vehicles: 1,
        truck: 0,
        route: 0,
        proposal: undefined,
        claims: [],
        money: 'free',
      },
    ]
    expect(await broken(own, remembered)).toEqual([])
    for (const { breaks, put, undo } of wrongData) {
      expect(await run(put), put).toBeGreaterThan(0)
      const found = await broken(own, remembered)
      expect(
        breaks.filter(what => !found.some(fault => fault.startsWith(what))),
        `${put}\n${found.join('\n')}`,
      ).toEqual([])
      await run(undo)
      expect(await broken(own, remembered), undo).toEqual([])
    }
    await expect(run(refusedData)).rejects.toThrow('settlement_lines_part')
  } finally {
    await own.stop()
  }
})
