// Special lines over HTTP: the sheet saved whole, tickets moved together, who keeps and who sees them, conflicts.
import {
  getSpecialLine,
  listSpecialTickets,
  moveSpecialTickets,
  saveSpecialLine,
} from '@yunshu/contract/specialLine/specialLine'
import type { Input } from '@yunshu/contract/call'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Sheet = Input<typeof saveSpecialLine>
const ticket = (
  ticketNo: string,
  over: Partial<NonNullable<Sheet['tickets']>[number]> = {},
): NonNullable<Sheet['tickets']>[number] => ({
  ticketNo,
  consignee: '李四',
  mobile: '19900001111',
  itemName: '配件',
  pieces: 3,
  weightG: grams(120_000),
  freightFee: fen(5000),
  codAmount: fen(88_000),
  payMode: 'ARRIVE',
  ...over,
})
const sheet = (waybillId: string, over: Partial<Sheet> = {}): Sheet => ({
  waybillId,
  lineCompany: '川沪专线',
  fromHub: '成都集货站',
  toHub: '上海分拨中心',
  shiftNo: 'CS-001',
  transfers: [{ hub: '武汉中转场' }],
  tickets: [ticket('P001'), ticket('P002')],
  ...over,
})
const make = async (): Promise<string> => (await world.waybills(1))[0]?.id ?? ''
const line = (waybillId: string, account: FreightAccount = 'carrier') =>
  world.as(account).send(getSpecialLine, { waybillId })
const save = (input: Sheet, account: FreightAccount = 'carrier') => world.as(account).ask(saveSpecialLine, input)
const saved = async (waybillId: string, over: Partial<Sheet> = {}) => {
  const { envelope } = await save(sheet(waybillId, over))
  if (envelope.code !== 0) throw new Error(JSON.stringify(envelope))
  return line(waybillId)
}
type Shown = Awaited<ReturnType<typeof line>>
const refs = (shown: Shown) => shown.tickets.map(({ id, version }) => ({ id, version }))
const move = (
  waybillId: string,
  name: Input<typeof moveSpecialTickets>['move'],
  tickets: { id: string; version: number }[],
  signer?: string,
  account: FreightAccount = 'carrier',
) =>
  world
    .as(account)
    .ask(moveSpecialTickets, { waybillId, move: name, tickets, ...(signer === undefined ? {} : { signer }) })
const inForm = ({
  id,
  version,
  ticketNo,
  consignee,
  mobile,
  itemName,
  pieces,
  weightG,
  freightFee,
  codAmount,
  payMode,
}: Shown['tickets'][number]) => ({
  id,
  version,
  ticketNo,
  consignee,
  mobile,
  itemName,
  pieces,
  weightG,
  freightFee,
  codAmount,
  payMode,
})

