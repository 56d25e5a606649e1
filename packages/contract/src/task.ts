// Calls and shapes of carrier tasks (任务): the list, one task, giving the rest back, and appointing vehicles to it.
import { pricings, quantityModes } from '@yunshu/domain/goods'
import { taskStates } from '@yunshu/domain/task'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { pageFields, zBool, zChanged, zGrams, zId, zInt, zKey, zLooseText, zPage, zText, zTime, zUnitPrice, zVersion } from './fields.ts'
import { Item, Point } from './goods.ts'
import { screenUrl } from './screens.ts'

export const TaskRow = z.object({
  id: zId, taskNo: z.string(), state: zKey(taskStates.states), goodsId: zId, goodsNo: z.string(), shipperName: z.string(), carrierName: z.string(),
  loadPlace: z.string(), unloadPlace: z.string(), itemNames: z.string(), quantityMode: zKey(quantityModes), qty: z.number(), remainQty: z.number(),
  pricing: zKey(pricings), carrierUnitPrice: z.optional(zUnitPrice), answerBy: z.optional(zTime), createdAt: zTime, version: zVersion,
})
export type TaskRow = z.output<typeof TaskRow>

const taskFilter = { text: z.optional(zLooseText(200)), state: z.optional(zKey(taskStates.states)) }
export const listTasks = call({ method: 'GET', path: '/auth/v1/tasks', title: '任务列表', permit: 'task.view', input: z.strictObject({ ...taskFilter, ...pageFields }), output: zPage(TaskRow) })
export const countTasks = call({ method: 'GET', path: '/auth/v1/tasks/statistical', title: '任务统计', permit: 'task.view', input: z.strictObject(taskFilter), output: z.object({ state: z.record(z.string(), z.number()) }) })

/** The two lists of the screen TaskList; which one is shown stands in its address as `pane`. */
export const taskPanes = { offers: '可接货源', tasks: '我的任务' } as const
export type TaskPane = keyof typeof taskPanes
/** Address of one of the lists under a filter; whoever carries nothing sees the tasks whatever the pane. */
export function taskListUrl(pane: TaskPane, filter: Readonly<Record<string, string>> = {}): string {
  return `${screenUrl('TaskList')}?${new URLSearchParams({ pane, ...filter }).toString()}`
}

/** What the appoint page needs: the task, its places and cargo, and candidate vehicles and drivers with their faults. */
export const Candidate = z.object({ id: zId, name: z.string(), note: z.string(), /** Chinese reasons why it cannot be chosen; empty means it can. */ faults: z.array(z.string()), openWaybills: z.number() })
export const AppointView = z.object({
  task: TaskRow, loadPoints: z.array(Point), unloadPoints: z.array(Point), items: z.array(Item), perTruckMax: z.optional(z.number()),
  /** The shipper's policy: more than the vehicle is approved for is refused, else it is noted on the waybill. */
  overweightBlocks: zBool,
  vehicles: z.array(z.extend(Candidate, { tonnageG: zGrams, typeCode: z.string() })),
  drivers: z.array(z.extend(Candidate, { mobile: z.string(), licenceClass: z.string() })),
})
export type AppointView = z.output<typeof AppointView>
export const getAppointView = call({ method: 'GET', path: '/auth/v1/appoint', title: '指派运单', permit: 'waybill.appoint', input: z.strictObject({ taskId: zId }), output: AppointView })

/** Appoints vehicle and driver; makes one waybill per line, all or none. */
export const appoint = call({
  method: 'POST', path: '/auth/v1/appoint', title: '指派车辆司机', permit: 'waybill.appoint', overlay: '指派中...',
  input: z.strictObject({
    taskId: zId, version: zVersion,
    lines: z.array(z.strictObject({ vehicleId: zId, driverId: zId, qty: zInt(1, 10_000_000_000_000), weightG: zGrams, plannedLoadAt: z.optional(zTime) })).check(z.minLength(1, '至少指派一辆车'), z.maxLength(20, '一次最多指派二十辆车')),
  }),
  output: z.object({ waybills: z.array(z.object({ id: zId, waybillNo: z.string(), plate: z.string() })), taskVersion: zVersion }),
})

export const returnTask = call({
  method: 'POST', path: '/auth/v1/tasks/return', title: '退回任务剩余', permit: 'task.return', overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }), output: zChanged,
})
