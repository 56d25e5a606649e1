// The check of a waybill by anybody who holds its number and code: few tries, one answer for all that is wrong.
import { timingSafeEqual } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/paper'
import type { CheckedPair } from '@yunshu/contract/waybill/paper'
import { maskMobile } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { checkTries, checkVerdicts, verdictsPerDay } from '@yunshu/domain/waybill/paper'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inTransaction, q, reading, systemReach } from '../../db/tx.ts'
import { lineOf } from '../../http/networks.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { tellHappening } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import { checkCodeOf } from '../waybill/waybillDetail.queries.ts'
import { findChecked, showChecked, type CheckedRow } from './check.queries.ts'

type Pair = Pick<Input<typeof calls.checkWaybill>, 'waybillNo' | 'checkCode'>

/** The waybill as whoever holds its pair sees it. Refuses `check.wrong`, and `rate.limited` after too many wrong pairs. */
export async function checkWaybill(
  ctx: OpenCtx,
  { linkCode, ...pair }: Input<typeof calls.checkWaybill>,
): Promise<Output<typeof calls.checkWaybill>> {
  const row = await proved(ctx, pair)
  return reading(ctx.deps.reads, systemReach, tx => showChecked(tx, row, linkCode, ctx.now))
}

/** Each of several pairs, one after another: those that are wrong or were tried too often stop none of the others. */
export async function checkWaybills(
  ctx: OpenCtx,
  { pairs }: Input<typeof calls.checkWaybills>,
): Promise<Output<typeof calls.checkWaybills>> {
  const rows: CheckedPair[] = []
  for (const pair of pairs) rows.push({ waybillNo: pair.waybillNo, ...(await checkedOrNot(ctx, pair)) })
  return { rows }
}

async function checkedOrNot(ctx: OpenCtx, pair: Pair): Promise<Omit<CheckedPair, 'waybillNo'>> {
  try {
    return { waybill: await checkWaybill(ctx, pair) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.problem === 'check.wrong') return {}
    if (error.problem === 'rate.limited') return { isLocked: true }
    throw error
  }
}

/** Keeps a verdict and tells the finance people of the shipper and the branch. Refuses as the check does, and `check.full`. */
export async function giveVerdict(
  ctx: OpenCtx,
  { verdict, name, mobile, remark = '', ...pair }: Input<typeof calls.giveVerdict>,
): Promise<Output<typeof calls.giveVerdict>> {
  const row = await proved(ctx, pair)
  await asSystem(
    ctx.deps,
    async work => {
      // held so that verdicts at once count each other
      await work.tx.one(q.selectFrom('waybills').select('id').where('id', '=', row.id).forUpdate())
      const today = await work.tx.rows(
        q
          .selectFrom('waybill_checks')
          .select(['verdict', 'name', 'mobile', 'remark'])
          .where('waybill_id', '=', row.id)
          .where('created_at', '>', work.now - DAY_MS),
      )
      // a form sent again says nothing new
      const isSaid = today.some(
        said => said.verdict === verdict && said.name === name && said.mobile === mobile && said.remark === remark,
      )
      if (isSaid) return
      if (today.length >= verdictsPerDay) throw new Problem('check.full')
      const { shipper_id, carrier_id, branch_id } = row
      await work.tx.run(
        q.insertInto('waybill_checks').values({
          id: v7(),
          waybill_id: row.id,
          shipper_id,
          carrier_id,
          branch_id,
          verdict,
          name,
          mobile,
          remark,
          ip: ctx.ip,
          created_at: work.now,
        }),
      )
      const { label } = checkVerdicts[verdict]
      await logEvent(work, {
        entity: 'waybill',
        entityId: row.id,
        action: label,
        reason: remark || undefined,
        diff: [{ field: '核验人', old: '--', new: `${name} ${maskMobile(mobile)}` }],
      })
      for (const company of [shipper_id, carrier_id])
        await tellHappening(work, 'waybill.judged', { company, permit: 'waybill.share' })
      const said = { waybillNo: row.waybill_no, waybillId: row.id, verdict: label, name }
      await tellHappening(work, 'waybill.checked', { company: shipper_id, permit: 'settlement.approve' }, said)
      await tellHappening(work, 'waybill.checked', { branch: branch_id, permit: 'settlement.view' }, said)
    },
    ctx.log,
  )
  return {}
}

/** The waybill of a right pair. Each try is counted before it is judged, so that many at once are not let through. */
async function proved(ctx: OpenCtx, { waybillNo, checkCode }: Pair): Promise<CheckedRow> {
  const { deps, now } = ctx
  const line = lineOf(ctx.ip)
  await countTry(ctx, waybillNo, line)
  const row = await reading(deps.reads, systemReach, tx => findChecked(tx, waybillNo))
  const given = Buffer.from(checkCode)
  const expected = Buffer.from(checkCodeOf({ deps }, waybillNo))
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isRight || row === undefined) throw new Problem('check.wrong')
  await inTransaction(deps.pool, systemReach, tx =>
    tx.run(
      sql`update check_tries set tries = greatest(0, tries - 1) where waybill_no = ${waybillNo}
        and line in (${line}, '') and since > ${now - DAY_MS}`.compile(q),
    ),
  )
  return row
}

/** Counts one try of a line, and of everybody, for a number; refuses `rate.limited`. */
async function countTry({ deps, now }: OpenCtx, waybillNo: string, line: string): Promise<void> {
  const limits = new Map<string, { readonly most: number; readonly windowMs: number }>([
    [line, checkTries.line],
    ['', checkTries.number],
  ])
  const counted = await inTransaction(deps.pool, systemReach, async tx => {
    await tx.run(
      sql`delete from check_tries where (waybill_no, line) in
        (select waybill_no, line from check_tries where since < ${now - DAY_MS}
          limit 100 for update skip locked)`.compile(q),
    )
    const values = [...limits].map(([each]) => sql`(${waybillNo}, ${each}, ${now}::bigint, 1)`)
    const window = sql`case when check_tries.line = '' then ${checkTries.number.windowMs}::bigint
      else ${checkTries.line.windowMs}::bigint end`
    const isOver = sql`check_tries.since <= ${now} - ${window}`
    return tx.rows<{ line: string; since: number; tries: number }>(
      sql<{ line: string; since: number; tries: number }>`
      insert into check_tries (waybill_no, line, since, tries) values ${sql.join(values)}
      on conflict (waybill_no, line) do update set
        since = case when ${isOver} then excluded.since else check_tries.since end,
        tries = case when ${isOver} then 1 else check_tries.tries + 1 end
      returning line, since, tries`.compile(q),
    )
  })
  for (const { line: each, since, tries } of counted) {
    const limit = limits.get(each)
    if (limit && tries > limit.most)
      throw new Problem('rate.limited', { seconds: Math.max(1, Math.ceil((since + limit.windowMs - now) / 1000)) })
  }
}
