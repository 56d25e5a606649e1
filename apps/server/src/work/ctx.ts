// The context of a handler: actor, transaction, time, and the few things it may ask the glue to do.
import type { Call } from '@yunshu/contract/call'
import type { DataScope } from '@yunshu/domain/account/account'
import type { Permit } from '@yunshu/domain/permits/permits'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/store.ts'
import type { Reach, Tx } from '../db/tx.ts'
import type { AccountDesk, TextSender } from '../partners/accountDesk.ts'
import type { Channels } from '../partners/channel.ts'
import type { InvoiceGateway } from '../partners/invoiceGateway.ts'
import type { SealDesk } from '../partners/sealDesk.ts'
import type { JobLease } from './lease.ts'

/** The side of the market an account works on; decides which rows of a list are its own. */
export type ActorSide = 'platform' | 'branch' | 'shipper' | 'carrier'

/** The signed-in person, from the session alone. */
export interface Actor {
  readonly sessionId: string
  /** The link they came by instead of a session of their own (`Call.byLink`). */
  readonly linkId?: string
  readonly userId: string
  readonly handle: string
  readonly account: string
  readonly name: string
  readonly type: number
  readonly side: ActorSide
  readonly companyId: string | undefined
  readonly companyName: string | undefined
  readonly branchId: string | undefined
  readonly branchName: string | undefined
  /** A person of the platform, who chose the branch for this call alone. */
  readonly choseBranch?: true
  readonly businessType: number
  readonly wlhyType: number
  readonly isTf: boolean
  readonly isAdmin: boolean
  /** Holds the administrator's position: nobody of the same company stands above. */
  readonly isHead: boolean
  /** The widest rows their positions let them see. */
  readonly dataScope: DataScope
  readonly roles: readonly string[]
  readonly permits: ReadonlySet<Permit>
  /**
   * The employee they work for at the moment: company, side and permits above are that person's, the name stays their
   * own. `ownSide` and `ownBranchId` are those of their own account.
   */
  readonly actingFor:
    | {
        readonly userId: string
        readonly name: string
        readonly ownSide: ActorSide
        readonly ownBranchId: string | undefined
      }
    | undefined
  /** The session was opened with the second factor too. */
  readonly hasSecondFactor: boolean
  /** The reason their password must change before anything else: it was given to them, or it is too old. */
  readonly passwordMust: 'first' | 'expired' | undefined
  /** Until then their permits that rest (`restingPermits`) are not theirs to use, ms. */
  readonly moneyRestsUntil: number | undefined
}

/**
 * A file of a multipart call, on disk until the call has ended and within limits; its real kind is still to be checked.
 */
export interface Upload {
  readonly name: string
  /** The place of its bytes on disk. */
  readonly path: string
  readonly size: number
  /** The hash of its bytes, hex. */
  readonly sha256: string
}

/** Things of the process that requests share. */
export interface Deps {
  readonly config: Config
  readonly pool: pg.Pool
  /** Read-only connections for GET calls. */
  readonly reads: pg.Pool
  readonly store: FileStore
  readonly channels: Channels
  /** The way to the tax platform; invoices are recorded by hand where there is none. */
  readonly invoices: InvoiceGateway | undefined
  /** The partner that opens accounts of drivers, where there is one. */
  readonly accounts: AccountDesk | undefined
  /** Sends codes to phones, where that is possible. */
  readonly texts: TextSender | undefined
  /** The partner that seals agreements and checks who people are; agreements are signed on paper where there is none. */
  readonly seal: SealDesk | undefined
  /** Signs file addresses; the same on all servers of an installation. */
  readonly fileSecret: string
  /** Encrypts the secrets of second factors; the same on all servers of an installation. */
  readonly factorSecret: string
  /** Wakes the relay that turns outbox rows into pushes. */
  readonly wake: () => void
  readonly sessions: SessionGate
  /** Turns the code of a link, or the ticket of a proven phone, into the person who made it; refuses `receipt.link`. */
  readonly findLinked: (code: string | undefined, now: number) => Promise<Actor>
  readonly proofs: ProofDesk
  readonly turns: PersonTurns
  /** Of the job these are given to; none for calls. */
  readonly lease?: JobLease
}

