// The portal's look is one table: no colour stands beside it, and letters have five sizes and two weights.
import { expect, test } from 'vitest'
import { tokenSheet } from '../../apps/web/src/styles/tokens.ts'
import { allFiles, textOf } from './sources.ts'

const table = 'apps/web/src/styles/tokens.ts'
/** The picture in the browser's tab: drawn outside the page, where no variable reaches. */
const pictures: readonly string[] = ['apps/web/public/favicon.svg']
const shown = allFiles.filter(
  file => /^apps\/web\/.*\.(?:tsx?|css|html|svg|js)$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== table,
)
const sheets = shown.filter(file => file.endsWith('.css'))

/** Lines that match, as `file: text`. */
const lines = (files: readonly string[], wrong: RegExp): string[] =>
  files.flatMap(file =>
    textOf(file)
      .split('\n')
      .filter(line => wrong.test(line))
      .map(line => `${file}: ${line.trim()}`),
  )

test('no colour stands outside the table of tokens', () => {
  const literal =
    /#[\da-f]{3,8}\b(?!['"]?\))|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black|red|gr[ae]y|orange|green|blue)\s*;/i
  expect(
    lines(
      shown.filter(file => !pictures.includes(file)),
      literal,
    ),
  ).toEqual([])
})

test('every variable a style sheet reads is set somewhere', () => {
  const set = new Set(
    [tokenSheet(), ...shown.map(textOf)].flatMap(text =>
      [...text.matchAll(/(--[\w-]+)['"]?\s*:/g)].map(([, name]) => name),
    ),
  )
  const read = sheets.flatMap(file =>
    [...textOf(file).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => `${file}: ${name ?? ''}`),
  )
  expect(read.filter(line => !set.has(line.split(': ')[1]))).toEqual([])
})

test('letters have five sizes and two weights', () => {
  const size = /\bfont-size:(?! (?:12|14|16|20|28)px;)/
  const weight = /\bfont-weight:(?! (?:400|600);)/
  expect(lines(sheets, size)).toEqual([])
  expect(lines(sheets, weight)).toEqual([])
})

test('readers are addressed by one word, in the portal and in what the product tells them', () => {
  const said = allFiles.filter(
    file =>
      /^(?:apps\/(?:web|server|gateway)|packages)\/.*\.(?:tsx?|html|js)$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(lines(said, /你/)).toEqual([])
})
