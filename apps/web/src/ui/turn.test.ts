// A state that waits is the turn of its own people alone.
import { businessBits, userTypes } from '@yunshu/domain/account/account'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { expect, test } from 'vitest'
import { countLook, isTurnOf } from './turn.ts'

const { toSign, toAccept, inTransit, disputed, void: voided } = waybillStates.states
const outside = Object.values(userTypes).find(type => type !== userTypes.platform) ?? userTypes.platform
const holding = (userPermissions: readonly string[], isAdmin = false) => ({
  isAdmin,
  userPermissions: [...userPermissions],
  userRoles: [],
})
const of = (businessType: number, jurisdiction: ReturnType<typeof holding>) => ({
  info: { type: outside, businessType },
  jurisdiction,
})

test('a waybill to be signed is the turn of a shipper who may sign, and of nobody else', () => {
  const signer = of(businessBits.shipper, holding(['waybill.sign']))
  expect([toSign, toAccept, inTransit].map(({ awaits }) => isTurnOf(awaits, signer))).toEqual([true, false, false])
  expect(isTurnOf(toSign.awaits, of(businessBits.shipper, holding(['waybill.view'])))).toBe(false)
  expect(isTurnOf(toSign.awaits, { info: undefined, jurisdiction: undefined })).toBe(false)
})

test("a company's administrator has every permit, yet no turn of the other side", () => {
  const carrier = of(businessBits.carrier, holding([], true))
  expect([toSign, toAccept].map(({ awaits }) => isTurnOf(awaits, carrier))).toEqual([false, true])
})

test("a count is red where rows are wrong, teal in the reader's turn, amber where they are late, else grey", () => {
  const signer = of(businessBits.shipper, holding(['waybill.sign']))
  expect([toSign, toAccept, inTransit, disputed, voided].map(state => countLook(state, signer))).toEqual([
    'turn',
    undefined,
    undefined,
    'bad',
    undefined,
  ])
  expect(countLook({ label: '', tone: 'warn' }, signer)).toBe('warn')
  // a second person has to take the step of each of them
  expect(countLook(toSign, signer, true)).toBeUndefined()
  expect(countLook({ label: '', tone: 'warn', rests: true }, signer)).toBeUndefined()
})
