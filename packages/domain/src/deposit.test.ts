// Rules of deposits: nobody agrees to their own, who agreed does not send, two people are enough; each event has its lines.
import { expect, test } from 'vitest'
import {
  depositBackMovesOf,
  depositMovesOf,
  faultOfDepositBackMove,
  type DepositBackOn,
  type DepositOn,
} from './deposit.ts'
import { fen } from './figures/money.ts'
import { tradeKindOf } from './trade.ts'
import * as postings from './voucher/depositPostings.ts'
import { otherCategoryOf } from './voucher/voucherPages.ts'

const all = () => true
const plain = { isMaker: false, isUndoAsker: false, isTouched: false }
const deposit = (on: Pick<DepositOn, 'state'> & Partial<DepositOn>) => depositMovesOf({ ...plain, ...on }, all)
const nobody = { isAsker: false, isApprover: false, isBackAsker: false }
const back = (on: Pick<DepositBackOn, 'state' | 'kind'> & Partial<DepositBackOn>) =>
  depositBackMovesOf({ ...nobody, ...on }, all)

test('a deposit is agreed to, rejected and taken back by another person than entered it or asked for it', () => {
  expect(deposit({ state: 'recorded', isMaker: true })).toEqual(['withdraw'])
  expect(deposit({ state: 'recorded' })).toEqual(['confirm', 'reject'])
  expect(deposit({ state: 'undoing', isUndoAsker: true })).toEqual(['keep'])
  expect(deposit({ state: 'undoing', isMaker: true })).toEqual(['undo', 'keep'])
  expect([deposit({ state: 'standing' }), deposit({ state: 'standing', isTouched: true })]).toEqual([['askUndo'], []])
  expect(deposit({ state: 'ended', isTouched: true })).toEqual([])
})

test('who asked does not agree, who agreed does not send, and who asked may send what another agreed to', () => {
  expect(back({ state: 'asked', kind: 'RETURN', isAsker: true })).toEqual(['withdraw'])
  expect(back({ state: 'asked', kind: 'RETURN' })).toEqual(['approve', 'reject'])
  expect(back({ state: 'asked', kind: 'OFFSET' })).toEqual(['setOff', 'reject'])
  expect(back({ state: 'approved', kind: 'RETURN', isApprover: true })).toEqual(['fail'])
  expect(back({ state: 'approved', kind: 'RETURN', isAsker: true })).toEqual(['pay', 'fail'])
  expect(back({ state: 'bouncing', kind: 'RETURN', isBackAsker: true })).toEqual(['keepPaid'])
  expect(back({ state: 'undoing', kind: 'OFFSET', isBackAsker: true })).toEqual(['keepOffset'])
  expect(faultOfDepositBackMove('setOff', { ...nobody, kind: 'RETURN' })).toEqual({
    problem: 'deposit.kind',
    detail: {},
  })
})

test('E11: money is held, goes, comes back and pays debts by the accounts of the design', () => {
  const of = { carrier: 'c', amount: fen(700) }
  const moved = (lines: ReturnType<typeof postings.takeDeposit>): string[] =>
    lines.map(({ account, party, debitFen, creditFen }) => `${account} ${party ?? '--'} ${debitFen - creditFen}`)
  expect(moved(postings.takeDeposit({ ...of, means: 'CHANNEL' }))).toEqual(['1002.02 -- 700', '2241.02 c -700'])
  expect(moved(postings.takeDeposit({ ...of, means: 'BANK' }))).toEqual(['1002.01 -- 700', '2241.02 c -700'])
  expect(moved(postings.takeDeposit({ ...of, means: 'REMITTANCE' }))).toEqual(['2241.03 -- 700', '2241.02 c -700'])
  expect(moved(postings.agreeDepositBack(of))).toEqual(['2241.02 c 700', '2202.02 c -700'])
  expect(moved(postings.payDepositBack(of))).toEqual(['2202.02 c 700', '1002.02 -- -700'])
  expect(moved(postings.bounceDepositBack(of))).toEqual(['1002.02 -- 700', '2241.02 c -700'])
  const parts = [
    { account: '1221.01', amount: fen(500) },
    { account: '1221.02', amount: fen(200) },
  ] as const
  expect(moved(postings.setOffDeposit('c', parts))).toEqual(['2241.02 c 700', '1221.01 c -500', '1221.02 c -200'])
})

test('vouchers of deposits are of their category, red ones too; their money is a trade of its kind', () => {
  const events = ['E11', 'E11r', 'E11f', 'E11fr', 'E11p', 'E11t', 'E11d', 'E11dr']
  expect(new Set(events.map(otherCategoryOf))).toEqual(new Set(['DEPOSIT']))
  expect(['E11', 'E11r', 'E11p', 'E11t'].map(tradeKindOf)).toEqual(['DEPOSIT', 'DEPOSIT', 'DEPOSIT', 'RETURN'])
})
