// Notices per event: for each thing that happens, by its real calls, who is told with which code,
// of what kind, opening what.
import { publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { approveSettlement, paySettlement, rejectSettlement } from '@yunshu/contract/settlement/settlement'
import { broadcast } from '@yunshu/contract/message/message'
import { appoint, returnTask } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import {
  goodsInput,
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { payTo, sheetOf, sheetWhen, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { remindOfPapers } from '../fleet/papers.jobs.ts'
import { remindOfReceipts } from '../waybill/receipt.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

interface Told {
  code: string
  kind: string | null
  title: string
  path: string | null
  to: string
}
/** Forgets what was told so far. */
const forget = async (): Promise<void> => {
  await world.server.relayed()
  await world.server.db(async tx => {
    for (const table of ['inbox', 'messages'] as const) await tx.run(q.deleteFrom(table))
  })
}
/**
 * Happenings told since the last call: one line per frame text, with everybody who got it. Every frame has its line in
 * the message centre, with the same words.
 */
const told = async (): Promise<Told[]> => {
  await world.server.relayed()
  const rows = await world.server.db(tx =>
    tx.rows(
      sql<Told & { account: string; words: boolean }>`
    select i.frame ->> 'code' as code, m.kind, i.frame ->> 'title' as title, m.path, u.account, m.title = i.frame ->> 'title' and m.content = i.frame ->> 'msg' as words
    from inbox i join users u on u.id = i.user_id left join messages m on m.id = (i.frame -> 'data' ->> 'messageId')::uuid and m.user_id = i.user_id
    where i.frame ->> 'code' <> 'sync' order by u.account, i.seq`.compile(q),
    ),
  )
  expect(rows.filter(({ words }) => !words)).toEqual([])
  const lines = Map.groupBy(rows, ({ code, kind, title, path }) => JSON.stringify([code, kind, title, path]))
  return [...lines.values()].flatMap(same =>
    same[0]
      ? [
          {
            code: same[0].code,
            kind: same[0].kind,
            title: same[0].title,
            path: same[0].path,
            to: same.map(({ account }) => account).join(' '),
          },
        ]
      : [],
  )
}

const as = (account: FreightAccount) => world.as(account)
const one = async (...moves: Parameters<FreightWorld['walk']>[1]): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, moves)
}
const people = () => ({ maker: as('shipper-freight'), finance: as('shipper-finance') })
const approvedSheet = async (carrier: string, account: string) => {
  await payTo(world.server, carrier, account)
  return sheetOf(people(), [(await signedWaybill(world.server, { carrier })).id], 'approved')
}
const sheetPath = (settlementNum: string): string => `/manage/Normal/${settlementNum}`
const everyShipper = 'shipper shipper-finance shipper-freight',
  everyCarrier = 'carrier carrier-finance'

/** Makes what the event needs, forgets what that told, lets the event happen, and answers the path it should open. */
type Happen = () => Promise<string>
const events: readonly { event: string; happen: Happen; expect: readonly Omit<Told, 'path'>[] }[] = [
  {
    event: 'goods published to a carrier',
    expect: [{ code: '30', kind: 'goods', title: '新货源', to: 'carrier' }],
    happen: async () => {
      await forget()
      return `/goods/details/${(await as('shipper').send(publishGoods, goodsInput({ publishTo: 'CARRIERS', carrierIds: [demoCompanyId('carrier')] }))).id}`
    },
  },
  {
    event: 'goods taken by a carrier',
    expect: [{ code: '0', kind: 'task', title: '承运商已接单', to: 'shipper' }],
    happen: async () => {
      const { id } = await world.publish()
      await forget()
      await as('carrier').send(takeGoods, { goodsId: id, qty: 5 })
      return `/goods/details/${id}`
    },
  },
  {
    event: 'the rest of a task given back',
    expect: [{ code: '0', kind: 'task', title: '承运商退回任务剩余', to: 'shipper' }],
    happen: async () => {
      const { goodsId, taskId } = await world.task()
      await forget()
      await as('carrier').send(returnTask, { id: taskId, version: 2, reason: '车辆不足' })
      return `/goods/details/${goodsId}`
    },
  },
  {
    event: 'waybills made by the carrier',
    expect: [{ code: '0', kind: 'waybill', title: '已派车', to: everyShipper }],
    happen: async () => {
      const { goodsId, taskId } = await world.task()
      const [truck] = await world.trucks(1)
      await forget()
      await as('carrier').send(appoint, {
        taskId,
        version: 2,
        lines: [
          { vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(32_000_000) },
        ],
      })
      return `/goods/details/${goodsId}`
    },
  },
  {
    event: 'a waybill made by the platform',
    expect: [
      { code: '0', kind: 'waybill', title: '已派车', to: everyCarrier },
      { code: '0', kind: 'waybill', title: '已派车', to: everyShipper },
    ],
    happen: async () => {
      const { goodsId, taskId } = await world.task()
      const [truck] = await world.trucks(1)
      await forget()
      await as('platform-ops').send(appoint, {
        taskId,
        version: 2,
        lines: [
          { vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(32_000_000) },
        ],
      })
      return `/TaskList?pane=tasks /goods/details/${goodsId}`
    },
  },
  {
    event: 'a waybill loaded',
    expect: [{ code: '0', kind: 'waybill', title: '运单装货发车', to: everyShipper }],
    happen: async () => {
      const waybill = await one('accept', 'arriveLoad')
      await forget()
      await world.walk(waybill, ['depart'])
      return `/waybill/details/${waybill.id}`
    },
  },
  {
    event: 'a waybill signed by the platform',
    expect: [{ code: '0', kind: 'waybill', title: '运单签收', to: `${everyCarrier} ${everyShipper}` }],
    happen: async () => {
      const waybill = await one('accept', 'arriveLoad', 'depart', 'arriveUnload', 'unload')
      await forget()
      await as('platform-ops').send(moveWaybill, { id: waybill.id, version: waybill.version, move: 'sign' })
      return `/waybill/details/${waybill.id}`
    },
  },
  {
    event: 'a receipt sent back',
    expect: [{ code: '0', kind: 'receipt', title: '回单被驳回', to: 'carrier' }],
    happen: async () => {
      const { id } = await one(...wholeJourney)
      const { version } = await as('carrier').send(getWaybill, { id })
      const sent = await as('carrier').send(
        uploadReceipt,
        { id, version },
        {
          files: [
            {
              name: '回单.pdf',
              bytes: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
              type: 'application/pdf',
            },
          ],
        },
      )
      await forget()
      await as('shipper').send(auditReceipt, { id, version: sent.version, move: 'reject', reason: '照片模糊' })
      return `/waybill/details/${id}`
    },
  },
  {
    event: 'a receipt overdue',
    expect: [{ code: '0', kind: 'receipt', title: '回单超期', to: 'carrier shipper shipper-freight' }],
    happen: async () => {
      await world.server.db(tx => tx.run(q.updateTable('waybills').set({ receipt_reminded_at: 1 })))
      const { id } = await one(...wholeJourney)
      await signedDaysAgo(id, 8)
      await forget()
      expect(await remindOfReceipts(world.server.server.deps)).toBe(1)
      return `/waybill/details/${id}`
    },
  },
  {
    event: 'a sheet submitted',
    expect: [{ code: '0', kind: 'settlement', title: '结算单待审核', to: 'shipper-finance' }],
    happen: async () => {
      await forget()
      return sheetPath((await sheetOf(people(), [(await signedWaybill(world.server)).id], 'submitted')).settlementNum)
    },
  },
  {
    event: 'a sheet approved',
    expect: [{ code: '0', kind: 'settlement', title: '结算单待支付', to: 'shipper-finance' }],
    happen: async () => {
      const { settlementNum, version, due } = await sheetOf(
        people(),
        [(await signedWaybill(world.server)).id],
        'submitted',
      )
      await forget()
      await as('shipper-finance').send(approveSettlement, { settlementNum, version, expectDue: due })
      return sheetPath(settlementNum)
    },
  },
  {
    event: 'a sheet sent back',
    expect: [{ code: '0', kind: 'settlement', title: '结算单被驳回', to: 'shipper-freight' }],
    happen: async () => {
      const { settlementNum, version } = await sheetOf(people(), [(await signedWaybill(world.server)).id], 'submitted')
      await forget()
      await as('shipper-finance').send(rejectSettlement, { settlementNum, version, reason: '金额不符' })
      return sheetPath(settlementNum)
    },
  },
  {
    event: 'a payment that arrived',
    expect: [
      { code: '0', kind: 'payment', title: '运费已支付（模拟）', to: everyCarrier },
      { code: '0', kind: 'payment', title: '结算单已支付（模拟）', to: 'shipper-finance shipper-freight' },
    ],
    happen: () => payment('carrier', '6222020000000000', sheet => sheet.state === 'paid'),
  },
  {
    event: 'a payment that failed',
    expect: [{ code: '4', kind: 'payment', title: '支付失败（模拟）', to: 'shipper-finance shipper-freight' }],
    happen: () => payment('carrier2', '6222020000009001', sheet => sheet.state === 'partial'),
  },
  {
    event: 'a payment without result',
    expect: [{ code: '4', kind: 'payment', title: '支付结果未知（模拟）', to: 'shipper-finance shipper-freight' }],
    happen: () => payment('carrier4', '6222020000009007', sheet => sheet.payments[0]?.state === 'unknown'),
  },
  {
    event: 'papers of two vehicles about to expire',
    expect: [{ code: '0', kind: 'paper', title: '证件即将到期', to: 'carrier' }],
    happen: async () => {
      await endingSoon('vehicles', 2)
      await forget()
      expect(await remindOfPapers(world.server.server.deps)).toBe(2)
      return '/vehicle/list?expiry=soon'
    },
  },
  {
    event: 'papers of a driver about to expire',
    expect: [{ code: '0', kind: 'paper', title: '证件即将到期', to: 'carrier' }],
    happen: async () => {
      await endingSoon('drivers', 1)
      await forget()
      expect(await remindOfPapers(world.server.server.deps)).toBe(1)
      return '/driver/list?expiry=soon'
    },
  },
  {
    event: 'a new release',
    expect: [{ code: '34', kind: 'system', title: '系统升级', to: everyCarrier }],
    happen: async () => {
      await forget()
      await as('admin').send(broadcast, {
        audience: 'company',
        companyId: demoCompanyId('carrier'),
        pushCode: '34',
        title: '系统升级',
        content: '新版本已发布',
      })
      return ''
    },
  },
]

async function payment(carrier: string, account: string, isThere: Parameters<typeof sheetWhen>[2]): Promise<string> {
  const { settlementNum, version, due } = await approvedSheet(carrier, account)
  await forget()
  await as('shipper-finance').send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(as('shipper-finance'), settlementNum, isThere)
  return sheetPath(settlementNum)
}

/** Trucks of the carrier of which vehicles or drivers have a licence that ends in twenty days; answers their ids. */
async function endingSoon(table: 'vehicles' | 'drivers', count: number): Promise<string[]> {
  const ids = (await world.trucks(count)).map(({ vehicleId, driverId }) =>
    table === 'vehicles' ? vehicleId : driverId,
  )
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable(table)
        .set({ licence_expiry: Date.now() + 20 * DAY_MS })
        .where('id', 'in', ids),
    ),
  )
  return ids
}

const signedDaysAgo = (id: string, days: number) =>
  world.server.db(tx =>
    tx.run(
      q
        .updateTable('waybills')
        .set({ signed_at: startOfDay(Date.now()) - days * DAY_MS + 60_000 })
        .where('id', '=', id),
    ),
  )

test.each(events)('$event', async ({ happen, expect: wanted }) => {
  const opens = await happen()
  const got = await told()
  expect(
    got.map(({ code, kind, title, to }) => ({ code, kind, title, to })).toSorted((a, b) => (a.to < b.to ? -1 : 1)),
  ).toEqual(wanted)
  expect([...new Set(got.map(({ path }) => path ?? ''))].toSorted().join(' ')).toBe(opens)
})
