// The page of one vehicle, driver or payee beside its own facts: certificates, documents, history, and acts the caller
// may do next.
import type { CertificateView, FleetAct, FleetRecord, Queue } from '@yunshu/contract/fleet/fleet'
import { countedOf, endsOf, standingAt, standOf, type KeptCertificate } from '@yunshu/domain/fleet/certificates'
import { sql } from 'kysely'
import { findLog } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import { findFiles } from '../file/file.queries.ts'
import type { Ctx } from '../../work/ctx.ts'
import {
  withoutEmpty,
  inStanding,
  isHouse,
  isKeeper,
  ownFleet,
  type FleetKind,
  type FleetRow,
} from './fleet.queries.ts'

/**
 * Whether the caller sees photos of papers: people who may see personal numbers, the fleet's keepers and its verifiers
 * do.
 */
export function seesPapers(ctx: Ctx, kind: FleetKind, carrierId: string): boolean {
  return (
    ctx.can('pii.view') ||
    (isKeeper(ctx, carrierId) && ctx.can(kind.edit)) ||
    (isHouse(ctx.actor) && ctx.can('fleet.verify'))
  )
}

/** Acts the caller may do with a record now. */
export function actsOf(ctx: Ctx, kind: FleetKind, row: FleetRow, isGone: boolean): FleetAct[] {
  const house = isHouse(ctx.actor)
  const keeps = isKeeper(ctx, row.carrier_id)
  const edits = keeps && ctx.can(kind.edit)
  const bans = (house || keeps) && ctx.can('fleet.blacklist')
  const mine = row.blacklisted_side === (house ? 'house' : 'carrier')
  const acts: readonly (readonly [FleetAct, boolean])[] = [
    [
      'verify',
      house &&
        ctx.can('fleet.verify') &&
        (row.state === 'pending' || Object.values(row.papers).some(({ state }) => state === 'pending')) &&
        !isGone,
    ],
    ['submit', edits && !isGone && (row.state === 'unsubmitted' || row.state === 'rejected')],
    ['edit', edits && !isGone],
    ['blacklist', bans && (row.blacklisted_at === null || (house && !mine))],
    ['unlist', bans && row.blacklisted_at !== null && mine],
    ['retire', edits && !isGone],
    ['restore', edits && isGone && kind.gone === 'retired_at'],
  ]
  return acts.flatMap(([act, may]) => (may ? [act] : []))
}

/** The neighbours of a record among those that wait for verification, as the list orders them: newest first. */
async function findQueue(ctx: Ctx, kind: FleetKind, id: string): Promise<Queue> {
  const waiting = sql`${sql.table(kind.papers.table)} r where r.paper = 'pending'
    and ${inStanding(kind, 'r', undefined)} and ${ownFleet(ctx.actor, 'r')}`
  const row = await ctx.tx.one(
    sql<{ waiting: number; previous: string | null; next: string | null }>`
    select (select count(*) from ${waiting}) as waiting, (select r.id from ${waiting} and r.id > ${id}::uuid order by r.id limit 1) as previous, (select r.id from ${waiting} and r.id < ${id}::uuid order by r.id desc limit 1) as next`.compile(
      q,
    ),
  )
  return {
    waiting: row.waiting,
    ...(row.previous === null ? {} : { previous: row.previous }),
    ...(row.next === null ? {} : { next: row.next }),
  }
}

type Common = Omit<FleetRecord, 'id'>
/**
 * Knowledge about a record beside its row: its fields by their names on the wire, the certificates it needs, and its
 * gaps.
 */
export interface Known {
  readonly facts: object
  readonly needed: readonly string[]
  readonly documents: readonly string[]
  readonly missing: Readonly<Record<string, string>>
}

/**
 * The parts of the page of any record of the fleet beside its own facts. The caller has found the row in the actor's
 * reach.
 */
export async function recordOf(
  ctx: Ctx,
  kind: FleetKind,
  row: FleetRow,
  { goneAt, ...known }: Known & { goneAt: number | null },
): Promise<Common> {
  const acts = actsOf(ctx, kind, row, goneAt !== null)
  const files = seesPapers(ctx, kind, row.carrier_id) ? await findFiles(ctx, kind.entity, row.id) : undefined
  const certificates = certificatesOf(kind, row, known, ctx.now)
  return {
    paper: standingAt(
      row.state,
      endsOf(kind.catalogue, known.facts).map(({ end }) => end),
      ctx.now,
    ),
    version: row.version,
    isBlacklisted: row.blacklisted_at !== null,
    isRetired: goneAt !== null,
    acts,
    ...(row.blacklisted_at === null
      ? {}
      : {
          blacklisting: {
            at: row.blacklisted_at,
            reason: row.blacklist_reason ?? '',
            by: row.blacklisted_by ?? '',
            isHouse: row.blacklisted_side === 'house',
          },
        }),
    ...(goneAt === null ? {} : { retiredAt: goneAt }),
    ...(row.verified_at === null ? {} : { verifiedAt: row.verified_at }),
    ...(row.verified_name === null ? {} : { verifiedBy: row.verified_name }),
    certificates,
    missing: { ...known.missing },
    ...(files === undefined ? {} : { files }),
    ...(isHouse(ctx.actor) && ctx.can('fleet.verify') ? { queue: await findQueue(ctx, kind, row.id) } : {}),
    log: await findLog(ctx, row.id),
  }
}

/**
 * Each certificate of a record as its page shows it; one nobody needs or gave anything of is shown as not handed in.
 */
function certificatesOf(
  { catalogue }: FleetKind,
  row: FleetRow,
  { facts, needed, documents }: Known,
  now: number,
): CertificateView[] {
  const stand = standOf(countedOf(catalogue, facts, needed, documents), row)
  const ends = new Map(endsOf(catalogue, facts).map(({ key, end }) => [key, end]))
  return Object.entries(catalogue).flatMap(([key, { label }]): CertificateView[] => {
    const kept: KeptCertificate = stand[key] ?? { state: 'unsubmitted' }
    const isNeeded = needed.includes(key)
    // a driver's own papers prove his identity: the payee needs none
    if (!isNeeded && stand[key] === undefined && !ends.has(key)) return []
    const end = ends.get(key)
    // a certificate verified before certificates had verdicts of their own was verified with the record
    const { at = row.verified_at, by = row.verified_name } =
      kept.state === 'approved' ? kept : { at: kept.at ?? null, by: kept.by ?? null }
    return [
      {
        key,
        label,
        state: standingAt(kept.state, [end], now),
        isPending: kept.state === 'pending',
        isNeeded,
        fields: [...(kept.fields ?? [])],
        ...withoutEmpty({ expiry: end, reason: kept.reason, at, by }),
      },
    ]
  })
}
