// Keeping terminals: into the list, into a vehicle and out of it, out of use; strangers taken in, conflicts settled.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/terminal/terminal'
import { Problem } from '@yunshu/domain/problems/problems'
import { plainTerminalPhone, terminalStates, type TerminalRole } from '@yunshu/domain/terminal/terminal'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { isTaken } from '../../db/pool.ts'
import type { Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { marketCompany } from '../../work/scope.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { dropCommands } from './order.commands.ts'
import { lockTerminal, type Terminal } from './terminal.queries.ts'

const phoneTaken = (phone: string): Problem =>
  new Problem('terminal.taken', { phone }, { fields: { terminalPhone: '已登记' } })

/** First columns of every new terminal. */
const firstColumns = (ctx: Ctx) => ({
  id: v7(),
  carrier_id: marketCompany(ctx.actor) ?? null,
  state: terminalStates.start,
  created_at: ctx.now,
  updated_at: ctx.now,
})

/** A new terminal as people write it down, its number without zeros in front; `isLong`: with more than twelve digits. */
export const newTerminal = (
  ctx: Ctx,
  {
    phone,
    isLong,
    facts: { deviceNo, maker, model, iccid, note },
  }: {
    readonly phone: string
    readonly isLong: boolean
    readonly facts: Pick<Input<typeof calls.addTerminal>, 'deviceNo' | 'maker' | 'model' | 'iccid' | 'note'>
  },
) => ({
  ...firstColumns(ctx),
  phone,
  phone_digits: isLong ? 20 : 12,
  // the terminal says it better itself when it registers
  protocol: isLong ? 2019 : 2013,
  device_no: deviceNo || null,
  maker: maker || null,
  model: model || null,
  iccid: iccid || null,
  note: note || null,
})

type NewTerminal = Omit<ReturnType<typeof newTerminal>, 'iccid'> & { readonly iccid?: string | null }

async function insertTerminal(ctx: Ctx, row: NewTerminal, action: string): Promise<{ id: string; version: number }> {
  const { id, phone } = row
  await ctx.tx.run(q.insertInto('terminals').values(row)).catch((error: unknown) => {
    throw isTaken(error) ? phoneTaken(phone) : error
  })
  await logEvent(ctx, { entity: 'terminal', entityId: id, action, to: terminalStates.start })
  ctx.touched('terminal', id, { phone })
  return { id, version: 1 }
}

/** Writes a terminal into the list: of the carrier who does it, or of the house until it gets a vehicle. */
export async function addTerminal(
  ctx: Ctx,
  { terminalPhone, ...facts }: Input<typeof calls.addTerminal>,
): Promise<Output<typeof calls.addTerminal>> {
  const phone = plainTerminalPhone(terminalPhone)
  return insertTerminal(ctx, newTerminal(ctx, { phone, isLong: terminalPhone.length > 12, facts }), '登记')
}

const factWords = { device_no: '终端编号', maker: '厂商', model: '型号', iccid: 'ICCID', note: '备注' } as const

/** Changes what is written down of a terminal. Another device number makes it register anew. */
export async function updateTerminal(
  ctx: Ctx,
  { id, version, deviceNo, maker, model, iccid, note }: Input<typeof calls.updateTerminal>,
): Promise<Output<typeof calls.updateTerminal>> {
  const row = await lockTerminal(ctx, id)
  if (row.version !== version) throw await stale(ctx, id)
  if (row.state === 'retired') throw new Problem('row.none')
  const set = {
    device_no: deviceNo || null,
    maker: maker || null,
    model: model || null,
    iccid: iccid || null,
    note: note || null,
  }
  const words = Object.entries(factWords) as [keyof typeof factWords, string][]
  const diff = words
    .filter(([key]) => row[key] !== set[key])
    .map(([key, field]) => ({ field, old: row[key] ?? '--', new: set[key] ?? '--' }))
  if (diff.length === 0) return { id, version }
  await ctx.tx.run(
    q
      .updateTable('terminals')
      .set({
        ...set,
        ...(row.device_no === set.device_no ? {} : { auth_hash: null, auth_hash_before: null }),
        version: version + 1,
        updated_at: ctx.now,
      })
      .where('id', '=', id),
  )
  await logEvent(ctx, { entity: 'terminal', entityId: id, action: '修改', diff })
  ctx.touched('terminal', id)
  return { id, version: version + 1 }
}

/** The vehicle's own number of its terminal, which lists and imports know. */
async function writeTerminalId(ctx: Ctx, vehicle: { id: string; plate: string }, phone: string | null): Promise<void> {
  await ctx.tx
    .run(
      q
        .updateTable('vehicles')
        .set({ terminal_id: phone, version: sql<number>`version + 1`, updated_at: ctx.now })
        .where('id', '=', vehicle.id),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? new Problem('terminal.bound', { plate: vehicle.plate }) : error
    })
}

