// Papers of waybills: the desk of those who hand them on, and the paper behind a link.
import type { Input, Output } from '@yunshu/contract/call'
import type { WaybillPaper, PaperLink } from '@yunshu/contract/waybill/paper'
import type * as calls from '@yunshu/contract/waybill/paper'
import { grams } from '@yunshu/domain/figures/weight'
import { maskGivenName, maskIdNo, maskMobile } from '@yunshu/domain/identity/masking'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { isPublicCode } from '@yunshu/domain/share'
import { checkVerdicts } from '@yunshu/domain/waybill/paper'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { PaperLinks } from '../../db/tables.gen.ts'
import { q, reading, systemReach, type Tx } from '../../db/tx.ts'
import type { Ctx, OpenCtx } from '../../work/ctx.ts'
import { ownRows } from '../../work/scope.ts'
import { readWaybillBody } from '../waybill/waybillBody.queries.ts'
import { checkCodeOf } from '../waybill/waybillDetail.queries.ts'

/** The most links or verdicts of a waybill a page shows. */
const shownMax = 100

/** The side whose freight a link of the actor may show for this waybill; undefined where they see none. */
export function amountSideOf(ctx: Pick<Ctx, 'actor' | 'can'>, shipperId: string): 'SHIPPER' | 'CARRIER' | undefined {
  const { side, companyId } = ctx.actor
  if (isHouseSide(side) || companyId === shipperId) return ctx.can('price.shipper') ? 'SHIPPER' : undefined
  return ctx.can('price.carrier') ? 'CARRIER' : undefined
}

/** A link as the wire shows it. */
export const toPaperLink = (
  row: Pick<
    Selectable<PaperLinks>,
    'id' | 'token' | 'amount_side' | 'expires_at' | 'prints' | 'revoked_at' | 'created_name' | 'created_at'
  >,
): PaperLink => ({
  id: row.id,
  linkCode: row.token,
  showsAmount: row.amount_side !== null,
  expiresAt: row.expires_at,
  prints: row.prints,
  ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  createdName: row.created_name,
  createdAt: row.created_at,
})

/** The code, links and verdicts of a waybill in the actor's scope. */
export async function findPaperDesk(
  ctx: Ctx,
  { id }: Input<typeof calls.getPaperDesk>,
): Promise<Output<typeof calls.getPaperDesk>> {
  const waybill = await ctx.tx.one(
    q
      .selectFrom('waybills as w')
      .select(['w.waybill_no', 'w.shipper_id'])
      .where('w.id', '=', id)
      .where(ownRows(ctx.actor, 'w')),
  )
  const links = await ctx.tx.rows(
    q
      .selectFrom('paper_links')
      .selectAll()
      .where('waybill_id', '=', id)
      .where('company_id', 'is not distinct from', ownerIdOf(ctx))
      .orderBy('id', 'desc')
      .limit(shownMax),
  )
  const verdicts = await ctx.tx.rows(
    q.selectFrom('waybill_checks').selectAll().where('waybill_id', '=', id).orderBy('id', 'desc').limit(shownMax),
  )
  return {
    checkCode: checkCodeOf(ctx, waybill.waybill_no),
    links: links.map(toPaperLink),
    verdicts: verdicts.map(row => ({
      id: row.id,
      verdict: keyOf(checkVerdicts, row.verdict),
      name: row.name,
      mobile: maskMobile(row.mobile),
      remark: row.remark,
      at: row.created_at,
    })),
    maySeeAmount: amountSideOf(ctx, waybill.shipper_id) !== undefined,
  }
}

/** The company whose links the actor makes and sees; null for the house. */
export const ownerIdOf = ({ actor }: Pick<Ctx, 'actor'>): string | null =>
  isHouseSide(actor.side) ? null : (actor.companyId ?? null)

/** A live link by its secret; anything else is `row.none`. Text that no secret can be is looked for as well. */
export const findLiveLink = (tx: Tx, linkCode: string | undefined, now: number) =>
  tx.one(
    q
      .selectFrom('paper_links')
      .select(['id', 'waybill_id', 'prints', 'expires_at'])
      .where('token', '=', linkCode !== undefined && isPublicCode(linkCode) ? linkCode : '')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now),
  )

/** The paper behind a link. */
export async function findPaper(
  { deps, now }: OpenCtx,
  { linkCode }: Input<typeof calls.getPaper>,
): Promise<Output<typeof calls.getPaper>> {
  return reading(deps.reads, systemReach, async tx => {
    const link = await findLiveLink(tx, linkCode, now)
    const row = await tx.one(paperRows.where('w.id', '=', link.waybill_id))
    const { loadPoints, unloadPoints, items } = readWaybillBody(row.body)
    const shown = (points: typeof loadPoints): WaybillPaper['loadPoints'] =>
      points.map(point => ({ ...point, contact: maskGivenName(point.contact), mobile: maskMobile(point.mobile) }))
    const segments = await tx.rows(
      q
        .selectFrom('waybill_segments')
        .select(['plate', 'driver_name'])
        .where('waybill_id', '=', row.id)
        .orderBy('serial'),
    )
    return {
      paper: {
        waybillNo: row.waybill_no,
        checkCode: checkCodeOf({ deps }, row.waybill_no),
        ...(row.upstream_no === null ? {} : { upstreamNo: row.upstream_no }),
        state: keyOf(waybillStates.states, row.state),
        shipperName: row.shipper_name,
        shipperCode: row.shipper_code,
        carrierName: row.carrier_name,
        carrierCode: row.carrier_code,
        plate: row.plate,
        driverName: row.driver_name,
        driverMobile: maskMobile(row.driver_mobile),
        driverIdNo: maskIdNo(row.id_no),
        segments:
          segments.length > 1
            ? segments.map(({ plate, driver_name: driverName }) => ({ plate, driverName: maskGivenName(driverName) }))
            : [],
        loadPoints: shown(loadPoints),
        unloadPoints: shown(unloadPoints),
        items: items.map(({ name, packing }) => ({ name, ...(packing ? { packing } : {}) })),
        planWeightG: grams(row.plan_weight_g),
        ...(row.load_weight_g === null ? {} : { loadWeightG: grams(row.load_weight_g) }),
        ...(row.unload_weight_g === null ? {} : { unloadWeightG: grams(row.unload_weight_g) }),
        createdAt: row.created_at,
      },
      prints: link.prints,
      expiresAt: link.expires_at,
    }
  })
}

/** The columns of a paper, without prices. */
const paperRows = q
  .selectFrom('waybills as w')
  .innerJoin('companies as s', 's.id', 'w.shipper_id')
  .innerJoin('companies as c', 'c.id', 'w.carrier_id')
  .innerJoin('drivers as d', 'd.id', 'w.driver_id')
  .select([
    'w.id',
    'w.waybill_no',
    'w.upstream_no',
    'w.state',
    'w.plate',
    'w.driver_name',
    'w.driver_mobile',
    'w.body',
    'w.plan_weight_g',
    'w.load_weight_g',
    'w.unload_weight_g',
    'w.created_at',
    'd.id_no',
    's.name as shipper_name',
    's.credit_code as shipper_code',
    'c.name as carrier_name',
    'c.credit_code as carrier_code',
  ])
