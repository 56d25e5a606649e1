// Reads of fuel cards: the list and its counts.
import type { Input, Output } from '@yunshu/contract/call'
import type { countFuelCards, FuelCardRow, listFuelCards } from '@yunshu/contract/fuel/fuel'
import { fen } from '@yunshu/domain/figures/money'
import { fuelCardMovesOf, fuelCardStates } from '@yunshu/domain/fuel/fuel'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { chosen, contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { FuelCards } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownFuel } from './account.queries.ts'

export type FuelCard = Omit<Selectable<FuelCards>, 'state'> & { state: keyof typeof fuelCardStates.states }

const cardRows = q
  .selectFrom('fuel_cards as c')
  .innerJoin('fuel_accounts as a', 'a.id', 'c.account_id')
  .innerJoin('companies as b', 'b.id', 'c.branch_id')
  .selectAll('c')
  .select(['a.provider', 'b.name as branch_name'])

function show(ctx: Ctx, row: Selectable<FuelCards> & { provider: string; branch_name: string }): FuelCardRow {
  const [state, balance] = [keyOf(fuelCardStates.states, row.state), fen(row.balance_fen)]
  return {
    id: row.id,
    cardNo: row.card_no,
    state,
    accountId: row.account_id,
    provider: row.provider,
    branchName: row.branch_name,
    plate: row.plate ?? undefined,
    holder: row.holder ?? undefined,
    balance,
    usedAt: row.used_at ?? undefined,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: fuelCardMovesOf({ state, balance }, permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listFuelCards>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { accountId, branchId, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownFuel(actor, 'c'),
    accountId === undefined ? undefined : sql<boolean>`c.account_id = ${accountId}::uuid`,
    branchId === undefined ? undefined : sql<boolean>`c.branch_id = ${branchId}::uuid`,
    contains(['c.card_no', 'c.plate', 'c.holder'], text),
    chosen('c.id', ids),
  ])

/** Cards in the actor's reach, newest first. */
export async function findFuelCards(
  ctx: Ctx,
  input: Input<typeof listFuelCards>,
): Promise<Output<typeof listFuelCards>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`c.state = ${input.state}`,
    afterCursor(input, 'c.id'),
  ])
  const rows = await ctx.tx.rows(cardRows.where(where).orderBy('c.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter. */
export const countFuelCardsBy = async (
  ctx: Ctx,
  filter: Input<typeof countFuelCards>,
): Promise<Output<typeof countFuelCards>> => ({
  state: await countByState(ctx.tx, fuelCardStates, { table: 'fuel_cards', alias: 'c', where: filtered(ctx, filter) }),
})

/** One card under lock; of another branch there is none. */
export async function lockCard(ctx: Ctx, id: string): Promise<FuelCard> {
  const row = await ctx.tx.one(
    q.selectFrom('fuel_cards as c').selectAll('c').where('c.id', '=', id).where(ownFuel(ctx.actor, 'c')).forUpdate(),
  )
  return { ...row, state: keyOf(fuelCardStates.states, row.state) }
}

/** Cards under lock in the one order in which everybody who takes several locks them. */
export async function lockCards(ctx: Ctx, where: RawBuilder<boolean>): Promise<void> {
  await ctx.tx.rows(q.selectFrom('fuel_cards as k').select('k.id').where(where).orderBy('k.id').forUpdate())
}

/** The moments from which cards pay nothing, by id: they are frozen or closed since then. Cards that pay have none. */
export async function stopsOf(
  ctx: Ctx,
  cards: readonly Pick<Selectable<FuelCards>, 'id' | 'state'>[],
): Promise<ReadonlyMap<string, number>> {
  const stopped = cards.filter(({ state }) => state !== 'active').map(({ id }) => id)
  if (stopped.length === 0) return new Map()
  // the row's own time moves with every use of the card
  const rows = await ctx.tx.rows(
    sql<{ id: string; at: number }>`select s.entity_id as id, min(s.at) as at from events s
      where s.entity = 'fuelCard' and s.entity_id = any(${stopped}::uuid[])
      and s.to_state in ('frozen', 'closed') and s.id > coalesce((select max(e.id::text)::uuid from events e
        where e.entity_id = s.entity_id and e.to_state = 'active'), ${nilId}::uuid) group by 1`.compile(q),
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}
