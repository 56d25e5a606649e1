// The floors of the house: who may import whom, and that no import comes back round.
import { expect, test } from 'vitest'
import { importsOf, productFiles, roomOf, textOf, type Import } from './sources.ts'

/** Floor of a file, and the floors it may stand on. */
const floors: readonly { name: string; at: RegExp; may: readonly string[] }[] = [
  { name: 'domain', at: /^packages\/domain\//, may: ['domain'] },
  { name: 'contract', at: /^packages\/contract\//, may: ['contract', 'domain'] },
  { name: 'regions', at: /^packages\/regions\//, may: ['regions'] },
  { name: 'postgres', at: /^packages\/postgres\//, may: ['postgres'] },
  { name: 'jt808', at: /^packages\/jt808\//, may: ['jt808'] },
  { name: 'intake', at: /^packages\/intake\//, may: ['intake', 'jt808'] },
  { name: 'operations', at: /^packages\/operations\//, may: [] },
  { name: 'track', at: /^packages\/track\//, may: ['track'] },
  { name: 'gateway', at: /^apps\/gateway\//, may: ['gateway', 'intake', 'jt808', 'operations', 'contract', 'domain'] },
  {
    name: 'web.main',
    at: /^apps\/web\/src\/main\.tsx$/,
    may: [
      'web.app',
      'web.features',
      'web.parts',
      'web.ui',
      'web.lib',
      'web.styles',
      'contract',
      'domain',
      'regions',
      'track',
    ],
  },
  {
    name: 'web.app',
    at: /^apps\/web\/src\/app\//,
    may: [
      'web.app',
      'web.features',
      'web.parts',
      'web.ui',
      'web.lib',
      'web.styles',
      'contract',
      'domain',
      'regions',
      'track',
    ],
  },
  {
    name: 'web.features',
    at: /^apps\/web\/src\/features\//,
    may: [
      'web.features',
      'web.parts',
      'web.ui',
      'web.lib',
      'web.styles',
      'contract',
      'domain',
      'regions',
      'track',
      'jt808',
    ],
  },
  {
    name: 'web.parts',
    at: /^apps\/web\/src\/parts\//,
    may: ['web.parts', 'web.ui', 'web.lib', 'web.styles', 'contract', 'domain', 'regions', 'track'],
  },
  {
    name: 'web.ui',
    at: /^apps\/web\/src\/ui\//,
    may: ['web.ui', 'web.lib', 'web.styles', 'contract', 'domain', 'regions', 'track'],
  },
  {
    name: 'web.lib',
    at: /^apps\/web\/src\/lib\//,
    may: ['web.lib', 'web.styles', 'contract', 'domain', 'regions', 'track'],
  },
  { name: 'web.styles', at: /^apps\/web\/src\/styles\//, may: [] },
  // the build writes tables of calls down as addresses
  { name: 'web', at: /^apps\/web\//, may: ['web', 'web.styles', 'contract'] },
  {
    name: 'server.start',
    at: /^apps\/server\/src\/(?:main|server|track\/trackMain)\.ts$/,
    may: [
      'server',
      'server.start',
      'demo',
      'contract',
      'domain',
      'regions',
      'postgres',
      'operations',
      'intake',
      'jt808',
      'track',
    ],
  },
  {
    name: 'server',
    at: /^apps\/server\/src\//,
    may: ['server', 'contract', 'domain', 'regions', 'postgres', 'operations', 'intake', 'jt808', 'track'],
  },
  {
    name: 'demo',
    at: /^apps\/server\/demo\//,
    may: ['demo', 'server', 'contract', 'domain', 'regions', 'postgres', 'jt808', 'track'],
  },
  { name: 'scripts', at: /^(?:scripts\/|vitest[\w.]*\.config\.ts$)/, may: ['scripts', 'postgres', 'domain'] },
]
const floorOf = (file: string) => floors.find(floor => floor.at.test(file))
const imports = productFiles.flatMap(importsOf)
const isOfServer = (file: string): boolean => /^apps\/server\/src\/.*\//.test(file)
const say = (list: readonly Import[]): string[] => list.map(({ from, line, to }) => `${from}:${line} imports ${to}`)

test('enough modules are seen for these rules to mean anything', () => {
  expect(productFiles.length).toBeGreaterThan(80)
  expect(imports.length).toBeGreaterThan(150)
})

test('every source file stands on a floor', () => {
  expect(productFiles.filter(file => !floorOf(file) && !file.startsWith('bench/'))).toEqual([])
})

test('a file imports only from its own floor and those below it', () => {
  expect(
    say(
      imports.filter(({ from, to }) => {
        const a = floorOf(from),
          b = floorOf(to)
        return a !== undefined && b !== undefined && !a.may.includes(b.name)
      }),
    ),
  ).toEqual([])
})

test('in domain and contract a word with more than one file is a folder', () => {
  const alone = productFiles.flatMap(file => {
    const [, floor = '', word = ''] = /^packages\/(domain|contract)\/src\/([a-z]+)\w*\.ts$/.exec(file) ?? []
    return word === '' ? [] : [`${floor} ${word}`]
  })
  expect(alone.length).toBeGreaterThan(20)
  expect(alone.filter((word, at) => alone.indexOf(word) !== at)).toEqual([])
})

test('features of the portal never import each other', () => {
  const feature = (file: string): string | undefined => /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1]
  expect(
    say(
      imports.filter(
        ({ from, to }) => feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to),
      ),
    ),
  ).toEqual([])
})

test('features of the server reach each other only through commands and queries', () => {
  const feature = (file: string): string | undefined => /^apps\/server\/src\/features\/([^/]+)\//.exec(file)?.[1]
  expect(
    say(
      imports.filter(
        ({ from, to }) =>
          feature(from) !== undefined &&
          feature(to) !== undefined &&
          feature(from) !== feature(to) &&
          !/\.(?:commands|queries)\.ts$/.test(to),
      ),
    ),
  ).toEqual([])
})

test('the ground of the server knows no person and no feature', () => {
  const ground = /^apps\/server\/src\/(?:db|files|partners|exports)\//
  expect(
    say(imports.filter(({ from, to }) => ground.test(from) && roomOf(from) !== roomOf(to) && isOfServer(to))),
  ).toEqual([])
})

test('the glue of the server never imports a feature', () => {
  const glue = /^apps\/server\/src\/(?:work|http|jobs|imports)\//
  expect(say(imports.filter(({ from, to }) => glue.test(from) && to.startsWith('apps/server/src/features/')))).toEqual(
    [],
  )
})

test('features know neither the push nor the role of tracking: both stand above them', () => {
  const above = /^apps\/server\/src\/(?:push|track)\//
  expect(
    imports.some(({ from, to }) => above.test(from) && to.includes('/features/')),
    'control',
  ).toBe(true)
  expect(say(imports.filter(({ from, to }) => from.startsWith('apps/server/src/features/') && above.test(to)))).toEqual(
    [],
  )
})

test('queries import no commands', () => {
  expect(
    say(imports.filter(({ from, to }) => from.endsWith('.queries.ts') && /\.(?:commands|routes|jobs)\.ts$/.test(to))),
  ).toEqual([])
})

test('the server does not hold from its start what few requests need', () => {
  // sheetFile runs in a thread that ends with its file
  const free = /^apps\/server\/(?:demo\/|src\/imports\/sheet(?:File|Worker)\.ts$)/
  const rare =
    /^import (?!type )[^'";]* from '((?:hucre|@nats-io|file-type)\b[^']*|[^']*\/(?:demo\/(?!accounts)\w+|sheetFile)\.ts)'/gm
  expect(
    productFiles
      .filter(file => file.startsWith('apps/server/') && !free.test(file))
      .flatMap(file =>
        [...textOf(file).matchAll(rare)].map(
          ([, name]) => `${file} imports ${name} at its start: ask for it with import() where it is used`,
        ),
      ),
  ).toEqual([])
})

test('domain and codec are pure: no clock, no chance, no input or output', () => {
  const impure = productFiles
    .filter(file => /^packages\/(?:domain|jt808)\//.test(file))
    .filter(file => /\bDate\.now\(|new Date\(\)|Math\.random\(|from 'node:|process\.|fetch\(/.test(textOf(file)))
  expect(impure).toEqual([])
})

test('a proof that a message is stored is made by the intake log alone', () => {
  const makes = /\bnew StoredRow\b|\bas (?:Stored|StoredRow)\b|\bextends StoredRow\b/
  expect(productFiles.filter(file => makes.test(textOf(file)))).toEqual(['packages/intake/src/writer.ts'])
  expect(textOf('packages/intake/src/writer.ts').match(/\bnew StoredRow\b/g)).toHaveLength(1)
})

test('no import of files comes back round', () => {
  expect(circlesOf(imports.map(({ from, to }) => [from, to]))).toEqual([])
})

test('no import of folders comes back round', () => {
  expect(circlesOf(imports.map(({ from, to }) => [roomOf(from), roomOf(to)]))).toEqual([])
})

test('a circle is seen', () => {
  expect(
    circlesOf([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['c', 'd'],
    ]),
  ).toEqual(['b → c → b'])
})

/** Every way that comes back to where it began, once. */
function circlesOf(steps: readonly (readonly [string, string])[]): string[] {
  const edges = new Map<string, Set<string>>()
  for (const [from, to] of steps) if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  const done = new Set<string>(),
    path: string[] = [],
    circles: string[] = []
  const visit = (at: string): void => {
    if (path.includes(at)) circles.push([...path.slice(path.indexOf(at)), at].join(' → '))
    if (done.has(at)) return
    done.add(at)
    path.push(at)
    for (const to of edges.get(at) ?? []) visit(to)
    path.pop()
  }
  for (const at of edges.keys()) visit(at)
  return circles
}
