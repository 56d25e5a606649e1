// The lines of an appointment while they are made: what a new one starts with, what is wrong with each, and what is
// left.
import type { AppointView, appoint, DriverChoice, VehicleChoice } from '@yunshu/contract/task/task'
import type { Input } from '@yunshu/contract/call'
import { isCode } from '@yunshu/domain/codes'
import { pairFault } from '@yunshu/domain/fleet/dispatch'
import type { QuantityMode } from '@yunshu/domain/goods/goods'
import { fillUp, splitEvenly } from '@yunshu/domain/fleet/loads'
import { faultWords, problemText } from '@yunshu/domain/problems/problems'
import { checkTruckTake, printQuantity } from '@yunshu/domain/goods/quantity'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { grams, printTons, type Grams } from '@yunshu/domain/figures/weight'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

/**
 * One truck to send, as far as it is filled; it keeps vehicle and driver as they were chosen, whatever the lists show
 * by now.
 */
export interface Line {
  readonly key: string
  readonly vehicle: VehicleChoice
  readonly driver: DriverChoice | undefined
  readonly qty: number | Unreadable | undefined
  readonly weightG: Grams | Unreadable | undefined
  /** The weight is the truck's share of what the goods state, and nobody has looked at it yet. */
  readonly isShared: boolean
  readonly plannedLoadAt: number | Unreadable | undefined
  readonly payeeId: string | undefined
}

/** The most trucks sent at once. @source contract/task.ts */
export const linesMax = 20

type Fit = Pick<AppointView, 'task' | 'perTruckMax' | 'overweightBlocks' | 'goodsWeight'>

const sumQty = (lines: readonly Line[]): number =>
  lines.reduce((all, { qty }) => all + (typeof qty === 'number' ? qty : 0), 0)

/** The rest of the task after the lines; negative when they want more than there is. */
export const restAfter = ({ task }: Pick<Fit, 'task'>, lines: readonly Line[]): number => task.remainQty - sumQty(lines)

/** The weight of a quantity: itself where weight is counted, else its share of what the goods state. */
function weightOf({ task, goodsWeight }: Pick<Fit, 'task' | 'goodsWeight'>, qty: number): Grams | undefined {
  if (qty <= 0) return undefined
  if (task.quantityMode === 'BY_TON') return grams(qty)
  return goodsWeight && grams(Math.round((goodsWeight.weightG / goodsWeight.qty) * qty))
}

/** The most one truck may take, in the unit of the goods; all there is where nothing says otherwise. */
export function roomOf(
  { task: { quantityMode: mode, remainQty }, perTruckMax, overweightBlocks, goodsWeight }: Fit,
  vehicle: Pick<VehicleChoice, 'tonnageG'>,
): number {
  if (mode === 'BY_TRUCK') return 1
  if (mode !== 'BY_TON') {
    const most = perTruckMax ?? remainQty
    if (!overweightBlocks || !goodsWeight) return most
    return Math.min(most, Math.floor(vehicle.tonnageG / (goodsWeight.weightG / goodsWeight.qty)))
  }
  return overweightBlocks || perTruckMax === undefined
    ? Math.min(vehicle.tonnageG, perTruckMax ?? vehicle.tonnageG)
    : perTruckMax
}

/**
 * A new line: as much as the truck, its limit and the rest allow; the driver who last drove the vehicle unless
 * something speaks against him.
 */
export function newLine(view: Fit, lines: readonly Line[], vehicle: VehicleChoice, key: string): Line {
  const qty = Math.min(Math.max(0, restAfter(view, lines)), roomOf(view, vehicle))
  const driver = againstUsual(vehicle, lines).length === 0 ? vehicle.driver : undefined
  const weightG = weightOf(view, qty)
  return {
    key,
    vehicle,
    driver,
    qty: qty > 0 ? qty : undefined,
    weightG,
    isShared: weightG !== undefined && view.task.quantityMode !== 'BY_TON',
    plannedLoadAt: undefined,
    payeeId: driver?.payees[0]?.id,
  }
}

