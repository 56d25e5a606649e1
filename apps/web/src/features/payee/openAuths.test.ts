// Authorisations of a payee that wait for somebody: their order, their words, and whose turn it is.
import type { PayeeAuth, PayeeDetails } from '@yunshu/contract/fleet/payee'
import { expect, test } from 'vitest'
import { failedAuths, orderedAuths, turnOf, waitText } from './openAuths.ts'

const auth = (id: string, driverId: string, state: PayeeAuth['state'], ...moves: string[]): PayeeAuth => ({
  id,
  driverId,
  driverName: driverId,
  state,
  validFrom: 0,
  validTo: 1,
  scope: '全部运费',
  moves,
  version: 1,
})
const auths = [
  auth('1', '金', 'active'),
  auth('2', '姜', 'rejected'),
  auth('3', '吕', 'rejected'),
  auth('4', '吕', 'pending'),
]
const payee = (acts: readonly string[], all = auths) => ({ auths: all, acts }) as unknown as PayeeDetails

test('what did not pass is open until it is asked for again, and stands first', () => {
  expect(failedAuths(auths).map(({ id }) => id)).toEqual(['2'])
  expect(orderedAuths(auths).map(({ id }) => id)).toEqual(['2', '4', '1', '3'])
})

test('a refusal of before a later authorisation is over, whatever became of that', () => {
  const over = [
    auth('1', '姜', 'rejected'),
    auth('2', '姜', 'expired'),
    auth('3', '吕', 'rejected'),
    auth('4', '吕', 'rejected'),
  ]
  expect(failedAuths(over).map(({ id }) => id)).toEqual(['4'])
})

test('it is the turn of the carrier that may ask again, and of the platform that may judge', () => {
  expect(turnOf(payee(['edit']))).toEqual({ text: '1 份授权未通过', isBad: true })
  expect(turnOf(payee([]))).toBeUndefined()
  expect(waitText(payee(['edit']))).toBe('1 份授权等平台审核')
  const judged = payee([], [auth('4', '吕', 'pending', 'approve')])
  expect(turnOf(judged)).toEqual({ text: '1 份授权待审核', isBad: false })
  expect(waitText(judged)).toBeUndefined()
})