describe('the sheet', () => {
  it('is blank at first, then saved whole: tickets added, changed and taken out in one go', async () => {
    const id = await make()
    expect(await line(id)).toMatchObject({ canEdit: true, tickets: [], lineCompany: '' })
    const first = await saved(id)
    expect([
      first.version,
      first.transfers,
      first.tickets.map(({ ticketNo, state, moves }) => [ticketNo, state, moves]),
    ]).toEqual([
      1,
      [{ hub: '武汉中转场' }],
      [
        ['P001', 'received', ['load']],
        ['P002', 'received', ['load']],
      ],
    ])
    const [a, b] = first.tickets
    if (!a || !b) throw new Error('no tickets')
    // the two change numbers, one is taken out, a new one takes its number
    const next = await saved(id, {
      version: 1,
      shiftNo: 'CS-002',
      tickets: [{ ...inForm(a), ticketNo: 'P002', pieces: 5 }, ticket('P001', { itemName: '新货' })],
    })
    expect([
      next.version,
      next.shiftNo,
      next.tickets.map(({ ticketNo, itemName, pieces }) => [ticketNo, itemName, pieces]),
    ]).toEqual([
      2,
      'CS-002',
      [
        ['P002', '配件', 5],
        ['P001', '新货', 3],
      ],
    ])
    expect(next.log[0]?.diff?.map(({ field }) => field)).toEqual(['班次号', '票 P001', '票 P002', '票 P002'])
    expect((await world.as('admin').send(getWaybill, { id })).hasSpecialLine).toBe(true)
    // a line needs neither tickets nor transfers
    const bare = await saved(await make(), { tickets: [], transfers: [] })
    expect([bare.version, bare.tickets, bare.transfers]).toEqual([1, [], []])
    // both numbers exchanged
    const [x, y] = next.tickets
    if (!x || !y) throw new Error('no tickets')
    const swapped = await saved(id, {
      version: 2,
      shiftNo: 'CS-002',
      tickets: [
        { ...inForm(x), ticketNo: 'P001' },
        { ...inForm(y), ticketNo: 'P002' },
      ],
    })
    expect(swapped.tickets.map(({ ticketNo, itemName }) => [ticketNo, itemName])).toEqual([
      ['P001', '配件'],
      ['P002', '新货'],
    ])
  })

  it('says what is wrong at its field and saves nothing of it', async () => {
    const id = await make()
    const fields = async (over: Partial<Sheet>) =>
      (await save(sheet(id, over))).envelope.data as { fields: Record<string, string> }
    expect((await fields({ tickets: [ticket('A'), ticket('A')] })).fields).toEqual({ 'tickets.1.ticketNo': '票号重复' })
    expect((await fields({ tickets: [ticket('A', { weightG: grams(0) })] })).fields).toEqual({
      'tickets.0.weightG': '重量与体积至少填写一项',
    })
    const raw = await world.as('carrier').ask(saveSpecialLine, sheet(id), {
      raw: {
        tickets: JSON.stringify([
          {
            ticketNo: 'A',
            consignee: '李四',
            mobile: '123',
            itemName: '配件',
            pieces: 3,
            weightG: 1000,
            payMode: 'CASH',
          },
        ]),
      },
    })
    expect(raw.envelope).toMatchObject({ code: 4001, data: { fields: { 'tickets.0.mobile': '手机号格式不正确' } } })
    expect((await fields({ toHub: '成都集货站' })).fields).toEqual({ toHub: '不能与发站网点相同' })
    expect((await fields({ departAt: 2000, arriveAt: 1000 })).fields).toEqual({ arriveAt: '不能早于发车时间' })
    expect(await line(id)).not.toHaveProperty('version')
  })

  it('is kept by who carries and the house; the shipper reads it; others do not find it', async () => {
    const id = await make()
    expect((await save(sheet(id), 'shipper')).http).toBe(403)
    expect((await save(sheet(id), 'carrier-finance')).http).toBe(403)
    expect((await save(sheet(id), 'carrier2')).http).toBe(404)
    expect((await save(sheet(id), 'branch')).envelope.code).toBe(0)
    expect(await line(id, 'shipper')).toMatchObject({ canEdit: false, tickets: [{ ticketNo: 'P001', moves: [] }, {}] })
    // consignees are people of the waybill: those who take part in it call them until it ends
    expect((await line(id, 'shipper-finance')).tickets[0]?.mobile).toBe('19900001111')
    expect((await world.as('carrier2').ask(getSpecialLine, { waybillId: id })).http).toBe(404)
  })

  it('of two who save at a time one is told; a ticket somebody moved meanwhile is not overwritten', async () => {
    const id = await make()
    const both = await Promise.all([save(sheet(id)), save(sheet(id), 'branch')])
    expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
    const shown = await line(id)
    await move(id, 'load', refs(shown).slice(0, 1))
    const [a, b] = shown.tickets
    if (!a || !b) throw new Error('no tickets')
    expect((await save(sheet(id, { version: 1, tickets: [{ ...inForm(a), pieces: 9 }, inForm(b)] }))).http).toBe(409)
    expect((await save(sheet(id, { version: 7 }))).http).toBe(409)
  })

  it('is not changed on the road, and not at all once the waybill is no more', async () => {
    const id = await make()
    const shown = await saved(id)
    for (const name of ['load', 'leave'] as const) await move(id, name, refs(await line(id)).slice(0, 1))
    const [a, b] = (await line(id)).tickets
    if (!a || !b) throw new Error('no tickets')
    expect((await save(sheet(id, { version: shown.version, tickets: [inForm(b)] }))).envelope.data).toMatchObject({
      fields: { tickets: '票 P001 在途，不能移除' },
    })
    expect(
      (await save(sheet(id, { version: shown.version, tickets: [{ ...inForm(a), pieces: 9 }, inForm(b)] }))).envelope
        .data,
    ).toMatchObject({ fields: { 'tickets.0.ticketNo': '在途，不能修改' } })
    expect(
      (await save(sheet(id, { version: shown.version, tickets: [inForm(a), { ...inForm(b), pieces: 9 }] }))).envelope
        .code,
    ).toBe(0)
    await world.as('carrier').send(moveWaybill, { id, version: 1, move: 'cancel', reason: '停运' })
    expect((await save(sheet(id, { version: 2 }))).envelope.code).toBe(1101)
    expect(await line(id)).toMatchObject({ canEdit: false, tickets: [{ mobile: expect.stringContaining('****') }, {}] })
  })
})