async function assertNoMain(ctx: Ctx, vehicle: { id: string; plate: string }, role: TerminalRole): Promise<void> {
  if (role !== 'main') return
  const main = await ctx.tx.first(
    q.selectFrom('terminals').select('phone').where('vehicle_id', '=', vehicle.id).where('role', '=', 'main'),
  )
  if (main) throw new Problem('terminal.main', { plate: vehicle.plate, phone: main.phone })
}

/** A vehicle that takes a terminal. */
export type Seat = Pick<Selectable<Vehicles>, 'id' | 'plate' | 'plate_color' | 'vin' | 'track_no' | 'carrier_id'>

/** Columns of a terminal that sits in a vehicle: the gateway reads no vehicles. */
export const vehicleColumnsOf = (vehicle: Seat, role: TerminalRole) => ({
  carrier_id: vehicle.carrier_id,
  vehicle_id: vehicle.id,
  track_no: vehicle.track_no,
  plate: vehicle.plate,
  plate_color: vehicle.plate_color,
  vin: vehicle.vin,
  role,
})

/** The time of a terminal in a vehicle that begins now. */
export const newBinding = (
  ctx: Ctx,
  terminal: Pick<Terminal, 'id' | 'terminal_no'>,
  vehicle: Seat,
  role: TerminalRole,
) => ({
  id: v7(),
  terminal_id: terminal.id,
  terminal_no: terminal.terminal_no,
  track_no: vehicle.track_no,
  vehicle_id: vehicle.id,
  carrier_id: vehicle.carrier_id,
  role,
  from_at: ctx.now,
  by_name: writtenName(ctx.actor),
})

/** Puts a terminal into a vehicle: its positions are the vehicle's from now on. */
export async function bindTerminal(
  ctx: Ctx,
  { id, version, vehicleId, role }: Input<typeof calls.bindTerminal>,
): Promise<Output<typeof calls.bindTerminal>> {
  const row = await lockTerminal(ctx, id)
  const vehicle = await ctx.tx.first(
    q
      .selectFrom('vehicles as v')
      .select(['v.id', 'v.plate', 'v.plate_color', 'v.vin', 'v.track_no', 'v.carrier_id'])
      .where('v.id', '=', vehicleId)
      .where('v.retired_at', 'is', null)
      .where(ownFleet(ctx.actor, 'v'))
      .forUpdate(),
  )
  if (!vehicle) throw wrongField('vehicleId', '没有这辆车，或已停用')
  if (row.carrier_id !== null && row.carrier_id !== vehicle.carrier_id)
    throw wrongField('vehicleId', '终端属于另一家承运商')
  await assertNoMain(ctx, vehicle, role)
  const moved = await move(ctx, terminalStates, row, 'bind', {
    version,
    set: vehicleColumnsOf(vehicle, role),
    diff: [{ field: '车辆', old: '--', new: vehicle.plate }],
  })
  await ctx.tx.run(q.insertInto('terminal_bindings').values(newBinding(ctx, row, vehicle, role)))
  if (role === 'main') await writeTerminalId(ctx, vehicle, row.phone)
  await dropCommands(ctx, id)
  ctx.touched('terminal', id, { phone: row.phone, plate: vehicle.plate })
  return { id, version: moved.version }
}

/** Columns of a terminal that sits in no vehicle. */
const unbound = { vehicle_id: null, track_no: null, plate: null, plate_color: null, vin: null, role: 'main' }

