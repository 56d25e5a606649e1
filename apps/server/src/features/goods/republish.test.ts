// Ordering goods anew over HTTP: which fields come back for each kind, for whom, and that they can be published again.
import { publishGoods } from '@yunshu/contract/goods/goods'
import { getRepublish } from '@yunshu/contract/goods/change'
import { endRelationship } from '@yunshu/contract/relation/relation'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import {
  bulkInput,
  goodsInput,
  startFreightWorld,
  trunkInput,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

/** Makes goods as old as `days`, with all their times. */
const age = (id: string, days: number) =>
  world.server.db(tx =>
    tx.run(
      sql`
  update goods set created_at = created_at - ${days * DAY_MS}::bigint, valid_to = valid_to - ${days * DAY_MS}::bigint,
    body = case when body ? 'gx'
      then jsonb_set(body, '{gx,plannedDepartAt}',
      to_jsonb((body#>>'{gx,plannedDepartAt}')::bigint - ${days * DAY_MS}::bigint)) #- '{gx,via,0,plannedAt}'
      else body end where id = ${id}`.compile(q),
    ),
  )

describe('goods ordered anew', () => {
  it.each([
    ['ordinary', goodsInput({ upstreamNo: 'PO-2026-1', remark: '慢装' })],
    ['trunk', trunkInput({}, { upstreamNo: 'PO-2026-1' })],
    ['bulk', bulkInput({ upstreamNo: 'PO-2026-1' })],
  ])(
    "%s: all terms come back, without the customer's number and with times ahead, and can be published",
    async (_kind, input) => {
      const old = await world.publish(input)
      await age(old.id, 20)
      const { fields, kind, left, moved, goodsNo } = await world.as('shipper').send(getRepublish, { id: old.id })
      const { validTo, gx, ...same } = fields
      const { upstreamNo: _number, validTo: _to, gx: oldGx, ...said } = input
      expect(same).toEqual(said)
      expect([kind, goodsNo, left]).toEqual([input.kind, old.goodsNo, ['客户单号 PO-2026-1']])
      expect(validTo).toBeGreaterThan(Date.now())
      expect(moved.at(-1)).toContain('截止时间改为')
      if (oldGx)
        expect(gx).toMatchObject({
          lineName: oldGx.lineName,
          shiftNo: oldGx.shiftNo,
          dropAndHook: true,
          via: [{ name: '西安中转站' }],
        })
      if (gx) expect((gx.plannedDepartAt - (oldGx?.plannedDepartAt ?? 0)) % DAY_MS).toBe(0)
      expect((await world.as('shipper').send(publishGoods, { ...fields, copiedFrom: old.id })).goodsNo).not.toBe(
        old.goodsNo,
      )
    },
  )

  it('leave out carriers that are partners no more', async () => {
    const { id } = await world.publish({
      publishTo: 'CARRIERS',
      carrierIds: [demoCompanyId('carrier'), demoCompanyId('carrier7')],
    })
    const { version } = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('relations')
          .select('version')
          .where('shipper_id', '=', demoCompanyId('shipper'))
          .where('carrier_id', '=', demoCompanyId('carrier7')),
      ),
    )
    await world.as('shipper').send(endRelationship, {
      shipperId: demoCompanyId('shipper'),
      carrierId: demoCompanyId('carrier7'),
      version,
      reason: '不再合作',
    })
    const { fields, left } = await world.as('shipper').send(getRepublish, { id })
    expect(fields.carrierIds).toEqual([demoCompanyId('carrier')])
    expect(left[0]).toMatch(/^已解除合作的承运商 .+公司$/)
  })

  it("are those of one's own company: others find nothing, the platform finds for whom", async () => {
    const { id } = await world.publish()
    expect((await world.as('shipper2').ask(getRepublish, { id })).http).toBe(404)
    for (const account of ['carrier', 'shipper-finance', 'branch'] as const)
      expect((await world.as(account).ask(getRepublish, { id })).http).toBe(403)
    expect((await world.as('platform-ops').send(getRepublish, { id })).shipperId).toBe(demoCompanyId('shipper'))
  })
})
