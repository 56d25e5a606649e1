// Comments are sentences whose subject is a noun: a clause such as "What was told …" has to be read twice.
import path from 'node:path'
import { expect, test } from 'vitest'
import { allFiles, root, sourceFiles, textOf } from './sources.ts'

const word = 'What|Whatever|Who|Whoever|Whom|Which|Whichever|Whose|How|Where|Why'
/** A clause as the first subject of a comment, or of a later part of it. */
const clause = new RegExp(`^(?:${word})\\b|[.;] (?:What|Whatever|Who|Whoever|Whom) `, 'i')

/** The texts of comments: blocks, runs of `//` lines, and `//` behind code. */
function commentsOf(source: string): string[] {
  const found = source.matchAll(
    /(?<=^|[\s{(,])\/\*+([^]*?)\*\/|((?:^[ \t]*\/\/[^\n]*(?:\n|$))+)|(?<=[;,{}()[\]\w] )\/\/ ([^\n]*)/gm,
  )
  return [...found].map(([, block = '', lines = '', behind = '']) =>
    (block + lines + behind)
      .split('\n')
      .map(line => line.replace(/^\s*(?:\*|\/\/)?\s*/, ''))
      .join(' ')
      .trim(),
  )
}

const clausesIn = (source: string): string[] => commentsOf(source).filter(text => clause.test(text))

test('the subject of a comment is a noun', () => {
  const own = path.relative(root, import.meta.filename)
  const files = [...sourceFiles, ...allFiles.filter(file => file.endsWith('.mjs'))].filter(file => file !== own)
  const faults = files.flatMap(file => clausesIn(textOf(file)).map(text => `${file}: ${text.slice(0, 80)}`))
  expect(faults).toEqual([])
})

test('control: clauses are found in every kind of comment, and nothing else is', () => {
  const planted = [
    '// What was told before is lost.\nconst a = 1',
    '/** Who ships. */',
    '/**\n * Whoever comes second\n * waits.\n */',
    'const a = 1 // How long it lives.',
    'const a = 1 // what was kept back comes later',
    '/** Binds vehicles; what is bound already stays. */',
    '  // The row waits.\n  // Whoever has it decides.\n  run()',
    '{/* Where it stands */}',
  ]
  expect(planted.filter(source => clausesIn(source).length !== 1)).toEqual([])
  const plain = [
    '// The carrier that ships waits; it is told who answers.',
    '/** Whether it is open. */',
    '/** When it is over, the lock goes. */',
    '// The lists that say\n// what is shown.',
    "const url = 'https://example.com/What/Who' + `// What`",
    '/** Faults of a row: what is missing, and where. */',
  ]
  expect(plain.filter(source => clausesIn(source).length > 0)).toEqual([])
})
