// Test support: two companies whose people answer for their own records, for their office or for all of the company.
import { publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import { appoint } from '@yunshu/contract/task/task'
import type { DataScope } from '@yunshu/domain/account/account'
import { grams } from '@yunshu/domain/figures/weight'
import type { Permit } from '@yunshu/domain/permits/permits'
import { addColleague, addOffice, type Colleague } from './colleagues.ts'
import { goodsInput, startFreightWorld, wholeJourney, type FreightWorld } from './freightWorld.ts'

/** Permits of the shipper's people, but for making sheets. */
export const shipping: readonly Permit[] = [
  'goods.view',
  'goods.publish',
  'goods.close',
  'task.view',
  'waybill.view',
  'waybill.sign',
  'receipt.audit',
  'settlement.view',
  'settlement.submit',
  'settlement.pay',
  'voucher.view',
  'account.view',
]
const carrying: readonly Permit[] = [
  'goods.view',
  'goods.take',
  'task.view',
  'task.return',
  'waybill.view',
  'waybill.appoint',
  'waybill.advance',
  'receipt.upload',
  'settlement.view',
  'voucher.view',
  'vehicle.view',
]

type Who = 'a' | 'b' | 'n' | 'o' | 'w' | 'A' | 'B' | 'N' | 'O' | 'W'

/** Records one person published or took: ids of the goods, the task and its two signed waybills. */
export interface Haul {
  goods: string
  task: string
  waybills: string[]
}

export interface AnsweringWorld {
  readonly world: FreightWorld
  /**
   * a and b answer for their own records, a makes sheets; n and o sit in an office together, n sees the office; w sees
   * the company. The same on the carrier's side in capitals.
   */
  readonly people: Readonly<Record<Who, Colleague>>
  /** Numbers of sheets over waybills of a, of b, and of a again by somebody else. */
  readonly sheets: { readonly ofA: string; readonly ofB: string; readonly ofOther: string }
  /** Records a person answers for; empty ids for people who made none. */
  of(who: Who): Haul
}

/** People and the people whose records they should see, on the shipper's and the carrier's side alike. */
export const sights: readonly [Who, Who[]][] = [
  ['a', ['a']],
  ['b', ['b']],
  ['o', ['o']],
  ['n', ['o']],
  ['w', ['a', 'b', 'o']],
  ['A', ['A']],
  ['B', ['B']],
  ['O', ['O']],
  ['N', ['O']],
  ['W', ['A', 'B', 'O']],
]

async function addPeople({ server }: FreightWorld): Promise<AnsweringWorld['people']> {
  const [office, carrierOffice] = [
    await addOffice(server, 'shipper', '恒泰煤业绥德分公司'),
    await addOffice(server, 'carrier', '顺达运输邢台分公司'),
  ]
  const add = (account: string, company: string, permits: readonly Permit[], dataScope: DataScope, at?: string) =>
    addColleague(server, { account, company, permits, dataScope, ...(at ? { office: at } : {}) })
  return {
    a: await add('scope-a', 'shipper', [...shipping, 'settlement.make'], 'SELF'),
    b: await add('scope-b', 'shipper', shipping, 'SELF'),
    n: await add('scope-n', 'shipper', [...shipping, 'settlement.make'], 'BRANCH', office),
    o: await add('scope-o', 'shipper', shipping, 'SELF', office),
    w: await add('scope-w', 'shipper', [...shipping, 'settlement.make'], 'COMPANY'),
    A: await add('scope-ca', 'carrier', carrying, 'SELF'),
    B: await add('scope-cb', 'carrier', carrying, 'SELF'),
    N: await add('scope-cn', 'carrier', carrying, 'BRANCH', carrierOffice),
    O: await add('scope-co', 'carrier', carrying, 'SELF', carrierOffice),
    W: await add('scope-cw', 'carrier', carrying, 'COMPANY'),
  }
}

export async function startAnsweringWorld(): Promise<AnsweringWorld> {
  const world = await startFreightWorld()
  const people = await addPeople(world)
  const made: Partial<Record<Who, Haul>> = {}
  const of = (who: Who): Haul => made[who] ?? { goods: '', task: '', waybills: [] }

  /** Goods of two trucks published by one person, taken by another, dispatched and signed. */
  async function haul(publisher: Who, taker: Who): Promise<void> {
    const goods = await people[publisher].client.send(
      publishGoods,
      goodsInput({
        totalQty: 2,
        items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(64_000_000) }],
        receiptRule: { needPhoto: false, needOriginal: false, copies: 1, returnDays: 7 },
      }),
    )
    const { taskId } = await people[taker].client.send(takeGoods, { goodsId: goods.id, qty: 2 })
    const fleet = await world.trucks(2)
    const { waybills } = await people[taker].client.send(appoint, {
      taskId,
      version: 2,
      lines: fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000) })),
    })
    for (const waybill of waybills) await world.walk({ ...waybill, version: 1 }, wholeJourney)
    const record = { goods: goods.id, task: taskId, waybills: waybills.map(({ id }) => id) }
    made[publisher] = record
    made[taker] = record
  }
  await haul('a', 'A')
  await haul('b', 'B')
  await haul('o', 'O')
  const make = async (who: Who, waybillId = '') =>
    (await people[who].client.send(makeSettlement, { waybillIds: [waybillId] })).settlementNum
  const sheets = {
    ofA: await make('a', of('a').waybills[0]),
    ofB: await make('w', of('b').waybills[0]),
    ofOther: await make('w', of('a').waybills[1]),
  }
  return { world, people, sheets, of }
}