describe('the list of tickets', () => {
  it('holds those of the line, page by page in the order they were entered, for whoever sees the waybill', async () => {
    const id = await make()
    const shown = await saved(id, { tickets: ['P003', 'P001', 'P002'].map(no => ticket(no)) })
    const first = await world.as('carrier').send(listSpecialTickets, { waybillId: id, limit: 2 })
    const rest = await world
      .as('carrier')
      .send(listSpecialTickets, { waybillId: id, limit: 2, cursor: first.next ?? '' })
    expect([...first.rows, ...rest.rows]).toEqual(shown.tickets)
    expect([first.rows.map(({ ticketNo }) => ticketNo), rest.rows.map(({ ticketNo }) => ticketNo), rest.next]).toEqual([
      ['P003', 'P001'],
      ['P002'],
      undefined,
    ])
    expect((await world.as('carrier2').ask(listSpecialTickets, { waybillId: id })).http).toBe(404)
    expect((await world.as('carrier').ask(listSpecialTickets, { waybillId: id, cursor: 'nowhere' })).http).toBe(400)
  })
})

describe('tickets on their way', () => {
  it('go from the hub to the consignee together, each with its history', async () => {
    const id = await make()
    await saved(id)
    const states: string[] = []
    for (const name of ['load', 'leave', 'arrive', 'deliver'] as const) {
      expect((await move(id, name, refs(await line(id)))).data).toEqual({ moved: 2 })
      states.push((await line(id)).tickets.map(({ state }) => state).join())
    }
    expect(states).toEqual(['loaded,loaded', 'onWay,onWay', 'arrived,arrived', 'delivering,delivering'])
    expect((await move(id, 'sign', refs(await line(id)))).envelope.data).toMatchObject({
      fields: { signer: '请填写签收人' },
    })
    await move(id, 'sign', refs(await line(id)), '王五')
    const done = await line(id)
    expect(done.tickets.map(({ state, signer, moves }) => [state, signer, moves])).toEqual([
      ['signed', '王五', []],
      ['signed', '王五', []],
    ])
    expect(done.log[0]).toMatchObject({ action: '专线票据签收', diff: [{ new: 'P001、P002（王五 签收）' }] })
    const events = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('events')
          .select('to_state')
          .where('entity', '=', 'specialTicket')
          .where('entity_id', '=', done.tickets[0]?.id ?? '')
          .orderBy('id'),
      ),
    )
    expect(events.map(event => event.to_state)).toEqual(['loaded', 'onWay', 'arrived', 'delivering', 'signed'])
  })

  it('move all or none: one in another state, unknown, seen twice or changed meanwhile refuses all', async () => {
    const id = await make()
    const shown = await saved(id)
    const [a, b] = refs(shown)
    if (!a || !b) throw new Error('no tickets')
    await move(id, 'load', [a])
    const [loaded] = refs(await line(id))
    if (!loaded) throw new Error('no ticket')
    expect((await move(id, 'load', [loaded, b])).envelope).toMatchObject({
      code: 1101,
      message: '当前状态为“已装车”，不能装车',
    })
    expect((await move(id, 'load', [a, b])).http).toBe(409)
    expect((await move(id, 'load', [b, b])).envelope.code).toBe(4001)
    const foreign = await saved(await make())
    expect((await move(id, 'load', [b, ...refs(foreign).slice(0, 1)])).http).toBe(404)
    expect((await move(id, 'load', [b], undefined, 'shipper')).http).toBe(403)
    const both = await Promise.all([move(id, 'load', [b]), move(id, 'load', [b], undefined, 'branch')])
    expect(both.map(({ http }) => http).toSorted((x, y) => x - y)).toEqual([200, 409])
    expect((await line(id)).tickets.map(({ state }) => state)).toEqual(['loaded', 'loaded'])
  })
})
