// Calls of the map: vehicles a person may watch, their last positions, and the trail of one, for those who may see it.
import { fenceKinds } from '@yunshu/domain/fence'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { helpKinds } from '@yunshu/domain/track/drivingAlarms'
import { datums, liveStates } from '@yunshu/domain/track/live'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zId, zKey, zTime } from '../fields.ts'

/** A vehicle by its number on the map: its plate, and the waybill it drives for the caller. */
const Tracked = z.object({
  no: z.int(),
  vehicleId: zId,
  plate: z.string(),
  driver: z.optional(z.string()),
  driverMobile: z.optional(z.string()),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  loadPlace: z.optional(z.string()),
  unloadPlace: z.optional(z.string()),
  itemNames: z.optional(z.string()),
  /** The expected arrival where it drives to now, the metres left, the time it is due, and whether it will be late. */
  etaAt: z.optional(zTime),
  leftM: z.optional(z.number()),
  dueAt: z.optional(zTime),
  isLate: z.optional(zBool),
  /** A call for help from it that waits for people, for those who see abnormal positions. */
  help: z.optional(z.enum(helpKinds)),
  /** Its main terminal, for those who may send orders to it. */
  terminalId: z.optional(zId),
  /** The end of the last day it reported on, in sight of the caller; told where it has no position now. */
  lastAt: z.optional(zTime),
  /** Its place at that time: degrees × 10⁶ as received, and the district it lies in. */
  lastPlace: z.optional(z.object({ lonE6: z.int(), latE6: z.int(), datum: zKey(datums) })),
  lastDistrict: z.optional(z.string()),
  /** A terminal is bound to it, in sight of the caller. */
  isBound: zBool,
  /** The terminal has never told a place; for those who see it. */
  isUnplaced: zBool,
})
export type Tracked = z.output<typeof Tracked>

/**
 * Vehicles the caller may see at this moment; `behindSince`: what terminals said after this moment waits to be put on the
 * map, told when it waits for too long.
 */
export const listTracked = call({
  method: 'GET',
  path: '/auth/v1/track/vehicles',
  title: '监控车辆',
  permit: 'track.view',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(Tracked), isMore: zBool, behindSince: z.optional(zTime) }),
})

/** A last position: degrees × 10⁶ as received, speed in 0.1 km/h. */
const LivePosition = z.object({
  no: z.int(),
  lonE6: z.int(),
  latE6: z.int(),
  datum: zKey(datums),
  speed: z.int(),
  heading: z.int(),
  at: zTime,
  receivedAt: zTime,
  state: zKey(liveStates),
})
export type LivePosition = z.output<typeof LivePosition>

/** Last positions of the vehicles the caller may see at this moment; a vehicle that never reported has none. */
export const getLive = call({
  method: 'GET',
  path: '/auth/v1/track/live',
  title: '实时位置',
  permit: 'track.view',
  input: z.strictObject({}),
  output: z.object({ at: zTime, rows: z.array(LivePosition) }),
})

/** The district a vehicle is in, by its last position of a day at most; none where the caller sees no place of it now. */
export const getTrackDistrict = call({
  method: 'GET',
  path: '/auth/v1/track/district',
  title: '车辆所在地区',
  permit: 'track.view',
  input: z.strictObject({ vehicleId: zId }),
  output: z.object({ district: z.optional(z.string()) }),
})

/** A stretch of time in which the caller may see the vehicle. */
const Span = z.object({ fromAt: zTime, toAt: zTime, waybillNo: z.optional(z.string()) })

/** A stay of the vehicle at a fence of a waybill the caller sees, cut to their spans; one that did not count passed by. */
const TrailVisit = z.object({
  fromAt: zTime,
  toAt: zTime,
  fence: z.string(),
  kind: zKey(fenceKinds),
  waybillNo: z.string(),
  isCounted: zBool,
})
export type TrailVisit = z.output<typeof TrailVisit>

/** A time of abnormal positions, cut to the spans of the caller; none without `abnormal.view`. */
const TrailEpisode = z.object({ fromAt: zTime, toAt: zTime, kind: zKey(abnormalKinds) })
export type TrailEpisode = z.output<typeof TrailEpisode>

/** An alarm of active safety in words, cut to the spans of the caller; none without `abnormal.view`. Others stand in the hours. */
const TrailAlarm = z.object({ fromAt: zTime, toAt: zTime, text: z.string() })
export type TrailAlarm = z.output<typeof TrailAlarm>

/**
 * The trail of a vehicle, cut to the second to the spans the caller may see. Hours are segments of packages/track, in
 * base64. Every look is written down, so it is no read.
 */
export const getTrail = call({
  method: 'POST',
  path: '/auth/v1/track/trail',
  title: '轨迹回放',
  permit: 'track.replay',
  input: z.strictObject({ vehicleId: zId, fromAt: zTime, toAt: zTime }),
  output: z.object({
    vehicleId: zId,
    plate: z.string(),
    spans: z.array(Span),
    /** The newest waybill the caller saw the vehicle on, so much of it as can be played at once. */
    trip: z.optional(Span),
    hours: z.array(z.object({ hourAt: zTime, body: z.string() })),
    visits: z.array(TrailVisit),
    episodes: z.array(TrailEpisode),
    alarms: z.array(TrailAlarm),
  }),
})
