// Keeping the fleet: vehicles and drivers registered and changed by their carrier; changed papers are verified anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addDriver, addVehicle, updateDriver, updateVehicle } from '@yunshu/contract/vehicle'
import { tidyNumber } from '@yunshu/domain/identity'
import { paperStates, type PaperState } from '@yunshu/domain/paper'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { logEvent, move, stale, type Change } from '../../db/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { assertDriver, assertVehicle, changesOf, keeperOf } from './fleet.ts'
import { lockDriver, lockVehicle } from './vehicle.queries.ts'

/** Columns the papers prove, with their names; a change of any sends the vehicle back for verification. */
const vehiclePapers = {
  plate: '车牌号', plate_color: '车牌颜色', type_code: '车辆类型', energy: '能源类型', tonnage_g: '核定载质量', gross_g: '总质量',
  transport_cert_no: '道路运输证号', transport_cert_expiry: '道路运输证有效期', licence_expiry: '行驶证有效期',
} as const
const vehicleColumns = { ...vehiclePapers, owner: '所有人', vin: '车辆识别代号' } as const
const driverPapers = { name: '姓名', id_no: '身份证号', licence_class: '准驾车型', licence_expiry: '驾驶证有效期', qualification_no: '从业资格证号', qualification_expiry: '从业资格证有效期' } as const
const driverColumns = { ...driverPapers, mobile: '手机号' } as const

const vehicleRow = (input: Input<typeof addVehicle>) => ({
  plate: input.plate, plate_color: input.plateColor, type_code: input.typeCode, energy: input.energy, tonnage_g: input.tonnageG, gross_g: input.grossG,
  transport_cert_no: input.transportCertNo, transport_cert_expiry: input.transportCertExpiry, licence_expiry: input.licenceExpiry, owner: input.owner || null, vin: input.vin || null,
})
const driverRow = (input: Omit<Input<typeof addDriver>, 'idNo' | 'mobile'>) => ({
  name: input.name, licence_class: input.licenceClass, licence_expiry: input.licenceExpiry, qualification_no: tidyNumber(input.qualificationNo), qualification_expiry: input.qualificationExpiry,
})

/** Registers a vehicle of the caller's company; it waits for verification. */
export async function registerVehicle(ctx: Ctx, input: Input<typeof addVehicle>): Promise<Output<typeof addVehicle>> {
  const carrierId = keeperOf(ctx)
  assertVehicle(input)
  const id = v7()
  const made = await ctx.tx.run(q.insertInto('vehicles').values({ id, carrier_id: carrierId, ...vehicleRow(input), paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now }).onConflict((c) => c.columns(['plate', 'plate_color']).doNothing()))
  if (made === 0) throw new Problem('vehicle.duplicate', { plate: input.plate }, { fields: { plate: '已登记' } })
  await logEvent(ctx, { entity: 'vehicle', entityId: id, action: '登记' })
  ctx.touched('vehicle', id)
  return submitted(ctx, 'vehicles', { id, state: paperStates.start, version: 1 })
}

/** Changes a vehicle of the caller's company. */
export async function changeVehicle(ctx: Ctx, { id, version, ...input }: Input<typeof updateVehicle>): Promise<Output<typeof updateVehicle>> {
  keeperOf(ctx)
  assertVehicle(input)
  const row = await lockVehicle(ctx, id)
  if (version !== row.version) throw await stale(ctx, id)
  const set = vehicleRow(input)
  const duplicate = new Problem('vehicle.duplicate', { plate: input.plate }, { fields: { plate: '已登记' } })
  return saved(ctx, 'vehicles', row, { set, changes: changesOf(row, set, vehicleColumns), papers: changesOf(row, set, vehiclePapers), duplicate })
}

/** Registers a driver of the caller's company; he waits for verification. */
export async function registerDriver(ctx: Ctx, input: Input<typeof addDriver>): Promise<Output<typeof addDriver>> {
  const carrierId = keeperOf(ctx)
  assertDriver(ctx.now, input)
  const id = v7()
  const made = await ctx.tx.run(q.insertInto('drivers').values({ id, carrier_id: carrierId, ...driverRow(input), id_no: input.idNo, mobile: input.mobile, paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now })
    .onConflict((c) => c.column('id_no').doNothing()))
  if (made === 0) throw new Problem('driver.duplicate', {}, { fields: { idNo: '已登记' } })
  await logEvent(ctx, { entity: 'driver', entityId: id, action: '登记' })
  ctx.touched('driver', id)
  return submitted(ctx, 'drivers', { id, state: paperStates.start, version: 1 })
}

/** Changes a driver of the caller's company; 身份证号 and mobile stay as they are when absent. */
export async function changeDriver(ctx: Ctx, { id, version, idNo, mobile, ...input }: Input<typeof updateDriver>): Promise<Output<typeof updateDriver>> {
  keeperOf(ctx)
  const row = await lockDriver(ctx, id)
  if (version !== row.version) throw await stale(ctx, id)
  // who may not see the number gets it masked and sends it back masked: it stays what it is
  const qualificationNo = input.qualificationNo.includes('*') ? row.qualification_no : input.qualificationNo
  assertDriver(ctx.now, { idNo, licenceClass: input.licenceClass, qualificationNo })
  const set = { ...driverRow({ ...input, qualificationNo }), ...(idNo === undefined ? {} : { id_no: idNo }), ...(mobile === undefined ? {} : { mobile }) }
  return saved(ctx, 'drivers', row, { set, changes: changesOf(row, set, driverColumns), papers: changesOf(row, set, driverPapers), duplicate: new Problem('driver.duplicate', {}, { fields: { idNo: '已登记' } }) })
}

interface Saving { set: Record<string, unknown>; changes: Change[]; papers: Change[]; duplicate: Problem }
interface Kept { id: string; state: PaperState; version: number }

const entityOf = { vehicles: 'vehicle', drivers: 'driver' } as const

/** Writes a change: through verification again when a paper's field changed, else as it is. */
async function saved(ctx: Ctx, table: 'vehicles' | 'drivers', row: Kept, { set, changes, papers, duplicate }: Saving): Promise<{ id: string; version: number }> {
  ctx.touched(entityOf[table], row.id, changes)
  const write = async (): Promise<{ id: string; version: number }> => {
    if (papers.length > 0 && row.state !== 'pending') {
      const { version } = await move(ctx, paperStates, row, 'submit', { table, column: 'paper', entity: entityOf[table], set, diff: changes })
      return { id: row.id, version }
    }
    const assignments = Object.entries({ ...set, updated_at: ctx.now }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await ctx.tx.run(sql`update ${sql.table(table)} set ${sql.join(assignments)}, version = version + 1 where id = ${row.id}`.compile(q))
    await logEvent(ctx, { entity: entityOf[table], entityId: row.id, action: '修改', diff: changes })
    return { id: row.id, version: row.version + 1 }
  }
  return write().catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? duplicate : error
  })
}

/** Hands papers in for verification. */
async function submitted(ctx: Ctx, table: 'vehicles' | 'drivers', row: Kept): Promise<{ id: string; version: number }> {
  const { version } = await move(ctx, paperStates, row, 'submit', { table, column: 'paper', entity: entityOf[table] })
  return { id: row.id, version }
}