/** The reasons not to propose the driver who last drove a vehicle: a fault, a licence, another truck of the plan. */
export function againstUsual({ driver, typeCode }: VehicleChoice, lines: readonly Line[]): readonly string[] {
  if (!driver) return []
  const at = lines.findIndex(line => line.driver?.id === driver.id)
  return [
    ...driver.faults,
    ...[licenceFault(driver, { typeCode })].filter(fault => fault !== undefined),
    ...(at < 0 ? [] : [`已在第 ${at + 1} 车`]),
  ]
}

/**
 * A line after something in it changed: goods counted by weight load what they count, others their share until somebody
 * says a weight; another driver brings his own payee.
 */
export function changeLine(view: Pick<Fit, 'task' | 'goodsWeight'>, line: Line, part: Partial<Line>): Line {
  const next = { ...line, ...part }
  const paid = 'driver' in part ? { ...next, payeeId: next.driver?.payees[0]?.id } : next
  if ('weightG' in part) return { ...paid, isShared: false }
  if (!('qty' in part) || (view.task.quantityMode !== 'BY_TON' && !line.isShared)) return paid
  return { ...paid, weightG: typeof next.qty === 'number' ? weightOf(view, next.qty) : undefined }
}

/** The plan with a vehicle in it, or without it where it was in it already. */
export const withVehicleToggled = (
  view: Fit,
  lines: readonly Line[],
  vehicle: VehicleChoice,
  key: string,
): readonly Line[] =>
  lines.some(line => line.vehicle.id === vehicle.id)
    ? lines.filter(line => line.vehicle.id !== vehicle.id)
    : [...lines, newLine(view, lines, vehicle, key)]

/** The number of trucks the plan still has room for; goods counted by the truck end with their rest. */
export function trucksLeft(
  view: Pick<AppointView, 'task' | 'trucksToday'>,
  lines: readonly Line[],
): { readonly left: number; readonly why: string } {
  const { quantityMode, remainQty } = view.task
  const rooms = [
    { left: linesMax, why: `一次最多派 ${linesMax} 车` },
    ...(quantityMode === 'BY_TRUCK' ? [{ left: remainQty, why: '任务的车数已选满' }] : []),
    ...(view.trucksToday === undefined ? [] : [{ left: view.trucksToday, why: `今日还可派 ${view.trucksToday} 车` }]),
  ]
  const [least = { left: linesMax, why: '' }] = rooms.sort((a, b) => a.left - b.left)
  return { left: Math.max(0, least.left - lines.length), why: least.why }
}

/** The fate of what is left of the task, in words. */
export function restText({ task }: Pick<Fit, 'task'>, rest: number): string {
  const { quantityMode: mode } = task
  if (rest < 0) return `超出剩余 ${printQuantity(mode, -rest)}`
  return rest === 0 ? '派完后任务没有剩余' : `派后剩余 ${printQuantity(mode, rest)}，留在任务里，可再派`
}

/** The way the rest is divided among the lines. */
export type Sharing = 'even' | 'full'

/** Shares are whole kilograms, hundredths of a cubic metre, pieces. */
const stepOf: Readonly<Record<QuantityMode, number>> = { BY_TRUCK: 1, BY_TON: 1000, BY_M3: 100, BY_PIECE: 1 }

/** The lines with all that is left divided among them; a truck for which nothing is left keeps an empty quantity. */
export function shareOut(view: Fit, lines: readonly Line[], sharing: Sharing): Line[] {
  const rooms = lines.map(({ vehicle }) => ({ most: roomOf(view, vehicle) }))
  const { remainQty, quantityMode } = view.task
  const shares = sharing === 'even' ? splitEvenly(remainQty, rooms, stepOf[quantityMode]) : fillUp(remainQty, rooms)
  return lines.map((line, n) => changeLine(view, line, { qty: shares[n] || undefined }))
}

