// Moves of a settlement sheet by state, hand and position: those that are offered, and the first refusal in its words.
import { expect, test } from 'vitest'
import type { Permit } from '../permits/permits.ts'
import { faultWords, type Fault } from '../problems/problems.ts'
import { stateKeys } from '../states.ts'
import { faultOfSheetMove, sheetMovesOf, type SheetOn } from './acts.ts'
import { settlementStates, type SettlementState } from './settlement.ts'

const on = (state: SettlementState, more: Partial<SheetOn> = {}): SheetOn => ({
  state,
  isMaker: false,
  isSubmitter: false,
  paysOthers: false,
  isAgain: false,
  ...more,
})
const every = (): boolean => true
const told = (fault: Fault | undefined) => fault && [fault.problem, faultWords(fault)]
const lacks = (): string => '财务'

test('each state offers its moves; a paid sheet stays as it is', () => {
  expect(Object.fromEntries(stateKeys(settlementStates).map(state => [state, sheetMovesOf(on(state), every)]))).toEqual(
    {
      draft: ['submit', 'void'],
      submitted: ['approve', 'reject'],
      rejected: ['submit', 'void'],
      approved: ['pay', 'askVoid', 'askChange'],
      voiding: ['withdrawVoid', 'confirmVoid', 'refuseVoid'],
      paying: [],
      paid: [],
      partial: ['makeFailure', 'askClose'],
      closed: [],
      void: [],
    },
  )
  expect(faultOfSheetMove('askClose', on('partial'))).toBeUndefined()
})

test('a draft that pays others than the carrier can have them paid to the carrier', () => {
  for (const state of ['draft', 'rejected'] as const)
    expect(sheetMovesOf(on(state, { paysOthers: true }), every)).toEqual(['submit', 'payToCarrier', 'void'])
  expect(told(faultOfSheetMove('payToCarrier', on('draft')))).toEqual([
    'payment.ownAccount',
    '这些运单已付至承运商账户',
  ])
})

test('who approved a sheet pays it, unless its company wants another person to', () => {
  expect(sheetMovesOf(on('approved'), every)).toContain('pay')
  expect(told(faultOfSheetMove('pay', on('approved', { isBarredApprover: true })))).toEqual([
    'approver.payer',
    '按货主企业策略，审核人不能支付这张单，请由另一人支付',
  ])
  expect(sheetMovesOf(on('approved', { isBarredApprover: true }), every)).toEqual(['askVoid', 'askChange'])
})

test('lines are taken off a draft that pays again, and off no other', () => {
  for (const state of ['draft', 'rejected'] as const)
    expect(sheetMovesOf(on(state, { isAgain: true }), every)).toEqual(['submit', 'takeOff', 'void'])
  expect(sheetMovesOf(on('submitted', { isAgain: true }), every)).toEqual(['approve', 'reject'])
  expect(told(faultOfSheetMove('takeOff', on('draft')))).toEqual([
    'settlement.notAgain',
    '只有失败补付单的运单可以移回原结算单，其他草稿请作废后重做',
  ])
})

test('nothing is offered without its permit', () => {
  const without = (permit: Permit) => (asked: Permit) => asked !== permit
  expect(sheetMovesOf(on('draft'), without('settlement.submit'))).toEqual(['void'])
  expect(sheetMovesOf(on('submitted'), without('settlement.approve'))).toEqual([])
  expect(sheetMovesOf(on('approved'), without('settlement.pay'))).toEqual(['askVoid', 'askChange'])
})

test('nobody approves or pays a sheet of their own', () => {
  for (const own of [{ isMaker: true }, { isSubmitter: true }]) {
    expect(told(faultOfSheetMove('approve', on('submitted', { ...own, lacks })))).toEqual([
      'maker.checker',
      '不能审核自己提交的单据',
    ])
    expect(sheetMovesOf(on('submitted', own), every)).toEqual(['reject'])
  }
  for (const own of [{ isMaker: true }, { isSubmitter: true }]) {
    expect(told(faultOfSheetMove('pay', on('paying', { ...own, hasUnknown: true })))).toEqual([
      'maker.payer',
      '不能支付自己制作或提交的单据，请由另一人支付',
    ])
    expect(sheetMovesOf(on('approved', own), every)).toEqual(['askVoid', 'askChange'])
  }
})

test('steps left to a position are made by those who hold it', () => {
  expect(told(faultOfSheetMove('submit', on('draft', { lacks, waitingFor: 'YD1' })))).toEqual([
    'policy.position',
    '按货主企业策略，须由担任“财务”职位的人员提交审核',
  ])
  expect(told(faultOfSheetMove('approve', on('submitted', { lacks })))?.[0]).toBe('policy.position')
  expect(told(faultOfSheetMove('confirmChange', on('approved', { lacks, isChanging: true })))).toEqual([
    'policy.position',
    '按货主企业策略，须由担任“财务”职位的人员确认变更',
  ])
  expect(sheetMovesOf(on('voiding', { lacks }), every)).toEqual(['withdrawVoid', 'refuseVoid'])
  expect(sheetMovesOf(on('draft', { lacks }), every)).toEqual(['void'])
  expect(sheetMovesOf(on('submitted', { lacks }), every)).toEqual(['reject'])
  expect(sheetMovesOf(on('approved', { lacks }), every)).toEqual(['pay', 'askVoid', 'askChange'])
  expect(faultOfSheetMove('submit', on('draft', { lacks: () => undefined }))).toBeUndefined()
})

