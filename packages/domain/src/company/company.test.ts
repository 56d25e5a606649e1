// Policies: what is in force where a company said something, nothing, or nonsense; and the positions steps are left to.
import { expect, test } from 'vitest'
import { decisionsOf, freePolicies, missingPosition, policies, policiesOf, policyKeys } from './company.ts'
import { systemRoles } from '../permits/permits.ts'

const shipped = policiesOf({})

test('where a company decided nothing, or nothing that is a yes or no, the standard holds', () => {
  for (const decided of [{}, null, undefined, 'x', [], { receiptRequired: 'yes', other: true }])
    expect(policiesOf(decided)).toEqual(shipped)
  expect(policyKeys.map(key => [key, shipped[key]])).toEqual(policyKeys.map(key => [key, policies[key].standard]))
})

test('what a company decided holds, except where the platform decides for everybody', () => {
  const other = Object.fromEntries(policyKeys.map(key => [key, !shipped[key]]))
  const inForce = policiesOf(other)
  for (const key of freePolicies) expect([key, inForce[key]]).toEqual([key, !shipped[key]])
  expect(inForce.noSelfApproval).toBe(true)
})

test('a company decides everything that is not fixed', () => {
  expect(Object.keys(decisionsOf(shipped))).toEqual(freePolicies)
  expect(freePolicies).toEqual(policyKeys.filter(key => key !== 'noSelfApproval'))
})

test('a step is left to a position only while the policy is in force', () => {
  const strict = { ...shipped, specialistSubmits: true, financeApproves: true }
  expect([missingPosition(shipped, 'submit', []), missingPosition(shipped, 'approve', [])]).toEqual([
    undefined,
    undefined,
  ])
  expect([
    missingPosition(strict, 'submit', [systemRoles.finance]),
    missingPosition(strict, 'approve', [systemRoles.specialist]),
  ]).toEqual([systemRoles.specialist, systemRoles.finance])
  expect([
    missingPosition(strict, 'submit', [systemRoles.specialist, '其他']),
    missingPosition(strict, 'approve', [systemRoles.finance]),
  ]).toEqual([undefined, undefined])
})