/** Faults of a line by field; empty when it can be sent. */
export function lineFaults(view: Fit, line: Line, others: readonly Line[] = []): Readonly<Record<string, string>> {
  const { task, perTruckMax, overweightBlocks } = view
  const faults: Record<string, string> = {}
  const put = (field: string, fault: string | undefined): void => {
    if (fault !== undefined) faults[field] ??= fault
  }
  const { vehicle, driver, qty, weightG, plannedLoadAt } = line
  // a plan that was kept holds trucks and drivers that could go then
  if (vehicle.faults.length > 0) put('vehicleId', `不能派：${vehicle.faults.join('；')}`)
  if (driver && driver.faults.length > 0) put('driverId', `不能派：${driver.faults.join('；')}`)
  put(
    'driverId',
    driver === undefined
      ? '请选择司机'
      : (licenceFault(driver, vehicle) ??
          (others.some(other => other.key !== line.key && other.driver?.id === driver.id)
            ? '同一司机不能重复指派'
            : undefined)),
  )
  if (isUnreadable(qty)) put('qty', qty.fault)
  else
    put(
      'qty',
      qty === undefined
        ? '请填写数量'
        : checkTruckTake({ quantityMode: task.quantityMode, perTruckMax }, task.remainQty, qty),
    )
  if (isUnreadable(weightG)) put('weightG', weightG.fault)
  else if (weightG === undefined || weightG === 0) put('weightG', '请填写重量')
  else if (overweightBlocks && weightG > vehicle.tonnageG)
    put('weightG', problemText('vehicle.overload', { tons: printTons(vehicle.tonnageG) }))
  if (isUnreadable(plannedLoadAt)) put('plannedLoadAt', plannedLoadAt.fault)
  return faults
}

/** The fault of a truck or driver the lists do not hold any more. */
const isGone = ['已不在本公司的可派名单里']

/** A line with its truck and driver as they are now, by their ids. */
export function lineNow(
  line: Line,
  vehicles: ReadonlyMap<string, VehicleChoice>,
  drivers: ReadonlyMap<string, DriverChoice>,
): Line {
  const { vehicle, driver } = line
  return {
    ...line,
    vehicle: vehicles.get(vehicle.id) ?? { ...vehicle, faults: isGone },
    driver: driver && (drivers.get(driver.id) ?? { ...driver, faults: isGone }),
  }
}

/** The note on a line that may be sent although it is too heavy; undefined when it is not. */
export function overweightNote(view: Pick<Fit, 'overweightBlocks'>, { weightG, vehicle }: Line): string | undefined {
  if (view.overweightBlocks || typeof weightG !== 'number' || weightG <= vehicle.tonnageG) return undefined
  return `超过核定载质量 ${printTons(vehicle.tonnageG)} 吨，将在运单记录中标明超重`
}

/** The lines as they are sent; undefined while one of them is not complete. */
export function asSent(lines: readonly Line[]): Input<typeof appoint>['lines'] | undefined {
  const sent = lines.flatMap(({ vehicle, driver, qty, weightG, plannedLoadAt, payeeId }) =>
    driver !== undefined && typeof qty === 'number' && typeof weightG === 'number' && !isUnreadable(plannedLoadAt)
      ? [
          {
            vehicleId: vehicle.id,
            driverId: driver.id,
            qty,
            weightG,
            ...(plannedLoadAt === undefined ? {} : { plannedLoadAt }),
            ...(payeeId === undefined ? {} : { payeeId }),
          },
        ]
      : [],
  )
  return sent.length === lines.length && sent.length > 0 ? sent : undefined
}

/** The reason a driver may not drive a vehicle, in words; undefined when none is known. */
export function licenceFault(
  driver: Pick<DriverChoice, 'name' | 'licenceClass'>,
  vehicle: Pick<VehicleChoice, 'typeCode'>,
): string | undefined {
  if (!isCode(vehicleTypes, vehicle.typeCode)) return undefined
  const fault = pairFault(driver, vehicle.typeCode)
  return fault && faultWords(fault)
}
