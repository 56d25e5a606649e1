// Calls and shapes of carrier tasks (任务): sending them, answering, the list, giving the rest back, and appointing
// vehicles to them.
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { taskSources, taskStates } from '@yunshu/domain/task/task'
import { listSorts } from '@yunshu/domain/sorting'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  notChosen,
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zFen,
  zGrams,
  zId,
  zInt,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zRegion,
  zText,
  zTime,
  zUnitPrice,
  zVersion,
} from '../fields.ts'
import { Item, leftSums, ShownPoint } from '../goods/goods.ts'
import { screenUrl } from '../screens/screens.ts'

/** Acts on a task; a page offers those the caller may do now. */
export const taskActs = {
  accept: '接单',
  refuse: '拒绝',
  dispatch: '派车',
  release: '转派',
  giveBack: '退回剩余',
  withdraw: '撤回',
} as const
export type TaskAct = keyof typeof taskActs

/**
 * `carrierUnitPrice` is what the task's carrier gets; it is absent for shippers. `giverName`: the shipper, or the
 * carrier that handed it down.
 */
export const TaskRow = z.object({
  id: zId,
  taskNo: z.string(),
  state: zKey(taskStates.states),
  source: zKey(taskSources),
  goodsId: zId,
  goodsNo: z.string(),
  shipperName: z.string(),
  carrierName: z.string(),
  giverName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  itemNames: z.string(),
  quantityMode: zKey(quantityModes),
  qty: z.number(),
  remainQty: z.number(),
  pricing: zKey(pricings),
  carrierUnitPrice: z.optional(zUnitPrice),
  answerBy: z.optional(zTime),
  mayRelease: zBool,
  depth: z.number(),
  remark: z.string(),
  createdAt: zTime,
  /** Since when it is in its state; absent where that was not kept. */
  stateSince: z.optional(zTime),
  version: zVersion,
  acts: z.array(zKey(taskActs)),
  /** Parts of it handed down to other carriers, for its carrier and the house. */
  partCount: z.number(),
})
export type TaskRow = z.output<typeof TaskRow>

