// Passages of toll gates: kept with the waybill they are proposed for, and booked for it when a person agrees.
import type { Input, Output } from '@yunshu/contract/call'
import type { confirmTollPass } from '@yunshu/contract/fuel/toll'
import { fen, printMoney, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { tollPassStates, tripOf } from '@yunshu/domain/fuel/toll'
import { isSignedState, waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { inPieces, insertRows } from '../../db/insertRows.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { handOut, handOutLate } from './handing.commands.ts'
import { lockPass, tripsOf } from './pass.queries.ts'
import { isOpenTo, lockTravelling } from './waybillRoom.queries.ts'

/** A passage as a provider tells it. */
export interface Passage {
  readonly accountId: string
  readonly branchId: string
  readonly serial: string
  readonly plate: string
  readonly entry: string | undefined
  readonly exit: string
  readonly enteredAt: number | undefined
  readonly passedAt: number
  readonly amount: Fen
  readonly fileName: string
}

/**
 * Finds the waybills whose trips cover these passages. They are under lock, in one order, before the first is written: a
 * row that names a waybill waits for who holds it.
 */
export async function findTrips(ctx: Ctx, passes: readonly Passage[]): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for (const some of inPieces(passes)) {
    const trips = await tripsOf(ctx, some)
    found.push(...some.map(({ passedAt }, at) => tripOf(passedAt, trips[at] ?? [])))
  }
  const ids = found.flatMap(id => id ?? [])
  await ctx.tx.rows(sql`select id from waybills where id = any(${ids}::uuid[]) order by id for key share`.compile(q))
  return found
}

/** Keeps passages, each with the waybill whose trip covers it; answers their ids. */
export async function keepPasses(
  ctx: Ctx,
  found: readonly { readonly pass: Passage; readonly waybillId: string | undefined }[],
): Promise<string[]> {
  const rows = found.map(({ pass, waybillId }) => ({
    id: v7(),
    account_id: pass.accountId,
    branch_id: pass.branchId,
    serial: pass.serial,
    state: waybillId === undefined ? tollPassStates.start : 'proposed',
    plate: pass.plate,
    entry: pass.entry ?? null,
    exit: pass.exit,
    entered_at: pass.enteredAt ?? null,
    passed_at: pass.passedAt,
    amount_fen: pass.amount,
    waybill_id: waybillId ?? null,
    file_name: pass.fileName,
    made_name: ctx.actor.name,
    created_at: ctx.now,
    updated_at: ctx.now,
  }))
  const made = await ctx.tx.rows(
    sql<{ id: string }>`${insertRows('toll_passes', rows)} on conflict do nothing returning id`.compile(q),
  )
  const isMade = new Set(made.map(({ id }) => id))
  const taken = rows.find(({ id }) => !isMade.has(id))
  if (taken) throw new Problem('fuel.useTaken', { serial: taken.serial })
  await logEvents(
    ctx,
    rows.map(({ id, state }) => ({ entity: 'tollPass', entityId: id, action: '导入通行记录', to: state })),
  )
  return rows.map(({ id }) => id)
}

/**
 * Books a passage for a waybill: before the signature it is an advance the signature counts, afterwards a debt of the
 * carrier. A waybill that came to nothing takes none.
 */
export async function confirmPass(
  ctx: Ctx,
  { id, version, waybillNo, expectAmount }: Input<typeof confirmTollPass>,
): Promise<Output<typeof confirmTollPass>> {
  const seen = await lockPass(ctx, id)
  if (waybillNo === undefined && seen.waybill_id === null) throw wrongField('waybillNo', '请填写运单号')
  const waybill = await lockTravelling(ctx, waybillNo === undefined ? { id: seen.waybill_id ?? '' } : { waybillNo })
  const amount = fen(seen.amount_fen)
  if (amount !== expectAmount) throw wrongField('expectAmount', `通行费为 ${printMoney(amount)} 元，请核对`)
  if (waybill.branch_id !== seen.branch_id) throw new Problem('fuel.foreign', { waybillNo: waybill.waybill_no })
  const isSigned = isSignedState(waybill.state)
  if (!isSigned && !isOpenTo(waybill)) {
    const { label } = waybillStates.states[keyOf(waybillStates.states, waybill.state)]
    throw new Problem('fuel.tooLate', { waybillNo: waybill.waybill_no, state: label })
  }
  const handing = { kind: 'ETC', medium: 'PASS', accountId: seen.account_id, remark: seen.serial, amount } as const
  const issue = isSigned ? await handOutLate(ctx, waybill, handing) : await handOut(ctx, waybill, handing)
  if (!isSigned)
    await ctx.tx.run(
      sql`update waybills set advanced_fen = advanced_fen + ${amount}::bigint where id = ${waybill.id}::uuid`.compile(
        q,
      ),
    )
  const moved = await move(ctx, tollPassStates, seen, waybillNo === undefined ? 'confirm' : 'assign', {
    version,
    set: { waybill_id: waybill.id, issue_id: issue.id, ended_name: ctx.actor.name, ended_at: ctx.now },
    diff: [{ field: '运单', old: '--', new: waybill.waybill_no }],
  })
  ctx.touched('tollPass', id, { serial: seen.serial, waybillNo: waybill.waybill_no, amount: printYuan(amount) })
  return { id, version: moved.version }
}
