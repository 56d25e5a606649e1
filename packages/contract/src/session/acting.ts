// Calls of working for an employee (代员工操作): the session takes on their company, side and rights, the name stays one's
// own.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zDone, zId } from '../fields.ts'

/**
 * The person a session works for, as `userInfo` of the jurisdiction carries it (`actingFor`); the portal keeps it as
 * selectEmployee (spec §3).
 */
export const ActingFor = z.object({
  userId: zId,
  name: z.string(),
  account: z.string(),
  companyId: zId,
  companyName: z.string(),
  trustCode: z.string(),
  businessType: z.number(),
  isContract: zBool,
})
export type ActingFor = z.output<typeof ActingFor>

/**
 * The account whose rights a session has, as `userInfo` of the jurisdiction says it: one's own, or that of whom one
 * works for.
 */
export const Standing = z.object({
  type: z.number(),
  wlhyType: z.optional(z.number()),
  companyId: z.optional(zId),
  companyName: z.optional(z.string()),
  businessType: z.optional(z.number()),
  isTf: z.optional(zBool),
  branchCompanyId: z.optional(zId),
  branchCompanyName: z.optional(z.string()),
  actingFor: z.optional(ActingFor),
})
export type Standing = z.output<typeof Standing>

/**
 * Begins acting for a person of `listEmployees`. A person who acts for somebody must stop first before choosing
 * another.
 */
export const actFor = call({
  method: 'POST',
  path: '/auth/v1/actFor',
  title: '代员工操作',
  permit: 'company.actFor',
  overlay: '切换中...',
  input: z.strictObject({ userId: zId }),
  output: zDone,
})
/** Ends acting for somebody; without effect for a person who acts for nobody. */
export const stopActing = call({
  method: 'POST',
  path: '/auth/v1/actFor/stop',
  title: '退出代办',
  permit: 'session',
  overlay: '切换中...',
  input: z.strictObject({}),
  output: zDone,
})
