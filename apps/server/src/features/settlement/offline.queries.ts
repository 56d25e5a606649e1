// Records of payments made at the bank by hand, as they stand beside their payments.
import type { OfflineSlip } from '@yunshu/contract/settlement/offline'
import type { Permit } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import {
  faultOfOfflineRecord,
  offlineMovesOf,
  offlineSlipStates,
  waitsForRecord,
  type OfflineHand,
} from '@yunshu/domain/settlement/offline'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { OfflineSlips, Settlements } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { inForce, policiesOfCompany } from '../../work/policies.ts'
import { allOf, isAnothers, rowsOfSide } from '../../work/scope.ts'
import { findFilesOf } from '../file/file.queries.ts'

/** Rows of the house: money leaves its account, so its people alone say that it did. */
export const ownHandRows = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** A sheet, as far as it says whose hands it went through. */
export type HandedSheet = Pick<
  Selectable<Settlements>,
  'shipper_id' | 'maker_id' | 'maker_for' | 'submitter_id' | 'submitter_for' | 'auditor_id'
>

/** Whether a person, or somebody for them, made, submitted or approved a sheet, by what its company has decided. */
export async function sheetHandOf({ actor, tx }: Pick<Ctx, 'actor' | 'tx'>, sheet: HandedSheet): Promise<OfflineHand> {
  const isApprover = sheet.auditor_id === actor.userId
  return {
    isMaker: sheet.maker_id === actor.userId || sheet.maker_for === actor.userId,
    isSubmitter: sheet.submitter_id === actor.userId || sheet.submitter_for === actor.userId,
    isBarredApprover: isApprover && !(await policiesOfCompany(tx, sheet.shipper_id)).approverPays,
  }
}

/** Payments nobody has recorded yet, or whose record was sent back, and about which nobody has decided: `waitsForRecord` in SQL. */
export const toRecord = (alias: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${of('channel')} = 'OFFLINE' and ${of('state')} in ('created', 'sent')
    and not exists (select from offline_slips said where said.payment_id = ${of('id')} and said.state <> 'refused')
    and not exists (select from money_exceptions held where held.payment_id = ${of('id')} and held.state <> 'resolved'))`
}

/** Records that wait for another person, of payments that are still with the bank. */
export const toConfirm = (payment: string, slip: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${slip}.state`)} = 'recorded' and ${sql.ref(`${payment}.state`)} in ('sent', 'unknown'))`

/** Sheets whose payments a person may record (`faultOfOfflineRecord`). */
export const mayRecord = (actor: Actor, sheet: string): RawBuilder<boolean> =>
  allOf([
    isAnothers(actor, ...['maker_id', 'maker_for', 'submitter_id', 'submitter_for'].map(of => `${sheet}.${of}`)),
    sql<boolean>`(${sql.ref(`${sheet}.auditor_id`)} is distinct from ${actor.userId}::uuid
      or (select ${inForce('decides', 'approverPays')} from companies decides
        where decides.id = ${sql.ref(`${sheet}.shipper_id`)}))`,
  ])

/**
 * Refuses to pay a sheet by hand which nobody of the house could record, or nobody else confirm: its money would be reserved
 * for nothing.
 */
export async function assertHandsFor(ctx: Ctx, sheet: HandedSheet & { readonly branch_id: string }): Promise<void> {
  const { approverPays } = await policiesOfCompany(ctx.tx, sheet.shipper_id)
  const barred = [sheet.maker_id, sheet.maker_for, sheet.submitter_id, sheet.submitter_for]
  const noHands = [...barred, ...(approverPays ? [] : [sheet.auditor_id])].filter(id => id !== null)
  const permit = 'settlement.pay' satisfies Permit
  const { free, all } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{ free: number; all: number }>`
        select count(*) filter (where u.id <> all(${noHands}::uuid[])) as free, count(*) as all from users u
        where u.company_id is null and (u.branch_company_id is null or u.branch_company_id = ${sheet.branch_id}::uuid)
          and u.state = 'enabled' and u.removed_at is null and (u.is_admin or exists (select from user_roles ur
            join roles r on r.id = ur.role_id where ur.user_id = u.id and r.functions @> array[${permit}]))`.compile(q),
    ),
  )
  if (free === 0 || all < 2) throw new Problem('offline.nobody')
}

interface Paid {
  readonly id: string
  readonly channel: string
  readonly state: string
  readonly has_exception: boolean
}

/** The last record of each payment, and whether the reader may record it. */
export async function offlineOf(
  ctx: Ctx,
  sheet: HandedSheet,
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
  const canRecord = ctx.can('settlement.pay') && faultOfOfflineRecord(await sheetHandOf(ctx, sheet)) === undefined
  return ({ id, state, has_exception: isDecided }) => {
    const row = rows.find(each => each.payment_id === id)
    const isRecorded = row !== undefined && row.state !== 'refused'
    const isWaiting = waitsForRecord(keyOf(paymentStates.states, state), { isRecorded, isDecided })
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