const taskFilter = {
  text: z.optional(zLooseText(200)),
  state: z.optional(zKey(taskStates.states)),
  source: z.optional(zKey(taskSources)),
  shipperId: z.optional(zId),
  carrierId: z.optional(zId),
  loadRegion: z.optional(zRegion),
  unloadRegion: z.optional(zRegion),
  from: z.optional(zTime),
  to: z.optional(zTime),
  /** Many numbers pasted at once: task or goods numbers. */
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  /** The rows a person chose. */
  ids: zChosenIds,
}
/** A carrier's own tasks; a shipper's those it gave; the house's all. */
export const listTasks = call({
  method: 'GET',
  path: '/auth/v1/tasks',
  title: '任务列表',
  permit: 'task.view',
  heavy: true,
  input: z.strictObject({ ...taskFilter, sort: z.optional(zKey(listSorts.tasks)), ...pageFields }),
  output: zPage(TaskRow),
})
/** Counts and sums as those of goods. */
export const countTasks = call({
  method: 'GET',
  path: '/auth/v1/tasks/statistical',
  title: '任务统计',
  permit: 'task.view',
  heavy: true,
  input: z.strictObject({ ...taskFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: z.object({
    state: z.record(z.string(), z.number()),
    summed: z.optional(z.number()),
    sums: z.optional(z.object(leftSums)),
  }),
})

/** The lists of the screen TaskList; which one is shown stands in its address as `pane`. */
export const taskPanes = { tasks: '我的任务', offers: '可接货源', changes: '待答复变更' } as const
export type TaskPane = keyof typeof taskPanes
/** Address of one of the lists under a filter; sides that carry nothing see the same list in every pane. */
export function taskListUrl(pane: TaskPane, filter: Readonly<Record<string, string>> = {}): string {
  return `${screenUrl('TaskList')}?${new URLSearchParams({ pane, ...filter }).toString()}`
}

/**
 * Open goods with a rest, as they stand on the page that sends tasks. Prices are those in force, each for people who
 * may see it.
 */
export const SendableGoods = z.object({
  id: zId,
  goodsNo: z.string(),
  title: z.string(),
  shipperName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  itemNames: z.string(),
  quantityMode: zKey(quantityModes),
  remainQty: z.number(),
  perTruckMax: z.optional(z.number()),
  pricing: zKey(pricings),
  shipperUnitPrice: z.optional(zUnitPrice),
  carrierUnitPrice: z.optional(zUnitPrice),
  validTo: zTime,
})
export type SendableGoods = z.output<typeof SendableGoods>
/** The carrier and what can be sent to it: the newest goods a text fits, and of `goodsId` in any case. */
export const listSendable = call({
  method: 'GET',
  path: '/auth/v1/tasks/sendable',
  title: '可发布任务的货源',
  permit: 'task.send',
  input: z.strictObject({ carrierId: zId, goodsId: z.optional(zId), text: z.optional(zLooseText(40)) }),
  output: z.object({
    carrier: z.object({
      id: zId,
      name: z.string(),
      contactName: z.string(),
      openTasks: z.number(),
      openWaybills: z.number(),
    }),
    goods: z.array(SendableGoods),
    isCut: zBool,
  }),
})

/**
 * Sends parts of goods to a carrier, all or none; the quantities are its own from now on, until it refuses or the time
 * is over.
 */
export const sendTasks = call({
  method: 'POST',
  path: '/auth/v1/tasks/send',
  title: '发布任务',
  permit: 'task.send',
  overlay: '发布中...',
  input: z.strictObject({
    carrierId: zId,
    lines: z
      .array(
        z.strictObject({
          goodsId: zId,
          qty: zInt(1, 10_000_000_000_000),
          /** Another price than that of the goods; only the house may say it. */
          carrierUnitPrice: z.optional(zUnitPrice),
        }),
        notChosen,
      )
      .check(z.minLength(1, '请选择货源'), z.maxLength(20, '一次最多发布二十个任务')),
    answerBy: zTime,
    mayRelease: zBool,
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ tasks: z.array(z.object({ id: zId, taskNo: z.string(), goodsNo: z.string() })) }),
})

export const acceptTask = call({
  method: 'POST',
  path: '/auth/v1/tasks/accept',
  title: '接受任务',
  permit: 'goods.take',
  overlay: '接单中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
export const refuseTask = call({
  method: 'POST',
  path: '/auth/v1/tasks/refuse',
  title: '拒绝任务',
  permit: 'goods.take',
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
/** By who gave it, while nobody has answered: the shipper or the house, or the carrier that handed it down. */
export const withdrawTask = call({
  method: 'POST',
  path: '/auth/v1/tasks/withdraw',
  title: '撤回任务',
  permit: 'task.view',
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})

export const returnTask = call({
  method: 'POST',
  path: '/auth/v1/tasks/return',
  title: '退回任务剩余',
  permit: 'task.return',
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})

/** The facts of a task for the appoint page. */
export const AppointView = z.object({
  task: TaskRow,
  loadPoints: z.array(ShownPoint),
  unloadPoints: z.array(ShownPoint),
  items: z.array(Item),
  perTruckMax: z.optional(z.number()),
  /** The weight the goods state for their whole quantity; absent where weight is what is counted, or none is stated. */
  goodsWeight: z.optional(z.object({ weightG: zGrams, qty: z.number() })),
  /** Trucks that may still be appointed today; absent where there is no limit. */
  trucksToday: z.optional(z.number()),
  /** The trailer is dropped at the end: papers name it. */
  isDropAndHook: zBool,
  /** The shipper's policy: more than the vehicle is approved for is refused, else it is noted on the waybill. */
  overweightBlocks: zBool,
  /** The branch that serves the task, in whose books these debts stand. */
  branchName: z.string(),
  /** Debts of the carrier in the books of the branch, for those who see debts; absent where it owes nothing. */
  carrierDebt: z.optional(z.object({ owed: zFen, count: z.number(), oldestAt: zTime })),
  /** The limit of the house which these debts pass, for everybody; absent while they do not. */
  debtLimit: z.optional(zFen),
})
export type AppointView = z.output<typeof AppointView>
export const getAppointView = call({
  method: 'GET',
  path: '/auth/v1/appoint',
  title: '指派运单',
  permit: 'waybill.appoint',
  input: z.strictObject({ taskId: zId }),
  output: AppointView,
})

/** `faults`: Chinese reasons why it cannot be chosen; none means it can. */
const Candidate = z.object({
  id: zId,
  name: z.string(),
  note: z.string(),
  faults: z.array(z.string()),
  openWaybills: z.number(),
})
/**
 * A driver and the payees of the driver's earnings; the first payee is proposed, none means the carrier itself is paid.
 */
export const DriverChoice = z.extend(Candidate, {
  mobile: z.string(),
  licenceClass: z.string(),
  payees: z.array(z.object({ id: zId, name: z.string() })),
})
export type DriverChoice = z.output<typeof DriverChoice>
export const VehicleChoice = z.extend(Candidate, {
  tonnageG: zGrams,
  typeCode: z.string(),
  trailerPlate: z.optional(z.string()),
  /** Metres in a line from its live position to the place of loading; absent where the caller sees none of today. */
  live: z.optional(z.object({ metres: z.number(), at: zTime })),
  /** The place of its last unloading and the distance in words. */
  lastPlace: z.optional(z.string()),
  lastUsedAt: z.optional(zTime),
  /** Its last driver. */
  driver: z.optional(DriverChoice),
})
export type VehicleChoice = z.output<typeof VehicleChoice>

const choiceFilter = { taskId: zId, text: z.optional(zLooseText(40)) }
const choices = <const R extends z.ZodMiniType>(row: R) =>
  z.object({
    rows: z.array(row),
    all: z.number(),
    able: z.number(),
    /** There are more than are shown: search for the others. */
    isCut: zBool,
  })
/** Vehicles of the task's carrier, the most fit first. */
export const listVehicleChoices = call({
  method: 'GET',
  path: '/auth/v1/appoint/vehicles',
  title: '候选车辆',
  permit: 'waybill.appoint',
  input: z.strictObject(choiceFilter),
  output: choices(VehicleChoice),
})
/** Drivers of the task's carrier, the least busy first. */
export const listDriverChoices = call({
  method: 'GET',
  path: '/auth/v1/appoint/drivers',
  title: '候选司机',
  permit: 'waybill.appoint',
  input: z.strictObject(choiceFilter),
  output: choices(DriverChoice),
})

/** Appoints vehicle and driver; makes one waybill per line, all or none. */
export const appoint = call({
  method: 'POST',
  path: '/auth/v1/appoint',
  title: '指派车辆司机',
  permit: 'waybill.appoint',
  overlay: '指派中...',
  input: z.strictObject({
    taskId: zId,
    version: zVersion,
    lines: z
      .array(
        z.strictObject({
          vehicleId: zId,
          driverId: zId,
          qty: zInt(1, 10_000_000_000_000),
          weightG: zGrams,
          plannedLoadAt: z.optional(zTime),
          payeeId: z.optional(zId),
        }),
      )
      .check(z.minLength(1, '至少指派一辆车'), z.maxLength(20, '一次最多指派二十辆车')),
    /** Debts above the limit as the page told them: their sum, or the limit alone where the caller sees no debts. */
    expectDebt: z.optional(zFen),
  }),
  output: z.object({
    waybills: z.array(z.object({ id: zId, waybillNo: z.string(), plate: z.string() })),
    taskVersion: zVersion,
  }),
})
