// Steps with abnormal positions: claimed, handled with a note, dismissed, escalated; and the rules of a branch.
import type * as calls from '@yunshu/contract/abnormal/abnormal'
import type { Input, Output } from '@yunshu/contract/call'
import { abnormalGroups, abnormalKinds, episodeStates, type EpisodeMove } from '@yunshu/domain/track/abnormal'
import { isHelpKind } from '@yunshu/domain/track/drivingAlarms'
import { terminalCommandKinds } from '@yunshu/domain/terminal/terminalCommand'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale, writeHistory, type HistoryLine } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { sendTerminalCommand } from '../terminal/order.commands.ts'
import { isHandOf, lockEpisodes, type Episode } from './abnormal.queries.ts'
import { faultAmongMany } from './batchFaults.queries.ts'
import { findTerminalOf } from './details.queries.ts'
import { tellFewer } from './told.commands.ts'

/** Columns a step writes beside the state. */
function setOf(ctx: Ctx, name: EpisodeMove, reason: string | undefined): Record<string, unknown> {
  switch (name) {
    case 'claim':
      return { claimed_by: ctx.actor.userId, claimed_name: writtenName(ctx.actor) }
    case 'release':
      return { claimed_by: null, claimed_name: null }
    case 'handle':
    case 'dismiss':
      return { handled_note: `${writtenName(ctx.actor)}：${reason ?? ''}`, handled_at: ctx.now, to_at: ctx.now }
    default:
      return {}
  }
}

async function step(
  ctx: Ctx,
  episode: Episode,
  name: EpisodeMove,
  { version, reason }: { version?: number; reason?: string | undefined },
): Promise<number> {
  if (!isHandOf(ctx, episode)) throw new Problem('permit.missing')
  // lines of its history stand in that of the waybill
  const moved = await move(ctx, episodeStates, episode, name, {
    version,
    entityId: episode.waybill_id,
    reason,
    set: setOf(ctx, name, reason),
  })
  const [old, now] = [episodeStates.states[episode.state].label, episodeStates.states[moved.state].label]
  await logBoth(ctx, episode, {
    action: episodeStates.moves[name].label,
    reason,
    diff: [{ field: kindOf(episode), old, new: now }],
  })
  if (name === 'escalate') await tellEscalated(ctx, episode, reason ?? '')
  await tellClaimer(ctx, episode, name, reason)
  return moved.version
}

/** Tells the person who had an episode in hand that a colleague took a step with it. */
async function tellClaimer(ctx: Ctx, episode: Episode, name: EpisodeMove, reason: string | undefined): Promise<void> {
  const { claimed_by: claimer, state, plate } = episode
  if (claimer === null || state !== 'claimed' || claimer === ctx.actor.userId) return
  const { label } = episodeStates.moves[name]
  await tellHappening(
    ctx,
    'abnormal.taken',
    { users: [claimer] },
    { group: groupOf(episode), plate, kind: kindOf(episode), by: writtenName(ctx.actor), move: label, reason },
  )
}

/** Writes a line into the history of an episode, and the same into that of its waybill, which the audit row hears of. */
async function logBoth(
  ctx: Ctx,
  episode: Episode,
  line: Pick<HistoryLine, 'action' | 'reason' | 'diff'>,
): Promise<void> {
  const { id, waybill_id: waybillId } = episode
  const action = `${groupOf(episode)}：${line.action}`
  await logEvent(ctx, { ...line, entity: 'waybill', entityId: waybillId, action })
  await writeHistory(ctx, [{ ...line, entity: 'episode', entityId: id }])
}

const kindOf = ({ kind }: Pick<Episode, 'kind'>): string =>
  Object.entries(abnormalKinds).find(([key]) => key === kind)?.[1].label ?? kind

const groupOf = ({ grp }: Pick<Episode, 'grp'>): string => abnormalGroups[keyOf(abnormalGroups, grp)].label

/** Tells the branch and the platform, or one of them, of an episode that is theirs now. */
export async function tellEscalated(
  ctx: Ctx,
  episode: Episode,
  reason: string,
  whom: readonly ('branch' | 'platform')[] = ['branch', 'platform'],
): Promise<void> {
  const said = { group: groupOf(episode), plate: episode.plate, kind: kindOf(episode), reason }
  const receivers = { branch: { branch: episode.branch_id }, platform: { platform: true } } as const
  for (const one of whom)
    await tellHappening(ctx, 'abnormal.escalated', { ...receivers[one], permit: 'abnormal.handle' }, said)
}

