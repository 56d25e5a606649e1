// The rows an actor sees are decided in one place.
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

/** Queries that ask for a side of the house for another reason than rows. */
const others = new Map([['goods/shipper.queries.ts', 'for whom goods are published: the platform names a shipper']])

const root = 'apps/server/src/features/'

/** Features that name a company without asking whose people the actor's are, each for a reason. */
const named = new Map([
  ['staff/staff.commands.ts', 'people of a branch are the head company’s as well'],
  ['staff/staff.queries.ts', 'people of a branch are the head company’s as well'],
  ['waybill/waybillQuestion.queries.ts', 'a question is put to one side, whatever rows the others see'],
  ['credit/credit.queries.ts', 'the credit of one shipper: of those served, or its own'],
])

test('rows of the actor’s company are found by isCompanyOf, and the house is left out by unlessHouse', () => {
  const byHand = new RegExp(
    String.raw`companyId \?\? nilId|\bisHouse(?:Side)?(?:\([^)]*\))?\s*\?\s*(?:[^:;{}]{0,80}:\s*)?sql<boolean>`,
  )
  expect(
    [
      '${actor.companyId ?? nilId}::uuid',
      'isHouseSide(actor.side) ? undefined : sql<boolean>`false`',
      'isHouse\n ? sql<boolean>`true`\n : other',
    ].filter(text => !byHand.test(text)),
    'control',
  ).toEqual([])
  const asking = productFiles.filter(file => file.startsWith(root) && byHand.test(textOf(file)))
  expect(asking.map(file => file.slice(root.length)).toSorted()).toEqual([...named.keys()].toSorted())
})

test('queries ask which side an actor stands on by work/scope.ts alone', () => {
  const asking = productFiles.filter(
    file =>
      file.startsWith(root) &&
      file.endsWith('.queries.ts') &&
      /\bside\s*[!=]==\s*'(?:platform|branch)'/.test(textOf(file)),
  )
  expect(asking.map(file => file.slice(root.length))).toEqual([...others.keys()])
})
