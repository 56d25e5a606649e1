// Migrations are history: a database that has run one cannot be started by a changed one.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { allFiles, textOf } from './sources.ts'

const folder = 'apps/server/src/db/migrations/'
const list = `${folder}frozen.sha256`

/** The sums of the list by file; lines are those of sha256sum. */
const frozen = new Map(
  textOf(list)
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, sum = '', file = ''] = /^([0-9a-f]{64}) {2}(\S+\.sql)$/.exec(line) ?? []
      return [file, sum] as const
    }),
)
const files = allFiles.filter(file => file.startsWith(folder) && file.endsWith('.sql'))
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

test('no migration is changed once it is there, and each new one is in the list', () => {
  expect(files.length).toBeGreaterThan(20)
  // a migration that is new: cd to its folder, sha256sum its file >> frozen.sha256
  expect(new Map(files.map(file => [file.slice(folder.length), sumOf(textOf(file))]))).toEqual(frozen)
})

test('a migration that writes rows says it does so as the product: on a foreign database its owner is held by the walls', () => {
  const writes = /^(?:update|insert into|delete from|with) /im
  const writers = files.filter(file => writes.test(textOf(file)))
  expect(writers.length).toBeGreaterThan(5)
  expect(writers.filter(file => !textOf(file).includes("set_config('app.reach', 'system'"))).toEqual([])
})
