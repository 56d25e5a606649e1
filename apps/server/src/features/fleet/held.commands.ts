// A vehicle, driver or payee under lock: who may change it, and whom the house tells of it.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import { Problem } from '@yunshu/domain/problems'
import { stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isKeeper, type FleetKind, type Held } from './fleet.queries.ts'

const screens: Readonly<Record<FleetKind['entity'], ScreenName>> = {
  vehicle: 'VehicleDetails',
  driver: 'DriverDetails',
  payee: 'PayeeDetails',
}

export const pathOf = ({ kind, row }: Held): string => screenUrl(screens[kind.entity], { id: row.id })

/** Refuses whoever does not keep the fleet, a record out of use, and one that is newer than the person saw. */
export async function assertKept(ctx: Ctx, { kind, row, name, goneAt }: Held, version: number): Promise<void> {
  if (!isKeeper(ctx, row.carrier_id)) throw new Problem('permit.missing')
  if (version !== row.version) throw await stale(ctx, row.id)
  if (goneAt !== null) throw new Problem('fleet.retired', { name: `${kind.word}${name}` })
}

/** What the house hears of a record that waits: the platform, and the branch that serves the carrier. */
export async function tellFleetVerifiers(ctx: Ctx, held: Held, msg: string): Promise<void> {
  const { kind, row } = held
  const { branch_id: branch } = await ctx.tx.one(
    q.selectFrom('companies').select('branch_id').where('id', '=', row.carrier_id),
  )
  const note = {
    code: '0',
    title: `${kind.word}待审核`,
    msg,
    topics: [kind.entity],
    message: { kind: 'audit', path: pathOf(held) },
  } as const
  await ctx.push({ ...note, to: { platform: true, permit: 'fleet.verify' } })
  if (branch !== null) await ctx.push({ ...note, to: { branch, permit: 'fleet.verify' } })
}
