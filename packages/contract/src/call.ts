// One value per call: the server mounts it and the browser sends it; nothing about a call is written anywhere else.
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'
import type * as z from 'zod/mini'

/** People who may call: those with a permit, any signed-in person, or anybody (login, public pages). */
export type CallPermit = Permit | 'session' | 'public'

/** The fields of an input: decoded values in the program, text on the wire (wire.ts). */
export type InputSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>

export interface Call<I extends InputSchema = InputSchema, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'GET' | 'POST'
  /** `:name` parts are not used: ids travel as parameters, so that they are signed. */
  readonly path: string
  /** The purpose of the call in the words of users; shown in overlays, audit log and OpenAPI. */
  readonly title: string
  readonly permit: CallPermit
  /** One of these permits is needed as well: which of them, the input decides. */
  readonly anyOf?: readonly Permit[]
  /** Sides whose people may call; absent means all. A permit held on another side, or by isAdmin, opens nothing. */
  readonly sides?: readonly RoleSide[]
  readonly input: I
  readonly output: O
  /** `multipart` carries files beside the fields; `blob` answers bytes instead of an envelope. */
  readonly body?: 'multipart'
  readonly answer?: 'blob'
  /** Waybill endpoints carry no branchCompanyId (spec §7). */
  readonly noBranch?: true
  /**
   * Its caller holds the code of a link instead of a session: it is done as the person who made the link, with the
   * rights they have at the moment.
   */
  readonly byLink?: true
  /**
   * A branch chosen in the portal travels with it as with every call, but narrows nothing: its subject belongs to the
   * whole company.
   */
  readonly wholeCompany?: true
  /**
   * Done in the books of one branch (spec §6): an account of the platform that works for none is refused. They are the
   * calls of pages whose address carries `branchCompanyId`, and the writes of vouchers.
   */
  readonly branchOnly?: true
  /**
   * Changes nothing but how the product serves the caller (settings, drafts, reading marks): no row in the audit log.
   */
  readonly personal?: true
  /** A write that moves money: refused without an Idempotency-Key header or a sign. */
  readonly money?: true
  /** Open to somebody who has to change their password first: everything else is `password.must`. */
  readonly always?: true
  /**
   * Passwords or codes travel in it: neither its parameters nor its answer are kept for a repeated key, which is
   * `key.spent`.
   */
  readonly secret?: true
  /**
   * Counts, sums or searches what grows with the years, or makes a file of it: a person has few of these under way at a
   * time, and the next wait.
   */
  readonly heavy?: true
  /** Text of the overlay while the call is under way (spec §7), for example 操作中... */
  readonly overlay?: string
}

/** Declares a call; returns it unchanged, with its types. */
export function call<const I extends InputSchema, const O extends z.ZodMiniType>(value: Call<I, O>): Call<I, O> {
  return value
}

/** True for calls that answer for the branch alone which a platform account has chosen. */
export const isNarrowedByBranch = (call: Pick<Call, 'noBranch' | 'wholeCompany'>): boolean =>
  call.noBranch !== true && call.wholeCompany !== true

/** Decoded input of a call, as handlers and pages see it. */
export type Input<C extends Call> = z.output<C['input']>
/** Decoded output of a call, as handlers return it and pages read it. */
export type Output<C extends Call> = z.output<C['output']>