/** Turns the token and binder of a request into the person behind them. */
export interface SessionGate {
  /** Throws `session.none`, `session.ended` or `session.revoked`; answers within a second of a revocation. */
  find(token: string | undefined, binder: string | undefined, now: number): Promise<Actor>
  /** Drops what is remembered of these users' sessions (role change, disable, logout). */
  forget(userIds: readonly string[]): void
  /**
   * A one-time ticket for the push connection, good for half a minute, and the number of the person's last frame so
   * far.
   */
  issueTicket(actor: Actor): Promise<{ ticket: string; seq: number }>
  /** True for the id of a branch of the house that is open: an account of the platform may work for it. */
  isBranch(id: string, now: number): Promise<boolean>
}

/** Runs a call of a person when it is its turn. Refuses `person.busy` when too many of theirs wait. */
export type PersonTurns = <T>(userId: string, call: Pick<Call, 'heavy'>, work: () => Promise<T>) => Promise<T>

/** A guess at the password of an account, by its one spelling, from an address. */
export interface PasswordGuess {
  readonly account: string
  readonly password: string
  readonly ip: string
}

/** The order in which passwords are looked at, and what guesses at many accounts have in common. */
export interface ProofDesk {
  /**
   * Runs `work` when it is its turn: one for an account at a time, addresses by turns, and every other turn is for people
   * whose device (`address` undefined) is known. Refuses `rate.limited` when too many wait.
   */
  inTurn<T>(who: { readonly account: string; readonly address: string | undefined }, work: () => Promise<T>): Promise<T>
  /** The time (ms) until which a guess is refused as spraying. */
  sprayedUntil(guess: PasswordGuess, now: number): number | undefined
  /** Counts a guess as wrong until it is taken back. */
  noteGuess(guess: PasswordGuess, now: number): void
  takeBackGuess(guess: PasswordGuess): void
}

/** The owner of a push connection, and the tag it may carry. */
export interface PushPerson {
  readonly sessionId: string
  readonly userId: string
  readonly tag: string
}

/** The context of a public call: nobody is known yet, and the handler opens its own transactions. */
export interface OpenCtx {
  readonly deps: Deps
  readonly now: number
  readonly requestId: string
  readonly ip: string
  readonly agent: string
  readonly log: FastifyBaseLogger
  /** One header of the request; names in lower case. */
  readonly header: (name: string) => string | undefined
  readonly setCookie: (line: string) => void
}

/** One changed field, already in words: `{ field: '装货重量', old: '--', new: '32.400 吨' }`. */
export interface Change {
  field: string
  old: string
  new: string
}

/** Work on shared rows, in the order every transaction does it. */
export const lastSteps = ['entries', 'offset', 'access', 'counters', 'days', 'balances'] as const
export type LastStep = (typeof lastSteps)[number]

export interface Ctx {
  readonly deps: Deps
  readonly actor: Actor
  readonly tx: Tx
  /** The moment of the request, ms; one request has one now. */
  readonly now: number
  readonly requestId: string
  readonly ip: string
  readonly log: FastifyBaseLogger
  readonly files: readonly Upload[]
  /** Numbers of papers and accounts are written out: only into a file of somebody with `pii.export`. */
  readonly hasWholeNumbers: boolean
  /** True if the actor has the function permit. */
  can(permit: Permit): boolean
  /** Names the record the call changed, for the audit row; changes in its history are added without this. */
  touched(entity: string, id: string, diff?: readonly Change[] | object): void
  /** Hears what was written into a record's history, for the audit row. */
  noted(changes: readonly Change[]): void
  /**
   * From now on what was written stays even if the call is refused: a wrong password has to be counted. For calls
   * marked `secret`.
   */
  keep(): void
  /**
   * Runs just before the commit, once for each name however often it is asked for, in the order of `lastSteps`: for rows
   * that many transactions share, so that nobody waits for anything else while holding them.
   */
  lastly(step: LastStep, work: () => Promise<void>): void
  /** Runs after the commit, outside the transaction; failures are logged only. */
  afterCommit(work: () => void | Promise<void>): void
}

/** The author's name as records keep it: 李四（代张三） while one acts for the other. */
export const writtenName = ({ name, actingFor }: Pick<Actor, 'name' | 'actingFor'>): string =>
  actingFor === undefined ? name : `${name}（代${actingFor.name}）`

/** The reach of an actor for row-level security. */
export function reachOf(actor: Actor): Reach {
  const reach = actor.side === 'platform' ? 'platform' : actor.side === 'branch' ? 'branch' : 'company'
  return { reach, userId: actor.userId, companyId: actor.companyId, branchId: actor.branchId }
}