/** Ends the time in a vehicle, if there is one. */
async function endBinding(ctx: Ctx, row: Terminal): Promise<void> {
  if (row.vehicle_id === null) return
  await ctx.tx.run(
    q
      .updateTable('terminal_bindings')
      .set({ to_at: ctx.now, ended_by_name: writtenName(ctx.actor) })
      .where('terminal_id', '=', row.id)
      .where('to_at', 'is', null),
  )
  const vehicle = await ctx.tx.one(
    q.selectFrom('vehicles').select(['id', 'plate', 'terminal_id']).where('id', '=', row.vehicle_id),
  )
  if (vehicle.terminal_id === row.phone) await writeTerminalId(ctx, vehicle, null)
}

/** Steps that need no more than a reason. Out of use, and out of the list, a terminal sits in no vehicle. */
export async function moveTerminal(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof calls.moveTerminal>,
): Promise<Output<typeof calls.moveTerminal>> {
  const row = await lockTerminal(ctx, id)
  const moved = await move(ctx, terminalStates, row, name, {
    version,
    reason,
    set: name === 'unblock' ? {} : unbound,
    diff: row.plate === null ? [] : [{ field: '车辆', old: row.plate, new: '--' }],
  })
  await endBinding(ctx, row)
  if (name !== 'unblock') await dropCommands(ctx, id)
  ctx.touched('terminal', id, { phone: row.phone })
  return { id, version: moved.version }
}

async function takeClaim(ctx: Ctx, strangerId: string) {
  const claim = await ctx.tx.one(q.selectFrom('terminal_claims').selectAll().where('id', '=', strangerId).forUpdate())
  await ctx.tx.run(q.deleteFrom('terminal_claims').where('id', '=', strangerId))
  return claim
}

/** Puts a stranger away, or back into the list. */
export async function ignoreClaim(
  ctx: Ctx,
  { strangerId, isIgnored }: Input<typeof calls.ignoreClaim>,
): Promise<Output<typeof calls.ignoreClaim>> {
  const claim = await ctx.tx.one(
    q.selectFrom('terminal_claims').select('phone').where('id', '=', strangerId).forUpdate(),
  )
  const set = isIgnored
    ? { ignored_at: ctx.now, ignored_by: writtenName(ctx.actor) }
    : { ignored_at: null, ignored_by: null }
  await ctx.tx.run(q.updateTable('terminal_claims').set(set).where('id', '=', strangerId))
  ctx.touched('terminal', strangerId, { phone: claim.phone })
  return { id: strangerId }
}

/** Takes a stranger into the list with the facts it told about itself; other notes of its number end. */
export async function adoptClaim(
  ctx: Ctx,
  { strangerId, note }: Input<typeof calls.adoptClaim>,
): Promise<Output<typeof calls.adoptClaim>> {
  const claim = await takeClaim(ctx, strangerId)
  await ctx.tx.run(q.deleteFrom('terminal_claims').where('phone', '=', claim.phone))
  return insertTerminal(
    ctx,
    {
      ...firstColumns(ctx),
      phone: claim.phone,
      phone_digits: claim.phone_digits,
      protocol: claim.protocol,
      device_no: claim.device_no || null,
      maker: claim.maker || null,
      model: claim.model || null,
      note: note || null,
    },
    '登记未知终端',
  )
}

/** Decides which of two devices with one number stays; a new one has to register, and the old one is cut off. */
export async function settleTerminal(
  ctx: Ctx,
  { id, version, strangerId, isNewKept }: Input<typeof calls.settleTerminal>,
): Promise<Output<typeof calls.settleTerminal>> {
  const row = await lockTerminal(ctx, id)
  const claim = await takeClaim(ctx, strangerId)
  if (claim.phone !== row.phone) throw wrongField('strangerId', '不是这台终端的冲突')
  const moved = await move(ctx, terminalStates, row, row.vehicle_id === null ? 'settleFree' : 'settle', {
    version,
    set: isNewKept ? { device_no: claim.device_no, auth_hash: null, auth_hash_before: null } : {},
    diff: isNewKept
      ? [{ field: '终端编号', old: row.device_no ?? '--', new: claim.device_no }]
      : [{ field: '拒绝的设备', old: '--', new: claim.device_no }],
  })
  if (isNewKept) await dropCommands(ctx, id)
  ctx.touched('terminal', id, { phone: row.phone })
  return { id, version: moved.version }
}
