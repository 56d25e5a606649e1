// Acts of 今日 against the demo: an address of a dialog stands only where the record offers the act to the same person.
import { getDriver } from '@yunshu/contract/fleet/driver'
import { getVehicle } from '@yunshu/contract/fleet/vehicle'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { listTasks } from '@yunshu/contract/task/task'
import { listToday } from '@yunshu/contract/today'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { todayKinds } from '@yunshu/domain/today/today'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
})
afterAll(() => server.stop())

test('an act is offered as the address of its dialog only where the record offers it to the same person', async () => {
  const offered = { sheet: 0, task: 0, waybill: 0, papers: 0, refusals: 0 }
  for (const account of ['carrier', 'shipper', 'shipper-finance', 'branch', 'admin']) {
    const client = await server.login(account)
    for (const { kind, id, no, path, refusePath } of (await client.send(listToday, {})).items) {
      expect([kind, refusePath === undefined]).toEqual([kind, !('refuse' in todayKinds[kind])])
      for (const at of [path, refusePath ?? '']) {
        const act = new URL(at, 'http://portal').searchParams.get('act')
        if (act === null) continue
        if (at === refusePath) offered.refusals += 1
        if (at.startsWith('/waybill/')) {
          const { moves, receiptMoves } = await client.send(getWaybill, { id })
          const names = [...moves, ...receiptMoves.map(move => `${move}Receipt`)]
          expect([account, no, names]).toEqual([account, no, expect.arrayContaining([act])])
          offered.waybill += 1
        } else if (at.startsWith('/vehicle/') || at.startsWith('/driver/')) {
          const { acts } = await (at.startsWith('/vehicle/')
            ? client.send(getVehicle, { id })
            : client.send(getDriver, { id }))
          expect([act, account, no, acts]).toEqual(['reject', account, no, expect.arrayContaining(['verify'])])
          offered.papers += 1
        } else if (at.startsWith('/manage/')) {
          const { moves } = await client.send(getSettlement, { settlementNum: no })
          expect([account, no, moves]).toEqual([account, no, expect.arrayContaining([act])])
          offered.sheet += 1
        } else {
          const [task] = (await client.send(listTasks, { numbers: [no], limit: 1 })).rows
          expect([account, no, task?.acts]).toEqual([account, no, expect.arrayContaining([act])])
          offered.task += 1
        }
      }
    }
  }
  expect(Object.values(offered).filter(count => count === 0)).toEqual([])
})
