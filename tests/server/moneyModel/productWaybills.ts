// Waybills of a walk: written as they stand after unloading, then signed and their receipts confirmed by the product.
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { feeStates } from '@yunshu/domain/task/release'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { demoUserId } from '../../../apps/server/demo/people.ts'
import { q } from '../../../apps/server/src/db/tx.ts'
import { openAdvance, planParts } from '../../../apps/server/src/features/part/parts.commands.ts'
import { addClaim, answerClaim } from '../../../apps/server/src/features/waybill/claim.commands.ts'
import { auditReceipt } from '../../../apps/server/src/features/waybill/receipt.commands.ts'
import { moveWaybill } from '../../../apps/server/src/features/waybill/waybill.commands.ts'
import { writeWaybillBody } from '../../../apps/server/src/features/waybill/waybillBody.queries.ts'
import { asSystem } from '../../../apps/server/src/work/system.ts'
import type { Of } from './oracleState.ts'
import { act, actorOf, companyOf, place, rowsOf, type Ground } from './product.ts'

const point = {
  name: '煤矿',
  regionCode: '610802',
  regionName: '陕西省榆林市榆阳区',
  address: '1号',
  contact: '王建国',
  mobile: '19900001234',
}
const payPlanOf = (plan: Of<'makeWaybill'>['plan']) => ({
  prePpm: plan.pre * 100,
  oilPpm: plan.oil * 100,
  etcPpm: plan.etc * 100,
  arrivePpm: plan.arrive * 100,
  receiptPpm: plan.receipt * 100,
  termDays: 15,
})
const weights = { plan_weight_g: 32_400_000, load_weight_g: 32_400_000, unload_weight_g: 32_400_000, loss_g: 0 }

/** A waybill whose journey is over but for the signature, with its parts planned by the product. */
export async function makeWaybill(ground: Ground, c: Of<'makeWaybill'>): Promise<void> {
  const id = v7()
  const owned = {
    shipper_id: companyOf(ground, c.shipper),
    carrier_id: companyOf(ground, c.carrier),
    branch_id: companyOf(ground, c.branch),
  }
  const { vehicleId, driverId } = ground.fleet.get(c.carrier) ?? { vehicleId: '', driverId: '' }
  const payPlan = payPlanOf(c.plan)
  const before = ground.from - DAY_MS
  await asSystem(ground.server.server.deps, async ctx => {
    await ctx.tx.run(
      q.insertInto('waybills').values({
        ...place,
        ...owned,
        ...weights,
        id,
        waybill_no: `${ground.name} ${c.id}`,
        upstream_no: c.id,
        state: 'toSign',
        source: 'APPOINT',
        kind: 'NORMAL',
        goods_id: ground.goodsId,
        goods_no: 'W',
        vehicle_id: vehicleId,
        driver_id: driverId,
        payee_id: ground.payeeIds.get(c.payee) ?? null,
        plate: '川W1',
        plate_color: '2',
        driver_name: '王长顺',
        driver_mobile: '19900000001',
        qty: 1,
        shipper_freight_fen: c.estimate,
        payable_fen: c.estimate,
        oil_fen: 0,
        receipt_state: 'none',
        body: bodyOf(payPlan),
        accepted_at: before,
        arrived_load_at: before,
        loaded_at: before,
        arrived_unload_at: before,
        unloaded_at: before,
        shipper_by: demoUserId('shipper'),
        carrier_by: demoUserId('carrier'),
        created_by: demoUserId('shipper'),
        created_at: before,
        updated_at: ctx.now,
      }),
    )
    await planParts(ctx, [{ id, ...owned, payPlan, estimate: fen(c.estimate) }])
    await openAdvance(ctx, id)
  })
  ground.waybills.set(c.id, { id, shipper: c.shipper, carrier: c.carrier })
}

const bodyOf = (payPlan: ReturnType<typeof payPlanOf>): string =>
  writeWaybillBody({
    loadPoints: [point],
    unloadPoints: [point],
    items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(32_400_000) }],
    payPlan,
    lossRule: { kind: 'NONE', allow: 0, scope: 'FULL', basis: 'LOAD', deductUnitPrice: unitPrice(0), rounding: 'NONE' },
    receiptRule: { needPhoto: false, needOriginal: false, copies: 1, returnDays: 7 },
  })

async function versionOf(ground: Ground, id: string): Promise<number> {
  const [row] = await rowsOf(ground, sql<{ version: number }>`select version from waybills where id = ${id}::uuid`)
  return row?.version ?? 1
}

const named = (ground: Ground, name: string) => ground.waybills.get(name) ?? { id: v7(), shipper: 's1' }

type Cut = Of<'sign'>['deductions'][number] & { readonly side?: 'SHIPPER' | 'CARRIER' }

