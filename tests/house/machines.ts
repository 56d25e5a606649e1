// The machines of the house: every one a file of the domain exports, by the name it is exported under.
import path from 'node:path'
import { entities } from '@yunshu/domain/entities'
import type { KeptMachine, Machine } from '@yunshu/domain/states'
import { allFiles, isTest, root, textOf } from './sources.ts'

const isMachine = (value: unknown): value is Machine =>
  typeof value === 'object' && value !== null && 'start' in value && 'states' in value && 'moves' in value
const isKept = (machine: Machine): machine is KeptMachine => 'table' in machine && 'column' in machine

const exported = await Promise.all(
  allFiles
    .filter(file => /^packages\/domain\/src\/.*\.ts$/.test(file) && !isTest(file))
    .map(async file => Object.entries((await import(path.join(root, file))) as Record<string, unknown>)),
)

/** Every state table, those that stand in no column too. */
export const stateTables = exported
  .flat()
  .flatMap(([name, value]) => (isMachine(value) ? [{ name, machine: value }] : []))

/** Those whose state a column keeps. */
export const keptMachines = stateTables.flatMap(({ name, machine }) => (isKept(machine) ? [{ name, machine }] : []))

/** All migrations, in their order. */
const sql = allFiles
  .filter(file => /migrations\/.*\.sql$/.test(file))
  .toSorted()
  .map(textOf)
  .join('\n')

/** The states in the last check of a column: written with its table, or put in its place by a later migration. */
export function checkedStates(table: string, column: string): string[] | undefined {
  const made = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\)`).exec(sql)?.[1] ?? ''
  const own = new RegExp(`\\b${column} text not null[^,]*?check \\(${column} in \\(([^)]*)\\)\\)`).exec(made)
  const later = [
    ...sql.matchAll(new RegExp(`add constraint ${table}_${column}_check check \\(${column} in \\(([^)]*)\\)\\)`, 'g')),
  ].at(-1)
  return (later ?? own)?.[1]?.split(',').map(text => text.trim().replaceAll("'", ''))
}

const isEntity = (word: string): boolean => entities.some(entity => entity === word)

/** The records the wall of the histories knows: by a case of its function, or by one of their own that it calls (decision 026). */
export function seenEntities(): string[] {
  const bodies = [...sql.matchAll(/function sees_record\([^$]*\$\$([\s\S]*?)\$\$/g)].map(([, text = '']) => text)
  // one that asks the one before it for all other kinds adds to it, any other takes its place
  const first = bodies.findLastIndex(text => !text.includes('sees_record_before_'))
  const body = bodies.slice(first).join('\n')
  const own = [...sql.matchAll(/^create (?:or replace )?function "?sees_(\w+?)"?\(id uuid\)/gm)].flatMap(
    ([, word = '']) => (isEntity(word) ? [word] : []),
  )
  const cases = [...body.matchAll(/when ([^\n]*?) then/g)].flatMap(([, words = '']) =>
    [...words.matchAll(/'(\w+)'/g)].map(([, word = '']) => word),
  )
  return [...cases, ...own]
}

/** Policies of single records on the histories that still stand: each would be tried for every line. */
export function wallsBeside(text = sql): string[] {
  const namesOf = (act: string): string[] =>
    [...text.matchAll(new RegExp(`${act} policy (wall_\\w+) on events\\b`, 'g'))].map(([, word = '']) => word)
  const dropped = new Set(namesOf('drop'))
  return namesOf('create').filter(word => !dropped.has(word))
}
