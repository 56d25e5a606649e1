// Certificates (证件) of vehicles, drivers and payees: what each consists of, how each stands, and how the record stands
// by them.
import { isLight, isOver, needsQualification, type DriverDocument, type VehicleDocument } from './papers.ts'
import type { PayeeDocument, PayeeKind } from './payee.ts'
import { paperStates, type PaperState } from './paper.ts'
import type { Machine } from '../states.ts'
import type { VehicleTypeCode } from './vehicleTypes.ts'
import type { Grams } from '../figures/weight.ts'

/**
 * The parts of one certificate: kinds of document, fields only it proves, fields it shares with others, and the field
 * with its last day.
 */
export interface Certificate {
  readonly label: string
  readonly documents: readonly string[]
  readonly fields: readonly string[]
  readonly shared?: readonly string[]
  readonly expiry?: string
}
/** The certificates of one kind of record. The first is asked to mend what belongs to none of them. */
export type Catalogue = Readonly<Record<string, Certificate>>

/** In the order of the index over the one that ends first. */
export const vehicleCertificates = {
  licence: {
    label: '行驶证',
    documents: ['licenceFront', 'licenceBack'] satisfies VehicleDocument[],
    expiry: 'licenceExpiry',
    shared: ['plate', 'plateColor'],
    fields: [
      'typeCode',
      'energy',
      'tonnageG',
      'grossG',
      'licenceExpiry',
      'owner',
      'vin',
      'engineNo',
      'useCharacter',
      'issuer',
      'registerDate',
      'issueDate',
    ],
  },
  transportCert: {
    label: '道路运输证',
    documents: ['transportCert'] satisfies VehicleDocument[],
    fields: ['transportCertNo', 'transportCertExpiry'],
    shared: ['plate', 'plateColor'],
    expiry: 'transportCertExpiry',
  },
  annualCheck: {
    label: '年检',
    documents: ['annualCheck'] satisfies VehicleDocument[],
    fields: ['annualCheckExpiry'],
    expiry: 'annualCheckExpiry',
  },
  insurance: {
    label: '交强险',
    documents: ['insurance'] satisfies VehicleDocument[],
    fields: ['insuranceExpiry'],
    expiry: 'insuranceExpiry',
  },
} as const satisfies Catalogue

/** In the order of the index over the one that ends first. */
export const driverCertificates = {
  licence: {
    label: '驾驶证',
    documents: ['licence'] satisfies DriverDocument[],
    fields: ['licenceNo', 'licenceClass', 'licenceIssuer', 'licenceFrom', 'licenceExpiry'],
    shared: ['name', 'idNo'],
    expiry: 'licenceExpiry',
  },
  qualification: {
    label: '从业资格证',
    documents: ['qualification'] satisfies DriverDocument[],
    fields: ['qualificationNo', 'qualificationExpiry'],
    shared: ['name', 'idNo'],
    expiry: 'qualificationExpiry',
  },
  idCard: {
    label: '身份证',
    documents: ['idFront', 'idBack'] satisfies DriverDocument[],
    fields: ['idCardExpiry'],
    shared: ['name', 'idNo'],
    expiry: 'idCardExpiry',
  },
} as const satisfies Catalogue

/**
 * The account is checked by its four elements (四要素: name, number of the person, card, mobile number the bank knows); a
 * company's by what its bank attests.
 */
export const payeeCertificates = {
  account: {
    label: '收款账户',
    documents: ['card'] satisfies PayeeDocument[],
    fields: ['mobile', 'bank', 'bankCode', 'accountNo'],
    shared: ['name', 'idNo'],
  },
  identity: {
    label: '身份证明',
    documents: ['idFront', 'idBack', 'licence'] satisfies PayeeDocument[],
    fields: [],
    shared: ['name', 'idNo'],
  },
} as const satisfies Catalogue

/** Certificates without which a vehicle is not verified. */
export const neededOfVehicle = ({
  grossG,
  typeCode,
}: {
  readonly grossG: Grams
  readonly typeCode?: VehicleTypeCode | undefined
}): (keyof typeof vehicleCertificates)[] => (isLight(grossG, typeCode) ? ['licence'] : ['licence', 'transportCert'])
/** Certificates without which a driver is not verified. */
export const neededOfDriver = ({
  licenceClass,
}: {
  readonly licenceClass: string
}): (keyof typeof driverCertificates)[] =>
  needsQualification(licenceClass) ? ['licence', 'qualification', 'idCard'] : ['licence', 'idCard']
