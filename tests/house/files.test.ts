// Every file is readable by itself: an opening sentence, a bounded size, no silenced compiler, no junk drawer.
import { expect, test } from 'vitest'
import { allFiles, importsOf, productFiles, sourceFiles, textOf } from './sources.ts'

test('every file opens with one sentence that says what it holds', () => {
  expect(sourceFiles.filter(file => !/^(?:#!.*\n)?\s*(?:\/\/|\/\*)/.test(textOf(file)))).toEqual([])
})

/** The ceiling of a file, and those of a list that reach through it. */
const mostLines = 400
const tooLong = (texts: readonly (readonly [file: string, text: string])[]): string[] =>
  texts.filter(([, text]) => text.split('\n').length > mostLines + 1).map(([file]) => file)

test('no file has more than 400 lines, style sheets too, and nine of ten sources have at most 230', () => {
  expect(
    tooLong([
      ['long.css', '.a {\n}\n'.repeat(201)],
      ['full.css', '.a {\n}\n'.repeat(200)],
    ]),
  ).toEqual(['long.css'])
  const sheets = allFiles.filter(file => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(50)
  expect(tooLong([...productFiles, ...sheets].map(file => [file, textOf(file)]))).toEqual([])
  const sizes = productFiles.map(file => textOf(file).split('\n').length).sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length * 0.9)] ?? 0).toBeLessThanOrEqual(230)
})

/** Parts of tables of the house, whatever their size, and the file whose import has to come before all others. */
const ownFiles =
  /\.(?:routes|jobs)\.ts$|Labels\.ts$|^packages\/domain\/src\/problems\/|^packages\/contract\/src\/screens\/|^apps\/web\/src\/app\/jitless\.ts$/

test('a file of under twelve lines with one importer lives with its owner', () => {
  const importers = new Map<string, Set<string>>()
  const late = new Set<string>()
  for (const file of sourceFiles)
    for (const { to, isLate } of importsOf(file)) {
      importers.set(to, (importers.get(to) ?? new Set()).add(file))
      if (isLate) late.add(to)
    }
  const small = productFiles.filter(file => {
    const [first, ...others] = importers.get(file) ?? []
    return first !== undefined && others.length === 0 && !late.has(file) && textOf(file).split('\n').length <= 12
  })
  expect(small, 'control').toContain('apps/web/src/app/jitless.ts')
  expect(small.filter(file => !ownFiles.test(file))).toEqual([])
})

test('nobody silences the compiler', () => {
  const marks = [/:\s*any\b|<any>|as any\b/, /@ts-ignore|@ts-nocheck|@ts-expect-error/, /oxlint-disable|eslint-disable/]
  expect(
    sourceFiles.filter(file => !file.startsWith('tests/house/') && marks.some(mark => mark.test(textOf(file)))),
  ).toEqual([])
})

/** Files with a cast past the compiler, each for a reason the code says. */
const casts: readonly string[] = ['apps/server/src/features/fleet/change.commands.ts']

test('types are not cast past the compiler', () => {
  const cast = /[\w)\]}] as (?:never|unknown as)\b/
  expect(
    productFiles.filter(
      file =>
        !casts.includes(file) &&
        textOf(file)
          .split('\n')
          .some(line => !/^\s*(?:\/\/|\*|\/\*)/.test(line) && cast.test(line)),
    ),
  ).toEqual([])
})

/** Files that need more than 25 imports, each with the parts it joins. */
const joining: Readonly<Record<string, string>> = {
  'apps/server/demo/seed.ts': 'every part of the demo',
  'apps/server/demo/story.ts': 'every part of the story',
  'packages/domain/src/problems/problems.ts': 'the refusals of all words',
  'apps/server/src/features/settlement/settlement.routes.ts': 'every call of sheets, their parts and their exceptions',
  'apps/server/src/features/appoint/appoint.commands.ts': 'task, goods, fleet, policies and the waybills made of them',
  'apps/server/src/features/backfill/backfill.commands.ts': 'goods, judged rows, waybills and their claims',
  'apps/server/src/features/goodsChange/change.commands.ts': 'goods, the work carriers hold of them, and consents',
  'apps/server/src/features/exporting/sheets.ts': 'the pages of all lists',
  'apps/server/src/routes.ts': 'the routes of all features',
  'apps/server/src/jobList.ts': 'the jobs of all features',
  'apps/server/src/features/waybill/waybillDetail.queries.ts': 'every part of a waybill',
  'apps/web/src/app/shell/Shell.tsx': 'header, menu, tabs, pages, and listeners that live as long as they do',
  'packages/contract/src/exporting/exportColumns.ts': 'the columns of all lists',
  'packages/contract/src/exporting/exportLists.ts': 'the calls of all lists',
}

test('no file has more than 25 imports, but those that join many', () => {
  const count = (file: string): number => textOf(file).match(/^(?:import .*|\} from )'[^']+'$/gm)?.length ?? 0
  expect(productFiles.filter(file => !(file in joining) && count(file) > 25)).toEqual([])
  expect(Object.keys(joining).filter(file => count(file) <= 25)).toEqual([])
})

