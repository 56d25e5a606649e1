// Fixed option lists of the forms: geofence radius, hours of the day and the old-style time slots.

/** One choice of a select: its text and its stored value. */
export interface Option<Value extends string | number> {
  readonly label: string
  readonly value: Value
}

/** Geofence radius; the value is in kilometres. @source spec §9, RG-05 */
export const fenceRadiusOptions = [
  { label: '30米', value: 0.03 },
  { label: '50米', value: 0.05 },
  { label: '100米', value: 0.1 },
  { label: '200米', value: 0.2 },
  { label: '0.5公里', value: 0.5 },
  { label: '1公里', value: 1 },
  { label: '2公里', value: 2 },
  { label: '3公里', value: 3 },
  { label: '5公里', value: 5 },
  { label: '10公里', value: 10 },
] as const satisfies readonly Option<number>[]

/** A radius that may be chosen for a geofence, in kilometres. */

/**
 * The 24 full hours, '00:00' to '23:00'. The value is put straight behind a date, so it opens with a blank: '
 * 08:00:00'.
 * @source spec §9, RG-06
 */
export const hourOptions: readonly Option<string>[] = Array.from({ length: 24 }, (_, hour) => {
  const label = `${String(hour).padStart(2, '0')}:00`
  return { label, value: ` ${label}:00` }
})

/** A minute of the day as the value of its hour: 480 is ' 08:00:00'. */
export const hourValue = (minute: number): string =>
  ` ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`

/** The minute of the day of such a value. */
export const minuteOfHour = (value: string): number => Number(value.slice(1, 3)) * 60 + Number(value.slice(4, 6))

/**
 * The four time slots of old records; the value is the end of the slot. 上午 names 12:00–18:00 and 下午 names 18:00–24:00
 * here, as old records do; the hours stand in the label so that no one is misled.
 * @source spec §9, RG-07
 */
export const oldTimeSlotOptions = [
  { label: '凌晨 00:00-06:00', value: '06:00:00' },
  { label: '早上 06:00-12:00', value: '12:00:00' },
  { label: '上午 12:00-18:00', value: '18:00:00' },
  { label: '下午 18:00-24:00', value: '23:59:59' },
] as const satisfies readonly Option<string>[]
