// Templates of agreements: read by everybody who sees agreements, written by the house.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/agreement/template'
import { agreementKinds } from '@yunshu/domain/agreement/agreement'
import { faultOfTemplate, ownBlanks } from '@yunshu/domain/agreement/template'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { autoTemplateOf } from './template.queries.ts'

/** Templates in use, few enough for one page. */
export async function findTemplates(ctx: Ctx): Promise<Output<typeof calls.listAgreementTemplates>> {
  const rows = await ctx.tx.rows(
    q.selectFrom('agreement_templates').selectAll().where('closed_at', 'is', null).orderBy('id').limit(200),
  )
  const auto = autoTemplateOf(rows.toReversed())
  return {
    rows: rows.map(row => {
      const kind = keyOf(agreementKinds, row.kind)
      return {
        id: row.id,
        kind,
        name: row.name,
        body: row.body,
        blanks: ownBlanks(kind, row.body),
        edition: row.edition,
        maker: row.maker_name,
        changedAt: row.updated_at,
        version: row.version,
        isAuto: row === auto,
      }
    }),
  }
}

/** Adds a template, or the next edition of one, whose kind stays. */
export async function saveTemplate(
  ctx: Ctx,
  { id, version, kind, name, body }: Input<typeof calls.saveAgreementTemplate>,
): Promise<Output<typeof calls.saveAgreementTemplate>> {
  const fault = faultOfTemplate(kind, body)
  if (fault !== undefined) throw wrongField('body', fault)
  const said = { name, body, maker_name: writtenName(ctx.actor), updated_at: ctx.now }
  if (id === undefined) {
    const made = v7()
    await ctx.tx.run(q.insertInto('agreement_templates').values({ id: made, kind, ...said, created_at: ctx.now }))
    ctx.touched('agreementTemplate', made, { name })
    return { id: made, edition: 1 }
  }
  const row = await lockTemplate(ctx, id, version ?? 0)
  if (row.kind !== kind) throw wrongField('kind', '不能修改')
  const edition = row.edition + 1
  await ctx.tx.run(
    q
      .updateTable('agreement_templates')
      .set({ ...said, edition, version: row.version + 1 })
      .where('id', '=', id),
  )
  ctx.touched('agreementTemplate', id, { name, edition })
  return { id, edition }
}

async function lockTemplate(ctx: Ctx, id: string, version: number) {
  const row = await ctx.tx.one(
    q.selectFrom('agreement_templates').selectAll().where('id', '=', id).where('closed_at', 'is', null).forUpdate(),
  )
  if (row.version !== version) throw await stale(ctx, id)
  return row
}

/** Takes a template out of use; agreements made of it stay as they are. */
export async function closeTemplate(
  ctx: Ctx,
  { id, version }: Input<typeof calls.closeAgreementTemplate>,
): Promise<Output<typeof calls.closeAgreementTemplate>> {
  const row = await lockTemplate(ctx, id, version)
  await ctx.tx.run(
    q
      .updateTable('agreement_templates')
      .set({ closed_at: ctx.now, updated_at: ctx.now, version: version + 1 })
      .where('id', '=', id),
  )
  ctx.touched('agreementTemplate', id, { name: row.name })
  return {}
}
