// The list of what is booked when holds every event the product books, and none that it does not.
import { closeChecks } from '@yunshu/domain/voucher/closing'
import { bookEvents } from '@yunshu/domain/voucher/bookEvents'
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

/** A literal that begins with the code of an event. */
const literal = /['`](E\d+[a-z]*|M1|OB)(?=[ '`$])/g

const booked = new Set(
  productFiles
    .filter(file => file.startsWith('apps/server/src/') || file.startsWith('packages/domain/src/voucher/'))
    .filter(file => !file.endsWith('/bookEvents.ts'))
    .flatMap(file => [...textOf(file).matchAll(literal)].map(([, code = '']) => code)),
)

test('every event the product books has its line in the list of events, and every line is of one', () => {
  const listed: readonly string[] = Object.values(bookEvents).flatMap(events => Object.keys(events))
  const isListed = (code: string): boolean =>
    listed.includes(code) || (code.endsWith('r') && listed.includes(code.slice(0, -1)))
  expect([...booked].filter(code => !isListed(code))).toEqual([])
  expect(listed.filter(code => !booked.has(code) && !booked.has(`${code}r`))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('the proof of the books says how many checks a close has', () => {
  const said = /each of the (\d+) checks/.exec(textOf('docs/books-proof.md'))?.[1]
  expect(Number(said)).toBe(Object.keys(closeChecks).length)
})
