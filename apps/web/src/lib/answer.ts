// Reads an answer: envelope or bytes, and what each HTTP status and code means to the person (ER-01 … ER-10).
import type { Call } from '@yunshu/contract/call'
import type { Envelope } from '@yunshu/contract/wire'
import { wireProblems } from '@yunshu/domain/problems/wire'
import * as z from 'zod/mini'
import { errorTexts, Failure, Refusal, type FieldFaults } from './errors.ts'

/** The meaning of an answer: its value, the end of the session, or a fault to throw. */
export type Judgement =
  | { readonly kind: 'value'; readonly value: unknown }
  /** `message` present: the server ended the session and says why; absent: it just ran out. */
  | { readonly kind: 'sessionOver'; readonly message?: string }
  | { readonly kind: 'skew'; readonly serverTimeMs: number }
  | { readonly kind: 'fault'; readonly fault: Refusal | Failure }

/** Statuses whose envelope speaks for itself: conflict, too large, wrong type, too often, busy. */
const speakingStatuses: readonly number[] = [409, 413, 415, 429, 503]
/** Codes whose own words are shown though their status has a catalogue text. */
const speakingCodes: readonly number[] = [wireProblems['row.none'].code, wireProblems['branch.only'].code]

/** Judges the answer of a call; `url` is what the catalogue's texts name. */
export async function judgeAnswer(call: Call, response: Response, url: string): Promise<Judgement> {
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
  if (call.answer === 'blob' && response.ok && !isJson) return { kind: 'value', value: await response.blob() }
  const envelope = readEnvelope(await response.text())
  const { status } = response
  if (status === 401) return sessionOver(envelope)
  if (envelope === undefined) return fault(statusFault(response, url))
  if (envelope.code < 0) return { kind: 'sessionOver', message: envelope.message }
  if (response.ok)
    return envelope.code === 0
      ? readValue(call, envelope.data, url)
      : fault(refusal(response, envelope, envelope.message || errorTexts.serverBug(url)))
  const serverTimeMs =
    envelope.code === wireProblems['request.skew'].code ? part(envelope.data, 'serverTime') : undefined
  if (typeof serverTimeMs === 'number') return { kind: 'skew', serverTimeMs }
  return fault(statusFault(response, url, envelope))
}

function statusFault(response: Response, url: string, envelope?: Envelope): Refusal | Failure {
  const { status } = response
  const wrapped = envelope ?? { code: status, message: '', data: null }
  // an envelope without words says nothing: the catalogue does
  if (envelope?.message && (speakingStatuses.includes(status) || speakingCodes.includes(envelope.code)))
    return refusal(response, wrapped, envelope.message)
  const fields = readFields(part(wrapped.data, 'fields'))
  if (status === 400 && fields) return refusal(response, wrapped, wrapped.message, fields)
  if (status === 400) return refusal(response, wrapped, errorTexts.badRequest)
  if (status === 403) return refusal(response, wrapped, errorTexts.forbidden(url))
  if (status === 404) return refusal(response, wrapped, errorTexts.noAddress)
  if (status === 500) return refusal(response, wrapped, errorTexts.serverBug(url))
  return new Failure('network', url)
}

// session.revoked and its like say why; a session that ran out has the catalogue's text
function sessionOver(envelope: Envelope | undefined): Judgement {
  const saysWhy = envelope !== undefined && envelope.code < 0 && envelope.code !== wireProblems['session.ended'].code
  return saysWhy ? { kind: 'sessionOver', message: envelope.message } : { kind: 'sessionOver' }
}

function readValue(call: Call, data: unknown, url: string): Judgement {
  const read = z.safeDecode(call.output, data)
  if (read.success) return { kind: 'value', value: read.data }
  console.error(`answer of ${call.path} is not what its contract says`, read.error.issues)
  return fault(
    new Refusal({ code: wireProblems['server.bug'].code, http: 200, message: errorTexts.serverBug(url), data }),
  )
}

function refusal(
  response: Response,
  { code, data }: Envelope,
  message: string,
  fields: FieldFaults = readFields(part(data, 'fields')) ?? {},
): Refusal {
  return new Refusal({
    code,
    http: response.status,
    message,
    data,
    fields,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterMs: retryAfterMs(response),
  })
}

const fault = (value: Refusal | Failure): Judgement => ({ kind: 'fault', fault: value })

function retryAfterMs(response: Response): number | undefined {
  const seconds = response.headers.get('Retry-After')
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const part = (data: unknown, name: string): unknown => (isRecord(data) ? data[name] : undefined)

function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['code'] !== 'number') return undefined
    const message = typeof value['message'] === 'string' ? value['message'] : ''
    return { code: value['code'], message, data: value['data'] ?? null }
  } catch {
    return undefined // a proxy's page, or an answer cut short
  }
}

function readFields(fields: unknown): FieldFaults | undefined {
  if (!isRecord(fields)) return undefined
  const texts = Object.entries(fields).filter((each): each is [string, string] => typeof each[1] === 'string')
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}
