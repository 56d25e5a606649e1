// A request read into what its call asks for: texts, files, the decoded input, and the actor it may name.
import type { Call, Input } from '@yunshu/contract/call'
import { commonParams, fromWire } from '@yunshu/contract/wire'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseStrictJson } from '../strictJson.ts'
import type { Actor } from '../work/ctx.ts'
import { fieldBefore, reasonOf } from './fieldFault.ts'
import { isFormType, parseBody, parseQuery } from './parse.ts'
import { readUploads, type Incoming, type UploadRoom } from './uploads.ts'

/** The parameters of a request by name, as they came. */
export type Texts = Readonly<Record<string, string>>

const withoutFiles = (texts: Texts): Incoming => ({ texts, files: [], remove: async () => {} })

/** Texts and files of a request; refuses what the method or the body of the call does not allow. */
export async function readRequest(call: Call, request: FastifyRequest, room: UploadRoom): Promise<Incoming> {
  if (call.method === 'GET') return withoutFiles(parseQuery(request.url))
  if (request.url.includes('?')) throw new Problem('request.bad', { reason: '地址中不能带参数' })
  if (call.body === 'multipart') return readUploads(request, room)
  if (!isFormType(request.headers['content-type'])) throw new Problem('request.type')
  return withoutFiles(Buffer.isBuffer(request.body) ? parseBody(request.body) : {})
}

const commons: ReadonlySet<string> = new Set(commonParams)

/** Decodes a call's own parameters; each fault is told at its field, in Chinese. */
export function decodeInput<C extends Call>(call: C, texts: Texts): Input<C> {
  const own = Object.fromEntries(Object.entries(texts).filter(([name]) => !commons.has(name)))
  const read = z.safeParse<C['input']>(call.input, fromWire(call.input, own, parseStrictJson), { reportInput: true })
  if (read.success) return read.data
  throw faultOf(read.error.issues)
}

/** The refusal that names every field at fault, and says the first in words. */
function faultOf(issues: readonly z.core.$ZodIssue[]): Problem {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    fields[path.join('.')] ??= reasonOf(issue, '不是可用的参数')
  }
  const [first, reason] = Object.entries(fields)[0] ?? ['', '不正确']
  return new Problem('request.field', { field: fieldBefore(first, reason), reason }, { fields })
}

/**
 * Parameters that repeat the identity must equal the session's; a branch may only narrow a platform account, and does so
 * unless the call is about the whole company.
 */
export function narrowActor(actor: Actor, texts: Texts, { wholeCompany }: Pick<Call, 'wholeCompany'> = {}): Actor {
  const { operatorAccount, operatorName, branchCompanyId } = texts
  if (operatorAccount && operatorAccount !== actor.account) throw new Problem('identity.forged')
  if (operatorName && operatorName !== actor.name) throw new Problem('identity.forged')
  if (!branchCompanyId || branchCompanyId === actor.branchId) return actor
  // a page that opens does not know yet that it works for an employee of another branch, or of a company at all
  if (actor.actingFor !== undefined && branchCompanyId === actor.actingFor.ownBranchId) return actor
  const mayChoose = actor.side === 'platform' || (wholeCompany && actor.actingFor?.ownSide === 'platform')
  if (!mayChoose || !isUuid(branchCompanyId)) throw new Problem('identity.forged')
  return wholeCompany ? actor : { ...actor, side: 'branch', branchId: branchCompanyId, choseBranch: true }
}
