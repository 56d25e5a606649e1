// Exports of the house: each is used by the product, and a function whose object its call does not say has it in its name.
import { expect, test } from 'vitest'
import { fileOf, isTest, productFiles, sourceFiles, textOf } from './sources.ts'

/** Exported functions of one small word that say enough at every call, by the reason. */
const bareNames: Readonly<Record<string, readonly string[]>> = {
  'makes the value it names': ['fen', 'grams', 'volume', 'debit', 'credit', 'dice'],
  'declares the thing it names': ['call', 'machine'],
  'is the layout of a field, beside others in one table': [
    'u8',
    'u16',
    'u32',
    'bcd',
    'list',
    'struct',
    'tail',
    'empty',
  ],
  'is a condition of SQL, whose first argument is the column': ['between', 'chosen', 'contains'],
  'is the one deep module all calls, moves and permits go through': ['serve', 'on', 'send', 'move', 'may', 'can'],
  'is what a unit of work is opened as': ['reading', 'writing'],
  'is the refusal every write of a version has': ['stale'],
  'brings the whole database to its schema': ['migrate'],
}
const isAllowed = new Set(Object.values(bareNames).flat())

/** Exported functions of a text whose name is one small word. */
function bareOf(text: string): string[] {
  const found = text.matchAll(/^export (?:async )?(?:function\*? |const )([a-z][a-z0-9]*)\b(.*)/gm)
  return [...found].flatMap(([line, name = '', rest = '']) =>
    line.includes('function') || /=>|= \($|= async/.test(rest) ? [name] : [],
  )
}

test('an exported function of one word is one of those that say enough, each of which is one function', () => {
  const planted = [
    'export function choose(list: List): void {',
    'export const shown = (row: Row) => ({',
    'export async function once<T>(',
  ]
  expect(planted.flatMap(bareOf)).toEqual(['choose', 'shown', 'once'])
  expect(bareOf('export function chooseRows(list: List): void {\nexport const limit = 20')).toEqual([])
  const found = productFiles.flatMap(file => bareOf(textOf(file)).map(name => ({ file, name })))
  expect(found.filter(({ name }) => !isAllowed.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  expect(found.map(({ name }) => name).sort(), 'each once, and none that is gone').toEqual([...isAllowed].sort())
})

/** Exports that others import by name, as `file name`, and the files somebody imports whole. */
function usesOf(files: readonly string[]): { readonly names: Set<string>; readonly whole: Set<string> } {
  const [names, whole] = [new Set<string>(), new Set<string>()]
  for (const file of files) {
    const text = textOf(file)
    for (const [, list = '', from = ''] of text.matchAll(
      /(?:import|export)\s+(?:type )?\{([^}]*)\}\s*from\s*'([^']+)'/g,
    ))
      for (const name of list.split(',')) {
        const [one = ''] = name
          .trim()
          .replace(/^type /, '')
          .split(' as ')
        names.add(`${fileOf(file, from) ?? ''} ${one}`)
      }
    for (const [, star, late] of text.matchAll(/\* (?:as \w+ )?from '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g))
      whole.add(fileOf(file, star ?? late ?? '') ?? '')
  }
  return { names, whole }
}

/** The parts of the house that tests alone start: generated tables are compared, clusters are made and thrown away. */
const ofTests = /^apps\/server\/src\/db\/codegen\.ts$|^packages\/postgres\/src\/scratch\.ts$/
/** Parts of the product that are not built: what is made ready for them may wait. */
const notBuilt = ['reporting to the regulator']

test('every export is used by the product, or waits for a part of it that is not built', () => {
  const { names, whole } = usesOf(sourceFiles.filter(file => !isTest(file)))
  const faults = productFiles
    .filter(file => !ofTests.test(file))
    .flatMap(file => {
      const text = textOf(file)
      return [
        ...text.matchAll(
          /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
        ),
      ].flatMap(([, doc = '', name = '']) => {
        const isImported = names.has(`${file} ${name}`)
        const isInside = (text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1
        const planned = /@planned (.*)/.exec(doc)?.[1]
        if (planned === undefined) return isImported || isInside || whole.has(file) ? [] : [`${file}: ${name} is idle`]
        if (isImported || isInside) return [`${file}: ${name} is used, and marked as planned`]
        return notBuilt.includes(planned) ? [] : [`${file}: ${name} is planned for ${planned}`]
      })
    })
  expect(faults).toEqual([])
})
