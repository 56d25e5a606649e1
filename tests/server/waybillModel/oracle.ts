// The state table of waybills written down a second time, from what people agreed on and not from the product: what random
// moves are judged by.

/** Status codes of the table. */
export type Code = 10 | 20 | 30 | 40 | 45 | 50 | 60 | 65 | 70 | 80 | 90 | 95

/** The sides the table lets act: the platform, a branch of it, the shipper, the carrier. */
type Who = 'P' | 'B' | 'S' | 'C'

/** People of the demo: where they stand, and the rights of their position. */
export const people = {
  admin: { who: 'P', rights: ['advance', 'sign', 'cancel', 'void', 'correct', 'appoint', 'charge'] },
  'platform-ops': { who: 'P', rights: ['advance', 'sign', 'cancel', 'appoint', 'charge'] },
  branch: { who: 'B', rights: ['advance', 'sign', 'cancel', 'appoint', 'charge'] },
  shipper: { who: 'S', rights: ['sign', 'cancel', 'charge'] },
  'shipper-freight': { who: 'S', rights: ['settle'] },
  'shipper-finance': { who: 'S', rights: [] },
  carrier: { who: 'C', rights: ['advance', 'cancel', 'appoint', 'charge'] },
  'carrier-finance': { who: 'C', rights: [] },
  shipper2: { who: 'S', rights: ['sign', 'cancel', 'charge'], isStranger: true },
  carrier2: { who: 'C', rights: ['advance', 'cancel', 'appoint', 'charge'], isStranger: true },
} as const satisfies Record<string, { who: Who; rights: readonly string[]; isStranger?: true }>
export type Account = keyof typeof people
export const accounts = Object.keys(people) as Account[]

const P: readonly Who[] = ['P']
const movers: readonly Who[] = ['P', 'B', 'C']
const receivers: readonly Who[] = ['P', 'B', 'S']
const anybody: readonly Who[] = ['P', 'B', 'S', 'C']

interface Step {
  to: Code
  who: readonly Who[]
  right: string
  needs?: 'weight' | 'reason'
}

/**
 * The table: what leads from each status where, by whom. A reason is wanted for what hurts somebody, a weight
 * at both scales.
 */
export type StepTable = Readonly<Record<Code, Readonly<Record<string, Step>>>>
const voiding: Step = { to: 95, who: P, right: 'void', needs: 'reason' }
export const steps: StepTable = {
  10: {
    accept: { to: 20, who: movers, right: 'advance' },
    cancel: { to: 90, who: anybody, right: 'cancel', needs: 'reason' },
    void: voiding,
  },
  20: {
    arriveLoad: { to: 30, who: movers, right: 'advance' },
    cancel: { to: 90, who: anybody, right: 'cancel', needs: 'reason' },
    void: voiding,
    back: { to: 10, who: P, right: 'correct' },
  },
  30: {
    depart: { to: 40, who: movers, right: 'advance', needs: 'weight' },
    cancel: { to: 90, who: P, right: 'cancel', needs: 'reason' },
    void: voiding,
    back: { to: 20, who: P, right: 'correct' },
  },
  40: {
    arriveUnload: { to: 50, who: movers, right: 'advance' },
    interrupt: { to: 45, who: movers, right: 'advance', needs: 'reason' },
    void: voiding,
    back: { to: 30, who: P, right: 'correct' },
  },
  45: { resume: { to: 40, who: movers, right: 'advance' }, void: voiding },
  50: {
    unload: { to: 60, who: movers, right: 'advance', needs: 'weight' },
    void: voiding,
    back: { to: 40, who: P, right: 'correct' },
  },
  60: {
    sign: { to: 70, who: receivers, right: 'sign' },
    dispute: { to: 65, who: receivers, right: 'sign', needs: 'reason' },
    void: voiding,
    back: { to: 50, who: P, right: 'correct' },
  },
  65: {
    concede: { to: 60, who: ['C'], right: 'advance' },
    settleDispute: { to: 60, who: receivers, right: 'sign' },
    sign: { to: 70, who: receivers, right: 'sign' },
    void: voiding,
  },
  70: { void: voiding },
  80: {},
  90: {},
  95: {},
}