/** Certificates without which a payee is not verified; a driver's identity is proven by his own papers. */
export const neededOfPayee = ({
  kind,
  isOwn,
}: {
  readonly kind: PayeeKind
  readonly isOwn: boolean
}): (keyof typeof payeeCertificates)[] => (kind === 'PERSON' && isOwn ? ['account'] : ['account', 'identity'])

/** The state shown for a certificate or a whole record: its verification, or 已过期 once a verified one has run out. */
export const paperStandings: Machine<PaperState | 'expired', never> = {
  start: paperStates.start,
  states: { ...paperStates.states, expired: { label: '已过期', tone: 'bad' } },
  moves: {},
}
export type PaperStanding = keyof typeof paperStandings.states

/** The one rule of papers in order: verified, and none of the last days `ends` is over. */
export function standingAt(
  state: PaperState,
  ends: readonly (number | null | undefined)[],
  now: number,
): PaperStanding {
  return state === 'approved' && ends.some(end => typeof end === 'number' && isOver(end, now)) ? 'expired' : state
}

/** The last days of all certificates that have one, with what people call them. */
export function endsOf(
  catalogue: Catalogue,
  facts: object,
): { readonly key: string; readonly label: string; readonly end: number | undefined }[] {
  return Object.entries(catalogue).flatMap(([key, { label, expiry }]) => {
    if (expiry === undefined) return []
    const end: unknown = Reflect.get(facts, expiry)
    return [{ key, label, end: typeof end === 'number' ? end : undefined }]
  })
}

/** The stored part of one certificate: its judge, the time, and the remarks if it was sent back. */
export interface KeptCertificate {
  readonly state: PaperState
  readonly at?: number | undefined
  readonly by?: string | undefined
  readonly reason?: string | undefined
  readonly fields?: readonly string[] | undefined
}
export type KeptPapers = Readonly<Record<string, KeptCertificate>>

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Keys of the certificates a record needs or has something of: a field of their own or a document. */
export function countedOf(
  catalogue: Catalogue,
  facts: object,
  needed: readonly string[],
  documents: readonly string[],
): string[] {
  return Object.entries(catalogue).flatMap(([key, one]) =>
    needed.includes(key) ||
    one.fields.some(field => isThere(Reflect.get(facts, field))) ||
    one.documents.some(kind => documents.includes(kind))
      ? [key]
      : [],
  )
}

/** States of these certificates of a record. A certificate without a state of its own has that of the record. */
export function standOf(
  counted: readonly string[],
  record: { readonly state: PaperState; readonly papers: KeptPapers },
): KeptPapers {
  return Object.fromEntries(counted.map(key => [key, record.papers[key] ?? { state: record.state }]))
}

/** The state of a record from its certificates: rejected if one is, else pending, else unsubmitted, else approved. */
export function rollUp(stand: KeptPapers): PaperState {
  const states = Object.values(stand).map(({ state }) => state)
  return (['rejected', 'pending', 'unsubmitted'] as const).find(state => states.includes(state)) ?? 'approved'
}

/** Certificates that prove something of what changed; `changed` are fields and kinds of document. */
export function provenBy(catalogue: Catalogue, changed: readonly string[]): string[] {
  return Object.entries(catalogue).flatMap(([key, { documents, fields, shared = [] }]) =>
    [...documents, ...fields, ...shared].some(part => changed.includes(part)) ? [key] : [],
  )
}

/** The certificate a verifier means who names one part: the first it belongs to, else the first of all. */
export function ownerOf(catalogue: Catalogue, part: string): string {
  return provenBy(catalogue, [part])[0] ?? Object.keys(catalogue)[0] ?? ''
}

/**
 * Certificates after a change: a verified one whose facts changed waits for verification, alone. While the house looks
 * at the record or has verified it, so does a new one; before that it is handed in with the rest. `counted` are the
 * certificates after the change.
 */
export function afterChange(
  before: KeptPapers,
  counted: readonly string[],
  changed: readonly string[],
  record: PaperState,
): KeptPapers {
  const isWithHouse = record === 'approved' || record === 'pending'
  return Object.fromEntries(
    counted.map(key => {
      const was = before[key] ?? { state: 'unsubmitted' as const }
      return [
        key,
        changed.includes(key) && (isWithHouse || was.state === 'approved') ? { state: 'pending' as const } : was,
      ]
    }),
  )
}

/** Certificates after handing in: those never handed in or sent back wait; verified ones stay verified. */
export function afterSubmit(stand: KeptPapers): KeptPapers {
  return Object.fromEntries(
    Object.entries(stand).map(([key, one]) => [
      key,
      one.state === 'unsubmitted' || one.state === 'rejected' ? { state: 'pending' as const } : one,
    ]),
  )
}
