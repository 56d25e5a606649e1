// Agreements (合同): their kinds and parties, the states of signing at the seal partner or on paper by two people, and what
// stands against a step.
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom, stateTable } from '../states.ts'

/** The parties of the trade that sign: the house signs as the branch that keeps the books. */
export const agreementRoles = { SHIPPER: '托运人', HOUSE: '承运平台', CARRIER: '实际承运人' } as const
export type AgreementRole = keyof typeof agreementRoles

/** Kinds of agreement with their two parties, first the one that gives the work. */
export const agreementKinds = {
  FRAME: { label: '框架合同', of: 'relation', parties: ['SHIPPER', 'CARRIER'] },
  CONSIGN: { label: '托运合同', of: 'waybill', parties: ['SHIPPER', 'HOUSE'] },
  CARRY: { label: '承运合同', of: 'waybill', parties: ['HOUSE', 'CARRIER'] },
} as const satisfies Readonly<
  Record<string, { label: string; of: 'relation' | 'waybill'; parties: readonly AgreementRole[] }>
>
export type AgreementKind = keyof typeof agreementKinds

/** The ways an agreement comes to be signed. */
export const agreementMethods = { SEAL: '电子签章', PAPER: '纸质签署' } as const

/** A sent agreement may be signed for half a month; a browser that leaves to sign may come back for a quarter of an hour. */
export const agreementLimits = { signMs: 15 * DAY_MS, returnMs: 15 * MINUTE_MS, valueMax: 200, signMost: 50 } as const

const house = ['platform', 'branch'] as const

export const agreementStates = machine({
  table: 'agreements',
  column: 'state',
  entity: 'agreement',
  start: 'draft',
  states: {
    draft: { label: '草稿', tone: 'idle' },
    sending: { label: '发送中', tone: 'busy' },
    unknown: { label: '待查询', tone: 'warn' },
    signing: { label: '签署中', tone: 'busy' },
    paper: { label: '纸质待复核', tone: 'busy', awaits: { permit: 'agreement.confirm', sides: house } },
    revoking: { label: '作废中', tone: 'busy' },
    signed: { label: '已签署', tone: 'good' },
    replaced: { label: '已被替代', tone: 'idle', final: true },
    refused: { label: '已拒签', tone: 'bad', rests: true },
    expired: { label: '已过期', tone: 'bad', rests: true },
    void: { label: '已作废', tone: 'idle', final: true },
  },
  moves: {
    send: { from: ['draft'], to: 'sending', label: '发送签署', done: '已发送', permit: 'agreement.make' },
    resend: {
      from: ['refused', 'expired'],
      to: 'sending',
      label: '重新签署',
      done: '已重新发送',
      permit: 'agreement.make',
    },
    filePaper: {
      from: ['draft', 'refused', 'expired'],
      to: 'paper',
      label: '上传纸质合同',
      done: '已上传，待另一人复核',
      permit: 'agreement.make',
    },
    confirmPaper: { from: ['paper'], to: 'signed', label: '复核通过', done: '已复核', permit: 'agreement.confirm' },
    rejectPaper: {
      from: ['paper'],
      to: 'draft',
      label: '复核不符',
      done: '已退回草稿',
      permit: 'agreement.confirm',
      danger: true,
      ask: 'reason',
    },
    begin: { from: ['sending', 'unknown'], to: 'signing', label: '进入签署', permit: 'system' },
    lose: { from: ['sending', 'signing'], to: 'unknown', label: '待查询', permit: 'system', ask: 'reason' },
    finish: { from: ['sending', 'unknown', 'signing', 'revoking'], to: 'signed', label: '全部签署', permit: 'system' },
    refuse: {
      from: ['sending', 'unknown', 'signing', 'revoking'],
      to: 'refused',
      label: '拒签',
      permit: 'system',
      ask: 'reason',
    },
    expire: {
      from: ['sending', 'unknown', 'signing', 'revoking'],
      to: 'expired',
      label: '逾期未签',
      permit: 'system',
      ask: 'reason',
    },
    revoke: {
      from: ['sending', 'unknown', 'signing'],
      to: 'revoking',
      label: '撤销签署',
      done: '正在撤销',
      permit: 'agreement.make',
      danger: true,
      ask: 'reason',
    },
    revoked: { from: ['revoking', 'sending', 'unknown', 'signing'], to: 'void', label: '已撤销', permit: 'system' },
    /** The waybill came to nothing: what nobody signs any more falls with it, what is out to be signed is taken back. */
    fall: {
      from: ['draft', 'paper', 'refused', 'expired'],
      to: 'void',
      label: '随运单作废',
      permit: 'system',
      ask: 'reason',
    },
    recall: {
      from: ['sending', 'unknown', 'signing'],
      to: 'revoking',
      label: '随运单撤销',
      permit: 'system',
      ask: 'reason',
    },
    /** The next one of the same waybill or relation is signed: it holds in place of this one. */
    replace: { from: ['signed'], to: 'replaced', label: '由新合同替代', permit: 'system', ask: 'reason' },
    drop: {
      from: ['draft', 'paper', 'refused', 'expired'],
      to: 'void',
      label: '作废',
      permit: 'agreement.make',
      danger: true,
      ask: 'reason',
    },
  },
})
export type AgreementState = keyof typeof agreementStates.states
export type AgreementMove = keyof typeof agreementStates.moves

