// Agreements: who may do what, which answers of the partner count, and texts with blanks.
import { expect, test } from 'vitest'
import { permitKeys } from '../permits/permits.ts'
import { agreementMovesOf, askedStates, type AgreementOn } from './agreement.ts'
import { faultOfAnswer, type SealFact, type SentAgreement } from './heard.ts'
import { faultOfTemplate, fillTemplate, knownBlanks, ownBlanks } from './template.ts'

const all = (): boolean => permitKeys.length > 0
const on = (some: Partial<AgreementOn>): AgreementOn => ({
  state: 'draft',
  kind: 'CARRY',
  role: 'HOUSE',
  isFiler: false,
  hasSeal: true,
  ...some,
})

test('agreements of waybills are drafted by the house, frames by their parties too; without a partner paper is left', () => {
  expect(agreementMovesOf(on({}), all)).toEqual(['send', 'filePaper', 'drop'])
  expect(agreementMovesOf(on({ hasSeal: false }), all)).toEqual(['filePaper', 'drop'])
  expect(agreementMovesOf(on({ role: 'CARRIER' }), all)).toEqual([])
  expect(agreementMovesOf(on({ kind: 'FRAME', role: 'CARRIER' }), all)).toEqual(['send', 'filePaper', 'drop'])
  expect(agreementMovesOf(on({ state: 'signed' }), all)).toEqual([])
  for (const state of askedStates) expect(agreementMovesOf(on({ state }), all)).not.toContain('drop')
})

test('a scan is confirmed by another than who uploaded it', () => {
  expect(agreementMovesOf(on({ state: 'paper', isFiler: true }), all)).toEqual(['drop'])
  expect(agreementMovesOf(on({ state: 'paper' }), all)).toEqual(['confirmPaper', 'rejectPaper', 'drop'])
})

const shipper = { role: 'SHIPPER', name: '甲公司', creditNo: '91A' } as const
const house = { role: 'HOUSE', name: '乙公司', creditNo: '91B' } as const
const sent: SentAgreement = { taskNo: 'T1', sha256: 'aa', parties: [shipper, house], signed: new Set() }
const finished: SealFact = {
  state: 'finished',
  taskNo: 'T1',
  sha256: 'aa',
  parties: [
    { ...house, state: 'signed' },
    { ...shipper, state: 'signed' },
  ],
}

test('an answer counts only when it is of this task, this text and these parties, and says nothing impossible', () => {
  expect(faultOfAnswer(sent, finished)).toBeUndefined()
  const waiting = { ...shipper, state: 'waiting' } as const
  const lies: Partial<SealFact>[] = [
    { taskNo: 'T2' },
    { sha256: 'bb' },
    { parties: finished.parties.slice(1) },
    { parties: [{ ...house, state: 'signed', creditNo: '91C' }, ...finished.parties.slice(1)] },
    { parties: [...finished.parties.slice(0, 1), ...finished.parties.slice(0, 1)] },
    { parties: [...finished.parties.slice(0, 1), waiting] },
    { state: 'signing' },
  ]
  for (const lie of lies) expect(faultOfAnswer(sent, { ...finished, ...lie }), JSON.stringify(lie)).toBeDefined()
  const half: SealFact = { ...finished, state: 'signing', parties: [...finished.parties.slice(0, 1), waiting] }
  expect(faultOfAnswer(sent, half)).toBeUndefined()
  expect(faultOfAnswer({ ...sent, signed: new Set(['SHIPPER']) }, half)).toBe('签章平台少了已有的签署')
})

test('blanks of a template are filled once, and values are no templates', () => {
  const body = '{托运人}委托{承运平台}承运，运单{运单号}，结算{结算周期}，{结算周期}。'
  expect(ownBlanks('CONSIGN', body)).toEqual(['结算周期'])
  expect(ownBlanks('FRAME', body)).toEqual(['承运平台', '运单号', '结算周期'])
  const values = Object.fromEntries(knownBlanks('CONSIGN').map(name => [name, name]))
  expect(fillTemplate(body, { ...values, 托运人: '{运单号}', 结算周期: '月结' })).toBe(
    '{运单号}委托承运平台承运，运单运单号，结算月结，月结。',
  )
  expect(() => fillTemplate(body, values)).toThrow('结算周期')
  for (const wrong of ['{}', '{ }', '{甲', '甲}', `{${'甲'.repeat(21)}}`])
    expect(faultOfTemplate('FRAME', wrong), wrong).toBeDefined()
  expect(faultOfTemplate('CONSIGN', body)).toBeUndefined()
})
