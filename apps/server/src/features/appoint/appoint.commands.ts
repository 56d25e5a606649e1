// Appointing vehicles and drivers to a task (派车): every line is judged again under lock, then all waybills are made or
// none.
import type { Input, Output } from '@yunshu/contract/call'
import { type appoint } from '@yunshu/contract/task/task'
import { dispatchFaults, type DispatchFault, type Trip } from '@yunshu/domain/fleet/dispatch'
import { billedQuantity, type FreightQuantity } from '@yunshu/domain/goods/freight'
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { Problem, faultWords, problemOf } from '@yunshu/domain/problems/problems'
import { checkTruckTake, printQuantity } from '@yunshu/domain/goods/quantity'
import { printYuan } from '@yunshu/domain/figures/money'
import { taskStates } from '@yunshu/domain/task/task'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { assertOwedSeen } from '../debt/debtLimit.queries.ts'
import { assertDailyTrucks } from '../goods/dailyTrucks.queries.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { findPayableFor } from '../payee/payee.queries.ts'
import { makeWaybills, type WaybillLine } from '../waybill/make.commands.ts'
import { findOpenTrips } from '../fleet/openWaybills.queries.ts'
import { syncReleasers } from '../waybill/writing.commands.ts'
import { asDispatchDriver, asDispatchVehicle } from '../fleet/dispatch.queries.ts'
import { estimateFees } from '../task/fees.commands.ts'
import { assertLeft, assertSeen } from '../task/release.commands.ts'
import { giverOf } from '../task/task.commands.ts'
import { assertTaskAct, lockAbove, lockTask, type LockedTask } from '../task/task.queries.ts'

type Appointment = Input<typeof appoint>
type Line = Appointment['lines'][number]

/** Makes one waybill per line for the task's carrier, takes the quantity from the task, and tells the shipper. */
export async function appointFleet(
  ctx: Ctx,
  { taskId, version, lines, expectDebt }: Appointment,
): Promise<Output<typeof appoint>> {
  const task = await lockTask(ctx, taskId)
  // reading a task is not enough (a shipper reads its carriers' tasks, a carrier those it handed down): only its carrier,
  // or platform and branch on the carrier's behalf, may appoint
  assertTaskAct(ctx, 'dispatch', task)
  const goods = await ctx.tx.one(q.selectFrom('goods').selectAll().where('id', '=', task.goods_id))
  const mode = keyOf(quantityModes, goods.quantity_mode)
  assertOnce(lines)
  const qty = lines.reduce((all, line) => all + line.qty, 0)
  // the second of two dispatchers learns what is left before learning that the task has changed
  const remain = printQuantity(mode, task.remain_qty)
  assertLeft(task, qty, remain)
  await assertSeen(ctx, task, version, remain)
  const dealing = { carrierId: task.carrier_id, branchId: task.branch_id }
  const confirmed = await assertOwedSeen(ctx, dealing, expectDebt)

  const made = await judgeLines(ctx, task, goods, lines)
  await assertDailyTrucks(ctx, goods, lines.length)

  const waybills = await makeWaybills(ctx, {
    goods,
    source: 'APPOINT',
    taskId,
    carrierId: task.carrier_id,
    carrierBy: task.carrier_by,
    carrierPrice:
      task.carrier_unit_price === null ? pricesNow(goods, ctx.now).carrier : unitPrice(task.carrier_unit_price),
    lines: made,
  })
  const billed = made.map(line => plannedQuantity(goods, line))
  await estimateFees(
    ctx,
    task,
    waybills.flatMap(({ id }, n) => (billed[n] === undefined ? [] : [{ id, billed: billed[n] }])),
  )
  const rest = task.remain_qty - qty
  const moved = await move(ctx, taskStates, task, rest === 0 ? 'dispatchLast' : 'dispatchSome', {
    set: { remain_qty: rest },
    diff: [
      { field: '派车', old: '--', new: made.map(line => line.vehicle.plate).join('、') },
      { field: '剩余数量', old: printQuantity(mode, task.remain_qty), new: printQuantity(mode, rest) },
    ],
  })
  const plates = waybills.map(waybill => waybill.plate).join('、')
  // the shipper knows the task it gave, not the part of it a carrier handed down
  const known = task.parent_id === null ? task : ((await lockAbove(ctx, task.id)).at(-1) ?? task)
  const said = { goodsId: goods.id, goodsNo: goods.goods_no, plates }
  const shipper = { company: task.shipper_id, permit: 'waybill.view', by: task.shipper_by } as const
  await tellHappening(ctx, 'waybill.appointed', shipper, { ...said, reader: 'shipper', taskNo: known.task_no })
  // dispatched by the house: the carrier learns of it
  if (ctx.actor.companyId !== task.carrier_id) {
    const carrier = { company: task.carrier_id, permit: 'waybill.view', by: task.carrier_by } as const
    await tellHappening(ctx, 'waybill.appointed', carrier, { ...said, reader: 'carrier', taskNo: task.task_no })
  }
  if (task.parent_id !== null) {
    const { to, words } = giverOf(task)
    const left = printQuantity(mode, rest)
    await tellHappening(ctx, 'task.dispatched', to, { ...words, count: waybills.length, left })
    for (const { id } of waybills.slice(0, 1)) await syncReleasers(ctx, id)
  }
  // the debts of a carrier are no business of everybody who reads the task: they stand in the audit alone
  ctx.touched('task', taskId, confirmed && { owed: printYuan(confirmed.owed), limit: printYuan(confirmed.limit) })
  return {
    waybills: waybills.map(({ id, waybillNo, plate }) => ({ id, waybillNo, plate })),
    taskVersion: moved.version,
  }
}

