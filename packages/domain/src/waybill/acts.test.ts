// Acts on a waybill, each by side, permit, state and dependent records; the first refusal and its words.
import { describe, expect, it, test } from 'vitest'
import type { Permit, RoleSide } from '../permits/permits.ts'
import { faultWords, type Fault } from '../problems/problems.ts'
import { stateKeys } from '../states.ts'
import { faultOfAct, faultOfMove, type ActName, type ActOn } from './acts.ts'
import {
  endedWaybillStates,
  waybillMoveSides,
  waybillPeopleMoves,
  waybillStates,
  type WaybillState,
} from './waybill.ts'

const all = stateKeys(waybillStates)
const sides = ['platform', 'branch', 'shipper', 'carrier'] as const satisfies readonly RoleSide[]
const on = (state: WaybillState, side: RoleSide = 'platform', more: Partial<ActOn> = {}): ActOn => ({
  state,
  side,
  can: () => true,
  ...more,
})
const told = (fault: Fault | undefined) => fault && [fault.problem, faultWords(fault)]
const statesFor = (act: ActName, side: RoleSide, more: Partial<ActOn> = {}) =>
  all.filter(state => faultOfAct(act, on(state, side, more)) === undefined)

it('is not signed before claims are answered, those of the own side first', () => {
  const signing = (own: number, other: number) =>
    told(faultOfMove('sign', on('toSign', 'shipper', { openClaims: { own, other } })))
  expect(signing(0, 0)).toBeUndefined()
  expect(signing(0, 2)).toEqual(['waybill.claimOpen', '还有 2 项费用扣款待对方确认，处理后才能签收'])
  expect(signing(1, 2)).toEqual(['waybill.claimOpen', '还有 1 项费用扣款待我方确认，处理后才能签收'])
  expect(faultOfMove('dispute', on('toSign', 'shipper', { openClaims: { own: 1, other: 0 } }))).toBeUndefined()
})

describe('a move of the journey', () => {
  it('is made from its states by its sides, and by nobody without its permit', () => {
    for (const name of waybillPeopleMoves)
      for (const side of sides)
        for (const state of all) {
          const { from, permit } = waybillStates.moves[name]
          const isFrom = from.some(one => one === state)
          const isOurs = waybillMoveSides[name].includes(side)
          const onlyPlatform = name === 'cancel' && state === 'loading' && side !== 'platform'
          const expected = !isOurs ? 'permit.missing' : isFrom && !onlyPlatform ? undefined : 'state.wrong'
          expect([name, side, state, faultOfMove(name, on(state, side))?.problem]).toEqual([
            name,
            side,
            state,
            expected,
          ])
          const without = { can: (asked: Permit) => asked !== permit }
          expect(faultOfMove(name, on(state, side, without))?.problem).toBe('permit.missing')
        }
  })
  it('names the state and the move', () => {
    expect(told(faultOfMove('accept', on('loading', 'carrier')))).toEqual([
      'state.wrong',
      '当前状态为“装货中”，不能确认接单',
    ])
    expect(told(faultOfMove('cancel', on('loading', 'shipper')))?.[0]).toBe('state.wrong')
  })
  it('takes a signature back only while the waybill is on no sheet', () => {
    expect(faultOfMove('void', on('signed', 'platform', { settleState: 'unsettled' }))).toBeUndefined()
    expect(
      told(faultOfMove('void', on('signed', 'platform', { settleState: 'settling', settlementNum: 'JS2611220001' }))),
    ).toEqual(['waybill.inSheet', '运单已进入结算单JS2611220001，不能作废，请先作废结算单'])
    expect(faultOfMove('void', on('disputed', 'platform', { settleState: 'frozen' }))).toBeUndefined()
  })
})

const journey = ['toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed'] as const
/** For each act, by side, the states in which it is done; a side that is absent never does it. */
const table: Readonly<
  Record<ActName, { permit: Permit | undefined; states: Partial<Record<RoleSide, readonly WaybillState[]>> }>
