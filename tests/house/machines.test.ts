// State machines agree with the columns that keep them, and nothing but work/move.ts writes such a column.
import { stateKeys } from '@yunshu/domain/states'
import { expect, test } from 'vitest'
import { entities } from '@yunshu/domain/entities'
import { checkedStates, keptMachines, seenEntities, stateTables, wallsBeside } from './machines.ts'
import { productFiles, textOf } from './sources.ts'

test('the SQL checks hold exactly the states of the tables', () => {
  expect(keptMachines.length).toBeGreaterThan(20)
  const columns = Map.groupBy(keptMachines, ({ machine }) => `${machine.table}.${machine.column}`)
  for (const [place, kept] of columns) {
    const [table = '', column = ''] = place.split('.')
    // two machines may share a column: companies and branches are rows of one table
    const states = kept.map(({ machine }) => stateKeys(machine)).toSorted((a, b) => b.length - a.length)
    expect(checkedStates(table, column), place).toEqual([...new Set(states.flat())])
  }
})

test('every state but the start can be reached, and final states have no way out', () => {
  for (const { name, machine } of keptMachines) {
    const reached = new Set(Object.values(machine.moves).map(move => move.to))
    expect(
      stateKeys(machine).filter(state => state !== machine.start && !reached.has(state)),
      name,
    ).toEqual([])
    expect(
      Object.entries(machine.moves)
        .filter(([, move]) =>
          move.from.some(from => machine.states[from]?.final && !(machine.table === 'tasks' && from === 'done')),
        )
        .map(([move]) => move),
      name,
    ).toEqual([])
  }
})

test('a state table with moves is kept in a column, itself or by the tables that share it', () => {
  const kept = new Set(keptMachines.map(({ machine }) => machine.moves))
  expect(
    stateTables
      .filter(({ machine }) => Object.keys(machine.moves).length > 0 && !kept.has(machine.moves))
      .map(({ name }) => name),
  ).toEqual([])
})

/** Places that set a column, in the query builder's words and in SQL: `.set({ state`, `set state =`. */
function writesOf(text: string, column: string): string[] {
  const named = new RegExp(`(?:^|[^\\w.'$])${column}\\b\\s*(?:[:,]|$)`)
  const built = [...text.matchAll(/(?:\.set|doUpdateSet)\(\{([^}]*)\}/g)].filter(([, body = '']) => named.test(body))
  const raw = [...text.matchAll(/\bset\b([^`]*)/g)].filter(([, body = '']) =>
    new RegExp(`^(?:(?!\\b(?:where|from)\\b)[\\s\\S])*?(?:^|[\\s,.])${column} = `).test(body),
  )
  return [...built, ...raw].map(([place]) => place.slice(0, 80))
}

test('a state column is written in work/move.ts alone', () => {
  const columns = [...new Set(keptMachines.map(({ machine }) => machine.column))]
  expect(
    [
      '.set({ amount, state })',
      ".set({ state: 'x' })",
      '`update goods set updated_at = 1, state = ${to} where`',
    ].filter(text => writesOf(text, 'state').length === 0),
  ).toEqual([])
  expect(writesOf("`update goods set body = 1 where state = 'draft'`", 'state')).toEqual([])
  // rows are born with a first state: demo and entering of finished journeys insert it, nothing later sets it
  const written = productFiles
    // the state of a vehicle's last position is heard, not moved
    .filter(file => !/^apps\/server\/src\/(?:work\/move|track\/live)\.ts$/.test(file))
    .filter(file => file.startsWith('apps/server/src/'))
    .flatMap(file => columns.flatMap(column => writesOf(textOf(file), column).map(place => `${file}: ${place}`)))
  expect(written).toEqual([])
})

test('each record that has a history has its case in the wall of the histories', () => {
  expect(seenEntities().toSorted()).toEqual([...entities].toSorted())
})

test('the histories have one wall: a record adds a function the wall calls, and no policy that is tried for every line', () => {
  expect(wallsBeside()).toEqual([])
  expect(wallsBeside('create policy wall_thing on events using (true);'), 'control').toEqual(['wall_thing'])
})
