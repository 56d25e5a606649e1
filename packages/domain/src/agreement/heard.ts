// Answers of the seal partner about an agreement, held against what was sent: an answer that does not fit is no answer.
import type { AgreementRole, PartyState } from './agreement.ts'

/** A party as it was sent, and as the partner tells of it. */
export interface SealParty {
  readonly role: AgreementRole
  readonly name: string
  readonly creditNo: string
}
export interface SignedParty extends SealParty {
  readonly state: PartyState
  readonly at?: number
}

/** The agreement as it was sent. */
export interface SentAgreement {
  readonly taskNo: string
  /** SHA-256 of the text that is to be signed, hex. */
  readonly sha256: string
  readonly parties: readonly SealParty[]
  /** Parties our books have as signed. */
  readonly signed: ReadonlySet<AgreementRole>
}

/**
 * The partner's answer about a task. `unknown`: nothing was heard, ask later. `notFound`: it has no such task, so it never
 * arrived.
 */
export type SealAnswer =
  | { readonly state: 'notFound' | 'unknown' }
  | {
      readonly state: 'signing' | 'finished' | 'refused' | 'expired' | 'cancelled'
      readonly taskNo: string
      readonly sha256: string
      readonly parties: readonly SignedParty[]
      readonly reason?: string
    }
export type SealFact = Extract<SealAnswer, { taskNo: string }>

const partyKey = ({ role, name, creditNo }: SealParty): string => `${role} ${name} ${creditNo}`

/** True of an answer that lacks a signature our books have: it was given before, or takes it back. */
export function lacksSign(signed: ReadonlySet<AgreementRole>, { parties }: Pick<SealFact, 'parties'>): boolean {
  const signs = new Set(parties.filter(({ state }) => state === 'signed').map(({ role }) => role))
  return [...signed].some(role => !signs.has(role))
}

/** The fault of an answer in words for the house, or undefined where it fits what was sent. */
export function faultOfAnswer(sent: SentAgreement, answer: SealFact): string | undefined {
  if (answer.taskNo !== sent.taskNo) return '签章平台答复的是另一份合同'
  if (answer.sha256 !== sent.sha256) return '签章平台的合同正文与发送的不同'
  const theirs = new Set(answer.parties.map(partyKey))
  if (theirs.size !== sent.parties.length || !sent.parties.every(party => theirs.has(partyKey(party))))
    return '签章平台的签署方与发送的不同'
  const signs = new Set(answer.parties.filter(({ state }) => state === 'signed').map(({ role }) => role))
  if (lacksSign(sent.signed, answer)) return '签章平台少了已有的签署'
  if (answer.state === 'finished' && signs.size !== sent.parties.length) return '签章平台称已签完，但有一方未签'
  if (answer.state === 'signing' && signs.size === sent.parties.length) return '各方都已签署，签章平台尚未结束'
  return undefined
}
