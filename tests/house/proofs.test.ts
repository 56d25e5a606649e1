// Pages of proof name tests and benches that are there: a title that was changed is changed on its page as well.
import { expect, test } from 'vitest'
import { allFiles, testFiles, textOf } from './sources.ts'

/** Folders as pages of proof shorten them. */
const shortened: Readonly<Record<string, string>> = {
  V: 'apps/server/src/features/voucher',
  I: 'apps/server/src/features/invoice',
  D: 'packages/domain/src',
}
const pages = ['docs/tracking-proof.md', 'docs/money-proof.md', 'docs/books-proof.md']

/** A test as `server/features/track/map` names it. */
const shortOf = (file: string): string =>
  file
    .replace(/^(?:apps|packages)\//, '')
    .replace('/src/', '/')
    .replace(/\.(?:test|spec)\.tsx?$/, '')
const shorts = new Map(testFiles.map(file => [shortOf(file), file]))

/** Files a name means: one test, or all of a folder; `beside` is the name before it, whose folder a bare word shares. */
function filesOf(name: string, beside: string): string[] {
  const [head = '', ...rest] = name.split('/')
  const whole = rest.length > 0 && shortened[head] !== undefined ? [shortened[head], ...rest].join('/') : name
  if (/\.(?:test|spec)\.tsx?$/.test(name)) return testFiles.filter(file => `/${file}`.endsWith(`/${whole}`))
  const full = name.includes('/') ? name : `${beside.slice(0, beside.lastIndexOf('/'))}/${name}`
  return [...shorts].flatMap(([short, file]) =>
    [short, file].some(one => one === full || one.startsWith(`${full}/`)) ? [file] : [],
  )
}

/** Texts that stand first in a call, as titles do. */
const titlesOf = (file: string): string[] =>
  [...textOf(file).matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , text = '']) =>
    text.replaceAll(/\\(.)/g, '$1'),
  )

/** Parts of a cell of titles: `…` stands for what is left out. */
const partsOf = (text: string): string[] =>
  text.split(/[…;]/).flatMap(part => {
    const plain = part.trim().replace(/^[,: ]+|[, ]+$/g, '')
    return plain === '' ? [] : [plain]
  })

/** A text without what stands in parentheses. */
const withoutNotes = (text: string): string => text.replaceAll(/\s*\([^()]*\)/g, '')

/** Words of a table whose files stand in cells, and titles in one of them or behind the name of their file. */
interface Table {
  /** The column of titles, none where they stand behind names. */
  readonly column: number | undefined
  /** Files of the heading, of which the rows are. */
  readonly of: readonly string[]
}

/** Names in backticks. */
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** The table a line begins; undefined where it begins none whose titles are bare. */
function tableOf(cells: readonly string[]): Table | undefined {
  const column = cells.findIndex(cell => /^test(?: of |$)/.test(cell))
  if (column > 0) return { column, of: namesIn(cells[column] ?? '') }
  return cells.includes('where') || cells.includes('how') ? { column: undefined, of: [] } : undefined
}

/** Titles a line tells: in quotes, in backticks, and in a table bare. */
function toldIn(line: string, cells: readonly string[], table: Table | undefined): string[] {
  const bare =
    table === undefined
      ? []
      : table.column === undefined
        ? [...line.matchAll(/`[\w/.-]+`: ([^`|]+)/g)].map(([, text = '']) => text)
        : [cells[table.column] ?? '']
  return [
    ...[...line.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    ...namesIn(line).filter(name => /[ …]/.test(name) && !name.includes('npm ')),
    ...bare,
  ]
}

/** Names of a page that mean nothing, each with its line. */
function deadNames(page: string): string[] {
  let table: Table | undefined
  return page.split('\n').flatMap((line, at) => {
    const cells = line.split('|').map(cell => cell.trim())
    const begun = tableOf(cells)
    table = line.startsWith('|') ? (begun ?? table) : undefined
    if (begun || /^[|-]+$/.test(line)) return []
    let beside = ''
    const names = namesIn(line).filter(
      name => /^[\w./-]+\.(?:test|spec)\.tsx?$/.test(name) || (table && /^[a-z][\w/-]*$/.test(name)),
    )
    const found = [...(table?.of ?? []), ...names].map(name => {
      const files = filesOf(name, beside)
      beside = name.includes('/') ? name : beside
      return { name, files }
    })
    const titles = found.flatMap(({ files }) => files).flatMap(titlesOf)
    const isTitle = (part: string): boolean => titles.some(title => title.includes(part))
    const deadIn = (text: string): string[] => partsOf(text).filter(part => !isTitle(part))
    const told = found.length === 0 ? [] : toldIn(line, cells, table)
    return [
      ...found.filter(({ files }) => files.length === 0).map(({ name }) => name),
      ...[...line.matchAll(/npm run bench -- (\w+)/g)]
        .map(([, name = '']) => name)
        .filter(name => !allFiles.includes(`bench/${name}.ts`)),
      ...told.flatMap(text => (deadIn(text).length === 0 ? [] : deadIn(withoutNotes(text)))),
    ].map(name => `${at + 1}: ${name}`)
  })
}

test('a page of proof named tests and benches that are no more', () => {
  expect(pages.flatMap(page => deadNames(textOf(page)).map(name => `${page}:${name}`))).toEqual([])
})

test('control: a title, a file and a bench nobody has are found on a page of each form', () => {
  const planted = [
    '| a day | `voucher/closing.test.ts` "postings meant for no month" |',
    '| a day | `V/closing.test.ts` · `postings meant for a closed month …`, `and for no month …` |',
    '| a day | `V/closed.test.ts` |',
    '| a day | `npm run bench -- closing` |',
    '| what | file | test |\n|---|---|---|\n| a day | `track/fold` | a night in the yard adds …; and a day in it |',
    '| what | file | test |\n|---|---|---|\n| a day | `server/features/track/map`, `ares` | |',
    '| what | test of `track/fold` |\n|---|---|\n| a day | a day in the yard |',
    '| what | where |\n|---|---|\n| a day | `track/fold`: a day in the yard |',
  ]
  expect(planted.map(page => deadNames(page).length)).toEqual(planted.map(() => 1))
  const right = [
    '| a day | `voucher/closing.test.ts` "postings meant for a closed month" (two people) |',
    '| a day | `V/closing.test.ts` · `postings meant for a closed month …`; `npm run bench -- books` |',
    '| what | test of `track/fold` |\n|---|---|\n| a day | a night in the yard … (no day); a circle that is moved away … |',
    '| what | where |\n|---|---|\n| a day | `track/fold`: a night in the yard …; `server/features/track` |',
  ]
  expect(right.flatMap(deadNames)).toEqual([])
})