/**
 * The lines of an appointment with their vehicles and drivers under lock; refused with the first fault, at its line.
 */
async function judgeLines(
  ctx: Ctx,
  task: LockedTask,
  goods: Selectable<Goods>,
  lines: readonly Line[],
): Promise<WaybillLine[]> {
  const { overweightBlocks } = await policiesOfCompany(ctx.tx, task.shipper_id)
  const { vehicles, drivers } = await lockFleet(ctx, task.carrier_id, lines)
  const trips = await findOpenTrips(ctx, [...vehicles.keys()])
  const payable = await findPayableFor(
    ctx,
    lines.flatMap(line => (line.payeeId === undefined ? [] : [line.driverId])),
    ctx.now,
  )
  const mode = keyOf(quantityModes, goods.quantity_mode)
  return lines.map((line, n) => {
    const vehicle = vehicles.get(line.vehicleId)
    const driver = drivers.get(line.driverId)
    if (!vehicle || !driver) throw new Problem('row.none')
    const limit = { quantityMode: mode, perTruckMax: goods.per_truck_max ?? undefined }
    const excess = checkTruckTake(limit, task.remain_qty, line.qty)
    refuse(excess && fieldFault({ [`lines.${n}.qty`]: excess }))
    if (line.weightG === 0) refuse(fieldFault({ [`lines.${n}.weightG`]: '须大于0' }))
    if (mode === 'BY_TON' && line.weightG !== line.qty)
      refuse(fieldFault({ [`lines.${n}.weightG`]: '须与派车吨数相同' }))
    const trip: Trip = {
      loadAt: line.plannedLoadAt ?? ctx.now,
      loadRegion: goods.load_region,
      unloadRegion: goods.unload_region,
      weight: line.weightG,
      mayOverload: !overweightBlocks,
    }
    const open = trips.get(vehicle.id) ?? []
    const faults = dispatchFaults(asDispatchVehicle(vehicle), asDispatchDriver(driver), open, trip, ctx.now)
    refuse(asProblem(faults.vehicle[0] ?? faults.driver[0], n))
    if (line.payeeId !== undefined && !payable.get(driver.id)?.some(({ payeeId }) => payeeId === line.payeeId))
      refuse(fieldFault({ [`lines.${n}.payeeId`]: '不是该司机的有效收款人' }))
    return {
      vehicle,
      driver,
      qty: line.qty,
      weight: line.weightG,
      plannedLoadAt: line.plannedLoadAt,
      payeeId: line.payeeId,
    }
  })
}

/** The planned quantity of a truck that will be billed. */
const plannedQuantity = (goods: Selectable<Goods>, { qty, weight }: WaybillLine): FreightQuantity =>
  billedQuantity(keyOf(pricings, goods.pricing), { qty, weight, distanceKm: readGoodsBody(goods.body).distanceKm })

function refuse(problem: Problem | string | undefined): void {
  if (problem instanceof Problem) throw problem
}

/** The fault as a refusal that also names the line, so that the page can mark it. */
function asProblem(fault: DispatchFault | undefined, n: number): Problem | undefined {
  if (!fault) return undefined
  return problemOf(fault, { fields: { [`lines.${n}`]: faultWords(fault) } })
}

function assertOnce(lines: readonly Line[]): void {
  for (const [key, text] of [
    ['vehicleId', '同一车辆不能重复指派'],
    ['driverId', '同一司机不能重复指派'],
  ] as const) {
    const again = lines.findIndex((line, n) => lines.findIndex(other => other[key] === line[key]) < n)
    if (again >= 0) refuse(fieldFault({ [`lines.${again}.${key}`]: text }))
  }
}

/**
 * Locks the vehicles and drivers, each in the order of their ids, so that two appointments of one truck follow each
 * other.
 */
async function lockFleet(ctx: Ctx, carrierId: string, lines: readonly Line[]) {
  const wanted = (ids: string[]) => sql<boolean>`id = any(${ids}::uuid[])`
  const vehicles = await ctx.tx.rows(
    q
      .selectFrom('vehicles')
      .selectAll()
      .where('carrier_id', '=', carrierId)
      .where(wanted(lines.map(line => line.vehicleId)))
      .orderBy('id')
      .forUpdate(),
  )
  const drivers = await ctx.tx.rows(
    q
      .selectFrom('drivers')
      .selectAll()
      .where('carrier_id', '=', carrierId)
      .where(wanted(lines.map(line => line.driverId)))
      .orderBy('id')
      .forUpdate(),
  )
  return { vehicles: new Map(vehicles.map(row => [row.id, row])), drivers: new Map(drivers.map(row => [row.id, row])) }
}
