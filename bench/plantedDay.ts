// A day and a half of a lorry as its terminal tells it, with the traps of ordinary driving and the faults that are planted.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import type { AbnormalKind } from '@yunshu/domain/track/abnormal'
import { placeFrom } from '@yunshu/track/geometry'
import { dice } from '../apps/server/demo/invented.ts'
import { mine } from '../tests/server/acceptedWaybill.ts'
import type { Said } from '../tests/server/trackWorld.ts'

/** Kilometres of the road from the mine to the plant, and those a lorry comes from. */
export const roadKm = 300
const comesFromKm = 120
/** 0.1 km/h on the road. */
const driving = 800

/** A step of the waybill at a moment. */
export interface Step {
  readonly at: number
  readonly set: Readonly<Record<string, string | number | null>>
}
/** A fault that is planted: it has to be found from its beginning on, until it is over. */
export interface Plant {
  readonly kind: AbnormalKind
  readonly fromAt: number
  readonly toAt: number
}

/** Ways a terminal is heard: with a place, without one, or not at all. */
type Heard = 'placed' | 'blind' | 'silent'

interface Part {
  readonly heard?: Heard
  readonly hasIgnition?: boolean
  /** Minutes between two reports. */
  readonly every?: number
  /** Kilometres that are gone while it stands: on a ferry. */
  readonly carriedKm?: number
  /** The place it tells while it drives: that of its receiver when it froze, one abroad, or every third one far away. */
  readonly told?: 'frozen' | 'abroad' | 'leaping'
}

/** Writes what a lorry does, minute by minute. */
class Diary {
  readonly said: Said[] = []
  readonly steps: Step[] = []
  readonly plants: Plant[] = []
  readonly #chance: ReturnType<typeof dice>
  at: number
  km = 0

  constructor(at: number, seed: number) {
    this.at = at
    this.#chance = dice(seed)
  }

  int(from: number, to: number): number {
    return this.#chance.int(from, to)
  }

  step(set: Step['set']): void {
    this.steps.push({ at: this.at, set })
  }

  plant(kind: AbnormalKind, work: () => void, fromAt = this.at - MINUTE_MS): void {
    work()
    this.plants.push({ kind, fromAt, toAt: this.at })
  }

  #placeOf(told: Part['told']): Said['place'] {
    // fixes wander
    const place = placeFrom(mine, this.km * 1000 + this.int(-12, 12), this.int(-12, 12))
    if (told === 'abroad') return { lonE6: 2_350_000, latE6: 48_850_000 }
    if (told === 'frozen') return this.said.at(-1)?.place ?? place
    return told === 'leaping' && (this.at / MINUTE_MS) % 3 === 0 ? placeFrom(place, 0, 60_000) : place
  }

  #report(speed: number, { heard = 'placed', hasIgnition = true, told }: Part): void {
    if (heard === 'silent') return
    const place = this.#placeOf(told)
    // every fiftieth fix is that of a red light, but where the fault is one of driving
    const isAtLight = speed > 0 && this.int(1, 50) === 1 && told === undefined
    this.said.push({
      at: this.at,
      place,
      speed: isAtLight ? 0 : speed,
      isFixed: heard !== 'blind',
      hasIgnition,
      receivedAt: this.at + 1000,
    })
  }

  drive(minutes: number, part: Part = {}): void {
    for (let n = 0; n < minutes; n++) {
      this.#report(driving, part)
      this.at += MINUTE_MS
      this.km += driving / 600
    }
  }

  driveTo(km: number): void {
    this.drive(Math.max(0, Math.round(((km - this.km) * 600) / driving)))
  }

  stand(minutes: number, part: Part = {}): void {
    for (let n = 0; n < minutes; n++) {
      if (n % (part.every ?? 1) === 0) this.#report(0, part)
      this.at += MINUTE_MS
      this.km += (part.carriedKm ?? 0) / minutes
    }
  }
}

