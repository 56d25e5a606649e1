// Calls and shapes of fences (围栏): circles and polygons around the places of goods, and the vehicles watched by them.
import {
  chinaBox,
  fenceKinds,
  fenceLimits,
  fenceShapes,
  fenceTabs,
  isFenceRadius,
  polygonLimits,
} from '@yunshu/domain/fence'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { hourOptions, hourValue, minuteOfHour, oldTimeSlotOptions } from '@yunshu/domain/optionLists'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  notChosen,
  pageFields,
  zBool,
  zChanged,
  zDone,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

/** Degrees × 10⁶ in GCJ-02, within China. */
const zCentre = z.strictObject({ lonE6: zInt(...chinaBox.lonE6), latE6: zInt(...chinaBox.latE6) })

/** The end of the old-style afternoon. @source spec §9, RG-07 */
const lastSecond = oldTimeSlotOptions[3].value
const isHour = (value: string): boolean => hourOptions.some(option => option.value === value)

/**
 * An hour: the value of its option on the wire (' 08:00:00'), minutes of the day in China in the program. `midnight` is
 * the minute ' 00:00:00' stands for: 0 where a slot begins, 1440 where it ends.
 */
const zHourOf = (value: z.ZodMiniString, midnight: 0 | 1440) =>
  z.codec(value, z.int(notChosen), {
    decode: text => (text.trim() === lastSecond ? midnight : minuteOfHour(text) || midnight),
    encode: minute => hourValue(minute % 1440),
  })
/** Slots keep whatever minutes they were once given. */
const zAnyHour = z.string().check(z.regex(/^ (?:[01]\d|2[0-3]):[0-5]\d:00$/))
const zFullHour = z.string(notChosen).check(z.refine(isHour, '应为整点，如“ 08:00:00”'))
/** The end of a slot: an hour, or the last second of the day, which is its end as well. */
const zEndHour = z
  .string(notChosen)
  .check(z.refine(text => isHour(text) || text.trim() === lastSecond, '应为整点，如“ 08:00:00”'))

/** Hours in which a circle counts; none at all, or an empty list, means always. Weekdays are 1 (Monday) to 7. */
const zSlotsOf = (hour: z.ZodMiniString, end: z.ZodMiniString) =>
  z
    .array(
      z.strictObject({
        from: zHourOf(hour, 0),
        to: zHourOf(end, 1440),
        weekdays: z.array(zInt(1, 7)).check(z.minLength(1, '至少选择一天'), z.maxLength(7, '最多七天')),
      }),
    )
    .check(z.maxLength(fenceLimits.slots, `最多 ${fenceLimits.slots} 个时段`))

/** A radius: the value of its option on the wire, decimal kilometres ('0.2'); metres in the program. */
const zRadius = z.codec(
  z.string(notChosen).check(z.regex(/^\d{1,2}(?:\.\d{1,2})?$/, '不是可选的半径')),
  z.int(notChosen).check(z.refine(isFenceRadius, '不是可选的半径')),
  { decode: km => Math.round(Number(km) * 1000), encode: metres => String(metres / 1000) },
)

/** Corners of a polygon in order; whether they make one is for the command to say. */
const zCorners = z
  .array(zCentre)
  .check(
    z.minLength(polygonLimits.corners[0], `至少 ${polygonLimits.corners[0]} 个顶点`),
    z.maxLength(polygonLimits.corners[1], `最多 ${polygonLimits.corners[1]} 个顶点`),
  )

/**
 * A fence; `version` is the one the person saw. A circle has a radius, a polygon has corners, and its centre is that of
 * gravity.
 */
const Fence = z.object({
  id: zId,
  version: zVersion,
  centre: zCentre,
  radius: z.optional(zRadius),
  corners: z.optional(z.array(zCentre)),
  slots: zSlotsOf(zAnyHour, zAnyHour),
  isOn: zBool,
  updatedAt: zTime,
})
export type Fence = z.output<typeof Fence>

/** A place of the goods, with its fence once somebody has drawn one. */
export const FencePlace = z.object({
  kind: zKey(fenceKinds),
  pointNo: z.number(),
  name: z.string(),
  regionName: z.string(),
  address: z.string(),
  fence: z.optional(Fence),
})
export type FencePlace = z.output<typeof FencePlace>

/** A vehicle that is or was watched for the goods. */
export const BoundVehicle = z.object({
  id: zId,
  vehicleId: zId,
  plate: z.string(),
  plateColor: z.string(),
  carrierName: z.string(),
  boundAt: zTime,
  boundName: z.string(),
  unboundAt: z.optional(zTime),
  unboundName: z.optional(z.string()),
  /** An open waybill of these goods the vehicle is on. */
  waybillNo: z.optional(z.string()),
  /** The caller may end the binding: a carrier does not end what the publishing side watches. */
  canUnbind: zBool,
  /** Bound by the shipper's side or the platform, not by the carrier itself. */
  byPublisher: zBool,
})
export type BoundVehicle = z.output<typeof BoundVehicle>

