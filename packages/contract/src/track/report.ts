// Lists of what trails tell: stops, mileage by day, and how often vehicles are online and how whole their trails are.
import { areaPolygonLimits, areaRadii, onlineKinds, stopKinds, stopLengths } from '@yunshu/domain/track/report'
import { episodeStates } from '@yunshu/domain/track/abnormal'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zId, zInt, zKey, zLooseText, zPage, zTime } from '../fields.ts'

/** Whole days, at most 31; the last seven when none are given. */
const spanFields = { from: z.optional(zTime), to: z.optional(zTime), text: z.optional(zLooseText(60)) }

export const TrackStopRow = z.object({
  id: z.string(),
  vehicleId: zId,
  plate: z.string(),
  carrierName: z.optional(z.string()),
  kind: zKey(stopKinds),
  fromAt: zTime,
  toAt: zTime,
  /** In GCJ-02 as people paste it, and the district it lies in. */
  place: z.string(),
  district: z.optional(z.string()),
  /** The yard of the waybill it stood in, by the name of its fence. */
  fence: z.optional(z.string()),
  /** The waybill the vehicle drove, where it is the caller's. */
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
})
export type TrackStopRow = z.output<typeof TrackStopRow>
/** Stops that began within a span of the caller; their ends are cut to it. Stays over midnight are told by day. */
export const listTrackStops = call({
  method: 'GET',
  path: '/auth/v1/track/stops',
  title: '停车记录',
  permit: 'track.replay',
  heavy: true,
  input: z.strictObject({
    ...spanFields,
    kind: z.optional(zKey(stopKinds)),
    stay: z.optional(zKey(stopLengths)),
    ...pageFields,
  }),
  output: zPage(TrackStopRow),
})

export const TrackDayRow = z.object({
  id: z.string(),
  vehicleId: zId,
  plate: z.string(),
  carrierName: z.optional(z.string()),
  dayAt: zTime,
  /** Metres: by the trail, of it where nothing came, and by the vehicle's own counter. */
  distanceM: z.number(),
  gapM: z.number(),
  odometerM: z.optional(z.number()),
  movingS: z.number(),
  idleS: z.number(),
  onlineS: z.number(),
  stops: z.number(),
  firstAt: zTime,
  lastAt: zTime,
  points: z.number(),
  latePoints: z.number(),
})
export type TrackDayRow = z.output<typeof TrackDayRow>
const dayFilter = { ...spanFields, differs: z.optional(zBool) }
/** Days on which the caller saw the vehicle; a shipper reads days that lie whole within its waybill. */
export const listTrackDays = call({
  method: 'GET',
  path: '/auth/v1/track/days',
  title: '里程报表',
  permit: 'track.replay',
  heavy: true,
  input: z.strictObject({ ...dayFilter, ...pageFields }),
  output: zPage(TrackDayRow),
})
/** Metres of the days under the list's filter: all of them, and over gaps. */
export const sumTrackDays = call({
  method: 'GET',
  path: '/auth/v1/track/days/statistical',
  title: '里程合计',
  permit: 'track.replay',
  heavy: true,
  input: z.strictObject(dayFilter),
  output: z.object({ summed: z.number(), sums: z.object({ distance: z.number(), gap: z.number() }) }),
})

export const TrackOnlineRow = z.object({
  id: z.string(),
  vehicleId: zId,
  plate: z.string(),
  carrierName: z.optional(z.string()),
  /** A terminal was bound to it in the span. */
  isBound: zBool,
  /** Days the vehicle is answered for, and those of them it reported on. */
  days: z.number(),
  onlineDays: z.number(),
  onlineS: z.number(),
  distanceM: z.number(),
  /** Metres driven while positions came. */
  wholeM: z.number(),
  points: z.number(),
  latePoints: z.number(),
  lastAt: z.optional(zTime),
})
export type TrackOnlineRow = z.output<typeof TrackOnlineRow>
/** Vehicles with the days they reported on and the part of their way that positions cover, the worst first. */
export const listTrackOnline = call({
  method: 'GET',
  path: '/auth/v1/track/online',
  title: '上线率与完整率',
  permit: 'track.replay',
  sides: ['platform', 'branch', 'carrier'],
  heavy: true,
  input: z.strictObject({ ...spanFields, online: z.optional(zKey(onlineKinds)), ...pageFields }),
  output: zPage(TrackOnlineRow),
})
/** Counts of vehicles that reported on no day of the span and on some, without the filter's own `online`. */
export const countTrackOnline = call({
  method: 'GET',
  path: '/auth/v1/track/online/statistical',
  title: '上线率统计',
  permit: 'track.replay',
  sides: ['platform', 'branch', 'carrier'],
  heavy: true,
  input: z.strictObject({ ...spanFields, online: z.optional(zKey(onlineKinds)) }),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})

