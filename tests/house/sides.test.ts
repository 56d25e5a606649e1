// The rows an actor sees are decided in one place.
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

/** Queries that ask for a side of the house for another reason than rows. */
const others = new Map([['goods/shipper.queries.ts', 'for whom goods are published: the platform names a shipper']])

test('queries ask which side an actor stands on by work/scope.ts alone', () => {
  const root = 'apps/server/src/features/'
  const asking = productFiles.filter(
    file =>
      file.startsWith(root) &&
      file.endsWith('.queries.ts') &&
      /\bside\s*[!=]==\s*'(?:platform|branch)'/.test(textOf(file)),
  )
  expect(asking.map(file => file.slice(root.length))).toEqual([...others.keys()])
})
