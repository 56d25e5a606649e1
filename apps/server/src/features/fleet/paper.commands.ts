// Verification of papers of vehicles, drivers and payees, certificate by certificate: handed in by the carrier,
// approved or sent back by the house.
import type { Input } from '@yunshu/contract/call'
import type { verifyVehicle } from '@yunshu/contract/fleet/vehicle'
import type { FileRef } from '@yunshu/contract/files'
import {
  afterSubmit,
  countedOf,
  ownerOf,
  rollUp,
  standOf,
  type KeptCertificate,
  type KeptPapers,
} from '@yunshu/domain/fleet/certificates'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { Problem } from '@yunshu/domain/problems/problems'
import { stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { certificateChanges, writeChange, writePapers } from './change.commands.ts'
import { type HeldFacts, isHouse } from './fleet.queries.ts'
import { assertKept, tellFleetVerifiers, wordsOfHeld } from './held.commands.ts'

/** The subject of a verdict: the record, its gaps by field or kind of document, and its kinds of document. */
export interface Judged {
  readonly held: HeldFacts
  readonly missing: Readonly<Record<string, string>>
  readonly documents: readonly string[]
}

const standOfHeld = ({ held: { kind, facts, needed, row }, documents }: Judged): KeptPapers =>
  standOf(countedOf(kind.catalogue, facts, needed, documents), row)

/** Hands in what was not verified yet and tells the house; refuses with a fault at everything that is missing. */
export async function submitPapers(
  ctx: Ctx,
  judged: Judged,
  version: number,
): Promise<{ id: string; version: number }> {
  const { held, missing } = judged
  const { kind, row } = held
  await assertKept(ctx, held, version)
  if (row.state === 'approved' || row.state === 'pending')
    throw new Problem('state.wrong', {
      state: paperStates.states[row.state].label,
      move: paperStates.moves.submit.label,
    })
  refuseFields(missing)
  const before = standOfHeld(judged)
  const stand = afterSubmit(before)
  const moved = await writePapers(ctx, held, stand, {
    action: paperStates.moves.submit.label,
    to: 'pending',
    diff: certificateChanges(kind, before, stand),
  })
  await tellFleetVerifiers(ctx, held, `${kind.entity}.submitted`, wordsOfHeld(held))
  ctx.touched(kind.entity, row.id)
  return { id: row.id, version: moved }
}

type Verdict = Omit<Input<typeof verifyVehicle>, 'fields' | 'certificate'> & {
  fields?: readonly string[] | undefined
  certificate?: string | undefined
}

/**
 * The certificates a verdict is about: the one it names; else all that wait, or those the parts to be mended belong to.
 */
function judgedKeys(
  {
    held: {
      kind: { catalogue },
    },
  }: Judged,
  stand: KeptPapers,
  { certificate, verdict, fields = [] }: Verdict,
): string[] {
  if (certificate !== undefined) return [certificate]
  return verdict === 'approve'
    ? Object.keys(stand).filter(key => stand[key]?.state === 'pending')
    : [...new Set(fields.map(field => ownerOf(catalogue, field)))]
}

/** Faults of a verdict, at its fields. A part has to belong to the certificate that is sent back. */
function verdictFaults(
  {
    held: {
      kind: { catalogue },
    },
  }: Judged,
  { verdict, reason, fields = [], certificate }: Verdict,
): Record<string, string> {
  if (verdict === 'approve') return {}
  const of = certificate === undefined ? undefined : catalogue[certificate]
  const isForeign =
    of !== undefined && fields.some(field => ![...of.documents, ...of.fields, ...(of.shared ?? [])].includes(field))
  return {
    ...(fields.length === 0 && certificate === undefined
      ? { fields: '请选择需要修改的内容' }
      : isForeign
        ? { fields: '含有不属于该证件的内容' }
        : {}),
    ...(reason === undefined ? { reason: '请填写原因' } : {}),
  }
}

/**
 * The house's verdict on one certificate or on all that wait: approved when nothing of it is missing or over, or sent
 * back with a reason
 * and what must be mended. The record stands as its certificates do; the carrier hears when one is sent back and when
 * all are verified.
 */
export async function judgePapers(
  ctx: Ctx,
  judged: Judged,
  said: Verdict,
  parts: Readonly<Record<string, string>>,
): Promise<{ id: string; version: number }> {
  const {
    held: { kind, row, name, goneAt },
    held,
    missing,
  } = judged
  const { verdict, reason, fields = [], version } = said
  if (!isHouse(ctx.actor)) throw new Problem('permit.missing')
  if (goneAt !== null) throw new Problem('fleet.retired', { name: `${kind.word}${name}` })
  if (version !== row.version) throw await stale(ctx, row.id)
  refuseFields(verdictFaults(judged, said))
  const before = standOfHeld(judged)
  const keys = judgedKeys(judged, before, said)
  const step = paperStates.moves[verdict]
  const wrong = keys.find(key => before[key]?.state !== 'pending')
  // a certificate that was sent back may have been removed: then the record waits and no certificate does
  const isBare = keys.length === 0 && verdict === 'approve' && row.state === 'pending'
  if (wrong !== undefined || (keys.length === 0 && !isBare))
    throw new Problem('state.wrong', {
      state:
        wrong === undefined
          ? paperStates.states[row.state].label
          : `${kind.catalogue[wrong]?.label ?? ''}${paperStates.states[before[wrong]?.state ?? 'unsubmitted'].label}`,
      move: step.label,
    })

  const decided: KeptCertificate = { state: step.to, at: ctx.now, by: writtenName(ctx.actor), reason }
  const own = (key: string): readonly string[] =>
    fields.filter(field => said.certificate !== undefined || ownerOf(kind.catalogue, field) === key)
  const stand = {
    ...before,
    ...Object.fromEntries(keys.map(key => [key, verdict === 'approve' ? decided : { ...decided, fields: own(key) }])),
  }
  const to = rollUp(stand)
  // papers may have run out while they waited; a needed certificate that was never handed in cannot be verified by the
  // others
  if (verdict === 'approve') refuseFields(to === 'approved' || to === 'unsubmitted' ? missing : missingOf(judged, keys))
  const mend = fields.map(field => parts[field] ?? field).join('、')
  const diff = [
    ...certificateChanges(kind, before, stand),
    ...(verdict === 'reject' && mend !== '' ? [{ field: '需修改', old: '--', new: mend }] : []),
  ]
  const moved = await writePapers(ctx, held, stand, {
    action: step.label,
    to,
    reason,
    diff,
    set: to === 'approved' ? { verified_at: ctx.now, verified_name: writtenName(ctx.actor) } : {},
  })
  const label = keys.map(key => kind.catalogue[key]?.label ?? '').join('、')
  const editors = { company: row.carrier_id, permit: kind.edit } as const
  const words = wordsOfHeld(held)
  if (verdict === 'reject')
    await tellHappening(ctx, `${kind.entity}.rejected`, editors, {
      ...words,
      papers: label,
      reason: reason ?? '',
      fields: mend,
    })
  else if (to === 'approved') await tellHappening(ctx, `${kind.entity}.approved`, editors, words)
  ctx.touched(kind.entity, row.id)
  return { id: row.id, version: moved }
}

/** The gaps of these certificates. */
function missingOf(
  {
    held: {
      kind: { catalogue },
    },
    missing,
  }: Judged,
  keys: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(missing).filter(([field]) => keys.includes(ownerOf(catalogue, field))))
}

/** Adds documents of one kind. The certificate they belong to waits for verification again. */
export async function addDocuments(
  ctx: Ctx,
  held: HeldFacts,
  category: string,
  label: string,
  stored: StoredUploads,
): Promise<{ files: FileRef[] }> {
  const { kind, row } = held
  await assertKept(ctx, held, row.version)
  const { branch_id: branch } = await ctx.tx.one(
    q.selectFrom('companies').select('branch_id').where('id', '=', row.carrier_id),
  )
  const files = await keepUploads(ctx, stored, {
    entity: kind.entity,
    id: row.id,
    category,
    shipperId: row.carrier_id,
    carrierId: row.carrier_id,
    branchId: branch ?? row.carrier_id,
  })
  const changes = [{ field: label, old: '--', new: files.map(({ name }) => name).join('、') }]
  await writeChange(ctx, held, { set: {}, changes, changed: [category], action: '上传证件' })
  return { files }
}
