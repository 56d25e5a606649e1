// Records of payments made at the bank by hand, as they stand beside their payments.
import type { OfflineSlip } from '@yunshu/contract/settlement/offline'
import {
  faultOfOfflineRecord,
  offlineMovesOf,
  offlineSlipStates,
  waitsForRecord,
} from '@yunshu/domain/settlement/offline'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { OfflineSlips } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { isAnothers, rowsOfSide } from '../../work/scope.ts'
import { findFilesOf } from '../file/file.queries.ts'

/** Rows of the house: money leaves its account, so its people alone say that it did. */
export const ownHandRows = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** Whether a person, or somebody for them, made or submitted a sheet. */
export const isHandOf = (
  { actor }: Pick<Ctx, 'actor'>,
  sheet: { maker_id: string; maker_for: string | null; submitter_id: string | null },
): { isMaker: boolean; isSubmitter: boolean } => ({
  isMaker: sheet.maker_id === actor.userId || sheet.maker_for === actor.userId,
  isSubmitter: sheet.submitter_id === actor.userId,
})

/** Payments nobody has recorded yet, or whose record was sent back: `waitsForRecord` in SQL. */
export const toRecord = (alias: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${of('channel')} = 'OFFLINE' and ${of('state')} in ('created', 'sent')
    and not exists (select from offline_slips said where said.payment_id = ${of('id')} and said.state <> 'refused'))`
}

/** Records that wait for another person, of payments that are still with the bank. */
export const toConfirm = (payment: string, slip: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${slip}.state`)} = 'recorded' and ${sql.ref(`${payment}.state`)} in ('sent', 'unknown'))`

/** Sheets whose payments a person may record (`faultOfOfflineRecord`). */
export const mayRecord = (actor: Actor, sheet: string): RawBuilder<boolean> =>
  isAnothers(actor, `${sheet}.maker_id`, `${sheet}.maker_for`, `${sheet}.submitter_id`)

interface Paid {
  readonly id: string
  readonly channel: string
  readonly state: string
}

/** The last record of each payment, and whether the reader may record it. */
export async function offlineOf(
  ctx: Ctx,
  sheet: { maker_id: string; maker_for: string | null; submitter_id: string | null },
  payments: readonly Paid[],
): Promise<(payment: Paid) => { offline?: OfflineSlip; mayRecord: boolean }> {
  const ids = payments.filter(({ channel }) => channel === 'OFFLINE').map(({ id }) => id)
  if (ids.length === 0) return () => ({ mayRecord: false })
  const rows = await ctx.tx.rows(
    q
      .selectFrom('offline_slips')
      .selectAll()
      .distinctOn('payment_id')
      .where('payment_id', 'in', ids)
      .orderBy('payment_id')
      .orderBy('id', 'desc'),
  )
  const files = await findFilesOf(
    ctx,
    'offlineSlip',
    rows.map(({ id }) => id),
  )
  const side = await ctx.tx.rows(
    q.selectFrom('payments as p').select('p.id').where('p.id', 'in', ids).where(ownHandRows(ctx.actor, 'p')),
  )
  const own = new Set(side.map(({ id }) => id))
  const canRecord = ctx.can('settlement.pay') && faultOfOfflineRecord(isHandOf(ctx, sheet)) === undefined
  return ({ id, state }) => {
    const row = rows.find(each => each.payment_id === id)
    const isWaiting = waitsForRecord(keyOf(paymentStates.states, state), row !== undefined && row.state !== 'refused')
    return {
      ...(row === undefined ? {} : { offline: toSlip(ctx, row, files.get(row.id) ?? [], own.has(id)) }),
      mayRecord: canRecord && own.has(id) && isWaiting,
    }
  }
}

function toSlip(ctx: Ctx, row: Selectable<OfflineSlips>, files: OfflineSlip['files'], isOwn: boolean): OfflineSlip {
  const state = keyOf(offlineSlipStates.states, row.state)
  const on = { isRecorder: row.recorder_id === ctx.actor.userId }
  return {
    id: row.id,
    state,
    serial: row.serial,
    day: row.day,
    recorder: row.recorder_name,
    recordedAt: row.created_at,
    ...(row.checker_name === null ? {} : { checker: row.checker_name }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    files,
    version: row.version,
    moves: isOwn ? offlineMovesOf(state, on, permit => ctx.can(permit)) : [],
  }
}
