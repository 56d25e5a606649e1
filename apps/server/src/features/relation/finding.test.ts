// Finding companies of the other side over HTTP, with an invitation between the two.
import {
  countCarriers,
  findCompanies,
  getCarrierSearch,
  getShipperSearch,
  inviteCompany,
  listCarriers,
  listShippers,
} from '@yunshu/contract/relation/relation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
  await shipper().send(inviteCompany, pair)
})
afterAll(() => world.stop())

/** shipper2 and carrier have no relation in the demo. */
const pair = { shipperId: demoCompanyId('shipper2'), carrierId: demoCompanyId('carrier') }
const shipper = () => world.as('shipper2')

describe('finding', () => {
  it('[CL-10] companies of the other side are found by name and credit code, with nothing private', async () => {
    const { rows } = await shipper().send(findCompanies, { text: '顺达' })
    expect(rows).toMatchObject([{ companyId: pair.carrierId, kind: 'carrier' }])
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['companyId', 'kind', 'name', 'regionCode', 'state', 'trustCode'])
    expect((await shipper().send(findCompanies, { text: rows[0]?.trustCode ?? '' })).rows).toHaveLength(1)
    expect((await shipper().send(findCompanies, { text: '恒泰' })).rows).toEqual([])
    expect((await shipper().ask(findCompanies, { text: '顺' })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { text: '至少输入2个字' } },
    })
    expect((await shipper().send(findCompanies, { text: '%%' })).rows).toEqual([])
  })

  it('[CL-10] partners of one company are offered to its own people and to the house only', async () => {
    const own = demoCompanyId('shipper')
    const offered = (await world.as('shipper').send(getCarrierSearch, { companyId: own })).rows
    expect(offered.length).toBeGreaterThan(3)
    expect((await world.as('admin').send(getCarrierSearch, { companyId: own })).rows).toEqual(offered)
    expect((await world.as('carrier').ask(getCarrierSearch, { companyId: own })).http).toBe(404)
    expect(
      (await world.as('carrier').send(getShipperSearch, { companyId: demoCompanyId('carrier') })).rows.length,
    ).toBeGreaterThan(2)
  })

  it('[CL-10] counters by state equal the list, page by page', async () => {
    const boss = world.as('carrier2')
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await boss.send(listShippers, { all: true, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.rows.map(row => row.id))
      cursor = page.next
      if (cursor === undefined) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    const { state } = await world.as('shipper').send(countCarriers, {})
    const all = (await world.as('shipper').send(listCarriers, { all: true, limit: 100 })).rows
    expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(all.length)
    expect(state['active']).toBe(all.filter(row => row.state === 'active').length)
  })
})
