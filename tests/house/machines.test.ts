// State machines agree with the columns that keep them.
import { stateKeys } from '@yunshu/domain/states'
import { expect, test } from 'vitest'
import { checkedStates, keptMachines, stateTables } from './machines.ts'

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
