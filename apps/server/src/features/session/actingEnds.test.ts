// Working for an employee over HTTP: how it ends by itself.
import { actFor } from '@yunshu/contract/session/acting'
import { getJurisdiction } from '@yunshu/contract/session/session'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
let ops: Client
beforeAll(async () => {
  world = await startFreightWorld()
  ops = world.as('platform-ops')
})
afterAll(() => world.stop())
afterEach(async () => {
  await world.server.db(tx => tx.run(q.updateTable('sessions').set({ acting_for: null })))
  world.server.server.deps.sessions.forget([
    demoUserId('platform-ops'),
    demoUserId('branch'),
    demoUserId('shipper'),
    demoUserId('carrier'),
    demoUserId('admin'),
  ])
})

const nameOf = (account: string) =>
  world.server.db(async tx => (await tx.one(q.selectFrom('users').select('name').where('account', '=', account))).name)
const infoOf = async (client: Client) =>
  JSON.parse((await client.send(getJurisdiction, {})).userInfo) as Record<string, unknown> & {
    actingFor?: Record<string, unknown>
  }

describe('its end by itself', () => {
  const trustedMs = 950
  const forgotten = () =>
    new Promise(resolve => {
      setTimeout(resolve, trustedMs)
    })

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'the employee is disabled',
      () =>
        world.server.db(tx =>
          tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'carrier6')),
        ),
      () =>
        world.server.db(tx =>
          tx.run(q.updateTable('users').set({ state: 'enabled' }).where('account', '=', 'carrier6')),
        ),
    ],
    [
      'the company is suspended',
      () =>
        world.server.db(tx =>
          tx.run(q.updateTable('companies').set({ state: 'suspended' }).where('id', '=', demoCompanyId('carrier6'))),
        ),
      () =>
        world.server.db(tx =>
          tx.run(q.updateTable('companies').set({ state: 'active' }).where('id', '=', demoCompanyId('carrier6'))),
        ),
    ],
    [
      'the permit is lost',
      () => world.server.db(tx => tx.run(q.deleteFrom('user_roles').where('user_id', '=', demoUserId('platform-ops')))),
      () =>
        world.server.db(tx =>
          tx.run(
            q
              .insertInto('user_roles')
              .columns(['user_id', 'role_id'])
              .expression(
                q
                  .selectFrom('roles')
                  .select(e => [e.val(demoUserId('platform-ops')).as('user_id'), 'id'])
                  .where('name', '=', '运营')
                  .where('company_id', 'is', null),
              ),
          ),
        ),
    ],
  ])(
    'comes within a second when %s, with the own rights again and word to the open pages',
    async (_why, happen, undo) => {
      await ops.send(actFor, { userId: demoUserId('carrier6') })
      expect((await infoOf(ops)).actingFor?.['account']).toBe('carrier6')
      await world.server.db(tx => tx.run(q.deleteFrom('inbox').where('user_id', '=', demoUserId('platform-ops'))))
      await happen()
      await forgotten()
      const info = await infoOf(ops)
      expect([info.type, info.actingFor]).toEqual([0, undefined])
      expect(
        await world.server.db(tx =>
          tx.rows(q.selectFrom('sessions').select('id').where('acting_for', '=', demoUserId('carrier6'))),
        ),
      ).toEqual([])
      await expect
        .poll(() =>
          world.server.db(tx =>
            tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId('platform-ops'))),
          ),
        )
        .toMatchObject([
          { frame: { code: '34', title: '代办已结束', msg: expect.stringContaining(await nameOf('carrier6')) } },
        ])
      await undo()
      await forgotten()
      // an ended stand-in does not come back by itself
      expect((await infoOf(ops)).actingFor).toBeUndefined()
    },
  )

  it('comes for a branch when it no longer serves the company', async () => {
    const branch = world.as('branch')
    await branch.send(actFor, { userId: demoUserId('carrier8') })
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('companies')
          .set({ branch_id: demoCompanyId('branch2') })
          .where('id', '=', demoCompanyId('carrier8')),
      ),
    )
    await forgotten()
    expect(await infoOf(branch)).toMatchObject({ type: 3, account: 'branch' })
  })
})
