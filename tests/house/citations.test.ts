// A reader can open what comments and documents cite: documents and decisions of this repository, the client's
// specification by its rows and sections, and published standards.
import path from 'node:path'
import { expect, test } from 'vitest'
import { allFiles, root, textOf } from './sources.ts'

const cited = allFiles.filter(
  file => /\.(?:tsx?|mjs|md|sql|css|json|html|conf)$|file$/.test(file) && file !== 'package-lock.json',
)
const sections = new Set(textOf('docs/checklist.md').match(/§\d+/g))
const decisions = new Set(allFiles.flatMap(file => /^docs\/decisions\/(\d{3})-/.exec(file)?.[1] ?? []))
const documents = allFiles.filter(file => file.endsWith('.md'))

/** Sections of published standards, which anybody can look up. */
const standard = /(?:ISO\/IEC \d+|OWASP ASVS [\d.]+|RFC \d+) §[\d.]+/g

/** The citations of a text that lead nowhere, each with its line. */
function deadEnds(text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    if (!/\.md\b|§|[Ss]tud|decision|issue|\(#?[B-DF-Z]\d|[WRD]\d|[A-Z]\.\d/.test(line)) return []
    const rest = line.replace(standard, '')
    const found = [
      ...[...rest.matchAll(/[\w./-]*\w\.md\b/g)]
        .map(([name]) => name.replace(/^(?:\.{1,2}\/)+/, ''))
        .filter(name => !documents.some(file => file === name || file.endsWith(`/${name}`))),
      ...[...rest.matchAll(/\bdecisions? (\d+)/g)]
        .filter(([, number = '']) => !decisions.has(number))
        .map(([name]) => name),
      ...[...rest.matchAll(/(spec )?((?:§[\d.]+(?:, )?)+)/g)]
        .filter(
          ([, spec, list = '']) =>
            spec === undefined ||
            (list.match(/§[\d.]+/g) ?? []).some(one => !sections.has(/^§\d+/.exec(one)?.[0] ?? '')),
        )
        .map(([name]) => name),
      // numbers of findings and of issues, as studies and trackers count them; A4 is paper, E18 an entry of the ledger
      ...(rest.match(
        /\b[Ss]tud(?:y|ies)\b|\bissues? \d+|\(#?[B-DF-Z]\d{1,2}\)|(?<![\w'"#$.-])[WRD]\d{1,2}(?![\w'"])|(?<![\w.])[A-Z]\.\d{1,2}[a-z]?\b/g,
      ) ?? []),
    ]
    return found.map(name => `${at + 1}: ${name}`)
  })
}

test('comments and documents cited studies no reader of the repository could open', () => {
  const own = path.relative(root, import.meta.filename)
  expect(
    cited
      .filter(file => file !== own && file !== 'docs/checklist.md')
      .flatMap(file => deadEnds(textOf(file)).map(end => `${file}:${end}`)),
  ).toEqual([])
})

test('control: dead ends of each kind are found, and ways that lead somewhere are none', () => {
  const planted = [
    '// Kinds of lines. @source domain study §5.15',
    ' * @source ux.md §7',
    ' * @source ../design/regions.md',
    '/** Idle life of a session, ms (W2). */',
    'Not yet (issue 5): netting.',
    '// the rule of B.4a',
    '// the lockout of W10 holds',
    '// as decision 9 says',
    '// (decision 999)',
    '// Debt (§5.8).',
    '// spec §88',
  ]
  expect(planted.filter(line => deadEnds(line).length === 0)).toEqual([])
  const plain = [
    '// Login (spec §7): lockout. @source spec §3, §7; docs/wire.md',
    '/** White squares. @source ISO/IEC 18004 §6.3.8 */',
    '// [SH-20] decisions 008 and 045; ARCHITECTURE.md',
    "const code = 'A1', paper = 'A4'",
  ]
  expect(plain.flatMap(deadEnds)).toEqual([])
})

test('two decisions had one number: each stands alone under its own, which its heading repeats', () => {
  const records = documents.filter(file => /^docs\/decisions\/\d{3}-/.test(file))
  const numbers = records.map(file => path.basename(file).slice(0, 3))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect(records.filter((file, at) => !textOf(file).startsWith(`# ${numbers[at]} · `))).toEqual([])
})
