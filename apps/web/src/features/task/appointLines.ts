// The lines of an appointment while they are made: what a new one starts with, what is wrong with each, and what is left.
import type { AppointView, appoint } from '@yunshu/contract/task'
import type { Input } from '@yunshu/contract/call'
import { isCode } from '@yunshu/domain/codes'
import { pairFault } from '@yunshu/domain/dispatch'
import { problemText } from '@yunshu/domain/problems'
import { checkTruckTake } from '@yunshu/domain/quantity'
import { vehicleTypes } from '@yunshu/domain/vehicleTypes'
import { grams, printTons, type Grams } from '@yunshu/domain/weight'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

export type Vehicle = AppointView['vehicles'][number]
export type Driver = AppointView['drivers'][number]

/** One truck to send, as far as it is filled. */
export interface Line {
  readonly key: string
  readonly vehicleId: string
  readonly driverId: string
  readonly qty: number | Unreadable | undefined
  readonly weightG: Grams | Unreadable | undefined
  readonly plannedLoadAt: number | Unreadable | undefined
}

/** The most trucks sent at once. @source contract/task.ts */
export const linesMax = 20

type Fit = Pick<AppointView, 'task' | 'perTruckMax' | 'overweightBlocks'>

const sumQty = (lines: readonly Line[]): number => lines.reduce((all, { qty }) => all + (typeof qty === 'number' ? qty : 0), 0)

/** What the task still has after the lines; negative when they want more than there is. */
export const restAfter = ({ task }: Pick<Fit, 'task'>, lines: readonly Line[]): number => task.remainQty - sumQty(lines)

/** A new line: as much as the truck, its limit and the rest allow. */
export function newLine(view: Fit, lines: readonly Line[], vehicle: Vehicle, driver: Driver, key: string): Line {
  const { task: { quantityMode: mode }, perTruckMax } = view
  const rest = Math.max(0, restAfter(view, lines))
  const byTruck = mode === 'BY_TRUCK' ? 1 : mode === 'BY_TON' ? Math.min(vehicle.tonnageG, perTruckMax ?? vehicle.tonnageG) : (perTruckMax ?? rest)
  const qty = Math.min(rest, byTruck)
  // of goods not counted by weight only people know what one truck weighs: a guess would end up on the waybill
  const weightG = mode === 'BY_TON' && qty > 0 ? grams(qty) : undefined
  return { key, vehicleId: vehicle.id, driverId: driver.id, qty: qty > 0 ? qty : undefined, weightG, plannedLoadAt: undefined }
}

/** A line after something in it changed; goods counted by weight load what they count. */
export function changeLine(view: Pick<Fit, 'task'>, line: Line, part: Partial<Line>): Line {
  const next = { ...line, ...part }
  if (view.task.quantityMode !== 'BY_TON' || !('qty' in part)) return next
  return { ...next, weightG: typeof next.qty === 'number' ? grams(next.qty) : undefined }
}

/** Faults of a line by field; empty when it can be sent. */
export function lineFaults(view: Fit, line: Line, vehicle: Vehicle | undefined): Readonly<Record<string, string>> {
  const { task, perTruckMax, overweightBlocks } = view
  const faults: Record<string, string> = {}
  const put = (field: string, fault: string | undefined): void => { if (fault !== undefined) faults[field] ??= fault }
  const { qty, weightG, plannedLoadAt } = line
  if (isUnreadable(qty)) put('qty', qty.fault)
  else put('qty', qty === undefined ? '请填写数量' : checkTruckTake({ quantityMode: task.quantityMode, perTruckMax }, task.remainQty, qty))
  if (isUnreadable(weightG)) put('weightG', weightG.fault)
  else if (weightG === undefined || weightG === 0) put('weightG', '请填写重量')
  else if (vehicle && overweightBlocks && weightG > vehicle.tonnageG) put('weightG', problemText('vehicle.overload', { tons: printTons(vehicle.tonnageG) }))
  if (isUnreadable(plannedLoadAt)) put('plannedLoadAt', plannedLoadAt.fault)
  return faults
}

/** What is said of a line that may be sent although it is too heavy; undefined when it is not. */
export function overweightNote(view: Pick<Fit, 'overweightBlocks'>, { weightG }: Line, vehicle: Vehicle | undefined): string | undefined {
  if (view.overweightBlocks || !vehicle || typeof weightG !== 'number' || weightG <= vehicle.tonnageG) return undefined
  return `超过核定载质量 ${printTons(vehicle.tonnageG)} 吨，将在运单记录中标明超重`
}

/** The lines as they are sent; undefined while one of them is not complete. */
export function asSent(lines: readonly Line[]): Input<typeof appoint>['lines'] | undefined {
  const sent = lines.flatMap(({ vehicleId, driverId, qty, weightG, plannedLoadAt }) =>
    typeof qty === 'number' && typeof weightG === 'number' && !isUnreadable(plannedLoadAt)
      ? [{ vehicleId, driverId, qty, weightG, ...(plannedLoadAt === undefined ? {} : { plannedLoadAt }) }] : [])
  return sent.length === lines.length && sent.length > 0 ? sent : undefined
}

/** Why a driver may not drive a vehicle, in words; undefined when nothing is known against it. */
export function licenceFault(driver: Driver, vehicle: Vehicle | undefined): string | undefined {
  if (!vehicle || !isCode(vehicleTypes, vehicle.typeCode)) return undefined
  const fault = pairFault(driver, vehicle.typeCode)
  return fault && problemText(fault.problem, { ...fault.detail })
}

interface Ranked { readonly name: string; readonly faults: readonly string[]; readonly openWaybills: number }

/** Those who can go first, the least busy before others, then by name. */
export const rank = <T extends Ranked>(candidates: readonly T[]): readonly T[] =>
  candidates.toSorted((a, b) => Number(a.faults.length > 0) - Number(b.faults.length > 0) || a.openWaybills - b.openWaybills || a.name.localeCompare(b.name, 'zh-CN'))