/** Fences and vehicles of goods; a carrier with a task of them sees its own vehicles. */
export const getFences = call({
  method: 'GET',
  path: '/auth/v1/fence/goods',
  title: '围栏车辆',
  permit: 'fence.view',
  input: z.strictObject({ goodsId: zId }),
  output: z.object({
    goodsId: zId,
    goodsNo: z.string(),
    title: z.string(),
    state: zKey(goodsStates.states),
    places: z.array(FencePlace),
    vehicles: z.array(BoundVehicle),
    past: z.array(BoundVehicle),
    /** Changes of the fences; for the side that draws them. */
    log: z.array(LogLine),
    /** The caller may draw fences: the shipper's side and the platform. */
    canDraw: zBool,
    /** The caller may bind vehicles: the goods are still under way. */
    canBind: zBool,
  }),
})

/**
 * Draws the fence of a place, or changes it: `version` then says which one was seen. A circle by centre and radius, a
 * polygon by corners.
 */
export const saveFence = call({
  method: 'POST',
  path: '/auth/v1/fence/save',
  title: '设置围栏',
  permit: 'fence.edit',
  overlay: '操作中...',
  input: z.strictObject({
    goodsId: zId,
    kind: zKey(fenceKinds),
    pointNo: zInt(0, 4),
    version: z.optional(zVersion),
    shape: z.optional(zKey(fenceShapes)),
    centre: z.optional(zCentre),
    radius: z.optional(zRadius),
    corners: z.optional(zCorners),
    slots: z.optional(zSlotsOf(zFullHour, zEndHour)),
    isOn: zBool,
  }),
  output: zChanged,
})

/**
 * A vehicle that may be bound. `isBound`: binding changes nothing; `isCarriers`: its carrier has bound it, the
 * publishing side may take that over.
 */
export const FenceVehicle = z.object({
  id: zId,
  plate: z.string(),
  plateColor: z.string(),
  carrierName: z.string(),
  waybillNo: z.optional(z.string()),
  isBound: zBool,
  isCarriers: zBool,
})
export type FenceVehicle = z.output<typeof FenceVehicle>
/**
 * Vehicles that may be bound: a carrier's own fleet, or for the shipper's side and the platform those of carriers with
 * a task of the goods.
 */
export const listFenceVehicles = call({
  method: 'GET',
  path: '/auth/v1/fence/vehicles',
  title: '可绑定车辆',
  permit: 'fence.edit',
  input: z.strictObject({
    goodsId: zId,
    text: z.optional(zLooseText(40)),
    onWaybill: z.optional(zBool),
    ...pageFields,
  }),
  output: zPage(FenceVehicle),
})
/**
 * Binds vehicles; those bound already stay as they are. The publishing side takes over bindings a carrier made itself:
 * then the carrier cannot unbind them. `bound` counts both.
 */
export const bindVehicles = call({
  method: 'POST',
  path: '/auth/v1/fence/bind',
  title: '绑定围栏车辆',
  permit: 'fence.edit',
  overlay: '操作中...',
  input: z.strictObject({
    goodsId: zId,
    vehicleIds: z
      .array(zId)
      .check(z.minLength(1, '至少选择一辆'), z.maxLength(fenceLimits.perBind, `一次最多 ${fenceLimits.perBind} 辆`)),
  }),
  output: z.object({ bound: z.number() }),
})
/** Ends one binding; its line stays in the history. */
export const unbindVehicle = call({
  method: 'POST',
  path: '/auth/v1/fence/unbind',
  title: '解绑围栏车辆',
  permit: 'fence.edit',
  overlay: '操作中...',
  input: z.strictObject({ id: zId }),
  output: zDone,
})

/** Goods with fences or bound vehicles. */
export const FenceRow = z.object({
  id: zId,
  goodsNo: z.string(),
  title: z.string(),
  state: zKey(goodsStates.states),
  shipperName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  fencesOn: z.number(),
  fences: z.number(),
  vehicles: z.number(),
})
export type FenceRow = z.output<typeof FenceRow>
const fenceFilter = {
  text: z.optional(zLooseText(40)),
  state: z.optional(zKey(goodsStates.states)),
  /** Goods without or with bound vehicles the caller sees. */
  bound: z.optional(zKey(fenceTabs.states)),
}
export const listFences = call({
  method: 'GET',
  path: '/auth/v1/fence/list',
  title: '围栏列表',
  permit: 'fence.view',
  input: z.strictObject({ ...fenceFilter, ...pageFields }),
  output: zPage(FenceRow),
})
/** Counts of goods without and with vehicles, without the filter's own `bound`. */
export const countFences = call({
  method: 'GET',
  path: '/auth/v1/fence/statistical',
  title: '围栏统计',
  permit: 'fence.view',
  heavy: true,
  input: z.strictObject(fenceFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
