// Carriage agreements that follow their waybill: drafted when it is accepted, true to it while they are drafts, ended with it.
import { agreementKinds, agreementStates, askedStates, openStates } from '@yunshu/domain/agreement/agreement'
import { fillTemplate, type TermBlank } from '@yunshu/domain/agreement/template'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { agreementOf, findAgreementLegs } from './agreement.queries.ts'
import { askSeal } from './ask.commands.ts'
import { hashOf, insertDraft, knownOf, waybillSubject } from './draft.commands.ts'
import { autoTemplateOf } from './template.queries.ts'

/** Terms of the goods of a waybill that its carriage agreement names, in days. */
interface Terms {
  readonly returnDays: number
  readonly termDays: number
}

const valuesOf = ({ returnDays, termDays }: Terms): Readonly<Record<TermBlank, string>> => ({
  回单天数: String(returnDays),
  付款天数: String(termDays),
})

/** The agreement of an accepted waybill is due: drafted where there is none yet, by the template the product fills alone. */
export async function draftCarriage(ctx: Ctx, waybill: Selectable<Waybills>, terms: Terms): Promise<void> {
  // the one that accepts is the carrier, whose house's policy and templates are asked
  await ctx.tx.elevated(async () => {
    if (!(await policiesOfCompany(ctx.tx, waybill.branch_id)).draftsCarriage) return
    const template = await findAutoTemplate(ctx.tx)
    if (template === undefined) return
    const states = await findCarriage(ctx.tx, waybill.id)
    if (states.length === 0)
      await insertDraft(ctx, {
        template,
        kind: 'CARRY',
        subject: waybillSubject('CARRY', waybill),
        fills: valuesOf(terms),
        maker: '系统',
        why: '因接单',
      })
    await setWaits(ctx.tx, waybill.id, !states.includes('signed'))
  })
}

/** The states of the carriage agreements of a waybill that are not over. */
async function findCarriage(tx: Tx, waybillId: string): Promise<readonly string[]> {
  const rows = await tx.rows(
    q
      .selectFrom('agreements')
      .select('state')
      .where('waybill_id', '=', waybillId)
      .where('kind', '=', 'CARRY')
      .where('state', 'in', [...openStates, 'signed']),
  )
  return rows.map(({ state }) => state)
}

const findAutoTemplate = async (tx: Tx) =>
  autoTemplateOf(
    await tx.rows(
      q
        .selectFrom('agreement_templates')
        .selectAll()
        .where('kind', '=', 'CARRY')
        .where('closed_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(50),
    ),
  )

const setWaits = (tx: Tx, waybillId: string, waits: boolean): Promise<number> =>
  tx.run(q.updateTable('waybills').set({ agreement_waits: waits }).where('id', '=', waybillId))

/** Refuses to leave the loading place without a signed carriage agreement, where the house's policy says so. */
export async function assertCarriageSigned(
  ctx: Ctx,
  { id, branch_id: branchId }: Pick<Selectable<Waybills>, 'id' | 'branch_id'>,
): Promise<void> {
  await ctx.tx.elevated(async () => {
    if (!(await policiesOfCompany(ctx.tx, branchId)).unsignedBlocks) return
    if ((await findAgreementLegs(ctx.tx, [id])).get(id)?.carry !== 'signed') throw new Problem('agreement.unsigned')
  })
}

/**
 * Fills the drafts of the agreements of a waybill anew after it changed; sent ones stay as they were sent. Terms that changed
 * replace those of before where the draft still names them.
 */
export async function refreshDrafts(
  ctx: Ctx,
  waybillId: string,
  terms?: { readonly before: Terms; readonly after: Terms },
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const drafts = await ctx.tx.rows(
      q
        .selectFrom('agreements')
        .selectAll()
        .where('waybill_id', '=', waybillId)
        .where('state', '=', 'draft')
        .orderBy('id')
        .forUpdate(),
    )
    if (drafts.length === 0) return
    const waybill = await ctx.tx.one(q.selectFrom('waybills').selectAll().where('id', '=', waybillId))
    for (const row of drafts) {
      const said = { known: row.known as Record<string, string>, fills: row.fills as Record<string, string> }
      const before = { ...said.known, ...said.fills }
      const known = { ...said.known, ...knownOf(keyOf(agreementKinds, row.kind), waybill) }
      const fills = terms === undefined ? said.fills : replaced(said.fills, terms)
      const now = { ...known, ...fills }
      const body = fillTemplate(row.template_body, now)
      if (body === row.body) continue
      await ctx.tx.run(
        q
          .updateTable('agreements')
          .set({
            known: JSON.stringify(known),
            fills: JSON.stringify(fills),
            body,
            sha256: hashOf(body),
            version: sql`version + 1`,
            updated_at: ctx.now,
          })
          .where('id', '=', row.id),
      )
      await logEvent(ctx, {
        entity: 'agreement',
        entityId: row.id,
        action: '随运单更新草稿',
        diff: Object.entries(now)
          .filter(([name, value]) => before[name] !== value)
          .map(([field, value]) => ({ field, old: before[field] ?? '--', new: value })),
      })
    }
  })
}

/** Values with the terms of before replaced by those of now. */
function replaced(
  fills: Readonly<Record<string, string>>,
  { before, after }: { readonly before: Terms; readonly after: Terms },
): Record<string, string> {
  const [old, next]: readonly Readonly<Record<string, string>>[] = [valuesOf(before), valuesOf(after)]
  return Object.fromEntries(
    Object.entries(fills).map(([name, value]) => [name, value === old?.[name] ? (next?.[name] ?? value) : value]),
  )
}

/** The agreements of a waybill that comes to nothing: drafts fall, what is out to be signed is taken back; signed ones stay. */
export async function endAgreements(ctx: Ctx, waybillId: string): Promise<void> {
  const reason = '运单已取消或作废'
  await ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('agreements')
        .selectAll()
        .where('waybill_id', '=', waybillId)
        .where('state', 'in', openStates)
        .where('state', '<>', 'revoking')
        .orderBy('id')
        .forUpdate(),
    )
    for (const row of rows.map(agreementOf)) {
      const isOut = askedStates.some(state => state === row.state)
      const set = { reason, ...(isOut ? { next_at: ctx.now, tries: 0 } : {}) }
      await move(ctx, agreementStates, row, isOut ? 'recall' : 'fall', { reason, set })
      if (isOut) ctx.afterCommit(() => askSeal(ctx.deps, row.id))
    }
    await setWaits(ctx.tx, waybillId, false)
  })
}
