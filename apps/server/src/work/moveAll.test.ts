// Rows that are moved together over a real database: as many statements for many as for one, and each in its own history.
import { addTerminal } from '@yunshu/contract/terminal/terminal'
import { listTerminalCommands, sendTerminalCommand } from '@yunshu/contract/terminal/command'
import { addClaim } from '@yunshu/contract/waybill/claim'
import { fen } from '@yunshu/domain/figures/money'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { claimStates } from '@yunshu/domain/settlement/charges'
import { partStates } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../tests/server/freightWorld.ts'
import { systemCtx } from '../../../../tests/server/ctxOf.ts'
import { statementsOf } from '../../../../tests/server/statementsOf.ts'
import { keyOf } from '../db/keyOf.ts'
import { q } from '../db/tx.ts'
import { expireDueGoods } from '../features/goods/goods.commands.ts'
import { dropCommands } from '../features/terminal/order.commands.ts'
import { dropClaims } from '../features/waybill/claim.commands.ts'
import { lockWaybill } from '../features/waybill/writing.commands.ts'
import type { Change } from './ctx.ts'
import { moveAll } from './move.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

/** Lines of a step in the history of a record. */
const linesOf = (entity: string, id: string, action: string): Promise<number> =>
  world.server.db(async tx => {
    const { n } = await tx.one(
      sql<{ n: number }>`select count(*)::int as n from events
        where entity = ${entity} and entity_id = ${id}::uuid and action = ${action}`.compile(q),
    )
    return n
  })

test('goods whose time is over expire in as many statements as one of them', async () => {
  const expired = async (count: number): Promise<number> => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await world.publish()).id)
    return statementsOf(world, async ctx => {
      await ctx.tx.run(
        sql`update goods set valid_to = ${ctx.now - 1}::bigint where id = any(${ids}::uuid[])`.compile(q),
      )
      expect(await expireDueGoods(ctx, 200)).toBe(count)
    })
  }
  const one = await expired(1)
  expect(one).toBeGreaterThan(3)
  expect(await expired(5)).toBe(one)
})

test('orders of a terminal are called off in as many statements as one of them', async () => {
  let phones = 13_700_000_000
  const dropped = async (kinds: readonly ('locate' | 'params' | 'text')[]): Promise<number> => {
    const { id } = await world.as('carrier').send(addTerminal, { terminalPhone: String(phones++) })
    for (const kind of kinds)
      await world
        .as('carrier')
        .send(sendTerminalCommand, { id, kind, ...(kind === 'text' ? { content: '请回电' } : {}) })
    const sent = await statementsOf(world, ctx => dropCommands(ctx, id))
    const { rows } = await world.as('carrier').send(listTerminalCommands, { id })
    expect(rows.map(({ state }) => state)).toEqual(kinds.map(() => 'cancelled'))
    return sent
  }
  const one = await dropped(['locate'])
  expect(one).toBe(2)
  expect(await dropped(['locate', 'params', 'text'])).toBe(one)
})

test('claims of a waybill come to nothing in as many statements as one of them, each a line of the waybill', async () => {
  const dropped = async (count: number): Promise<number> => {
    const [made] = await world.waybills(1)
    if (!made) throw new Error('no waybill')
    let { version } = await world.walk(made, wholeJourney.slice(0, -1))
    for (let n = 0; n < count; n++) {
      const said = { id: made.id, version, claimSide: 'CARRIER', claimCode: 'WAIT', reason: '等待装车' } as const
      const { data, envelope } = await world
        .as('carrier')
        .ask(addClaim, { ...said, claimAmount: fen(10_000 + n) }, { files: [] })
      expect(envelope.code, envelope.message).toBe(0)
      version = data.version
    }
    const sent = await statementsOf(world, async ctx => dropClaims(ctx, await lockWaybill(ctx, made.id)))
    expect(await linesOf('claim', made.id, claimStates.moves.drop.label)).toBe(count)
    return sent
  }
  const one = await dropped(1)
  expect(await dropped(3)).toBe(one)
})

test('the audit row hears once how many rows moved, in the words of a single move; rows without a history say nothing', async () => {
  const made = [await world.publish(), await world.publish()]
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  const { goods: heard, parts } = await systemCtx(world, async ctx => {
    const noted: Change[] = []
    const hearing = { ...ctx, noted: (changes: readonly Change[]) => noted.push(...changes) }
    const ids = made.map(({ id }) => id)
    await ctx.tx.run(sql`update goods set valid_to = ${ctx.now - 1}::bigint where id = any(${ids}::uuid[])`.compile(q))
    expect(await expireDueGoods(hearing, 200)).toBe(2)
    const goods = noted.splice(0)
    const rows = await ctx.tx.rows(
      q.selectFrom('waybill_parts').selectAll().where('waybill_id', '=', waybill.id).where('state', '=', 'planned'),
    )
    expect(rows.length).toBeGreaterThan(0)
    await moveAll(
      hearing,
      partStates,
      rows.map(row => ({ ...row, state: keyOf(partStates.states, row.state) })),
      'drop',
    )
    return { goods, parts: noted }
  })
  const { states } = goodsStates
  const moved = { field: '状态', old: states.published.label, new: states.expired.label }
  expect(heard).toEqual([moved, moved])
  expect(parts).toEqual([])
})
