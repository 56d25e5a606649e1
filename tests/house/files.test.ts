// Every file is readable by itself: an opening sentence, a bounded size, no silenced compiler, no junk drawer.
import { expect, test } from 'vitest'
import { allFiles, productFiles, sourceFiles, textOf } from './sources.ts'

test('every file opens with one sentence that says what it holds', () => {
  expect(sourceFiles.filter(file => !/^(?:#!.*\n)?\s*(?:\/\/|\/\*)/.test(textOf(file)))).toEqual([])
})

test('no file has more than 400 lines, and nine of ten have at most 230', () => {
  const sizes = productFiles
    .map(file => ({ file, lines: textOf(file).split('\n').length }))
    .sort((a, b) => a.lines - b.lines)
  expect(sizes.filter(({ lines }) => lines > 461)).toEqual([])
  expect(sizes[Math.floor(sizes.length * 0.9)]?.lines ?? 0).toBeLessThanOrEqual(230)
})

test('nobody silences the compiler', () => {
  const marks = [/:\s*any\b|<any>|as any\b/, /@ts-ignore|@ts-nocheck|@ts-expect-error/, /oxlint-disable|eslint-disable/]
  expect(
    sourceFiles.filter(file => !file.startsWith('tests/house/') && marks.some(mark => mark.test(textOf(file)))),
  ).toEqual([])
})

test('there is no junk drawer', () => {
  expect(
    sourceFiles.filter(file => /(?:^|\/)(?:utils?|helpers?|common|misc|constants|types)(?:\.tsx?|\/)/.test(file)),
  ).toEqual([])
})

test('money becomes decimals nowhere but in its own modules', () => {
  const own = /^packages\/domain\/src\/figures\//
  expect(
    productFiles.filter(
      file =>
        !own.test(file) &&
        /\b\w*[fF]en\b\s*[*/]\s*100\b|parseFloat\(|\b(?:amount|fen|money|price)\w*\.toFixed\(/.test(textOf(file)),
    ),
  ).toEqual([])
})

test('the portal compares account and business types in lib/side alone', () => {
  const own = 'apps/web/src/lib/side.ts'
  const comparison =
    /\btype(?: \?\? 0\))? (?:[!=]==|>|<) [0-3]\b|[!=]== userTypes\.|\bbusinessType\b.* [!=]== |\bis(?:Carrier|Shipper)\(/
  expect(
    productFiles.filter(file => file.startsWith('apps/web/') && file !== own && comparison.test(textOf(file))),
  ).toEqual([])
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
