// Reads of looks at trails: who looked at whose positions, when, and at which time of theirs.
import type { TrackLookRow, listTrackLooks } from '@yunshu/contract/audit/audit'
import type { Input, Output } from '@yunshu/contract/call'
import { lookReasons } from '@yunshu/domain/track/evidence'
import { sql, type RawBuilder } from 'kysely'
import { between, contains, madeBetween } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'

type Asked = Input<typeof listTrackLooks>

/** Looks an actor sees: the platform all, a branch those of its own people, a company those in its own name. */
function lookConditions(
  actor: Actor,
  { from, to, person, plate, waybillNo, reason, cursor }: Asked,
): (RawBuilder<boolean> | undefined)[] {
  return [
    rowsOfSide(actor, {
      branch: id => sql<boolean>`(k.company_id is null and u.branch_company_id = ${id}::uuid)`,
      company: 'k.company_id',
    }),
    madeBetween('k.id', from, to),
    between('k.at', from, to),
    contains(['u.name', 'u.account'], person),
    // a list that was asked for by a part of the plate is a look at this vehicle too
    contains(['v.plate', 'k.text'], plate),
    contains(['w.waybill_no'], waybillNo),
    reason && sql<boolean>`k.why = ${reason}`,
    afterCursor({ cursor }, 'k.id'),
  ]
}

type FoundLook = Awaited<ReturnType<typeof readLooks>>[number]
const readLooks = (tx: Tx, actor: Actor, input: Asked) =>
  // vehicles and waybills of others, and people of the house who worked for the actor's company
  tx.elevated(() =>
    tx.rows(
      q
        .selectFrom('track_views as k')
        .leftJoin('users as u', 'u.id', 'k.user_id')
        .leftJoin('companies as b', 'b.id', 'u.branch_company_id')
        .leftJoin('companies as c', 'c.id', 'k.company_id')
        .leftJoin('vehicles as v', 'v.id', 'k.vehicle_id')
        .leftJoin('waybills as w', 'w.id', 'k.waybill_id')
        .selectAll('k')
        .select([
          'u.name as user_name',
          'u.account',
          'b.name as branch_name',
          'c.name as company_name',
          'v.plate',
          'w.waybill_no',
        ])
        .where(allOf(lookConditions(actor, input)))
        .orderBy('k.id', 'desc')
        .limit(rowsToAsk(input)),
    ),
  )

/** One page, newest first. */
export const findTrackLooks = async (ctx: Ctx, input: Asked): Promise<Output<typeof listTrackLooks>> =>
  toPage(await readLooks(ctx.tx, ctx.actor, input), input, toLook)

const toLook = (row: FoundLook): TrackLookRow => ({
  id: row.id,
  at: row.at,
  userName: row.user_name ?? '',
  account: row.account ?? '',
  ...(row.company_name === null ? {} : { companyName: row.company_name }),
  ...(row.branch_name === null ? {} : { branchName: row.branch_name }),
  reason: keyOf(lookReasons, row.why),
  ...(row.plate === null ? {} : { plate: row.plate }),
  ...(row.text === null ? {} : { text: row.text }),
  ...(row.waybill_no === null || row.waybill_id === null
    ? {}
    : { waybillNo: row.waybill_no, waybillId: row.waybill_id }),
  from: row.from_at,
  to: row.to_at,
  ip: row.ip,
})
