// Rules of what one may do, asked by page and command alike: no list of acts decides by a state of its own.
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

test('a sheet is moved by people where the rules of its acts were asked about that move', () => {
  const commands = productFiles.filter(file => /features\/settlement\/.*\.commands\.ts$/.test(file))
  const movesOf = (text: string): string[] =>
    [...text.matchAll(/move\(ctx, settlementStates, \w+, '(\w+)'/g)].map(([, name = '']) => name)
  const byPeople = Object.entries(settlementStates.moves)
    .filter(([, { permit }]) => permit !== 'system')
    .map(([name]) => name)
  const made = commands.map(textOf).flatMap(text => movesOf(text).map(name => ({ name, text })))
  expect(byPeople.filter(name => !made.some(each => each.name === name))).toEqual([])
  const unasked = made.filter(
    ({ name, text }) =>
      byPeople.includes(name) &&
      !new RegExp(`(?:assertSheetMove\\(|lock(?:Asked|Closing)\\(ctx, )'${name}'`).test(text),
  )
  expect(unasked.map(({ name }) => name)).toEqual([])
})

/** Lists of acts that ask for a state themselves, each for a reason. */
const byState = new Map([
  [
    'apps/web/src/features/invoice/QueryInvoiceInputPage.tsx',
    'an upload is an invoice of its own, which no state of the refused one bars',
  ],
  ['apps/web/src/features/agreement/agreementActs.ts', 'a draft is changed by whoever may give it up'],
])

test('no list of acts in the portal decides by a state: the row says what its reader may do', () => {
  // ways to another page (`to`) are no acts
  const decided = /\.\.\.\([^?]*?\bstate [!=]== '\w+'[^?]*\?\s*\[(?!\{ [^{}]*\bto: )/
  expect(
    [
      "[...(isHouse && row.state === 'sent'\n ? [{ label: '催办', onClick }]\n : [])]",
      "[...(state === 'failed' || state === 'cancelled' ? [change('重试', 'retry')] : [])]",
    ].filter(text => !decided.test(text)),
    'control',
  ).toEqual([])
  expect(
    decided.test("[...(canFence && row.state !== 'draft'\n ? [{ label: '围栏车辆', isAside: true, to: url }] : [])]"),
  ).toBe(false)
  const asking = productFiles.filter(
    file =>
      /^apps\/web\/src\/(?:features|parts)\//.test(file) &&
      textOf(file).includes('RowAction') &&
      decided.test(textOf(file)),
  )
  expect(asking.toSorted()).toEqual([...byState.keys()].toSorted())
})
