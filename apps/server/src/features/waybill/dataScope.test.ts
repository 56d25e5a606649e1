// Data scope over HTTP: what people of one company see of it, by the position they hold; counters, details and writes
// follow the lists.
import type { Call, Input } from '@yunshu/contract/call'
import { countGoods, getGoods, listGoods, moveGoods, publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { listToday } from '@yunshu/contract/today'
import { searchRecords } from '@yunshu/contract/session/session'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  approveSettlement,
  countSettlements,
  getSettlement,
  listSettlements,
  makeSettlement,
  paySettlement,
  queryPayment,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { countTasks, getAppointView, listTasks, returnTask } from '@yunshu/contract/task/task'
import { getTrialBalance, getVoucher, listVouchers } from '@yunshu/contract/voucher/voucher'
import { countWaybills, listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { ZERO_FEN } from '@yunshu/domain/figures/money'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import {
  shipping,
  sights,
  startAnsweringWorld,
  type AnsweringWorld,
  type Haul,
} from '../../../../../tests/server/answeringWorld.ts'
import { goodsInput, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'

let answering: AnsweringWorld
let world: FreightWorld
let people: AnsweringWorld['people']
let sheets: AnsweringWorld['sheets']
beforeAll(async () => {
  answering = await startAnsweringWorld()
  ;({ world, people, sheets } = answering)
})
afterAll(() => world.stop())
const client = (who: keyof typeof people): Client => people[who].client
const of = (who: keyof typeof people): Haul => answering.of(who)

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort()
const waybillsOf = (...who: (keyof typeof people)[]): string[] => who.flatMap(each => of(each).waybills).sort()
const total = (state: Readonly<Record<string, number>>): number => Object.values(state).reduce((all, n) => all + n, 0)

describe('lists, counters and search', () => {
  it.each(sights)('%s sees the tasks of %s, and as many as are counted', async (who, whose) => {
    const { rows } = await client(who).send(listTasks, {})
    expect(ids(rows)).toEqual(whose.map(each => of(each).task).sort())
    expect(total((await client(who).send(countTasks, {})).state)).toBe(rows.length)
  })

  it.each(sights)(
    '%s sees the waybills of %s, and as many as are counted with and without a filter',
    async (who, whose) => {
      const { rows } = await client(who).send(listWaybills, {})
      expect(ids(rows)).toEqual(waybillsOf(...whose))
      for (const filter of [{}, { from: 1 }, { state: 'signed' as const }])
        expect((await client(who).send(countWaybills, filter)).total).toBe(rows.length)
      expect((await client(who).send(countWaybills, {})).state).toMatchObject({ signed: rows.length, toLoad: 0 })
    },
  )

  it.each(sights.slice(0, 5))('%s sees the goods of %s, and as many as are counted', async (who, whose) => {
    const { rows } = await client(who).send(listGoods, {})
    expect(ids(rows)).toEqual(whose.map(each => of(each).goods).sort())
    expect(total((await client(who).send(countGoods, {})).state)).toBe(rows.length)
  })

  it.each([
    ['a', ['ofA']],
    ['b', ['ofB']],
    ['n', []],
    ['o', []],
    ['w', ['ofA', 'ofB', 'ofOther']],
    ['A', ['ofA', 'ofOther']],
    ['B', ['ofB']],
    ['N', []],
    ['W', ['ofA', 'ofB', 'ofOther']],
  ] as const)(
    '%s sees the sheets %s: makers what they made, others what holds a waybill of theirs',
    async (who, whose) => {
      const { rows } = await client(who).send(listSettlements, {})
      expect(rows.map(row => row.settlementNum).sort()).toEqual(whose.map(key => sheets[key]).sort())
      expect(total((await client(who).send(countSettlements, {})).state)).toBe(rows.length)
    },
  )

  it('an office sees the sheets its people made', async () => {
    const { settlementNum } = await client('n').send(makeSettlement, { waybillIds: [of('o').waybills[0] ?? ''] })
    expect((await client('n').send(listSettlements, {})).rows.map(row => row.settlementNum)).toEqual([settlementNum])
    expect((await client('a').send(listSettlements, {})).rows.map(row => row.settlementNum)).not.toContain(
      settlementNum,
    )
  })

  it.each(['a', 'b', 'n', 'A', 'N'] as const)(
    '%s sees the vouchers of exactly the waybills and sheets they see',
    async who => {
      const [mine, whole] = [
        await client(who).send(listVouchers, { limit: 100 }),
        await client(who === who.toUpperCase() ? 'W' : 'w').send(listVouchers, { limit: 100 }),
      ]
      const waybills = new Set((await client(who).send(listWaybills, {})).rows.map(row => row.waybillNo))
      const own = new Set((await client(who).send(listSettlements, {})).rows.map(row => row.settlementNum))
      expect(mine.rows.map(({ id }) => id)).toEqual(
        whole.rows
          .filter(row => waybills.has(row.waybillNo ?? '') || own.has(row.settlementNum ?? ''))
          .map(({ id }) => id),
      )
      // before a sheet is approved the books hold nothing in a carrier's name but the house's own estimate
      if (who === who.toUpperCase()) {
        expect(whole.rows).toEqual([])
        return
      }
      expect(mine.rows.length).toBeGreaterThan(0)
      expect(mine.rows.length).toBeLessThan(whole.rows.length)
    },
  )

  it('search finds what the lists hold', async () => {
    const { goods_no: goodsNo } = await world.server.db(tx =>
      tx.one(q.selectFrom('goods').select('goods_no').where('id', '=', of('b').goods)),
    )
    const found = async (who: keyof typeof people) =>
      (await client(who).send(searchRecords, { text: goodsNo })).hits.map(({ kind }) => kind)
    for (const who of ['b', 'w', 'B', 'W'] as const)
      expect([who, await found(who)]).toEqual([who, ['waybill', 'waybill', 'goods']])
    for (const who of ['a', 'n'] as const) expect([who, await found(who)]).toEqual([who, []])
    // goods offered to the company can be found by everybody in it
    expect(await found('A')).toEqual(['goods'])
    for (const [who, hits] of [
      ['a', 0],
      ['b', 1],
      ['w', 1],
      ['A', 0],
      ['B', 1],
    ] as const)
      expect((await client(who).send(searchRecords, { text: sheets.ofB })).hits.length).toBe(hits)
  })

  it('what can be settled is what one answers for', async () => {
    const own = async (who: keyof typeof people) =>
      (await client(who).send(listSettleable, {})).rows.map(row => row.waybillId)
    const left = of('b').waybills[1] ?? ''
    expect([await own('a'), await own('w')]).toEqual([[], expect.arrayContaining([left])])
    expect((await client('n').ask(makeSettlement, { waybillIds: [left] })).http).toBe(404)
  })

  it('the work of today is that of the person’s own scope', async () => {
    const [waybill] = await world.waybills(1)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ carrier_by: people.A.id })
          .where('id', '=', waybill?.id ?? ''),
      ),
    )
    const isTold = async (who: keyof typeof people) =>
      (await client(who).send(listToday, {})).items.some(({ kind, id }) => kind === 'accept' && id === waybill?.id)
    expect([await isTold('A'), await isTold('B'), await isTold('W'), await isTold('a')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    await world.walk(waybill ?? { id: '', waybillNo: '', plate: '', version: 0 }, ['accept'])
    await world.server.db(tx => tx.run(q.deleteFrom('outbox')))
  })

  it('a person of no office whose position sees an office sees their own records', async () => {
    const lone = await addColleague(world.server, {
      account: 'scope-lone',
      company: 'shipper',
      permits: shipping,
      dataScope: 'BRANCH',
    })
    expect((await lone.client.send(listWaybills, {})).rows).toEqual([])
    const goods = await lone.client.send(publishGoods, goodsInput())
    expect(ids((await lone.client.send(listGoods, {})).rows)).toEqual([goods.id])
    expect((await client('n').send(listGoods, {})).rows.map(({ id }) => id)).not.toContain(goods.id)
    await client('w').send(moveGoods, { id: goods.id, version: goods.version, move: 'cancel', reason: '试验' })
  })
})

describe('a record of a colleague', () => {
  /** Asks for a foreign record and for one that does not exist: both answers must be the same bytes. */
  async function isMissing<C extends Call>(
    who: keyof typeof people,
    call: C,
    foreign: Input<C>,
    missing: Input<C>,
  ): Promise<void> {
    const [one, other] = [await client(who).ask(call, foreign), await client(who).ask(call, missing)]
    expect([call.path, one.http, one.envelope]).toEqual([call.path, 404, other.envelope])
  }

  it('is not found in any detail', async () => {
    for (const [who, whose] of [
      ['a', 'b'],
      ['b', 'a'],
      ['n', 'a'],
      ['A', 'B'],
      ['N', 'B'],
    ] as const) {
      await isMissing(who, getWaybill, { id: of(whose).waybills[0] ?? '' }, { id: v7() })
      if (who === who.toLowerCase()) await isMissing(who, getGoods, { id: of(whose).goods }, { id: v7() })
      else await isMissing(who, getAppointView, { taskId: of(whose).task }, { taskId: v7() })
    }
    for (const [who, sheet] of [
      ['a', sheets.ofB],
      ['a', sheets.ofOther],
      ['b', sheets.ofA],
      ['n', sheets.ofA],
      ['A', sheets.ofB],
      ['N', sheets.ofA],
    ] as const)
      await isMissing(who, getSettlement, { settlementNum: sheet }, { settlementNum: 'JS0000000000000' })
    const vouchers = (await client('w').send(listVouchers, { limit: 100 })).rows
    const hers = vouchers.find(row => row.settlementNum === sheets.ofB || row.waybillNo !== undefined)
    const mine = new Set((await client('a').send(listVouchers, { limit: 100 })).rows.map(({ id }) => id))
    for (const voucher of vouchers.filter(({ id }) => !mine.has(id)).slice(0, 4))
      await isMissing(
        'a',
        getVoucher,
        { id: voucher.id, branchId: voucher.branchCompanyId },
        { id: v7(), branchId: voucher.branchCompanyId },
      )
    expect(hers).toBeDefined()
  })

  it('is not found by any write', async () => {
    const waybill = of('b').waybills[0] ?? ''
    await isMissing('a', moveWaybill, { id: waybill, version: 1, move: 'sign' }, { id: v7(), version: 1, move: 'sign' })
    await isMissing(
      'a',
      auditReceipt,
      { id: waybill, version: 1, move: 'confirm' },
      { id: v7(), version: 1, move: 'confirm' },
    )
    await isMissing('A', uploadReceipt, { id: waybill, version: 1 }, { id: v7(), version: 1 })
    await isMissing(
      'a',
      moveGoods,
      { id: of('b').goods, version: 1, move: 'pause' },
      { id: v7(), version: 1, move: 'pause' },
    )
    await isMissing(
      'A',
      returnTask,
      { id: of('B').task, version: 1, reason: '试验' },
      { id: v7(), version: 1, reason: '试验' },
    )
    await isMissing(
      'a',
      submitSettlement,
      { settlementNum: sheets.ofB, version: 1 },
      { settlementNum: 'JS0000000000000', version: 1 },
    )
    await isMissing('a', makeSettlement, { waybillIds: [of('b').waybills[1] ?? ''] }, { waybillIds: [v7()] })
  })

  it('keeps its payment from being asked about', async () => {
    const payment = {
      id: v7(),
      task_no: `ZF${v7().slice(-12)}`,
      shipper_id: demoCompanyId('shipper'),
      carrier_id: demoCompanyId('carrier'),
      branch_id: demoCompanyId('branch1'),
      payee: '甲',
      account_no: '1',
      bank: '乙',
      amount_fen: 1,
      channel: 'SIM',
      idem_key: v7(),
      state: 'success',
      created_at: 1,
      updated_at: 1,
    }
    await world.server.db(tx =>
      tx.run(
        q.insertInto('payments').values({
          ...payment,
          settlement_id: q.selectFrom('settlements').select('id').where('settlement_num', '=', sheets.ofB),
        }),
      ),
    )
    await isMissing('a', queryPayment, { id: payment.id }, { id: v7() })
    expect((await client('w').send(queryPayment, { id: payment.id })).state).toBe('success')
  })

  it('may stand on a sheet one has in hand: all of its waybills are looked at, not only one’s own', async () => {
    const [one, other] = [of('a').waybills[1] ?? '', of('b').waybills[1] ?? '']
    // b submits a sheet that holds a waybill of b; the other waybill on it still lacks its receipt
    const sheet = await client('w').send(makeSettlement, { waybillIds: [other] })
    await world.server.db(async tx => {
      await tx.run(
        sql`update waybills set body = jsonb_set(body, '{receiptRule,needPhoto}', 'true')
          where id = ${one}::uuid`.compile(q),
      )
      await tx.run(
        sql`insert into settlement_lines (settlement_id, waybill_id, part_id, freight_fen, deducted_fen, oil_fen,
          due_fen, set_off_fen, pay_fen, is_open)
            select s.id, ${one}::uuid, (select id from waybill_parts where waybill_id = ${one}::uuid
              and part <> 'oil' limit 1), 0, 0, 0, 0, 0, 0, false from settlements s
              where s.id = ${sheet.id}::uuid`.compile(q),
      )
    })
    const { envelope } = await client('b').ask(submitSettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
    })
    expect(envelope.code).toBe(1706)
  })
})

