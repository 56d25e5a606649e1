// The drawing of a code covers exactly the dark squares of the code.
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrModules } from './qrModules.ts'

/** The squares a path of runs covers. */
function drawn({ path, size }: { path: string; size: number }): boolean[][] {
  const squares = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      const row = squares[Number(y)]
      if (row) row[at] = true
    }
  return squares
}

test.each([
  'https://yunshu.example/public/shareGoods/AAAAAAAAAAAAAAAAAAAAAA',
  '运单 YD26031200000001',
  'x'.repeat(500),
])('every dark square of a code is drawn, and no other: %s', text => {
  const code = qrModules(text)
  expect(drawn(code)).toEqual(encode(text, { ecc: 'M', border: 0 }).data)
})

test('a text no code can hold is an error, not an unreadable picture', () => {
  expect(() => qrModules('x'.repeat(3000))).toThrow()
})
