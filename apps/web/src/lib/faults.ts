// Faults of an input by field, told in Chinese before anything is sent.
import type { InputSchema } from '@yunshu/contract/call'
import { notChosen } from '@yunshu/contract/fields'
import { fieldLabel } from '@yunshu/contract/labels'
import { messages } from '@yunshu/domain/message/messages'
import { wireProblems } from '@yunshu/domain/problems/wire'
import * as z from 'zod/mini'
import { Refusal, type FieldFaults } from './errors.ts'

/** The last part of a dotted path that is a name: `loadPoints.0.mobile` is about mobile. */
export const nameOf = (path: string): string => path.split('.').findLast(part => !/^\d+$/.test(part)) ?? ''

/** Faults of a schema check, one per field; a missing value reads 请填写…, a missing choice 请选择…. */
export function faultsOf(error: z.core.$ZodError): FieldFaults {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    fields[path.join('.')] ??= faultText(issue, fieldLabel(nameOf(path.join('.'))))
  }
  return fields
}

function faultText(issue: z.core.$ZodIssue, label: string): string {
  if (issue.code === 'unrecognized_keys') return '不是可用的参数'
  const isMissing = issue.input === undefined || issue.input === null || issue.input === ''
  if (isMissing)
    return issue.code === 'invalid_value' || issue.message.startsWith(notChosen)
      ? messages.requiredChoice(label)
      : messages.required(label)
  // zod's own English text stands where a schema says nothing
  return /[一-龥]/.test(issue.message) ? issue.message : `${label}不正确`
}

/** The fault of one decoded value, or undefined. */
export function faultOf(schema: z.ZodMiniType, value: unknown, label: string): string | undefined {
  const checked = z.safeEncode(schema, value, { reportInput: true })
  const issue = checked.success ? undefined : checked.error.issues[0]
  return issue && faultText(issue, label)
}

/** Faults of a whole decoded input; empty when it can be sent. */
export function inputFaults(schema: InputSchema, input: unknown): FieldFaults {
  const checked = z.safeEncode<z.ZodMiniType>(schema, input, { reportInput: true })
  return checked.success ? {} : faultsOf(checked.error)
}

/** The refusal a form shows when the browser itself finds faults: same shape as the server's. */
export function faultRefusal(fields: FieldFaults): Refusal {
  const [path, reason] = Object.entries(fields)[0] ?? ['', '']
  const label = fieldLabel(nameOf(path))
  const message = reason.includes(label) ? reason : `${label}${reason}`
  return new Refusal({ code: wireProblems['request.field'].code, http: 0, message, fields })
}
