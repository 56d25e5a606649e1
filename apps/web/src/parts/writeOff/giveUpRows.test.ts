// Choosing waybills to be given up: all of a search beside what was chosen and typed before, and no more than one request takes.
import type { ReceivableRow } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { writeOffMost } from '@yunshu/domain/writeOff'
import { expect, test } from 'vitest'
import { chooseAll, faultOfRows, setOff } from './giveUpRows.ts'

const row = (n: number): ReceivableRow => ({
  waybillId: `id${n}`,
  waybillNo: `YD${n}`,
  signedAt: n,
  dueAt: n,
  amount: fen(1_000),
  open: fen(1_000),
})
const rowsTo = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n))

test('all of a search are chosen beside those of another search, and an amount that was typed stays', () => {
  const before = setOff(setOff([], row(900), fen(1_000)), row(1), fen(250))
  const all = chooseAll(before, rowsTo(0, 3))
  expect(all.map(({ waybillId, off }) => [waybillId, off])).toEqual([
    ['id900', 1_000],
    ['id1', 250],
    ['id0', 1_000],
    ['id2', 1_000],
  ])
})

test('an answer of two hundred fills one request from its oldest on, and no further', () => {
  const all = chooseAll([], rowsTo(0, 200))
  expect([all.length, all.at(-1)?.waybillId]).toEqual([writeOffMost, `id${writeOffMost - 1}`])
  expect(faultOfRows(all)).toBeUndefined()
  const beside = chooseAll(setOff([], row(900), fen(1)), rowsTo(0, 200))
  expect([beside.length, beside[0]?.off, faultOfRows(beside)]).toEqual([writeOffMost, 1, undefined])
  // too many chosen by hand stay, and are said
  const tooMany = rowsTo(0, writeOffMost + 1).reduce(
    (chosen, each) => setOff(chosen, each, fen(1)),
    setOff([], row(900), fen(1)),
  )
  expect([chooseAll(tooMany, rowsTo(0, 200)), faultOfRows(tooMany)]).toEqual([
    tooMany,
    `一次最多核销 ${writeOffMost} 单`,
  ])
})
