// The proof of the matrix of the wall between companies: leaks planted on purpose show in it.
import { call } from '@yunshu/contract/call'
import { zDone, zId } from '@yunshu/contract/fields'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { q } from '../../../apps/server/src/db/tx.ts'
import { on, type Route } from '../../../apps/server/src/http/serve.ts'
import { probe } from './probe.ts'
import { markOf } from './victims.ts'
import { outsideDemo } from './wall.ts'

const input = z.strictObject({ id: zId })
const output = z.object({ no: z.string() })
const waybill = (id: string) => q.selectFrom('waybills').select(['id', 'waybill_no']).where('id', '=', id)
/**
 * Leaks the matrix has to find: a read and a write without scope, a refusal that tells there is something, a read that
 * one of the six outsiders alone gets through, and one that finds a record by the id of another.
 */
const planted: Readonly<Record<string, Route>> = {
  read: on(
    call({
      method: 'GET',
      path: '/auth/v1/planted/read',
      title: '',
      permit: 'session',
      input,
      output,
    }),
    async ({ tx }, { id }) => ({ no: (await tx.elevated(() => tx.first(waybill(id))))?.waybill_no ?? '' }),
  ),
  branch: on(
    call({ method: 'GET', path: '/auth/v1/planted/branch', title: '', permit: 'session', input, output }),
    async ({ tx, actor }, { id }) => {
      const find = () => tx.first(waybill(id))
      const found = await (actor.branchId === undefined ? find() : tx.elevated(find))
      return { no: found?.waybill_no ?? '' }
    },
  ),
  through: on(
    call({ method: 'GET', path: '/auth/v1/planted/through', title: '', permit: 'session', input, output }),
    async ({ tx, actor }, { id }) => {
      const find = () => tx.first(q.selectFrom('waybills').select('waybill_no').where('task_id', '=', id))
      const found = await (actor.side === 'shipper' ? tx.elevated(find) : find())
      return { no: found?.waybill_no ?? '' }
    },
  ),
  write: on(
    call({ method: 'POST', path: '/auth/v1/planted/write', title: '', permit: 'session', input, output: zDone }),
    async ({ tx }, { id }) => {
      await tx.elevated(() => tx.run(sql`update vehicles set owner = '外人' where id = ${id}`.compile(q)))
      return {}
    },
  ),
  tell: on(
    call({
      method: 'POST',
      path: '/auth/v1/planted/tell',
      title: '',
      permit: 'session',
      input,
      output: z.object({ there: z.boolean() }),
    }),
    async ({ tx }, { id }) => ({ there: (await tx.elevated(() => tx.first(waybill(id)))) !== undefined }),
  ),
}

const ground = outsideDemo(Object.values(planted))

test('leaks planted on purpose are found: by what is told, by a different answer, by what has changed', async () => {
  const { server, app, world, victims } = ground()
  const found = async (route: Route | undefined) =>
    route ? probe(server, app, [route.call], world, victims) : undefined
  expect((await found(planted['read']))?.leaks.some(leak => leak.includes('told for'))).toBe(true)
  const branch = await found(planted['branch'])
  expect(branch?.leaks.some(leak => leak.includes('told for'))).toBe(true)
  expect(branch?.leaks.every(leak => leak.startsWith('out-branch '))).toBe(true)
  const through = await found(planted['through'])
  expect(through?.leaks.some(leak => leak.includes('told for'))).toBe(true)
  expect((await found(planted['tell']))?.leaks.some(leak => leak.includes('a missing one'))).toBe(true)
  const before = await markOf(server, victims)
  await found(planted['write'])
  const after = await markOf(server, victims)
  expect(Object.keys(before).filter(table => before[table] !== after[table])).toEqual(['vehicles'])
})
