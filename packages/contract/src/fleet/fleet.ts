// Parts of the wire shared by vehicles, drivers and payees: verdicts, blacklist, retirement, and the acts a caller may
// do next.
import { paperStandings, type Catalogue } from '@yunshu/domain/fleet/certificates'
import * as z from 'zod/mini'
import { zBool, zId, zInt, zKey, zText, zTime, zVersion } from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { FileRef } from '../files.ts'

/** Acts on a record; a page offers those the caller may do now. */
export const fleetActs = {
  edit: '修改',
  submit: '提交审核',
  verify: '审核',
  blacklist: '列入黑名单',
  unlist: '移出黑名单',
  retire: '停用',
  restore: '恢复',
} as const
export type FleetAct = keyof typeof fleetActs

/**
 * The verdict of a verification, on one certificate or on all that wait. `fields` names what must be mended: at least
 * one when it is
 * rejected without naming the certificate. `reason` is asked for when it is rejected; approved, it says how it was
 * checked.
 */
export const verdicts = { approve: '通过', reject: '驳回' } as const
export const verdictFields = <const T extends Readonly<Record<string, string>>, const C extends Catalogue>(
  parts: T,
  certificates: C,
) => ({
  id: zId,
  version: zVersion,
  verdict: zKey(verdicts),
  certificate: z.optional(zKey(certificates)),
  reason: z.optional(zText(200)),
  fields: z.optional(z.array(zKey(parts)).check(z.maxLength(30))),
})
/** Onto the blacklist or off it; both say why. */
export const blacklistFields = { id: zId, version: zVersion, isBlacklisted: zBool, reason: zText(200) }
/** Out of use or back; both say why. */
export const retireFields = { id: zId, version: zVersion, isRetired: zBool, reason: zText(200) }

/** An entry of the blacklist: its reason and author; a carrier cannot take back one of the platform (`isHouse`). */
export const Blacklisting = z.object({ at: zTime, reason: z.string(), by: z.string(), isHouse: zBool })
/** The place of a record in the queue for verification, with its neighbours, for the verifier. */
export const Queue = z.object({ waiting: zInt(0, 2_147_483_647), previous: z.optional(zId), next: z.optional(zId) })
export type Queue = z.output<typeof Queue>

/**
 * One certificate: `state` takes its last day into account, `isPending` while a verdict is asked for, the author of the
 * last verdict, and the parts to be mended.
 */
export const CertificateView = z.object({
  key: z.string(),
  label: z.string(),
  state: zKey(paperStandings.states),
  isPending: zBool,
  isNeeded: zBool,
  expiry: z.optional(zTime),
  at: z.optional(zTime),
  by: z.optional(z.string()),
  reason: z.optional(z.string()),
  fields: z.array(z.string()),
})
export type CertificateView = z.output<typeof CertificateView>

/** The standing of a record, in every list row of the fleet. */
export const standingFields = {
  paper: zKey(paperStandings.states),
  isBlacklisted: zBool,
  isRetired: zBool,
  version: zVersion,
}

/** The fields of every page of one record of the fleet beside its own facts. */
export const recordFields = {
  acts: z.array(zKey(fleetActs)),
  blacklisting: z.optional(Blacklisting),
  retiredAt: z.optional(zTime),
  verifiedAt: z.optional(zTime),
  verifiedBy: z.optional(z.string()),
  certificates: z.array(CertificateView),
  /** Facts and papers still missing for verification, by field or kind of document. */
  missing: z.record(z.string(), z.string()),
  /** Documents; absent for those who may not see papers. */
  files: z.optional(z.array(FileRef)),
  queue: z.optional(Queue),
  log: z.array(LogLine),
}
/** The part of a record's page that all kinds share, for shared pieces of the portal. */
export const FleetRecord = z.object({ id: zId, ...standingFields, ...recordFields })
export type FleetRecord = z.output<typeof FleetRecord>

/** Counts by state of verification under a list's filter. */
export const zPaperCounts = z.object({ state: z.record(z.string(), z.number()) })
