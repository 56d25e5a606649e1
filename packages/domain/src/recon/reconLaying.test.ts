// Laying by hand: which lines may be which movements, and who may agree.
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { faultOfLaying, reconLayingMovesOf } from './reconLaying.ts'

const out = (amount: number) => ({ direction: 'OUT', amount: fen(amount) }) as const
const into = (amount: number) => ({ direction: 'IN', amount: fen(amount) }) as const

test('one side is one, all go one way, and the sums agree to the fen', () => {
  expect(faultOfLaying([out(30), out(70)], [out(100)])).toBeUndefined()
  expect(faultOfLaying([into(100)], [into(99), into(1)])).toBeUndefined()
  expect(faultOfLaying([out(100)], [out(100)])).toBeUndefined()
  expect(faultOfLaying([out(30), out(70)], [out(60), out(40)])).toContain('一次只能')
  expect(faultOfLaying([out(100)], [])).toContain('请同时选择')
  expect(faultOfLaying([], [out(100)])).toContain('请同时选择')
  expect(faultOfLaying([out(30), into(70)], [out(100)])).toContain('方向不一致')
  expect(faultOfLaying([out(30), out(71)], [out(100)])).toBe(
    '银行合计 1.01 元，比账上合计 1.00 元多 0.01 元，不能合并对平',
  )
  expect(faultOfLaying([into(6000_00)], [into(9000_00), into(1000_00)])).toBe(
    '银行合计 6,000.00 元，比账上合计 10,000.00 元少 4,000.00 元，不能合并对平',
  )
})

test('nobody agrees to what they asked for, neither the laying nor its end', () => {
  const every = (): boolean => true
  const of = (state: 'asked' | 'laid' | 'undoing', isAsker: boolean, isUndoAsker: boolean) =>
    reconLayingMovesOf({ state, isAsker, isUndoAsker }, every)
  expect(of('asked', true, false)).toEqual(['putBack'])
  expect(of('asked', false, false)).toEqual(['confirm', 'putBack'])
  expect(of('laid', true, false)).toEqual(['askUndo'])
  expect(of('undoing', true, false)).toEqual(['confirmUndo', 'refuseUndo'])
  expect(of('undoing', false, true)).toEqual(['refuseUndo'])
})

test('a step without its permit is not offered', () => {
  const asked = { state: 'asked', isAsker: false, isUndoAsker: false } as const
  expect(reconLayingMovesOf(asked, permit => permit === 'recon.match')).toEqual(['putBack'])
  expect(reconLayingMovesOf(asked, permit => permit === 'recon.confirm')).toEqual(['confirm'])
})