const { signing, paper, draft, ...later } = agreementStates.states
/** The tabs of the list: those the reader has to sign, then the states by what they ask of people. */
export const agreementTabs = stateTable({
  start: 'mine',
  states: {
    mine: {
      label: '待我签',
      tone: 'idle',
      awaits: { permit: 'agreement.sign', sides: ['platform', 'branch', 'shipper', 'carrier'] },
    },
    signing,
    paper,
    draft,
    ...later,
  },
  moves: {},
})

/** States in which an agreement is on its way: of one subject there is at most one, beside the one that is signed. */
export const openStates = [
  'draft',
  'sending',
  'unknown',
  'signing',
  'paper',
  'revoking',
  'refused',
  'expired',
] as const satisfies readonly AgreementState[]

/** States in which the partner has the agreement, or may have it: it is asked until it says how that ended. */
export const askedStates = ['sending', 'unknown', 'signing', 'revoking'] as const satisfies readonly AgreementState[]

/** The signature of one party. */
export const partyStates = {
  waiting: { label: '待签署', tone: 'busy' },
  signed: { label: '已签署', tone: 'good' },
  refused: { label: '已拒签', tone: 'bad' },
} as const
export type PartyState = keyof typeof partyStates

/** An agreement and the person who wants to move it. */
export interface AgreementOn {
  readonly state: AgreementState
  readonly kind: AgreementKind
  /** The party the person stands for; undefined for people of the platform, who stand for the house in every branch. */
  readonly role: AgreementRole
  /** The person uploaded the scan that waits, or it was uploaded for them. */
  readonly isFiler: boolean
  /** A partner for seals is connected. */
  readonly hasSeal: boolean
}

/** True where a party may draft and withdraw a kind: agreements of waybills are the house's to draft, frames also their parties'. */
export const mayDraft = (kind: AgreementKind, role: AgreementRole): boolean => role === 'HOUSE' || kind === 'FRAME'

/** The fault of a step beside its state and permit. */
export function faultOfAgreementMove(
  name: AgreementMove,
  { kind, role, isFiler, hasSeal }: Omit<AgreementOn, 'state'>,
): Fault | undefined {
  if (agreementStates.moves[name].permit === 'agreement.make' && !mayDraft(kind, role))
    return { problem: 'agreement.theirs', detail: {} }
  if ((name === 'confirmPaper' || name === 'rejectPaper') && isFiler) return { problem: 'maker.checker', detail: {} }
  return (name === 'send' || name === 'resend') && !hasSeal ? { problem: 'agreement.noSeal', detail: {} } : undefined
}

/** The steps a person can take now. */
export const agreementMovesOf = (on: AgreementOn, can: (permit: Permit) => boolean): AgreementMove[] =>
  offeredFrom(agreementStates, on.state, can).filter(name => !faultOfAgreementMove(name, on))
