// Tables of calls travel to browsers as addresses: the same ones, and nothing of the calls.
import * as exported from '@yunshu/contract/exporting/exportLists'
import * as stale from '@yunshu/contract/stale'
import { expect, test } from 'vitest'
import { addressesOf, tables } from '../../apps/web/callTables.ts'
import { productFiles, textOf } from './sources.ts'

const built = (table: object): Promise<Record<string, object>> =>
  import(`data:text/javascript,${encodeURIComponent(addressesOf(table))}`) as Promise<Record<string, object>>

/** The table with each call as its address. */
const withPaths = (table: object): unknown =>
  JSON.parse(JSON.stringify(table, (_, value: unknown) => (isCall(value) ? { path: value.path } : value)))
const isCall = (value: unknown): value is { path: string } =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value

test('a list brought the schemas of every call there is: browsers get these tables as addresses', async () => {
  for (const table of [stale, exported]) {
    const module = await built(table)
    expect({ ...module }).toEqual(withPaths({ ...table }))
  }
  // one object for each call, as in the table, so that a set of them has each once
  const { topics } = (await built(stale)) as unknown as typeof stale
  expect(topics.goods.find(({ path }) => topics.waybill.some(each => each.path === path))).toBe(
    topics.waybill.find(({ path }) => topics.goods.some(each => each.path === path)),
  )
})

test('the tables stand where the build looks for them, and no other file of the contract names so many', () => {
  const files = Object.keys(tables).map(file => file.slice(1))
  expect(files.filter(file => !productFiles.includes(file))).toEqual([])
  const many = productFiles.filter(
    file =>
      file.startsWith('packages/contract/src/') &&
      (textOf(file).match(/^(?:import \{.*|\} from )'\.\.?\/[^']+'$/gm) ?? []).length > 20,
  )
  // neither joins calls: the one joins columns, the other words
  expect(many.filter(file => !files.includes(file))).toEqual([
    'packages/contract/src/exporting/exportColumns.ts',
    'packages/contract/src/happening/happenings.ts',
  ])
})