describe('a sheet in hand', () => {
  it('finishes the waybills of colleagues on it too, once nothing is left to pay', async () => {
    const [mine, other] = [
      await signedWaybill(world.server, { payable: 300_000, deducted: 0, oil: 300_000 }),
      await signedWaybill(world.server, { payable: 300_000, deducted: 0, oil: 300_000 }),
    ]
    await world.server.db(tx =>
      tx.run(q.updateTable('waybills').set({ shipper_by: people.b.id }).where('id', '=', mine.id)),
    )
    const sheet = await world.as('shipper-freight').send(makeSettlement, { waybillIds: [mine.id, other.id] })
    const { version } = await world
      .as('shipper-freight')
      .send(submitSettlement, { settlementNum: sheet.settlementNum, version: sheet.version })
    const approved = await world
      .as('shipper-finance')
      .send(approveSettlement, { settlementNum: sheet.settlementNum, version, expectDue: ZERO_FEN })
    await client('b').send(paySettlement, {
      settlementNum: sheet.settlementNum,
      version: approved.version,
      expectDue: ZERO_FEN,
      channel: 'SIM',
    })
    expect(
      await world.server.db(tx =>
        tx.rows(q.selectFrom('waybills').select(['state', 'settle_state']).where('id', 'in', [mine.id, other.id])),
      ),
    ).toEqual([
      { state: 'finished', settle_state: 'settled' },
      { state: 'finished', settle_state: 'settled' },
    ])
  })
})

