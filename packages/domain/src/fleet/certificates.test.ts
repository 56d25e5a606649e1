// Certificates: which a record needs, how each stands after a change, handing in and time, and what they come to
// together.
import { expect, test } from 'vitest'
import {
  afterChange,
  afterSubmit,
  countedOf,
  driverCertificates,
  endsOf,
  neededOfDriver,
  neededOfPayee,
  neededOfVehicle,
  ownerOf,
  payeeCertificates,
  paperStandings,
  provenBy,
  rollUp,
  standingAt,
  standOf,
  vehicleCertificates,
} from './certificates.ts'
import { driverParts, vehicleParts } from './papers.ts'
import { payeeParts } from './payee.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import { grams } from '../figures/weight.ts'

const now = Date.UTC(2026, 10, 21, 3)
const approved = { state: 'approved' } as const,
  pending = { state: 'pending' } as const,
  rejected = { state: 'rejected' } as const,
  unsubmitted = { state: 'unsubmitted' } as const

test('a heavy truck needs its transport certificate, a heavy driver his qualification, a driver who is paid himself no second proof who he is', () => {
  expect([neededOfVehicle({ grossG: grams(31_000_000) }), neededOfVehicle({ grossG: grams(4_495_000) })]).toEqual([
    ['licence', 'transportCert'],
    ['licence'],
  ])
  expect([neededOfDriver({ licenceClass: 'A2' }), neededOfDriver({ licenceClass: 'C1' })]).toEqual([
    ['licence', 'qualification', 'idCard'],
    ['licence', 'idCard'],
  ])
  expect([
    neededOfPayee({ kind: 'PERSON', isOwn: true }),
    neededOfPayee({ kind: 'PERSON', isOwn: false }),
    neededOfPayee({ kind: 'COMPANY', isOwn: false }),
  ]).toEqual([['account'], ['account', 'identity'], ['account', 'identity']])
})

test('a verified record is good through the last day of each paper and run out the day after, by the clock of China', () => {
  const end = startOfDay(now)
  expect([
    standingAt('approved', [end, undefined, null], now),
    standingAt('approved', [end], end + DAY_MS - 1),
    standingAt('approved', [end + 9 * DAY_MS, end], end + DAY_MS),
  ]).toEqual(['approved', 'approved', 'expired'])
  expect((['unsubmitted', 'pending', 'rejected'] as const).map(state => standingAt(state, [0], now))).toEqual([
    'unsubmitted',
    'pending',
    'rejected',
  ])
  expect(paperStandings.states.expired).toEqual({ label: '已过期', tone: 'bad' })
})

test('only certificates that are needed or there count; without a verdict of their own they stand as the record', () => {
  const facts = { grossG: 31_000_000, licenceExpiry: now, insuranceExpiry: now, transportCertNo: '' }
  expect(countedOf(vehicleCertificates, facts, ['licence', 'transportCert'], [])).toEqual([
    'licence',
    'transportCert',
    'insurance',
  ])
  expect(countedOf(vehicleCertificates, facts, ['licence'], ['annualCheck'])).toEqual([
    'licence',
    'annualCheck',
    'insurance',
  ])
  expect(standOf(['licence', 'insurance'], { state: 'approved', papers: { insurance: pending } })).toEqual({
    licence: approved,
    insurance: pending,
  })
  expect(endsOf(vehicleCertificates, facts).map(({ label, end }) => [label, end])).toEqual([
    ['行驶证', now],
    ['道路运输证', undefined],
    ['年检', undefined],
    ['交强险', now],
  ])
})

test('one sent back sends the record back, one that waits lets it wait, all verified verify it', () => {
  expect([
    rollUp({ a: approved, b: pending, c: rejected }),
    rollUp({ a: approved, b: pending, c: unsubmitted }),
    rollUp({ a: approved, c: unsubmitted }),
    rollUp({ a: approved, b: approved }),
  ]).toEqual(['rejected', 'pending', 'unsubmitted', 'approved'])
})

test('a change sends back to verification what it concerns and nothing else', () => {
  const stand = { licence: approved, transportCert: approved, insurance: approved }
  const counted = Object.keys(stand)
  const after = (changed: string[]) => afterChange(stand, counted, provenBy(vehicleCertificates, changed), 'approved')
  expect(after(['insuranceExpiry'])).toEqual({ ...stand, insurance: pending })
  expect(after(['licenceBack'])).toEqual({ ...stand, licence: pending })
  expect(after(['plate'])).toEqual({ licence: pending, transportCert: pending, insurance: approved })
  expect(after(['photo', 'terminalId'])).toEqual(stand)
  // one that is needed since the change and was never handed in is not taken for verified
  expect(afterChange({ licence: approved }, ['licence', 'transportCert'], ['licence'], 'approved')).toEqual({
    licence: pending,
    transportCert: unsubmitted,
  })
  expect(afterChange({ licence: approved }, ['licence', 'insurance'], ['insurance'], 'approved')).toEqual({
    licence: approved,
    insurance: pending,
  })
})

test('before it is handed in, or once it was sent back, a change waits for the handing in; what was verified is looked at again', () => {
  expect(afterChange({ licence: unsubmitted }, ['licence'], ['licence'], 'unsubmitted')).toEqual({
    licence: unsubmitted,
  })
  const mended = afterChange(
    { licence: rejected, transportCert: approved },
    ['licence', 'transportCert'],
    ['licence', 'transportCert'],
    'rejected',
  )
  expect(mended).toEqual({ licence: rejected, transportCert: pending })
  expect(afterSubmit({ ...mended, insurance: unsubmitted, annualCheck: approved })).toEqual({
    licence: pending,
    transportCert: pending,
    insurance: pending,
    annualCheck: approved,
  })
})

test('every part a verifier can name belongs to a certificate or falls to the first', () => {
  expect([
    ownerOf(vehicleCertificates, 'transportCertNo'),
    ownerOf(vehicleCertificates, 'plate'),
    ownerOf(vehicleCertificates, 'photo'),
  ]).toEqual(['transportCert', 'licence', 'licence'])
  for (const [catalogue, parts] of [
    [vehicleCertificates, vehicleParts],
    [driverCertificates, driverParts],
    [payeeCertificates, payeeParts],
  ] as const) {
    const named = Object.values(catalogue).flatMap(
      ({
        documents,
        fields,
        shared = [],
      }: {
        documents: readonly string[]
        fields: readonly string[]
        shared?: readonly string[]
      }) => [...documents, ...fields, ...shared],
    )
    expect(named.filter(part => !Object.hasOwn(parts, part))).toEqual([])
    expect(
      Object.keys(parts)
        .filter(part => !named.includes(part))
        .filter(part => !['photo', 'other', 'mobile'].includes(part)),
    ).toEqual([])
  }
})