export const TrackTripRow = z.object({
  id: z.string(),
  vehicleId: zId,
  plate: z.string(),
  carrierName: z.optional(z.string()),
  fromAt: zTime,
  /** Its end; of one that is under way its last position so far. */
  toAt: zTime,
  isUnderWay: zBool,
  fromPlace: z.string(),
  toPlace: z.string(),
  fromDistrict: z.optional(z.string()),
  toDistrict: z.optional(z.string()),
  distanceM: z.number(),
  gapM: z.number(),
  movingS: z.number(),
  /** 0.1 km/h. */
  mostSpeed: z.number(),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
})
export type TrackTripRow = z.output<typeof TrackTripRow>
/** Trips between stops of a quarter of an hour, by day; those of a waybill lie whole within its span. */
export const listTrackTrips = call({
  method: 'GET',
  path: '/auth/v1/track/trips',
  title: '行程记录',
  permit: 'track.replay',
  heavy: true,
  input: z.strictObject({ ...spanFields, ...pageFields }),
  output: zPage(TrackTripRow),
})

export const TrackAlarmRow = z.object({
  id: z.string(),
  vehicleId: zId,
  plate: z.string(),
  carrierName: z.optional(z.string()),
  /** The alarm in words, and of active safety its level, 1 or 2. */
  alarm: z.string(),
  level: z.optional(z.number()),
  fromAt: zTime,
  toAt: zTime,
  /** The place of its beginning, in GCJ-02 as people paste it; absent where the terminal knew none. */
  place: z.optional(z.string()),
  district: z.optional(z.string()),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  /** The abnormal position it is answered by, where it made one. */
  abnormal: z.optional(z.object({ id: zId, state: zKey(episodeStates.states) })),
})
export type TrackAlarmRow = z.output<typeof TrackAlarmRow>
/** Alarms of terminals that began within a span of the caller, by the name of one in the codec; their ends are cut to it. */
export const listTrackAlarms = call({
  method: 'GET',
  path: '/auth/v1/track/alarms',
  title: '报警记录',
  permit: 'abnormal.view',
  heavy: true,
  input: z.strictObject({ ...spanFields, kind: z.optional(zLooseText(40)), ...pageFields }),
  output: zPage(TrackAlarmRow),
})

export const TrackAreaRow = z.object({
  id: z.string(),
  vehicleId: zId,
  plate: z.string(),
  carrierName: z.optional(z.string()),
  firstAt: zTime,
  lastAt: zTime,
  insideS: z.number(),
  points: z.number(),
  place: z.string(),
  district: z.optional(z.string()),
})
export type TrackAreaRow = z.output<typeof TrackAreaRow>
/** A corner as it is typed takes no more characters than these. */
const cornerMost = 30
/** Characters of the corners of an area at most. */
export const areaCornersMost = areaPolygonLimits.corners[1] * cornerMost

/**
 * Vehicles that were in a circle, a rectangle or a polygon between two moments, seven days at most, within the spans of
 * the caller; the whole map without any.
 */
export const listTrackArea = call({
  method: 'GET',
  path: '/auth/v1/track/area',
  title: '区域查车',
  permit: 'track.replay',
  heavy: true,
  input: z.strictObject({
    fromAt: z.optional(zTime),
    toAt: z.optional(zTime),
    text: z.optional(zLooseText(60)),
    /** The middle of the circle in GCJ-02 as people paste it, and its radius in metres. */
    centre: z.optional(zLooseText(60)),
    radius: z.optional(zInt(areaRadii.least, areaRadii.most)),
    /** West, south, east and north in degrees. */
    box: z.optional(zLooseText(80)),
    /** Corners of a polygon in order, each longitude first, parted by semicolons. */
    corners: z.optional(zLooseText(areaCornersMost)),
    ...pageFields,
  }),
  output: zPage(TrackAreaRow),
})