export const moveNames = [
  'accept',
  'arriveLoad',
  'depart',
  'arriveUnload',
  'interrupt',
  'resume',
  'unload',
  'dispute',
  'concede',
  'settleDispute',
  'sign',
  'cancel',
  'void',
] as const
export type MoveName = (typeof moveNames)[number]

/** The oracle's memory of a waybill. */
export interface Known {
  code: Code
  vehicles: number
  truck: number
  route: number
  proposal: { truck: number } | undefined
  claims: {
    id: string
    asked: 'P' | 'S' | 'C'
    /** A deduction drafted while the receipt is disputed. */
    isDraft: boolean
  }[]
  money: 'free' | 'frozen' | 'onSheet' | 'paid'
}

/** The answer: done, or the refusal as people read it. */
export type Verdict =
  | 'done'
  | 'forbidden'
  | 'unknown'
  | 'stale'
  | 'wrongState'
  | 'noReason'
  | 'noWeight'
  | 'claimsOpen'
  | 'claimsLate'
  | 'swapOpen'
  | 'changedVehicle'
  | 'onSheet'
  | 'booked'
  | 'truckBusy'

/** Statuses in which a waybill holds its truck. */
const holding: readonly Code[] = [10, 20, 30, 40, 45, 50]
const ended: readonly Code[] = [80, 90, 95]

/** The verdict on one attempt at a move. `isStale`: an old version was sent; `given`: the weight or reason was sent. */
export function judgeMove(
  table: StepTable,
  known: Known,
  account: Account,
  move: MoveName,
  isStale: boolean,
  given: boolean,
): Verdict {
  const person = people[account]
  if ('isStranger' in person) return 'unknown'
  if (isStale) return 'stale'
  const everywhere = Object.values(table).flatMap(row => (row[move] ? [row[move]] : []))
  const holdsRight = everywhere.some(
    ({ right, who }) => person.rights.some(own => own === right) && who.includes(person.who),
  )
  if (!holdsRight) return 'forbidden'
  const step = table[known.code][move]
  if (!step?.who.includes(person.who)) return 'wrongState'
  if (step.needs === 'weight' && !given) return 'noWeight'
  if (move === 'resume' && known.proposal) return 'swapOpen'
  if (move === 'sign' && known.claims.length > 0) return 'claimsOpen'
  if (move === 'void' && known.code === 70 && known.money !== 'free') return 'onSheet'
  return step.needs === 'reason' && !given ? 'noReason' : 'done'
}

/**
 * Brings the oracle's memory up to date after a move. Deductions drafted with a dispute (65) end with it, when one side
 * gives in to the other.
 */
export function afterMove(table: StepTable, known: Known, move: MoveName | 'back', account: Account): void {
  const step = table[known.code][move]
  if (!step) throw new Error(`the oracle has no ${move} from ${known.code}`)
  if (move === 'concede' || (move === 'settleDispute' && people[account].who === 'S'))
    known.claims = known.claims.filter(({ isDraft }) => !isDraft)
  known.code = step.to
  if (step.to === 65) known.money = 'frozen'
  if (step.to === 60 || step.to === 70) known.money = 'free'
  if (ended.includes(step.to)) {
    known.proposal = undefined
    known.claims = []
  }
}

/** Whether another journey of another route holds a truck. */
const isElsewhere = (all: readonly Known[], truck: number, route: number, except: Known | undefined): boolean =>
  all.some(one => one !== except && one.truck === truck && holding.includes(one.code) && one.route !== route)