test('there is no junk drawer', () => {
  expect(
    sourceFiles.filter(file => /(?:^|\/)(?:utils?|helpers?|common|misc|constants|types)(?:\.tsx?|\/)/.test(file)),
  ).toEqual([])
})

/** Money beside a sign of multiplication, and figures printed by hand, where they are no money made of floats. */
const noFloats: Readonly<Record<string, string>> = {
  'apps/server/src/features/settlement/sheetMarks.queries.ts': 'prices of SQL, which are numeric',
  'apps/server/src/work/days.ts': 'whole amounts of SQL, once or not at all',
  'apps/server/demo/manualVouchers.ts': 'halves of SQL, which are bigint',
  'packages/domain/src/fence.ts': 'square kilometres',
}

test('money becomes decimals nowhere but in its own modules, and is multiplied and divided nowhere else', () => {
  const own = /^packages\/domain\/src\/figures\//
  const floats =
    /_fen\b\)?\s*[*/](?![*/])|[fF]en\b\)?\s*[*/]\s*\d|parseFloat\(|\b(?:amount|fen|money|price)\w*\.toFixed\(|\)\s*\.toFixed\([23]\)/
  const planted = [
    'fen(Math.floor((waybill.payable_fen / 1_000_000) * ppm))',
    'const half = line.gross_fen * share',
    '`${(totalFen) / 100} 元`',
    '`${(grams / 1_000_000).toFixed(3)} 吨`',
    '`${(amount / 100).toFixed(2)} 元`',
    'amount.toFixed(2)',
  ]
  expect(planted.filter(line => !floats.test(line))).toEqual([])
  const found = productFiles.filter(file => !own.test(file) && floats.test(textOf(file)))
  expect(found.filter(file => !(file in noFloats))).toEqual([])
  expect(
    Object.keys(noFloats).filter(file => !found.includes(file)),
    'exceptions that are none',
  ).toEqual([])
})

/** The rooms that know how far China's clock is ahead: the domain's, SQL's, and packages that know no domain. */
const clocks = [
  'packages/domain/src/figures/time.ts',
  'apps/server/src/db/conditions.ts',
  'packages/jt808/src/bcd.ts',
  'packages/intake/src/partitions.ts',
]

test('the clock of China stands once in code and once in SQL', () => {
  const offset = /Asia\/Shanghai['"]|28_?800_?000|\b8 \* 3_?600_?000\b/
  const planted = ["at time zone 'Asia/Shanghai'", '* 86400000 - 28800000', 'const zoneMs = 8 * 3_600_000']
  expect(planted.filter(line => !offset.test(line))).toEqual([])
  expect(productFiles.filter(file => offset.test(textOf(file))).sort()).toEqual([...clocks].sort())
})

test('the portal compares account and business types in lib/side alone', () => {
  const own = 'apps/web/src/lib/side.ts'
  const comparison =
    /\btype(?: \?\? 0\))? (?:[!=]==|>|<) [0-3]\b|[!=]== userTypes\.|\bbusinessType\b.* [!=]== |\bis(?:Carrier|Shipper)\(/
  expect(
    productFiles.filter(file => file.startsWith('apps/web/') && file !== own && comparison.test(textOf(file))),
  ).toEqual([])
})

test('no line of JSX begins or ends with a wide space: the compiler drops it there', () => {
  const edge = /^[ \t]*[\u00a0\u2000-\u200b\u3000]|[\u00a0\u2000-\u200b\u3000][ \t]*$/m
  expect(
    ['  \u3000亏吨', '开户行：{bank}\u3000\n'].filter(text => edge.test(text)),
    'control',
  ).toHaveLength(2)
  expect(allFiles.filter(file => file.endsWith('.tsx') && edge.test(textOf(file)))).toEqual([])
})

test('versions are pinned exactly', () => {
  const loose = allFiles
    .filter(file => /(?:^|\/)package\.json$/.test(file))
    .flatMap(file => {
      const {
        dependencies = {},
        devDependencies = {},
        optionalDependencies = {},
      } = JSON.parse(textOf(file)) as Record<string, Record<string, string>>
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })
  expect(loose).toEqual([])
})

test('nobody was told what they may do with the product: its licence stands in the repository as package.json names it', () => {
  expect(textOf('package.json')).toContain('"license": "UNLICENSED"')
  expect(textOf('LICENSE')).toContain('保留所有权利')
})

test('the version stands once, in package.json, and is the newest heading of the changes', () => {
  const versionOf = (file: string) => (JSON.parse(textOf(file)) as { version: string }).version
  const [, newest] = /^## (\d+\.\d+\.\d+) · /m.exec(textOf('CHANGELOG.md')) ?? []
  expect(newest).toBe(versionOf('package.json'))
  const parts = allFiles.filter(file => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(file))
  expect(parts.length).toBeGreaterThan(4)
  expect(parts.filter(file => versionOf(file) !== '0.0.0')).toEqual([])
})
