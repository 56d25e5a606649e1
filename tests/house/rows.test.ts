// The rows of the specification and the tests that prove them: no row is claimed twice, forgotten, or invented.
import { expect, test } from 'vitest'
import { testFiles, textOf } from './sources.ts'

const rows = [...textOf('docs/checklist.md').matchAll(/^\| ([A-Z]{2}-\d\d) \|/gm)].map(match => match[1] ?? '')
const open = [...textOf('docs/checklist-open.md').matchAll(/\b([A-Z]{2}-\d\d)\b/g)].map(match => match[1] ?? '')
const proved = new Set(
  testFiles
    .filter(file => !file.startsWith('tests/house/'))
    .flatMap(file => [...textOf(file).matchAll(/\[([A-Z]{2}-\d\d)\]/g)].map(match => match[1] ?? '')),
)

test('the checklist is read whole', () => {
  expect(rows.length).toBeGreaterThan(120)
})

test('a test names only rows that exist', () => {
  expect([...proved].filter(row => !rows.includes(row))).toEqual([])
})

test('every row has a test or stands on the list of open rows, not both', () => {
  expect(
    rows.filter(row => !proved.has(row) && !open.includes(row)),
    'neither tested nor listed as open',
  ).toEqual([])
  expect(
    open.filter(row => proved.has(row)),
    'tested but still listed as open',
  ).toEqual([])
})
