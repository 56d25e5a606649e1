// Sends one call: common parameters, sign, headers, time limit, repeat after a lost connection, and the error
// catalogue.
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { paramsToSign, toWire } from '@yunshu/contract/wire'
import { wireProblems } from '@yunshu/domain/problems/wire'
import { signRequest } from '@yunshu/domain/signing'
import * as z from 'zod/mini'
import { judgeAnswer, type Judgement } from './answer.ts'
import { correctClock, serverNow } from './clock.ts'
import { loadedConfig } from './config.ts'
import { errorTexts, Failure, isBranchOnly, isCalledOff, SessionOver, showError, Refusal } from './errors.ts'
import { showOverlay } from './overlay.ts'
import { branchOnlyBlocked } from './can.ts'
import { currentSession } from './session.ts'
import { endSession, forgetCookies, isEnding } from './sessionEnd.ts'
import { toast } from './toast.ts'
import { exchangeOverWire } from './transport.ts'
import { randomUuid } from './uuid.ts'

/** The longest a call may take, ms. @source spec §9 */
export const timeoutMs = 600_000
/** From the expired-session message to the login page, ms. @source spec §8, 401 */
const loginAfterMs = 1000
/** Wait before a write is repeated after its connection was lost, ms. */
const repeatAfterMs = 800

export interface SendOptions {
  /** The caller shows errors itself. The end of the session is always shown. */
  quiet?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Files beside the fields of a multipart call, by field name. */
  files?: Readonly<Record<string, readonly File[]>> | undefined
  /** One key per submit by a person; a new one unless given. Repeats after a lost connection keep it. */
  idempotencyKey?: string | undefined
  /** Share of the upload done, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  /** The code of a link, for calls by link (`Call.byLink`): it goes instead of the session, of which nothing is told. */
  linkCode?: string | undefined
  /** False: no overlay though the call has one (the caller shows its own progress). */
  overlay?: boolean | undefined
}

/**
 * Sends a call and answers its decoded output; a `blob` call answers its Blob.
 *
 * Rejects with `Refusal` (the server said no; `fields` for forms), `Failure` (no usable answer) or `SessionOver`,
 * after showing the message, unless `quiet` or unless the faults belong to form fields. A caller's abort rejects with
 * AbortError.
 *
 * @source spec §7, §8; docs/wire.md
 */
export async function send<C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Output<C>> {
  const close = call.overlay !== undefined && options.overlay !== false ? showOverlay(call.overlay) : undefined
  try {
    return (await attempts(call, input, options)) as Output<C>
  } catch (error) {
    const isForTheForm = error instanceof Refusal && error.hasFields
    // a page that shows its errors itself still warns: the person has to choose a branch, wherever they are
    if (isBranchOnly(error) || (!options.quiet && !isForTheForm)) showError(error)
    throw error
  } finally {
    close?.()
  }
}

async function attempts<C extends Call>(call: C, input: Input<C>, options: SendOptions): Promise<unknown> {
  if (branchOnlyBlocked(call))
    throw new Refusal({ ...wireProblems['branch.only'], http: 0, message: wireProblems['branch.only'].text })
  const checked = z.safeEncode(call.input, input, { reportInput: true })
  // the words of faults and fields are no part of a page that has none
  if (!checked.success)
    throw await import('./faults.ts').then(({ faultRefusal, faultsOf }) => faultRefusal(faultsOf(checked.error)))
  const texts = toWire(call, input)
  const key = options.idempotencyKey ?? randomUuid()
  const once = () => attempt(call, texts, key, options)
  let judged: Judgement
  try {
    judged = await once()
  } catch (error) {
    // reads are repeated by the query client; a write may be, because the server knows its key
    const isLost = error instanceof Failure && error.kind === 'network'
    if (!isLost || call.method === 'GET') throw error
    await new Promise(resolve => {
      setTimeout(resolve, repeatAfterMs)
    })
    judged = await once()
  }
  if (judged.kind === 'skew') {
    correctClock(judged.serverTimeMs)
    judged = await once()
  }
  if (judged.kind === 'value') return judged.value
  if (judged.kind === 'sessionOver') return leave(judged.message)
  throw judged.kind === 'fault' ? judged.fault : new Refusal({ code: 400, http: 400, message: errorTexts.badRequest })
}

let leaving: ReturnType<typeof setTimeout> | undefined

// many calls may find the session over at once: people are told once
function leave(message: string | undefined): never {
  if (message !== undefined) void endSession({ message })
  // the answers of calls that were under way say nothing new once people read why
  else if (leaving === undefined && !isEnding()) {
    forgetCookies()
    toast.error(errorTexts.sessionOver, 3)
    leaving = setTimeout(() => {
      leaving = undefined
      void endSession()
    }, loginAfterMs)
  }
  throw new SessionOver(message ?? errorTexts.sessionOver)
}

/** The fields that travel: the call's own, the common ones, and the sign over them all. */
function signedFields(
  call: Call,
  texts: Readonly<Record<string, string>>,
  { token, account, name, branchCompanyId }: Partial<ReturnType<typeof currentSession>>,
): Record<string, string> {
  const common = {
    timestamp: String(serverNow()),
    token,
    operatorAccount: account,
    operatorName: name,
    branchCompanyId: call.noBranch ? undefined : branchCompanyId,
  }
  const fields: Record<string, string> = { ...texts }
  for (const [param, value] of Object.entries(common)) if (value) fields[param] = value
  fields['sign'] = signRequest(paramsToSign(call.input, fields), loadedConfig().signSecret, text =>
    bytesToHex(md5(utf8ToBytes(text))),
  )
  return fields
}

async function attempt(
  call: Call,
  texts: Readonly<Record<string, string>>,
  key: string,
  options: SendOptions,
): Promise<Judgement> {
  const session = options.linkCode === undefined ? currentSession() : { token: options.linkCode }
  const fields = signedFields(call, texts, options.linkCode === undefined ? session : {})
  const headers: Record<string, string> = {
    URLFlag: 'web',
    ...(session.token ? { Authorization: session.token } : {}),
    ...(call.method === 'POST' ? { 'Idempotency-Key': key } : {}),
  }
  const address = loadedConfig().host + call.path
  const url = call.method === 'GET' ? `${address}?${new URLSearchParams(fields)}` : address
  const body =
    call.method === 'GET'
      ? undefined
      : call.body === 'multipart'
        ? multipart(fields, options.files ?? {})
        : new URLSearchParams(fields)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Failure('timeout', call.path)), timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
  try {
    const response = await exchangeOverWire({
      method: call.method,
      url,
      headers,
      signal,
      onProgress: options.onProgress,
      ...(body ? { body } : {}),
    })
    return await judgeAnswer(call, response, call.path)
  } catch (error) {
    if (limit.signal.aborted) throw new Failure('timeout', call.path, error)
    throw isCalledOff(error) ? error : new Failure('network', call.path, error)
  } finally {
    clearTimeout(timer)
  }
}

function multipart(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, readonly File[]>>,
): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  for (const [name, list] of Object.entries(files)) for (const file of list) form.append(name, file, file.name)
  return form
}