test('a sheet that waits for a receipt is not submitted; one that was submitted is told of its state by the move', () => {
  expect(told(faultOfSheetMove('submit', on('rejected', { waitingFor: 'YD1' })))).toEqual([
    'settlement.receipt',
    '运单YD1回单未确认，不能提交结算',
  ])
  expect(faultOfSheetMove('submit', on('draft', { waitingFor: 'YD1' }))?.problem).toBe('settlement.receipt')
  expect(faultOfSheetMove('submit', on('submitted', { waitingFor: 'YD1' }))).toBeUndefined()
})

test('a sheet with a payment of unknown outcome is not paid again', () => {
  expect(told(faultOfSheetMove('pay', on('paying', { hasUnknown: true })))?.[0]).toBe('payment.unknown')
  expect(faultOfSheetMove('pay', on('approved', { hasUnknown: true }))).toBeUndefined()
})

test('while an exception waits nothing of a sheet is handed on, paid, taken back or closed', () => {
  const held = { hasException: true }
  expect(stateKeys(settlementStates).flatMap(state => sheetMovesOf(on(state, held), every))).toEqual([
    'reject',
    'withdrawVoid',
    'refuseVoid',
  ])
  expect(told(faultOfSheetMove('askClose', on('partial', held)))).toEqual([
    'payment.exception',
    '银行消息与账面不一致，请先由两人处理支付异常；没有异常的，银行消息尚未入账',
  ])
})

test('nobody confirms the voiding they asked for; they can take it back', () => {
  const asked = { isVoidAsker: true }
  expect(sheetMovesOf(on('voiding', asked), every)).toEqual(['withdrawVoid', 'refuseVoid'])
  expect(told(faultOfSheetMove('confirmVoid', on('voiding', asked)))?.[0]).toBe('maker.checker')
})

test('a wish to void is taken back by the one whose it is alone; a sheet that waits for nothing is told of its state', () => {
  const others = { isInVoidAskersPlace: false }
  expect(sheetMovesOf(on('voiding', others), every)).toEqual(['confirmVoid', 'refuseVoid'])
  expect(told(faultOfSheetMove('withdrawVoid', on('voiding', others)))).toEqual([
    'settlement.notAsker',
    '申请只能由申请人撤回，其他人请退回',
  ])
  expect(faultOfSheetMove('withdrawVoid', on('voiding', { isInVoidAskersPlace: true }))).toBeUndefined()
  expect(faultOfSheetMove('withdrawVoid', on('approved', others))).toBeUndefined()
})

test('while a change waits nothing else is done with the sheet, and nobody agrees to their own', () => {
  const changing = on('approved', { isChanging: true })
  expect(sheetMovesOf(changing, every)).toEqual(['confirmChange', 'refuseChange', 'withdrawChange'])
  for (const move of ['pay', 'askVoid', 'askChange'] as const)
    expect(told(faultOfSheetMove(move, changing))?.[0], move).toBe('settlement.changing')
  const own = on('approved', { isChanging: true, isChangeAsker: true })
  expect(sheetMovesOf(own, every)).toEqual(['refuseChange', 'withdrawChange'])
  expect(told(faultOfSheetMove('confirmChange', own))?.[0]).toBe('maker.checker')
  const others = on('approved', { isChanging: true, isInAskersPlace: false })
  expect(sheetMovesOf(others, every)).toEqual(['confirmChange', 'refuseChange'])
  expect(told(faultOfSheetMove('withdrawChange', others))?.[0]).toBe('settlement.notAsker')
  expect(told(faultOfSheetMove('confirmChange', on('approved')))?.[0]).toBe('settlement.noChange')
})

test('failed lines are paid again on one sheet at a time, while there are any; a sheet with such a child is not closed', () => {
  const partial = (more: Partial<SheetOn>) => on('partial', more)
  const child = { child: 'JS1', failures: 2 }
  for (const move of ['makeFailure', 'askClose'] as const)
    expect(faultOfSheetMove(move, partial(child))).toEqual({
      problem: 'settlement.child',
      detail: { settlementNum: 'JS1' },
    })
  expect(sheetMovesOf(partial(child), every)).toEqual([])
  expect(faultOfSheetMove('makeFailure', partial({ failures: 0 }))).toEqual({
    problem: 'settlement.noFailures',
    detail: {},
  })
  expect(sheetMovesOf(partial({ failures: 0 }), every)).toEqual(['askClose'])
  expect(sheetMovesOf(partial({ failures: 1 }), every)).toEqual(['makeFailure', 'askClose'])
})

test('nobody confirms the closing they asked for; while it waits nothing is paid again, and it is refused or taken back', () => {
  const own = on('partial', { isClosing: true, isCloseAsker: true, isInCloseAskersPlace: true, failures: 1 })
  expect(sheetMovesOf(own, every)).toEqual(['withdrawClose', 'refuseClose'])
  expect(told(faultOfSheetMove('confirmClose', own))?.[0]).toBe('maker.checker')
  const others = on('partial', { isClosing: true, isInCloseAskersPlace: false, failures: 1 })
  expect(sheetMovesOf(others, every)).toEqual(['confirmClose', 'refuseClose'])
  expect(told(faultOfSheetMove('withdrawClose', others))?.[0]).toBe('settlement.notAsker')
  for (const move of ['makeFailure', 'askClose'] as const)
    expect(told(faultOfSheetMove(move, others))?.[0]).toBe('settlement.closing')
  expect(told(faultOfSheetMove('confirmClose', on('partial')))?.[0]).toBe('settlement.notClosing')
})

test('a change waits on approved sheets alone: of others the table of states says what is wrong', () => {
  for (const isChanging of [true, false])
    for (const move of ['pay', 'askVoid', 'askChange', 'refuseChange'] as const)
      expect(faultOfSheetMove(move, on('paid', { isChanging })), move).toBeUndefined()
})