/** A step taken back; an unloaded truck that was sent elsewhere since is not loaded again. */
export function judgeBack(
  table: StepTable,
  all: readonly Known[],
  known: Known,
  account: Account,
  isStale: boolean,
): Verdict {
  const { rights } = people[account]
  if (!rights.some(right => right === 'correct')) return 'forbidden'
  if (isStale) return 'stale'
  if (known.code === 70 || known.code === 80) return 'booked'
  if (!table[known.code]['back']) return 'wrongState'
  if (known.code === 60 && isElsewhere(all, known.truck, known.route, known)) return 'truckBusy'
  return known.code === 40 && known.vehicles > 1 ? 'changedVehicle' : 'done'
}

/**
 * Whether a truck can take another journey now: not beside one of another route that still holds it, and at most ten
 * open ones.
 */
export function isBusy(all: readonly Known[], truck: number, route: number, except?: Known): boolean {
  return (
    isElsewhere(all, truck, route, except) ||
    all.filter(one => one !== except && one.truck === truck && [...holding, 60, 65].includes(one.code)).length >= 10
  )
}

/** Another truck wanted: at once before loading or by the house, on the road a proposal of the carrier. */
export function judgeSwap(
  all: readonly Known[],
  known: Known,
  account: Account,
  truck: number,
  isStale: boolean,
): Verdict {
  const person = people[account]
  if (!person.rights.some(right => right === 'appoint')) return 'forbidden'
  if ('isStranger' in person) return 'unknown'
  if (isStale) return 'stale'
  if (known.code !== 20 && known.code !== 45) return 'wrongState'
  if (known.proposal) return 'swapOpen'
  return isBusy(all, truck, known.route, known) ? 'truckBusy' : 'done'
}

/** Whether a change takes place at once. */
export const swapsAtOnce = (known: Known, account: Account): boolean => people[account].who !== 'C' || known.code === 20

/** The answer to a proposal: the house agrees or refuses, the carrier takes it back. */
export function judgeSwapAnswer(
  all: readonly Known[],
  known: Known,
  account: Account,
  answer: 'apply' | 'refuse' | 'withdraw',
  isStale: boolean,
): Verdict {
  const person = people[account]
  if (!person.rights.some(right => right === 'appoint')) return 'forbidden'
  if ('isStranger' in person) return 'unknown'
  if (isStale) return 'stale'
  if (!known.proposal) return 'unknown'
  if ((answer === 'withdraw') !== (person.who === 'C')) return 'forbidden'
  return answer === 'apply' && isBusy(all, known.proposal.truck, known.route, known) ? 'truckBusy' : 'done'
}

const open: readonly Code[] = [10, 20, 30, 40, 45, 50, 60, 65]
const party = (account: Account): 'P' | 'S' | 'C' =>
  people[account].who === 'B' ? 'P' : (people[account].who as 'P' | 'S' | 'C')

/** Something claimed on the carrier's account; of a signed waybill on the shipper's, which is not adjusted. */
export function judgeClaim(known: Known, account: Account, isStale: boolean): Verdict {
  const person = people[account]
  if (!person.rights.some(right => right === 'charge')) return 'forbidden'
  if ('isStranger' in person) return 'unknown'
  if (isStale) return 'stale'
  if (isFixed(known)) return person.who === 'C' ? 'forbidden' : 'claimsLate'
  return open.includes(known.code) ? 'done' : 'wrongState'
}
/** True once the signature has fixed the money. */
export const isFixed = ({ code }: Known): boolean => code === 70 || code === 80
export const claimParty = party

/** The answer to the oldest claim: the carrier answers the others, the others the carrier. */
export function judgeClaimAnswer(known: Known, account: Account, isStale: boolean): Verdict {
  const person = people[account]
  if (!person.rights.some(right => right === 'charge')) return 'forbidden'
  if ('isStranger' in person) return 'unknown'
  if (isStale) return 'stale'
  const [claim] = known.claims
  if (!claim) return 'unknown'
  return (claim.asked === 'C') === (person.who === 'C') ? 'forbidden' : 'done'
}

/** Whether a waybill still takes part of a task's quantity. */
export const isLive = ({ code }: Known): boolean => code !== 90 && code !== 95