/** The way to the mine: two tunnels, and where it is planted a stand of hours. */
function toMine(diary: Diary, isPlanted: boolean): void {
  const planned = diary.at + 150 * MINUTE_MS
  diary.km = -comesFromKm
  diary.step({ state: 'toLoad', planned_load_at: planned, arrived_load_at: null, loaded_at: null })
  diary.drive(diary.int(10, 25))
  // 5 km without a word, 18 km without a fix
  diary.drive(4, { heard: 'silent' })
  diary.drive(diary.int(5, 15))
  diary.drive(14, { heard: 'blind' })
  if (isPlanted) {
    diary.stand(planned / MINUTE_MS + 121 - diary.at / MINUTE_MS)
    diary.plant('overdue', () => {
      diary.stand(20)
      diary.driveTo(-7)
    })
  }
}

/** Loading: under a roof for an hour; planted, a person enters the arrival kilometres away. */
function load(diary: Diary, isPlanted: boolean): void {
  const enter = (): void => diary.step({ state: 'loading', arrived_load_at: diary.at })
  if (isPlanted) {
    diary.driveTo(-6)
    diary.stand(15)
    diary.plant('placeMismatch', () => {
      enter()
      diary.stand(20)
    })
    diary.driveTo(0)
  } else {
    // a person says it two minutes early
    diary.driveTo(-2.7)
    enter()
    diary.driveTo(0)
  }
  diary.stand(15, { hasIgnition: false })
  diary.stand(60, { hasIgnition: false, heard: 'blind' })
  diary.stand(5)
}

/** Faults of the receiver itself, each with a while of ordinary driving behind it. */
function oddities(diary: Diary): void {
  for (const [kind, told, minutes] of [
    ['frozen', 'frozen', 24],
    ['abroad', 'abroad', 5],
    ['jump', 'leaping', 12],
  ] as const) {
    diary.plant(kind, () => diary.drive(minutes, { told }))
    diary.drive(6)
  }
}

/** The way to the plant: a ferry, a sleeping terminal, half a night without battery, and the faults of the road. */
function toPlant(diary: Diary, isPlanted: boolean): void {
  diary.step({ state: 'inTransit', loaded_at: diary.at })
  diary.drive(diary.int(20, 40))
  if (isPlanted) diary.plant('offline', () => diary.drive(35, { heard: 'silent' }))
  diary.drive(13, { heard: diary.int(0, 1) === 0 ? 'silent' : 'blind' })
  diary.drive(5)
  diary.stand(4, { hasIgnition: false })
  diary.stand(25, { hasIgnition: false, heard: 'silent', carriedKm: 10 })
  diary.drive(diary.int(10, 20))
  if (isPlanted) diary.plant('noFix', () => diary.drive(40, { heard: 'blind' }))
  diary.drive(5)
  if (isPlanted) oddities(diary)
  diary.stand(90, { hasIgnition: false, every: 30 })
  diary.stand(5, { hasIgnition: false })
  diary.stand(210, { hasIgnition: false, heard: 'silent' })
  diary.driveTo(roadKm)
}

/** Two journeys of a lorry. */
export function plantedDays(startAt: number, seed: number, isPlanted: boolean) {
  // many that fall silent together are our fault: lorries are on their ways at different times
  const diary = new Diary(startAt + ((seed * 53) % 240) * MINUTE_MS, seed)
  for (const turn of [0, 1]) {
    toMine(diary, isPlanted && turn === 1)
    // a person's entry far off is one a waybill
    load(diary, isPlanted && turn === 0)
    toPlant(diary, isPlanted)
    diary.stand(2)
    diary.step({ state: 'arrived', arrived_unload_at: diary.at })
    diary.stand(40)
  }
  diary.step({ state: 'signed' })
  const { said, steps, plants, at } = diary
  return { said, steps, plants, endAt: at, hours: (at - startAt) / (60 * MINUTE_MS) }
}