> = {
  addTicket: {
    permit: 'waybill.advance',
    states: { platform: journey, branch: journey, carrier: journey, shipper: journey },
  },
  removeTicket: {
    permit: 'waybill.advance',
    states: { platform: journey, branch: journey, carrier: journey, shipper: journey },
  },
  addFiles: {
    permit: undefined,
    states: Object.fromEntries(
      sides.map(side => [side, all.filter(state => !endedWaybillStates.some(ended => ended === state))]),
    ),
  },
  swap: {
    permit: 'waybill.appoint',
    states: {
      platform: ['toLoad', 'interrupted'],
      branch: ['toLoad', 'interrupted'],
      carrier: ['toLoad', 'interrupted'],
    },
  },
  correct: { permit: 'waybill.correct', states: { platform: journey } },
  stepBack: {
    permit: 'waybill.correct',
    states: { platform: ['toLoad', 'loading', 'inTransit', 'arrived', 'toSign'] },
  },
  claim: {
    permit: 'waybill.charge',
    states: Object.fromEntries(sides.map(side => [side, ['toAccept', ...journey, 'signed', 'finished']])),
  },
  special: {
    permit: 'special.edit',
    states: {
      platform: ['toAccept', ...journey, 'signed'],
      branch: ['toAccept', ...journey, 'signed'],
      carrier: ['toAccept', ...journey, 'signed'],
    },
  },
  uploadReceipt: {
    permit: 'receipt.upload',
    states: Object.fromEntries(sides.map(side => [side, [...journey.slice(1), 'signed']])),
  },
  postReceipt: {
    permit: 'receipt.upload',
    states: Object.fromEntries(sides.map(side => [side, [...journey.slice(1), 'signed']])),
  },
  confirmReceipt: { permit: 'receipt.audit', states: { platform: all, branch: all, shipper: all } },
  rejectReceipt: { permit: 'receipt.audit', states: { platform: all, branch: all, shipper: all } },
}
const acts = Object.keys(table) as ActName[]

describe('an act', () => {
  it.each(acts)('%s is done by these sides in these states', act => {
    for (const side of sides)
      expect([side, ...statesFor(act, side)]).toEqual([side, ...(table[act].states[side] ?? [])])
  })
  it.each(acts)('%s is refused to a side that never does it, and without its permit, before the state is told', act => {
    const { permit, states } = table[act]
    for (const state of act === 'special' ? journey : all)
      for (const side of sides) {
        const needed = side === 'shipper' && permit === 'waybill.advance' ? 'waybill.sign' : permit
        if (needed !== undefined)
          expect(faultOfAct(act, on(state, side, { can: asked => asked !== needed }))?.problem).toBe('permit.missing')
        if (states[side] === undefined) expect(faultOfAct(act, on(state, side))?.problem).toBe('permit.missing')
      }
  })
})

test('what is in the books is not put right; a signed waybill is adjusted on the carrier’s account alone', () => {
  expect(told(faultOfAct('correct', on('signed')))).toEqual(['waybill.posted', '运单已签收并记账，不能再纠错'])
  expect(told(faultOfAct('stepBack', on('finished')))?.[0]).toBe('waybill.posted')
  expect(told(faultOfAct('stepBack', on('disputed')))).toEqual(['state.wrong', '当前状态为“签收异议”，不能退回上一步'])
  expect(told(faultOfAct('correct', on('void')))).toEqual(['state.wrong', '当前状态为“已作废”，不能纠错'])
  for (const state of ['signed', 'finished'] as const) {
    expect(faultOfAct('claim', on(state, 'carrier', { account: 'CARRIER' }))).toBeUndefined()
    expect(faultOfAct('claim', on(state, 'shipper'))).toBeUndefined()
    expect(told(faultOfAct('claim', on(state, 'shipper', { account: 'SHIPPER' })))).toEqual([
      'waybill.claimLate',
      '运单已签收，托运方的费用不能再登记，差额请以红字发票折让',
    ])
  }
  expect(told(faultOfAct('claim', on('cancelled', 'carrier')))).toEqual([
    'state.wrong',
    '当前状态为“已取消”，不能登记费用',
  ])
})