/** Writes down a call: who was called when, and what was said; a line that stays as it is. */
export async function noteCall(
  ctx: Ctx,
  { id, callee, calledAt, said }: Input<typeof calls.noteAbnormalCall>,
): Promise<Output<typeof calls.noteAbnormalCall>> {
  if (calledAt > ctx.now) throw wrongField('calledAt', '不能晚于现在')
  const [episode] = await lockEpisodes(ctx, [id])
  if (!episode) throw new Problem('row.none')
  await logBoth(ctx, episode, {
    action: '电话记录',
    reason: said,
    diff: [
      { field: 'callee', old: '--', new: callee },
      { field: 'calledAt', old: '--', new: formatDateTime(calledAt) },
    ],
  })
  await tellFewer(ctx, [episode])
  ctx.touched('waybill', episode.waybill_id)
  return {}
}

/** Keeps photos with an episode, seen by all who see it. */
export async function keepPhotos(
  ctx: Ctx,
  { id }: Input<typeof calls.addAbnormalPhotos>,
  stored: StoredUploads,
): Promise<Output<typeof calls.addAbnormalPhotos>> {
  const [episode] = await lockEpisodes(ctx, [id])
  if (!episode) throw new Problem('row.none')
  const files = await keepUploads(ctx, stored, {
    entity: 'episode',
    id,
    category: 'scene',
    shipperId: episode.shipper_id,
    carrierId: episode.carrier_id,
    branchId: episode.branch_id,
  })
  await logBoth(ctx, episode, {
    action: '上传照片',
    diff: [{ field: '照片', old: '--', new: `${files.length} 张` }],
  })
  await tellFewer(ctx, [episode])
  ctx.touched('waybill', episode.waybill_id)
  return { files }
}

/** Sends an order to the terminal of the vehicle, and writes down beside the episode that it was sent. */
export async function orderTerminal(
  ctx: Ctx,
  { id, kind, content }: Input<typeof calls.orderAbnormal>,
): Promise<Output<typeof calls.orderAbnormal>> {
  const [episode] = await lockEpisodes(ctx, [id])
  const terminal = episode && (await findTerminalOf(ctx, episode.vehicle_id))
  if (!terminal) throw new Problem('row.none')
  const sent = await sendTerminalCommand(ctx, { id: terminal.id, kind, content })
  const { label } = terminalCommandKinds[kind]
  await logBoth(ctx, episode, {
    action: label,
    diff: content === undefined ? [] : [{ field: '内容', old: '--', new: content }],
  })
  await tellFewer(ctx, [episode])
  ctx.touched('waybill', episode.waybill_id)
  return sent
}

/** Takes one step with one episode. */
export async function moveAbnormal(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof calls.moveAbnormal>,
): Promise<Output<typeof calls.moveAbnormal>> {
  const [episode] = await lockEpisodes(ctx, [id])
  if (!episode) throw new Problem('row.none')
  const next = await step(ctx, episode, name, { version, reason: reason || undefined })
  await tellFewer(ctx, [episode])
  ctx.touched('waybill', episode.waybill_id)
  return { id, version: next }
}

/** Takes the same step with those of many that are still where it begins. */
export async function moveAbnormals(
  ctx: Ctx,
  { ids, move: name, reason }: Input<typeof calls.moveAbnormals>,
): Promise<Output<typeof calls.moveAbnormals>> {
  if (name === 'handle' && !reason) throw wrongField('reason', '请填写处理记录')
  const ready = (await lockEpisodes(ctx, ids)).filter(row => faultAmongMany(ctx, name, row) === undefined)
  for (const episode of ready) await step(ctx, episode, name, { reason: reason || undefined })
  await tellFewer(ctx, ready)
  return { done: ready.length, left: new Set(ids).size - ready.length }
}

/** Writes a rule of the actor's branch. */
export async function saveAbnormalRule(
  ctx: Ctx,
  { kind, version, isOn, minutes }: Input<typeof calls.saveAbnormalRule>,
): Promise<Output<typeof calls.saveAbnormalRule>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const { least, most } = abnormalKinds[kind]
  if (!isOn && isHelpKind(kind)) throw wrongField('isOn', '求救类报警不能停用')
  if (minutes < least || minutes > most)
    throw wrongField('minutes', most === 0 ? '这类异常一发现就登记，不设时长' : `应为 ${least} 至 ${most} 分钟`)
  const [row] = await ctx.tx.rows(
    sql<{ version: number }>`
      insert into abnormal_rules as r (company_id, kind, is_on, params, updated_at, updated_name)
      select ${branchId}::uuid, ${kind}, ${isOn}, ${JSON.stringify({ minutes })}::jsonb, ${ctx.now},
        ${writtenName(ctx.actor)}
      where ${version} = 0 or exists (select from abnormal_rules where company_id = ${branchId}::uuid
        and kind = ${kind})
      on conflict (company_id, kind) do update
        set is_on = excluded.is_on, params = excluded.params, version = r.version + 1,
        updated_at = excluded.updated_at, updated_name = excluded.updated_name where r.version = ${version}
      returning version`.compile(q),
  )
  if (!row) throw await stale(ctx, branchId)
  return { version: row.version }
}
