// Rules of what one may do, asked by page and command alike: no list of acts decides by a state of its own.
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

/** The functions of a file, each with its whole text. */
const functionsOf = (file: string): string[] => textOf(file).split(/^(?=(?:export )?(?:async )?function )/m)

test('a sheet is moved by people where the rules of its acts were asked about that move', () => {
  const commands = productFiles.filter(file => /features\/settlement\/.*\.commands\.ts$/.test(file))
  const movesOf = (text: string): string[] =>
    [...text.matchAll(/move\(ctx, settlementStates, \w+, '(\w+)'/g)].map(([, name = '']) => name)
  const byPeople = Object.entries(settlementStates.moves)
    .filter(([, { permit }]) => permit !== 'system')
    .map(([name]) => name)
  const made = commands.flatMap(functionsOf).flatMap(text => movesOf(text).map(name => ({ name, text })))
  expect(byPeople.filter(name => !made.some(each => each.name === name))).toEqual([])
  const unasked = made.filter(
    ({ name, text }) =>
      byPeople.includes(name) && !new RegExp(`(?:assertSheetMove\\(|lock(?:Asked|Closing)\\(ctx, )'${name}'`).test(text),
  )
  expect(unasked.map(({ name }) => name)).toEqual([])
})