describe('what stays the company’s', () => {
  it('offers can be taken by everybody, and who takes answers for the task', async () => {
    const goods = await client('b').send(publishGoods, goodsInput())
    const taken = await client('A').send(takeGoods, { goodsId: goods.id, qty: 1 })
    expect((await client('A').send(listTasks, {})).rows.map(({ id }) => id)).toContain(taken.taskId)
    expect((await client('B').send(listTasks, {})).rows.map(({ id }) => id)).not.toContain(taken.taskId)
    // the offer itself is still there for B, without what a colleague took of it
    expect(await client('B').send(getGoods, { id: goods.id })).toMatchObject({ remainQty: 19, tasks: [], waybills: [] })
    expect((await client('A').send(getGoods, { id: goods.id })).tasks).toHaveLength(1)
  })

  it('goods that are open to all are found by whoever took them once nothing is left, not by colleagues', async () => {
    const goods = await client('b').send(
      publishGoods,
      goodsInput({
        publishTo: 'PUBLIC',
        totalQty: 1,
        items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(32_000_000) }],
      }),
    )
    expect((await client('B').ask(getGoods, { id: goods.id })).envelope.code).toBe(0)
    await client('A').send(takeGoods, { goodsId: goods.id, qty: 1 })
    expect([
      (await client('A').ask(getGoods, { id: goods.id })).http,
      (await client('W').ask(getGoods, { id: goods.id })).http,
      (await client('B').ask(getGoods, { id: goods.id })).http,
    ]).toEqual([200, 200, 404])
  })

  it('the ledger adds up the same for everybody', async () => {
    const period = periodOf(Date.now())
    expect(await client('a').send(getTrialBalance, { period })).toEqual(
      await client('w').send(getTrialBalance, { period }),
    )
  })
})