test('a waybill whose vehicle changed on the way is not taken back to its loading', () => {
  expect(faultOfAct('stepBack', on('inTransit', 'platform', { segments: 1 }))).toBeUndefined()
  expect(faultOfAct('stepBack', on('inTransit', 'platform', { segments: 2 }))?.problem).toBe('waybill.segments')
  expect(faultOfAct('stepBack', on('arrived', 'platform', { segments: 2 }))).toBeUndefined()
})

test('a vehicle is not changed twice at a time', () => {
  expect(told(faultOfAct('swap', on('interrupted', 'carrier', { hasOpenSwap: true })))).toEqual([
    'waybill.swapOpen',
    '有换车申请等待确认，处理后才能再次换车',
  ])
  expect(faultOfAct('swap', on('loading', 'carrier', { hasOpenSwap: true }))?.problem).toBe('state.wrong')
})

test('a weighing belongs to its place and to who weighs there; a ticket is taken out by its own side or the house', () => {
  const unload = { weighing: { place: 'unload', party: 'receiver' } } as const
  expect(told(faultOfAct('addTicket', on('loading', 'carrier', unload)))).toEqual([
    'state.wrong',
    '当前状态为“装货中”，不能登记卸货磅单',
  ])
  expect(faultOfAct('addTicket', on('arrived', 'shipper', unload))).toBeUndefined()
  const driver = { weighing: { place: 'unload', party: 'driver' } } as const
  expect(faultOfAct('addTicket', on('void', 'shipper', driver))?.problem).toBe('permit.missing')
  expect(faultOfAct('removeTicket', on('void', 'carrier', { ticketOf: 'shipper' }))?.problem).toBe('permit.missing')
  expect(faultOfAct('removeTicket', on('arrived', 'branch', { ticketOf: 'shipper' }))).toBeUndefined()
  expect(told(faultOfAct('removeTicket', on('signed', 'carrier', { ticketOf: 'carrier' })))).toEqual([
    'state.wrong',
    '当前状态为“已签收”，不能移除磅单',
  ])
})

test('a carrier has no part in what the shipper pays', () => {
  expect(faultOfAct('claim', on('loading', 'carrier', { account: 'SHIPPER' }))?.problem).toBe('permit.missing')
  expect(faultOfAct('claim', on('signed', 'carrier', { account: 'SHIPPER' }))?.problem).toBe('permit.missing')
  expect(faultOfAct('claim', on('loading', 'shipper', { account: 'SHIPPER' }))).toBeUndefined()
})

test('a receipt goes by its own states: photos before the original, the original before it is confirmed', () => {
  const receiptRule = { needPhoto: true, needOriginal: true }
  expect(told(faultOfAct('uploadReceipt', on('signed', 'carrier', { receiptState: 'confirmed' })))).toEqual([
    'state.wrong',
    '当前状态为“已确认”，不能上传回单',
  ])
  expect(told(faultOfAct('uploadReceipt', on('toLoad', 'carrier', { receiptState: 'confirmed' })))).toEqual([
    'state.wrong',
    '当前状态为“待装货”，不能上传回单',
  ])
  expect(faultOfAct('postReceipt', on('signed', 'carrier', { receiptState: 'waiting', receiptRule }))?.problem).toBe(
    'receipt.required',
  )
  expect(faultOfAct('postReceipt', on('signed', 'carrier', { receiptState: 'uploaded', receiptRule }))).toBeUndefined()
  expect(
    faultOfAct('confirmReceipt', on('signed', 'shipper', { receiptState: 'uploaded', receiptRule }))?.problem,
  ).toBe('receipt.original')
  expect(faultOfAct('confirmReceipt', on('signed', 'shipper', { receiptState: 'posted', receiptRule }))).toBeUndefined()
  expect(
    faultOfAct('rejectReceipt', on('signed', 'shipper', { receiptState: 'uploaded', receiptRule })),
  ).toBeUndefined()
  expect(told(faultOfAct('confirmReceipt', on('signed', 'shipper', { receiptState: 'waiting', receiptRule })))).toEqual(
    ['state.wrong', '当前状态为“待回单”，不能审核通过'],
  )
})
