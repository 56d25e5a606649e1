// Trucks of the demo on their ways: each has a terminal that speaks with the gateway, so that the map of a demo is alive.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { bcdOfInstant } from '@yunshu/jt808/bcd'
import { Writer } from '@yunshu/jt808/cursor'
import type { Location } from '@yunshu/jt808/location'
import { safetyAlarms, safetyBodies } from '@yunshu/jt808/safety'
import { extraKinds } from '@yunshu/jt808/tlv'
import { wgsOfGcj, gcjOf, type Place } from '@yunshu/track/datum'
import { placeFrom } from '@yunshu/track/geometry'
import { datums } from '@yunshu/track/point'
import type pg from 'pg'
import { DemoTerminal, type Identity } from './demoTerminal.ts'
import { placeNamed } from './places.ts'
import { alarmsAt, isPhoningAt, isSilentAt, isWildAt, spotAt, turnNear, turnOf, type Tour } from './tour.ts'

/** Between two reports of a truck that drives; one that stands reports each fourth time. */
const everyMs = 15_000
/** The trail a truck brings along at the first start. */
const behindMs = 3 * HOUR_MS
/** Between two positions of it. */
const keptMs = 30_000
/** Ticks in which no truck is silent: a demo that has just begun is seen whole, at whatever hour. */
const seenTicks = 4
/** Trucks begin one after another, so that a start is no burst. */
const apartMs = 150

interface Row {
  readonly phone: string
  readonly device_no: string
  readonly plate: string
  readonly plate_color: string
  readonly state: string | null
  readonly load_place: string
  readonly unload_place: string
  readonly at: number | null
  readonly lon_e6: number
  readonly lat_e6: number
  readonly datum: number
  readonly heading: number
  /** The first of its carrier whose circle of unloading always counts. */
  readonly is_arriving: boolean
}

/** Trucks with a terminal that nobody disputes, and the waybill they are on, or were last. */
const trucks = `
  select t.phone, t.device_no, v.plate, v.plate_color, w.state, w.load_place, w.unload_place,
    l.at::float8 as at, l.lon_e6, l.lat_e6, l.datum, l.heading,
    f.id is not null and row_number() over (partition by v.carrier_id, w.state, f.id is null order by t.phone) = 1 as is_arriving
  from terminals t join vehicles v on v.id = t.vehicle_id
    join lateral (select w.state, w.goods_id, w.load_place, w.unload_place from waybills w where w.vehicle_id = v.id
      order by w.state in ('toLoad', 'loading', 'inTransit', 'arrived') desc, w.id desc limit 1) w on true
    left join lateral (select f.id from fences f where f.goods_id = w.goods_id and f.kind = 'unload' and f.is_on
      and f.slots = '[]'::jsonb and f.radius_m >= 200 limit 1) f on true
    left join vehicle_live l on l.track_no = v.track_no
  where t.state = 'active' and t.device_no is not null and t.maker = 'YUNSH' order by t.phone limit 60`

const wildM = 8000
/** The stranger asks again after this. */
const strangerMs = 6 * HOUR_MS

const none = new Uint8Array(0)

/** The alarm of a driver on the phone, as an active safety terminal tells it beside its location. */
function phoning(at: number, { latE6, lonE6 }: Place, speed: number): Uint8Array {
  const body = new Writer(2013)
  const time = bcdOfInstant(at) ?? ''
  safetyBodies.driverState.write(body, {
    alarmId: Math.floor(at / 1000),
    flag: 1,
    type: safetyAlarms.phoning.type,
    level: 2,
    fatigue: 0,
    reserved: new Uint8Array(4),
    speedKmh: Math.round(speed / 10),
    altitudeM: 300,
    latE6,
    lonE6,
    time,
    vehicle: 1,
    // seven bytes of the terminal, the time, number, photos and a byte nobody uses
    identity: `${'59'.repeat(7)}${time}000100`,
    rest: none,
  })
  const { written } = body
  return Uint8Array.from([extraKinds.driverState.id, written.length, ...written])
}

/** A report of a truck at a moment, as a terminal sends it: WGS-84. */
function locationAt(tour: Tour, at: number): Location {
  const { place, speed, heading, hasIgnition } = spotAt(tour, at)
  const { lonE6, latE6 } = wgsOfGcj(isWildAt(tour.n, at) ? placeFrom(place, wildM, 0) : place)
  return {
    alarm: alarmsAt(tour.n, at, speed),
    status: (hasIgnition ? 1 : 0) | 2,
    latE6,
    lonE6,
    altitudeM: 300,
    speedTenthKmh: speed,
    heading,
    time: bcdOfInstant(at) ?? '',
    extras: isPhoningAt(tour.n, at, speed) ? phoning(at, { latE6, lonE6 }, speed) : none,
  }
}