/** A deduction both sides have agreed on. */
async function agreeCut(ground: Ground, id: string, { code, amount, side = 'CARRIER' }: Cut): Promise<void> {
  const now = Date.now()
  await ground.server.db(tx =>
    tx.run(
      q.insertInto('waybill_claims').values({
        id: v7(),
        waybill_id: id,
        side,
        code,
        amount_fen: 0 - amount,
        reason: code === 'DAMAGE' ? '货物受潮' : '送达超时',
        state: 'agreed',
        asked_by: 'shipper',
        answer_by: now + DAY_MS,
        is_dispute: false,
        created_by: demoUserId('shipper'),
        created_name: '货主',
        created_at: now,
        updated_at: now,
      }),
    ),
  )
}

/** A fee of a carrier that handed the waybill down, by the truck like its freight. */
async function handDown(
  ground: Ground,
  { id, shipper }: { id: string; shipper: string },
  { releaser, amount }: Of<'sign'>['fees'][number],
): Promise<void> {
  await ground.server.db(tx =>
    tx.run(
      q.insertInto('waybill_fees').values({
        waybill_id: id,
        carrier_id: companyOf(ground, releaser),
        task_id: ground.tasks.get(releaser) ?? '',
        shipper_id: companyOf(ground, shipper),
        branch_id: companyOf(ground, 'b1'),
        unit_price: amount * 100,
        amount_fen: amount,
        state: feeStates.start,
      }),
    ),
  )
}

/** The prices of the signature are put on the waybill before it, in place of weights that lead to them. */
export async function sign(ground: Ground, c: Of<'sign'>): Promise<void> {
  const { id, shipper } = named(ground, c.waybill)
  await ground.server.db(tx =>
    tx.run(
      sql`update waybills set shipper_unit_price = ${c.shipperFreight * 100},
        carrier_unit_price = ${c.carrierFreight * 100},
          body = jsonb_set(body::jsonb, '{receiptRule,needPhoto}', ${JSON.stringify(c.receiptWanted)}::jsonb)
        where id = ${id}::uuid and state = 'toSign'`.compile(q),
    ),
  )
  const [waiting] = await rowsOf(
    ground,
    sql<{ id: string }>`select id::text as id from waybills where id = ${id}::uuid and state = 'toSign'`,
  )
  if (waiting) for (const deduction of c.deductions) await agreeCut(ground, id, deduction)
  const code = c.compensation % 2 === 0 ? 'DAMAGE' : 'FINE'
  if (waiting && c.compensation > 0) await agreeCut(ground, id, { side: 'SHIPPER', code, amount: c.compensation })
  if (waiting) for (const fee of c.fees) await handDown(ground, { id, shipper }, fee)
  const version = await versionOf(ground, id)
  await act(ground, actorOf(ground, 'shipper', shipper, 'maker'), ctx =>
    moveWaybill(ctx, { id, version, move: 'sign', at: ground.from + c.at }),
  )
}

/** A waybill that comes to nothing, before its signature or after it; an advance it had is a debt from then on. */
export async function endWaybill(ground: Ground, c: Of<'cancelWaybill' | 'voidWaybill'>): Promise<void> {
  const { id } = named(ground, c.waybill)
  const version = await versionOf(ground, id)
  await act(ground, actorOf(ground, 'platform', '', 'admin'), ctx =>
    moveWaybill(ctx, { id, version, move: 'void', reason: '货主取消' }),
  )
  const known = [...ground.debts.values()]
  const [debt] = await rowsOf(
    ground,
    sql<{ id: string }>`select id::text as id from debts where branch_id = ${companyOf(ground, 'b1')}::uuid
      and origin = 'ADVANCE' and id <> all(${known}::uuid[])`,
  )
  if (debt) ground.debts.set(`${c.waybill}/E15c`, debt.id)
}

/** The photos of the receipt are said to be there; the product confirms them. */
export async function confirmReceipt(ground: Ground, c: Of<'confirmReceipt'>): Promise<void> {
  const { id, shipper } = named(ground, c.waybill)
  await ground.server.db(tx =>
    tx.run(
      sql`update waybills set receipt_state = 'uploaded' where id = ${id}::uuid and receipt_state = 'waiting'`.compile(
        q,
      ),
    ),
  )
  const version = await versionOf(ground, id)
  await act(ground, actorOf(ground, 'shipper', shipper, 'maker'), ctx =>
    auditReceipt(ctx, { id, version, move: 'confirm' }),
  )
}

/** A subsidy the shipper gives after the signature, and the carrier takes. */
export async function adjust(ground: Ground, c: Of<'adjust'>): Promise<void> {
  const { id, shipper, carrier = 'c1' } = named(ground, c.waybill)
  const asked = await act(ground, actorOf(ground, 'shipper', shipper, 'maker'), async ctx =>
    addClaim(
      ctx,
      {
        id,
        version: await versionOf(ground, id),
        claimSide: 'CARRIER',
        claimCode: 'SUBSIDY',
        claimAmount: fen(c.amount),
        reason: '签收后补贴',
      },
      { files: [] },
    ),
  )
  await act(ground, actorOf(ground, 'carrier', carrier, 'maker'), ctx =>
    answerClaim(ctx, { id, version: asked.version, claimId: asked.claimId, move: 'agree' }),
  )
}
