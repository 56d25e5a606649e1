// Reminders of papers: at 60, 30 and 7 days and when they are over, once each, whatever runs at once; files follow the
// branch.
import { setCompanyTerms, getCompanyDetails } from '@yunshu/contract/company/company'
import { addDriver } from '@yunshu/contract/fleet/driver'
import {
  addVehicle,
  getVehicle,
  retireVehicle,
  updateVehicle,
  uploadVehicleFiles,
} from '@yunshu/contract/fleet/vehicle'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { driver, photo, vehicle } from '../../../../../tests/server/fleetWorld.ts'
import { remindOfPapers } from './papers.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const end = startOfDay(Date.now()) + 400 * DAY_MS
const far = end + 4000 * DAY_MS
/** Messages to the carrier at `days` before `end`, the newest first, since the last call. */
async function toldAt(days: number): Promise<string[]> {
  await world.server.db(tx => tx.run(q.deleteFrom('messages')))
  await remindOfPapers(world.server.server.deps, end - days * DAY_MS + 3_600_000)
  await world.server.relayed()
  return (
    await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('messages as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['m.title', 'm.content', 'm.path'])
          .where('u.account', '=', 'carrier')
          .orderBy('m.id'),
      ),
    )
  ).map(({ title, content, path }) => `${title} ${content.replace(/（.*）.*/, '')} ${path ?? ''}`)
}

test('each paper is reminded of at four steps, once each, and papers of one step stand in one message', async () => {
  const papers = { licenceExpiry: end, transportCertExpiry: far, insuranceExpiry: end }
  const first = await world.as('carrier').send(addVehicle, vehicle({ plate: '冀C00001', ...papers }))
  await world.as('carrier').send(addVehicle, vehicle({ plate: '冀C00002', ...papers, insuranceExpiry: far }))
  await world
    .as('carrier')
    .send(addDriver, driver(900, { name: '陈到期', licenceExpiry: far, qualificationExpiry: far, idCardExpiry: end }))
  expect(await toldAt(61)).toEqual([])
  expect(await toldAt(60)).toEqual([
    '证件即将到期 2 辆车的证件将在 60 天内到期：冀C00001 /vehicle/list',
    '证件即将到期 1 名司机的证件将在 60 天内到期：陈到期 /driver/list',
  ])
  expect(await toldAt(59)).toEqual([])
  expect((await toldAt(30)).map(line => line.slice(-24))).toEqual(
    [' /vehicle/list?expiry=soon', ' /driver/list?expiry=soon'].map(
      tail => expect.stringContaining(tail.slice(-20)) as string,
    ),
  )
  expect(await toldAt(30)).toEqual([])
  // a renewed paper starts anew
  const { version } = await world.as('carrier').send(getVehicle, { id: first.id })
  await world
    .as('carrier')
    .send(updateVehicle, { id: first.id, version, ...vehicle({ plate: '冀C00001', ...papers, licenceExpiry: far }) })
  expect(await toldAt(7)).toHaveLength(2)
  expect(await toldAt(0)).toEqual([
    expect.stringContaining('证件已到期 2 辆车的证件今天到期或已过期：'),
    expect.stringContaining('/driver/list?expiry=ended'),
  ])
  expect(await toldAt(-3)).toEqual([])
  const sent = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('paper_reminders')
        .select(['paper', 'days'])
        .where('owner_id', '=', first.id)
        .orderBy('paper')
        .orderBy('days'),
    ),
  )
  expect(sent.map(({ paper, days }) => `${paper} ${days}`)).toEqual([
    'insurance 0',
    'insurance 7',
    'insurance 30',
    'insurance 60',
    'licence 30',
    'licence 60',
  ])
})

test('a paper first seen late is told of once at the step it has reached, and two runs at once tell once', async () => {
  await world
    .as('carrier')
    .send(addVehicle, vehicle({ plate: '冀C00003', licenceExpiry: end, transportCertExpiry: far }))
  const now = end - 6 * DAY_MS
  const counts = await Promise.all([
    remindOfPapers(world.server.server.deps, now),
    remindOfPapers(world.server.server.deps, now),
  ])
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('nobody is reminded of what is out of use', async () => {
  const { id, version } = await world
    .as('carrier')
    .send(addVehicle, vehicle({ plate: '冀C00004', licenceExpiry: end, transportCertExpiry: far }))
  await world.as('carrier').send(retireVehicle, { id, version, isRetired: true, reason: '报废' })
  expect(await remindOfPapers(world.server.server.deps, end - 6 * DAY_MS)).toBe(0)
})

test('when another branch serves the carrier, it sees the papers and the former one sees nothing', async () => {
  const { id } = await world.as('carrier2').send(addVehicle, vehicle({ plate: '鲁J00005' }))
  await world.as('carrier2').send(uploadVehicleFiles, { id, category: 'licenceFront' }, { files: [photo] })
  expect((await world.as('branch').send(getVehicle, { id })).files).toHaveLength(1)
  const company = await world.as('admin').send(getCompanyDetails, { id: demoCompanyId('carrier2') })
  await world.as('admin').send(setCompanyTerms, {
    id: company.id,
    version: company.version,
    branchId: demoCompanyId('branch3'),
    serviceFeePpm: company.serviceFeePpm,
    wlhyType: company.wlhyType,
  })
  expect((await world.as('branch').ask(getVehicle, { id })).http).toBe(404)
  const other = await world.server.login('branch3')
  expect((await other.send(getVehicle, { id })).files).toHaveLength(1)
})
