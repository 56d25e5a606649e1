// The trail of a signed waybill as evidence: parts that are sealed, whether they are still whole, and their positions.
import { evidenceStates } from '@yunshu/domain/track/evidence'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zId, zInt, zKey, zTime } from '../fields.ts'

/** A stay in a circle, and an abnormal position, as the object has them. */
const SealedVisit = z.object({
  kind: z.string(),
  enteredAt: zTime,
  leftAt: z.optional(zTime),
  isCounted: z.boolean(),
  /**
   * The fence as it stood when the stay began, a polygon as its corners and the circle around it; absent in parts sealed
   * before fences had versions.
   */
  circle: z.optional(
    z.object({
      lonE6: z.int(),
      latE6: z.int(),
      radiusM: z.int(),
      corners: z.optional(z.array(z.object({ lonE6: z.int(), latE6: z.int() }))),
    }),
  ),
})
const SealedEpisode = z.object({ kind: z.string(), fromAt: zTime, toAt: z.optional(zTime), state: z.string() })
/** Positions of an hour: a segment of packages/track in base64. */
const SealedHour = z.object({ hourAt: zTime, body: z.string() })
const SealedCarriage = z.object({
  plate: z.string(),
  vehicleId: zId,
  fromAt: zTime,
  toAt: zTime,
  hours: z.array(SealedHour),
})

/** The object that is sealed; `before` is the hash of the part before it. */
export const SealedTrail = z.object({
  edition: z.literal([1, 2]),
  waybillId: zId,
  waybillNo: z.string(),
  part: z.int(),
  before: z.nullable(z.string()),
  fromAt: zTime,
  toAt: zTime,
  sealedAt: zTime,
  carriages: z.array(SealedCarriage),
  visits: z.array(SealedVisit),
  episodes: z.array(SealedEpisode),
})
export type SealedTrail = z.output<typeof SealedTrail>

const EvidencePart = z.object({
  part: z.int(),
  sealedAt: zTime,
  sha256: z.string(),
  bytes: z.number(),
  points: z.number(),
  latePoints: z.number(),
  firstAt: z.optional(zTime),
  lastAt: z.optional(zTime),
  /** Of all parts up to this one. */
  distanceM: z.number(),
  gaps: z.number(),
  gapM: z.number(),
})
export type EvidencePart = z.output<typeof EvidencePart>

/** Sealed parts of a waybill's trail; the newest is the last. */
export const getEvidence = call({
  method: 'GET',
  path: '/auth/v1/track/evidence',
  title: '轨迹证据',
  permit: 'track.replay',
  wholeCompany: true,
  input: z.strictObject({ id: zId }),
  output: z.object({
    state: zKey(evidenceStates),
    dueAt: z.optional(zTime),
    waybillNo: z.string(),
    fromAt: z.optional(zTime),
    toAt: z.optional(zTime),
    parts: z.array(EvidencePart),
  }),
})
export type EvidenceFacts = z.output<typeof getEvidence.output>

/** Reads the bytes again and holds them against their hashes, each part against the one before, and the audit log. */
export const verifyEvidence = call({
  method: 'POST',
  path: '/auth/v1/track/evidence/verify',
  title: '校验轨迹证据',
  permit: 'track.replay',
  heavy: true,
  wholeCompany: true,
  input: z.strictObject({ id: zId }),
  output: z.object({
    isWhole: zBool,
    checkedAt: zTime,
    parts: z.array(z.object({ part: z.int(), fault: z.optional(z.string()) })),
  }),
})

/** The sealed positions, parts together, by vehicle. Every look is written down, so it is no read. */
export const openEvidence = call({
  method: 'POST',
  path: '/auth/v1/track/evidence/open',
  title: '查看轨迹证据',
  permit: 'track.replay',
  wholeCompany: true,
  input: z.strictObject({ id: zId }),
  output: z.object({
    waybillNo: z.string(),
    carriages: z.array(SealedCarriage),
    visits: z.array(SealedVisit),
    episodes: z.array(SealedEpisode),
  }),
})

/** The object of a part as it was sealed: whoever has it can hold it against the hash. */
export const downloadEvidence = call({
  method: 'POST',
  path: '/auth/v1/track/evidence/file',
  title: '下载轨迹证据',
  permit: 'track.replay',
  wholeCompany: true,
  answer: 'blob',
  overlay: '下载中...',
  input: z.strictObject({ id: zId, sealedPart: zInt(1, 9999) }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
