// Fund records: the one spelling of a serial number, the oldest day, and the two people of a record.
import { expect, test } from 'vitest'
import { DAY_MS } from './figures/time.ts'
import {
  faultOfFundMove,
  faultOfSerial,
  fundAgeMostMs,
  fundKinds,
  fundMovesOf,
  plainSerial,
  recordedKinds,
  type FundState,
} from './fund.ts'

const all = (): boolean => true

test('the same serial number is one however it is typed: width, blanks, dashes and what nobody sees', () => {
  for (const text of ['TF-2026 1127', 'ＴＦ－２０２６１１２７', ' TF–2026\u200B1127\t'])
    expect(plainSerial(text)).toBe('TF-20261127')
  expect(plainSerial('tf1'), 'a bank may tell small letters from large ones').toBe('tf1')
})

test('a serial number is letters, digits, Chinese characters and plain signs, and is there', () => {
  for (const serial of ['TF-20261127', '回单12', '#1/2']) expect(faultOfSerial(serial)).toBeUndefined()
  expect(faultOfSerial('')).toBe('不能为空')
  expect(faultOfSerial('ТF1'), 'a Cyrillic letter').toBe('只能有字母、数字、汉字和常用符号')
})

test('a record names a day of the last year, its leap day included; what is older is an opening balance', () => {
  expect(fundAgeMostMs / DAY_MS).toBe(366)
})

test('a top-up of tolls is recorded with its account and not on the page of fund records', () => {
  expect(Object.keys(fundKinds).filter(kind => !(kind in recordedKinds))).toEqual(['ETC'])
  expect(recordedKinds.TOP_UP.serial).toBe('银行流水号')
})

test('the maker takes a record back, and somebody else judges it', () => {
  const moves = (state: FundState, isMaker: boolean) => fundMovesOf({ state, isMaker }, all)
  expect([moves('recorded', true), moves('recorded', false)]).toEqual([['withdraw'], ['confirm', 'reject']])
  for (const state of ['confirmed', 'rejected', 'withdrawn'] as const)
    expect([moves(state, true), moves(state, false)]).toEqual([[], []])
  const on = (isMaker: boolean) => ({ state: 'recorded', isMaker }) as const
  expect(faultOfFundMove('withdraw', on(false))).toEqual({ problem: 'fund.maker', detail: {} })
  for (const name of ['confirm', 'reject'] as const)
    expect(faultOfFundMove(name, on(true))).toEqual({ problem: 'maker.checker', detail: {} })
  expect(fundMovesOf(on(false), permit => permit === 'fund.record')).toEqual([])
})
