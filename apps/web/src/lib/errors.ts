// Errors of a call, and the words of the error catalogue (spec §8), which stand here once.
import { wireProblems } from '@yunshu/domain/problems/wire'
import { toast } from './toast.ts'

/** The error catalogue; texts that are also sent by the server are taken from its table. @source spec §8 */
export const errorTexts = {
  badRequest: '请求参数异常，请联系客服',
  sessionOver: wireProblems['session.ended'].text,
  forbidden: (url: string) => `没有请求权限!: ${url}`,
  noAddress: wireProblems['address.none'].text,
  serverBug: (url: string) => `系统错误!: ${url}`,
  timeout: (url: string) => `网络超时!: ${url}`,
  network: (url: string) => `网络错误!: ${url}`,
} as const

/** Faults by field: dotted path of the wire name (`loadPoints.0.mobile`) to what is wrong, in Chinese. */
export type FieldFaults = Readonly<Record<string, string>>

interface RefusalParts {
  code: number
  http: number
  message: string
  data?: unknown
  fields?: FieldFaults
  requestId?: string | undefined
  retryAfterMs?: number | undefined
}

/** The server understood and said no; `message` is what people read. `http` 0: the browser refused before sending. */
export class Refusal extends Error {
  readonly code: number
  readonly http: number
  readonly data: unknown
  /** Faults to show at form fields; empty when the refusal is about something else. */
  readonly fields: FieldFaults
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  constructor(parts: RefusalParts) {
    super(parts.message)
    this.name = 'Refusal'
    this.code = parts.code
    this.http = parts.http
    this.data = parts.data ?? null
    this.fields = parts.fields ?? {}
    this.requestId = parts.requestId
    this.retryAfterMs = parts.retryAfterMs
  }

  /** True when the faults belong to form fields. */
  get hasFields(): boolean {
    return Object.keys(this.fields).length > 0
  }
}

/** No usable answer came back: the outcome of a write is unknown. */
export class Failure extends Error {
  readonly kind: 'timeout' | 'network'
  constructor(kind: 'timeout' | 'network', url: string, cause?: unknown) {
    super(errorTexts[kind](url), { cause })
    this.name = 'Failure'
    this.kind = kind
  }
}

/** The session is over and the login page is coming: pages need not say anything. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver'
}

/** True when a caller called the request off itself (page left, filter changed). */
export const isCalledOff = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** True when asking again may help: no connection, a server that is away for a moment, or too many requests. */
export const isPassing = (error: unknown): boolean =>
  (error instanceof Failure && error.kind === 'network') ||
  (error instanceof Refusal && (error.http === 503 || error.http === 429))

/** True when an account of the platform has to choose a branch first (PM-05), said by the browser or the server. */
export const isBranchOnly = (error: unknown): boolean =>
  error instanceof Refusal && error.code === wireProblems['branch.only'].code

/** True when there is no such record, or none the person may see; the words of an address that names none are the same. */
export const isRowGone = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === wireProblems['row.none'].code || Object.hasOwn(error.fields, 'id'))

/**
 * Shows an error of a call as the catalogue says: 3 s, lost connections 5 s; a missing branch is a warning. Session ends and called-off requests say
 * nothing here.
 */
export function showError(error: unknown): void {
  if (error instanceof SessionOver || isCalledOff(error)) return
  if (error instanceof Refusal && isBranchOnly(error)) toast.warning(error.message, 3)
  else if (error instanceof Failure && error.kind === 'network') toast.error(error.message, 5)
  else if (error instanceof Refusal || error instanceof Failure) toast.error(error.message, 3)
  else throw error
}
