// Words of the house: GLOSSARY.md names every table of the database and every screen, and no other.
import { screens } from '@yunshu/contract/screens/screens'
import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

/** The rows of the glossary by their cells: 中文, word, table, screen, meaning. */
const rows = textOf('GLOSSARY.md')
  .split('\n')
  .filter(line => line.startsWith('| '))
  .map(line => line.split('|').map(cell => cell.trim()))
const wordsOf = (column: number, shape: RegExp): Set<string> =>
  new Set(rows.flatMap(cells => cells[column]?.match(shape) ?? []))

const schema = textOf('apps/server/src/db/tables.gen.ts')
const tables = [...schema.slice(schema.indexOf('export interface DB')).matchAll(/^ {2}(\w+): /gm)].map(
  ([, name = '']) => name,
)

test('each table has a row in the glossary', () => {
  expect(tables.length).toBeGreaterThan(100)
  const named = wordsOf(3, /[a-z]\w+/g)
  expect(tables.filter(table => !named.has(table))).toEqual([])
})

test('each screen has a row in the glossary, and each screen a row names is there', () => {
  const named = wordsOf(4, /\w+/g)
  expect(Object.keys(screens).filter(screen => !named.has(screen))).toEqual([])
  // public pages are named by their addresses
  const said = wordsOf(4, /(?<![/\w])[A-Z]\w+/g)
  expect([...said].filter(screen => !Object.hasOwn(screens, screen))).toEqual([])
})