/** The turn of a truck at its first report, by the state of its waybill. */
function firstTurn(tour: Tour, { state, is_arriving: isArriving }: Row): number {
  const minutes = (tour.n * 7) % 30
  if (state === 'loading') return turnOf(tour, { at: 'load', ms: (5 + (minutes % 20)) * MINUTE_MS })
  if (state === 'arrived') return turnOf(tour, { at: 'unload', ms: (5 + (minutes % 20)) * MINUTE_MS })
  if (state === 'toLoad')
    return tour.n % 2 === 0
      ? turnOf(tour, { at: 'load', ms: 8 * MINUTE_MS })
      : turnOf(tour, { share: 0.05, isBack: true })
  if (state === 'inTransit' && isArriving) return turnOf(tour, { at: 'unload', ms: 9 * MINUTE_MS })
  return turnOf(tour, { share: 0.08 + ((tour.n * 37) % 80) / 100, isBack: state !== 'inTransit' })
}

/** The way of a truck from where it was last, or from where its waybill says. */
function tourOf(row: Row, n: number, ends: { load: Place; unload: Place }, now: number): Tour {
  const base: Tour = { n, ...ends, since: row.at ?? now, turn: 0 }
  if (row.at === null) return { ...base, turn: firstTurn(base, row) }
  const place = gcjOf({ lonE6: row.lon_e6, latE6: row.lat_e6 }, datums[row.datum] ?? 'wgs84')
  return { ...base, turn: turnNear(base, { place, heading: row.heading }) }
}

class Truck {
  readonly #port: number
  readonly #identity: Identity
  readonly #tour: Tour
  #told: number
  #terminal: DemoTerminal | undefined
  #isBusy = false
  #ticks = 0
  /** Ticks for which a truck that stands is still quiet after a report that came through. */
  #rest = 0

  constructor(port: number, identity: Identity, tour: Tour, told: number) {
    this.#port = port
    this.#identity = identity
    this.#tour = tour
    this.#told = told
  }

  /** Reports its place; places it could not tell meanwhile come with it. */
  async tick(now: number): Promise<void> {
    this.#ticks++
    if (this.#isBusy || (this.#ticks > seenTicks && isSilentAt(this.#tour.n, now))) return
    if (spotAt(this.#tour, now).speed === 0 && this.#rest-- > 0) return
    this.#isBusy = true
    try {
      if (!(await this.#isIn())) return
      await this.#catchUp(now)
      await this.#terminal?.report(locationAt(this.#tour, now))
      this.#told = now
      this.#rest = 3
    } finally {
      this.#isBusy = false
    }
  }

  async #isIn(): Promise<boolean> {
    if (this.#terminal?.isOpen) return true
    this.#terminal = new DemoTerminal(this.#port, this.#identity)
    if (await this.#terminal.enter()) return true
    this.close()
    return false
  }

  async #catchUp(now: number): Promise<void> {
    const from = Math.max(this.#told, now - behindMs)
    if (now - from < 2 * MINUTE_MS) return
    const kept: Location[] = []
    for (let at = from + keptMs; at < now; at += keptMs)
      if (!isSilentAt(this.#tour.n, at)) kept.push(locationAt(this.#tour, at))
    await this.#terminal?.reportKept(kept)
  }

  close(): void {
    this.#terminal?.close()
    this.#terminal = undefined
  }
}

/** Somebody nobody knows asks to be let in. */
async function stranger(port: number): Promise<void> {
  const terminal = new DemoTerminal(port, {
    phone: '10648799003',
    deviceNo: 'GT88003',
    plate: '豫A6R527',
    plateColor: 2,
  })
  await terminal.enter()
  terminal.close()
}

/** Whether the database is a demo's. */
const isDemo = async (pool: pg.Pool): Promise<boolean> =>
  ((await pool.query("select from installation where key = 'demo'")).rowCount ?? 0) > 0

/** Puts the trucks on their ways where the database is a demo's; answers how to stop them. */
export async function driveDemo(pool: pg.Pool, port: number, now: () => number = Date.now): Promise<() => void> {
  if (!(await isDemo(pool))) return () => {}
  const { rows } = await pool.query<Row>(trucks)
  const fleet = rows.flatMap((row, n) => {
    const load = placeNamed(row.load_place)
    const unload = placeNamed(row.unload_place)
    if (!load || !unload) return []
    const identity = {
      phone: row.phone,
      deviceNo: row.device_no,
      plate: row.plate,
      plateColor: Number(row.plate_color),
    }
    return [new Truck(port, identity, tourOf(row, n, { load, unload }, now()), row.at ?? 0)]
  })
  const timers = fleet.map((truck, n) => {
    const tick = (): void => void truck.tick(Math.floor(now() / 1000) * 1000).catch(() => {})
    let timer: ReturnType<typeof setTimeout> = setTimeout(() => {
      tick()
      timer = setInterval(tick, everyMs)
    }, n * apartMs)
    return () => clearTimeout(timer)
  })
  const ask = (): void => void stranger(port).catch(() => {})
  ask()
  const asking = setInterval(ask, strangerMs)
  return () => {
    clearInterval(asking)
    for (const stop of timers) stop()
    for (const truck of fleet) truck.close()
  }
}
