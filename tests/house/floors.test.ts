// The floors of the house: who may import whom, and that no import comes back round.
import { expect, test } from 'vitest'
import { importsOf, productFiles, textOf, type Import } from './sources.ts'

/** Floor of a file, and the floors it may stand on. */
const floors: readonly { name: string; at: RegExp; may: readonly string[] }[] = [
  { name: 'domain', at: /^packages\/domain\//, may: ['domain'] },
  { name: 'contract', at: /^packages\/contract\//, may: ['contract', 'domain'] },
  { name: 'regions', at: /^packages\/regions\//, may: ['regions'] },
  { name: 'postgres', at: /^packages\/postgres\//, may: ['postgres'] },
  {
    name: 'web.main',
    at: /^apps\/web\/src\/main\.tsx$/,
    may: ['web.app', 'web.features', 'web.ui', 'web.lib', 'contract', 'domain', 'regions'],
  },
  {
    name: 'web.app',
    at: /^apps\/web\/src\/app\//,
    may: ['web.app', 'web.features', 'web.ui', 'web.lib', 'contract', 'domain', 'regions'],
  },
  {
    name: 'web.features',
    at: /^apps\/web\/src\/features\//,
    may: ['web.features', 'web.ui', 'web.lib', 'contract', 'domain', 'regions'],
  },
  { name: 'web.ui', at: /^apps\/web\/src\/ui\//, may: ['web.ui', 'web.lib', 'contract', 'domain', 'regions'] },
  { name: 'web.lib', at: /^apps\/web\/src\/lib\//, may: ['web.lib', 'contract', 'domain', 'regions'] },
  { name: 'web', at: /^apps\/web\//, may: [] },
  { name: 'server', at: /^apps\/server\//, may: ['server', 'contract', 'domain', 'regions', 'postgres'] },
  { name: 'scripts', at: /^(?:scripts\/|vitest[\w.]*\.config\.ts$)/, may: ['scripts', 'postgres', 'domain'] },
]
const floorOf = (file: string) => floors.find(floor => floor.at.test(file))
const imports = productFiles.flatMap(importsOf)
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

test('the glue of the server never imports a feature', () => {
  expect(
    say(
      imports.filter(
        ({ from, to }) =>
          /^apps\/server\/src\/(?:http|db|files|partners)\//.test(from) && to.startsWith('apps/server/src/features/'),
      ),
    ),
  ).toEqual([])
})

test('the server does not hold from its start what few requests need', () => {
  // sheetFile runs in a thread that ends with its file
  const free = /^apps\/server\/src\/(?:demo\/|imports\/sheet(?:File|Worker)\.ts$)|\.testing\.ts$|\/testing\.ts$/
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

test('the domain is pure: no clock, no chance, no input or output', () => {
  const impure = productFiles
    .filter(file => file.startsWith('packages/domain/'))
    .filter(file => /\bDate\.now\(|new Date\(\)|Math\.random\(|from 'node:|process\.|fetch\(/.test(textOf(file)))
  expect(impure).toEqual([])
})

test('no import comes back round', () => {
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to])
  const done = new Set<string>(),
    path: string[] = [],
    circles: string[] = []
  const visit = (file: string): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    path.push(file)
    for (const to of edges.get(file) ?? []) visit(to)
    path.pop()
  }
  for (const file of productFiles) visit(file)
  expect(circles).toEqual([])
})
