// A refusal of input fields by a rule the schema cannot say: the same shape the schema's own faults have.
import { pathLabel } from '@yunshu/contract/labels'
import { Problem } from '@yunshu/domain/problems/problems'
import type * as z from 'zod/mini'

/** The words of a schema are Chinese; the library's own, for a fault a schema has none for, are not, and differ. */
const isSaid = (message: string): boolean => /\p{Script=Han}/u.test(message)

/** The reason of a fault of a schema, which read with `reportInput`; `unknown` is said of a name it does not have. */
export function reasonOf(issue: z.core.$ZodIssue, unknown: string): string {
  if (issue.code === 'unrecognized_keys') return unknown
  if (issue.code === 'invalid_type' && issue.input === undefined) return '不能为空'
  return isSaid(issue.message) ? issue.message : '格式不正确'
}

/** Ends of a sentence that the name of a field begins; other reasons are sentences of their own. */
const endsSentence = /^(?:不|应|须|格式|只能|已|未|没有|超过)/

/** The name of a field before a reason of its schema: a reason that names its field by itself is a whole sentence. */
export function fieldBefore(path: string, reason: string): string {
  const field = pathLabel(path)
  if (reason.includes(field)) return ''
  return endsSentence.test(reason) || field === '' ? field : `${field}：`
}

/** The problem for faults by field path, `{ 'items.0.cargoCode': '不是可选的分类' }`; undefined when there is none. */
export function fieldFault(fields: Readonly<Record<string, string>>): Problem | undefined {
  const first = Object.entries(fields)[0]
  return first && refusalOf(first, fields)
}

/** The problem of one field, by its path. */
export const wrongField = (path: string, reason: string): Problem => refusalOf([path, reason], { [path]: reason })

/** The problem of one field in a whole sentence, which stands without its name. */
export const toldField = (path: string, sentence: string): Problem =>
  new Problem('request.field', { field: '', reason: sentence }, { fields: { [path]: sentence } })

/** Words are said of the first field alone. */
function refusalOf([path, reason]: readonly [string, string], fields: Readonly<Record<string, string>>): Problem {
  const field = pathLabel(path)
  // rules answer whole sentences as well as ends of one: the colon suits both; a row of a sheet stands for its field
  const isNamed = reason.startsWith(field) || /^第\d+行：/.test(reason)
  return new Problem('request.field', { field: isNamed ? '' : `${field}：`, reason }, { fields })
}

/** Refuses when there are faults. */
export function refuseFields(fields: Readonly<Record<string, string>>): void {
  const fault = fieldFault(fields)
  if (fault) throw fault
}
