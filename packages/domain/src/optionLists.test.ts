// Proves the option lists against the figures of the specification.
import { expect, test } from 'vitest'
import { fenceRadiusOptions, hourOptions, oldTimeSlotOptions } from './optionLists.ts'

test('[RG-05] geofence radius runs from 30 m to 10 km with the ten values of the specification, in kilometres', () => {
  expect(fenceRadiusOptions.map(each => each.value)).toEqual([0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10])
})

test('[RG-05] a radius label says the same distance as its value', () => {
  for (const { label, value } of fenceRadiusOptions) {
    const [, figure, unit] = /^([\d.]+)(米|公里)$/.exec(label) ?? []
    expect(Number(figure) / (unit === '米' ? 1000 : 1), label).toBeCloseTo(value, 6)
  }
})

test('[RG-06] there are 24 hourly options labelled 00:00 to 23:00', () => {
  const labels = hourOptions.map(each => each.label)
  expect(labels).toHaveLength(24)
  expect([labels[0], labels[9], labels[10], labels[23]]).toEqual(['00:00', '09:00', '10:00', '23:00'])
})

test('[RG-06] an hourly value opens with a blank and has zero minutes and seconds, ready to stand behind a date', () => {
  expect(hourOptions[0]?.value).toBe(' 00:00:00')
  expect(hourOptions[23]?.value).toBe(' 23:00:00')
  for (const { label, value } of hourOptions) expect(value).toBe(` ${label}:00`)
  expect(new Set(hourOptions.map(({ value }) => Date.parse(`2026-04-17${value}+08:00`))).size).toBe(24)
})

test('[RG-07] the four old-style slots are valued by their end time, the last one a second before midnight', () => {
  expect(oldTimeSlotOptions.map(each => each.value)).toEqual(['06:00:00', '12:00:00', '18:00:00', '23:59:59'])
})

test('[RG-07] the old-style slots follow each other without a gap from 00:00 to 24:00', () => {
  const hours = oldTimeSlotOptions.map(({ label }) => /^\S+ (\d\d:00)-(\d\d:00)$/.exec(label)?.slice(1))
  expect(hours).toEqual([
    ['00:00', '06:00'],
    ['06:00', '12:00'],
    ['12:00', '18:00'],
    ['18:00', '24:00'],
  ])
})
