// The guard table walked row by row: each move × each person from one status, judged by the
// oracle; nothing is left to chance.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { stepBackWaybill } from '@yunshu/contract/waybill/life'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { q } from '../../../apps/server/src/db/tx.ts'
import type { FreightWorld, MadeWaybill } from '../freightWorld.ts'
import { verdictOf } from './model.ts'
import {
  accounts,
  judgeBack,
  judgeMove,
  moveNames,
  steps,
  type Account,
  type Code,
  type Known,
  type MoveName,
} from './oracle.ts'

/** The moves of a new waybill to each status; voiding, and statuses that only money brings about, are done by hand. */
const signing = [
  'accept',
  'arriveLoad',
  'depart',
  'arriveUnload',
  'unload',
  'sign',
] as const satisfies readonly MoveName[]
const ways: Readonly<Record<Code, readonly MoveName[]>> = {
  10: [],
  20: signing.slice(0, 1),
  30: signing.slice(0, 2),
  40: signing.slice(0, 3),
  45: [...signing.slice(0, 3), 'interrupt'],
  50: signing.slice(0, 4),
  60: signing.slice(0, 5),
  65: [...signing.slice(0, 5), 'dispute'],
  70: signing,
  80: signing,
  90: ['cancel'],
  95: [],
}
const names: Readonly<Record<Code, string>> = {
  10: 'toAccept',
  20: 'toLoad',
  30: 'loading',
  40: 'inTransit',
  45: 'interrupted',
  50: 'arrived',
  60: 'toSign',
  65: 'disputed',
  70: 'signed',
  80: 'finished',
  90: 'cancelled',
  95: 'void',
}
export const codes = [10, 20, 30, 40, 45, 50, 60, 65, 70, 80, 90, 95] as const satisfies readonly Code[]

interface Row {
  readonly account: Account
  readonly move: MoveName | 'back'
}

/**
 * Differences between product and table from this status, and the number of rows of the table that were walked with
 * success.
 */
export async function guardFaults(world: FreightWorld, code: Code): Promise<{ faults: string[]; rows: number }> {
  const known: Known = {
    code,
    vehicles: 1,
    truck: 0,
    route: 0,
    proposal: undefined,
    claims: [],
    money: code === 80 ? 'paid' : 'free',
  }
  const judged = [...moveNames, 'back' as const].flatMap(move =>
    accounts.map(account => ({
      account,
      move,
      expected:
        move === 'back'
          ? judgeBack(steps, [], known, account, false)
          : judgeMove(steps, known, account, move, false, true),
    })),
  )
  const [allowed, refused] = [
    judged.filter(({ expected }) => expected === 'done'),
    judged.filter(({ expected }) => expected !== 'done'),
  ]
  const made = await at(world, code, allowed.length + 1)
  const stays = made.pop()
  if (!stays) throw new Error('no waybill')
  const faults: string[] = []
  const stateOf = async ({ id }: MadeWaybill): Promise<string> =>
    (await world.server.db(tx => tx.one(q.selectFrom('waybills').select('state').where('id', '=', id)))).state

  for (let from = 0; from < refused.length; from += 10)
    await Promise.all(
      refused.slice(from, from + 10).map(async ({ expected, ...row }) => {
        const got = await attempt(world, stays, row, true)
        if (got !== expected) faults.push(`${row.account} ${row.move}: the table says ${expected}, the product ${got}`)
      }),
    )
  if ((await stateOf(stays)) !== names[code])
    faults.push(`what was refused led from ${code} to ${await stateOf(stays)}`)

  for (const [n, row] of allowed.entries()) {
    const on = made[n]
    const step = steps[code][row.move]
    if (!on || !step) throw new Error('no row')
    // first without what the row wants, then with it
    const bare = step.needs === undefined ? undefined : await attempt(world, on, row, false)
    if (bare !== undefined && bare !== (step.needs === 'weight' ? 'noWeight' : 'noReason'))
      faults.push(`${row.account} ${row.move} without its ${step.needs}: ${bare}`)
    const got = await attempt(world, on, row, true)
    const state = await stateOf(on)
    if (got !== 'done' || state !== names[step.to])
      faults.push(`${row.account} ${row.move}: the table says to ${step.to}, the product ${got} to ${state}`)
  }
  return { faults, rows: allowed.length }
}

/** Waybills of one status. */
async function at(world: FreightWorld, code: Code, count: number): Promise<MadeWaybill[]> {
  const made = await world.waybills(count)
  return Promise.all(
    made.map(async waybill => {
      const walked = await world.walk(waybill, ways[code])
      if (code === 80)
        await world.server.db(tx =>
          tx.run(
            sql`update waybills set state = 'finished', settle_state = 'settled' where id = ${walked.id}`.compile(q),
          ),
        )
      return code === 95
        ? {
            ...walked,
            ...(await world
              .as('admin')
              .send(moveWaybill, { id: walked.id, version: walked.version, move: 'void', reason: '试验' })),
          }
        : walked
    }),
  )
}

const weight = (move: MoveName) =>
  move === 'depart' ? { loadWeightG: grams(32_400_000) } : move === 'unload' ? { unloadWeightG: grams(32_250_000) } : {}

async function attempt(
  world: FreightWorld,
  { id, version }: MadeWaybill,
  { account, move }: Row,
  given: boolean,
): Promise<string> {
  const client = world.as(account)
  return verdictOf(
    move === 'back'
      ? await client.ask(stepBackWaybill, { id, version, reason: '试验' })
      : await client.ask(moveWaybill, { id, version, move, ...(given ? { reason: '试验', ...weight(move) } : {}) }),
  )
}
