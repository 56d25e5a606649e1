// Moves of applications and invoices beside state and permit.
import { expect, test } from 'vitest'
import {
  appMovesOf,
  faultOfAppMove,
  faultOfInvoiceMove,
  givingUp,
  invoiceMovesOf,
  type InvoiceAppOn,
  type InvoiceOn,
} from './invoice.ts'

const all = (): boolean => true
const app = (over: Partial<InvoiceAppOn>): InvoiceAppOn => ({
  state: 'submitted',
  isMaker: false,
  isUnderWay: false,
  isIssued: false,
  ...over,
})
const invoice = (over: Partial<InvoiceOn>): InvoiceOn => ({
  state: 'planned',
  appState: 'issuing',
  record: undefined,
  isRecorder: false,
  hasGateway: true,
  ...over,
})

test('an application is judged by somebody else than its maker, and not given up while an invoice may exist', () => {
  expect(appMovesOf(app({}), all)).toEqual(['approve', 'reject', 'withdraw'])
  expect(appMovesOf(app({ isMaker: true }), all)).toEqual(['withdraw'])
  expect(appMovesOf(app({ state: 'issuing' }), all)).toEqual(['giveUp'])
  expect(appMovesOf(app({ state: 'issuing', isUnderWay: true }), all)).toEqual([])
  expect(appMovesOf(app({ state: 'issuing', isIssued: true }), all)).toEqual(['giveUpRest'])
  expect(appMovesOf(app({ state: 'issuing', isIssued: true, isUnderWay: true }), all)).toEqual([])
})

test('an invoice recorded by hand takes two people, one nobody answered for is never sent again', () => {
  expect(invoiceMovesOf(invoice({}), all)).toEqual(['record'])
  expect(invoiceMovesOf(invoice({ appState: 'approved' }), all)).toEqual([])
  expect(invoiceMovesOf(invoice({ state: 'unknown' }), all)).toEqual(['record', 'recordNone'])
  expect(invoiceMovesOf(invoice({ state: 'failed' }), all)).toEqual(['retry', 'record'])
  expect(invoiceMovesOf(invoice({ state: 'failed', hasGateway: false }), all)).toEqual(['record'])
  const recorded = { state: 'recorded', record: 'ISSUED' } as const
  expect(invoiceMovesOf(invoice(recorded), all)).toEqual(['confirm', 'deny'])
  expect(invoiceMovesOf(invoice({ ...recorded, isRecorder: true }), all)).toEqual(['deny'])
  expect(invoiceMovesOf(invoice({ state: 'recorded', record: 'NONE' }), all)).toEqual(['confirmNone', 'denyNone'])
})

test('what is issued is delivered, whatever became of the rest; the rest is given up where a part is out, else all of it', () => {
  expect(appMovesOf(app({ state: 'issued', isIssued: true }), all)).toEqual(['deliver'])
  expect(faultOfAppMove('deliver', app({ isUnderWay: true }))).toBeUndefined()
  expect([givingUp({ isIssued: true }), givingUp({ isIssued: false })]).toEqual(['giveUpRest', 'giveUp'])
})

test('nobody confirms what they recorded, that nothing was issued neither; a record sent back leaves the way open', () => {
  const none = { state: 'recorded', record: 'NONE', isRecorder: true } as const
  expect(invoiceMovesOf(invoice(none), all)).toEqual(['denyNone'])
  expect(faultOfInvoiceMove('confirmNone', invoice(none))).toEqual({ problem: 'maker.checker', detail: {} })
  expect(faultOfInvoiceMove('record', invoice({ state: 'unknown', record: 'NONE' }))).toBeUndefined()
  expect(faultOfInvoiceMove('confirm', invoice(none))).toEqual({ problem: 'invoice.otherRecord', detail: {} })
  expect(faultOfInvoiceMove('retry', invoice({ hasGateway: false }))).toEqual({
    problem: 'invoice.noGateway',
    detail: {},
  })
})
