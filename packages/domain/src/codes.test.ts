// Tests of the code tables: unique codes in the regulator's form, and labels.
import { describe, expect, test } from 'vitest'
import {
  businessTypes,
  cargoClasses,
  type CodeRow,
  energyTypes,
  isCode,
  labelOf,
  payMeans,
  plateColours,
  transportModes,
} from './codes.ts'
import { vehicleKind, vehicleTypes } from './fleet/vehicleTypes.ts'

const tables: [string, readonly CodeRow[], RegExp][] = [
  ['businessTypes', businessTypes, /^100[23]99\d$/],
  ['transportModes', transportModes, /^[1-8]$/],
  ['cargoClasses', cargoClasses, /^\d{4}$/],
  ['plateColours', plateColours, /^\d{1,2}$/],
  ['energyTypes', energyTypes, /^[A-Z]$/],
  ['payMeans', payMeans, /^\d{1,2}$/],
  ['vehicleTypes', vehicleTypes, /^[A-Z]\d[0-9AB]$/],
]

describe.each(tables)('%s', (_name, table, form) => {
  test('every code has the form the regulator reads, and is there once, as is its label', () => {
    for (const { code, label } of table) {
      expect(code).toMatch(form)
      expect(label).not.toMatch(/\s|^$/)
    }
    expect(new Set(table.map(row => row.code)).size).toBe(table.length)
    expect(new Set(table.map(row => row.label)).size).toBe(table.length)
  })
})

test('labels of codes are looked up, and codes keep their leading zeros', () => {
  expect(labelOf(cargoClasses, '0100')).toBe('煤炭及制品')
  expect(labelOf(cargoClasses, '100')).toBeUndefined()
  expect(labelOf(plateColours, '94')).toBe('渐变绿色')
  expect(isCode(vehicleTypes, 'H11')).toBe(true)
  expect(isCode(vehicleTypes, 'K11')).toBe(false)
})

test('freight cannot be paid in cash', () => {
  expect(payMeans.map(row => row.label).join()).not.toContain('现金')
})

test('every vehicle type has the kind its name tells', () => {
  for (const { code, label } of vehicleTypes) {
    const kind = vehicleKind(code)
    if (label.endsWith('挂车')) expect(kind, label).toBe('trailer')
    else if (label.includes('牵引'))
      expect(kind, label).toBe(label.startsWith('轻型') ? 'lightTractor' : 'heavyTractor')
    else if (label.includes('专项作业')) expect(kind, label).toBe('special')
    else if (label.includes('低速')) expect(kind, label).toBe('lowSpeedTruck')
    else if (/^[重中]型/.test(label)) expect(kind, label).toBe('heavyTruck')
    else if (/^[轻微]型/.test(label)) expect(kind, label).toBe('lightTruck')
    else expect(['threeWheeler', 'other']).toContain(kind)
  }
})
