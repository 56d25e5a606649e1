// Drafts of agreements: a template filled with what the books know of a waybill or a relation, and with what people add.
import { createHash } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/agreement/agreement'
import {
  agreementKinds,
  agreementStates,
  mayDraft,
  openStates,
  type AgreementKind,
  type AgreementRole,
} from '@yunshu/domain/agreement/agreement'
import { faultOfWords, fillTemplate, ownBlanks } from '@yunshu/domain/agreement/template'
import { formatDate } from '@yunshu/domain/figures/time'
import { printUnitPrice, unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { pricings } from '@yunshu/domain/goods/goods'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import type { AgreementTemplates, Waybills } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { ownRows } from '../../work/scope.ts'
import { agreementOf, liveRelations, ownAgreements, roleOf, type Agreement } from './agreement.queries.ts'
import { waitForCarriage } from './signed.commands.ts'

/** The waybill or relation of an agreement: its parties, and the values the books know for its blanks. */
export interface Subject {
  readonly of: string
  readonly companies: Partial<Record<AgreementRole, string>>
  readonly branchId: string | null
  readonly waybillId: string | null
  readonly relationId: string | null
  readonly known: Readonly<Record<string, string>>
}

/** Drafts an agreement, beside one that is signed as its successor. Refuses `agreement.live` where one is on its way. */
export async function makeAgreement(
  ctx: Ctx,
  { templateId, waybillNo, relationId, values = {} }: Input<typeof calls.makeAgreement>,
): Promise<Output<typeof calls.makeAgreement>> {
  const template = await ctx.tx.first(
    q.selectFrom('agreement_templates').selectAll().where('id', '=', templateId).where('closed_at', 'is', null),
  )
  if (!template) throw new Problem('agreement.template')
  const kind = keyOf(agreementKinds, template.kind)
  const subject =
    agreementKinds[kind].of === 'waybill' ? await ofWaybill(ctx, kind, waybillNo) : await ofRelation(ctx, relationId)
  const made = await insertDraft(ctx, {
    template,
    kind,
    subject,
    fills: filledBy(kind, template.body, values),
    maker: writtenName(ctx.actor),
  })
  if (made === undefined) throw await taken(ctx, kind, subject)
  return { ...made, version: 1 }
}

interface Drafting {
  readonly template: Selectable<AgreementTemplates>
  readonly kind: AgreementKind
  readonly subject: Subject
  /** Values of the blanks the product does not know. */
  readonly fills: Readonly<Record<string, string>>
  readonly maker: string
  /** The cause of a draft nobody made. */
  readonly why?: string
}

/** Writes a draft with its parties and its first line of history; undefined where the subject has one on its way. */
export async function insertDraft(
  ctx: Ctx,
  { template, kind, subject, fills, maker, why }: Drafting,
): Promise<{ id: string; agreementNo: string } | undefined> {
  const id = v7()
  const agreementNo = await takeNumber(ctx.tx, 'HT', 'agreement_number', ctx.now)
  const parties = await partiesFor(ctx, kind, subject.companies)
  const known = { 合同编号: agreementNo, 起草日期: formatDate(ctx.now), ...subject.known, ...partyBlanks(parties) }
  const body = fillTemplate(template.body, { ...known, ...fills })
  const { HOUSE: _, ...market } = subject.companies
  // before the agreement, so that the waybill is locked first as by its own steps
  if (kind === 'CARRY' && subject.waybillId !== null) await waitForCarriage(ctx, subject.waybillId)
  const made = await ctx.tx.run(
    q
      .insertInto('agreements')
      .values({
        id,
        agreement_no: agreementNo,
        kind,
        state: agreementStates.start,
        title: `${template.name}（${subject.of}）`,
        template_id: template.id,
        template_name: `${template.name} 第 ${template.edition} 版`,
        template_body: template.body,
        known: JSON.stringify(known),
        fills: JSON.stringify(fills),
        body,
        sha256: hashOf(body),
        shipper_id: kind === 'CARRY' ? null : (market.SHIPPER ?? null),
        carrier_id: kind === 'CONSIGN' ? null : (market.CARRIER ?? null),
        branch_id: subject.branchId,
        waybill_id: subject.waybillId,
        relation_id: subject.relationId,
        maker_id: ctx.actor.userId,
        maker_for: ctx.actor.actingFor?.userId ?? null,
        maker_name: maker,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) return undefined
  await ctx.tx.run(
    q.insertInto('agreement_parties').values(
      parties.map(({ role, company }) => ({
        agreement_id: id,
        role,
        company_id: company.id,
        name: company.name,
        credit_no: company.credit_code,
        signature: 'waiting',
      })),
    ),
  )
  await logEvent(ctx, {
    entity: 'agreement',
    entityId: id,
    action: '起草合同',
    to: agreementStates.start,
    by: maker,
    reason: why,
  })
  ctx.touched('agreement', id, { agreementNo })
  return { id, agreementNo }
}

/** The hash of a text that is signed, hex. */
export const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex')

async function taken(ctx: Ctx, kind: AgreementKind, { of, waybillId, relationId }: Subject): Promise<Problem> {
  const live = await ctx.tx.first(
    q
      .selectFrom('agreements')
      .select(['agreement_no', 'state'])
      .where('kind', '=', kind)
      .where('state', 'in', openStates)
      .where(e => (waybillId === null ? e('relation_id', '=', relationId) : e('waybill_id', '=', waybillId))),
  )
  if (!live) throw new Error('an agreement that is there and is not')
  const { label: state } = agreementStates.states[keyOf(agreementStates.states, live.state)]
  return new Problem('agreement.live', { of, kind: agreementKinds[kind].label, no: live.agreement_no, state })
}

/** The waybill in the actor's scope; the house alone drafts its agreements. */
async function ofWaybill(ctx: Ctx, kind: AgreementKind, waybillNo: string | undefined): Promise<Subject> {
  if (!isHouseSide(ctx.actor.side)) throw new Problem('agreement.theirs')
  if (waybillNo === undefined) throw wrongField('waybillNo', '不能为空')
  const row = await ctx.tx.first(
    q
      .selectFrom('waybills as w')
      .selectAll('w')
      .where('w.waybill_no', '=', waybillNo)
      .where('w.state', 'not in', ['cancelled', 'void'])
      .where(ownRows(ctx.actor, 'w')),
  )
  if (!row) throw wrongField('waybillNo', '没有这张运单，或运单已取消')
  return waybillSubject(kind, row)
}

/** A waybill as its agreements see it. */
export function waybillSubject(kind: AgreementKind, row: Selectable<Waybills>): Subject {
  const parties = { SHIPPER: row.shipper_id, HOUSE: row.branch_id, CARRIER: row.carrier_id }
  return {
    of: row.waybill_no,
    companies: Object.fromEntries(agreementKinds[kind].parties.map(role => [role, parties[role]])),
    branchId: row.branch_id,
    waybillId: row.id,
    relationId: null,
    known: knownOf(kind, row),
  }
}

/** The values the books know of a waybill for the blanks of its agreements. */
export function knownOf(kind: AgreementKind, row: Selectable<Waybills>): Record<string, string> {
  const price = kind === 'CONSIGN' ? row.shipper_unit_price : row.carrier_unit_price
  return {
    运单号: row.waybill_no,
    货物: row.item_names,
    计划重量: `${printTons(grams(row.plan_weight_g))} 吨`,
    装货地: row.load_place,
    卸货地: row.unload_place,
    车牌号: row.plate,
    司机: row.driver_name,
    计价方式: pricings[keyOf(pricings, row.pricing)].label,
    运价: printUnitPrice(unitPrice(price)),
  }
}

async function ofRelation(ctx: Ctx, relationId: string | undefined): Promise<Subject> {
  if (relationId === undefined) throw wrongField('relationId', '请选择')
  const row = await ctx.tx.first(liveRelations(ctx.actor).where('r.id', '=', relationId))
  if (!row) throw wrongField('relationId', '没有这个合作关系，或已解除')
  return {
    of: row.carrier_name,
    companies: { SHIPPER: row.shipper_id, CARRIER: row.carrier_id },
    branchId: row.branch_id,
    waybillId: null,
    relationId: row.id,
    known: {},
  }
}

interface DraftParty {
  readonly role: AgreementRole
  readonly company: { id: string; name: string; credit_code: string; contact_name: string; contact_mobile: string }
}

async function partiesFor(ctx: Ctx, kind: AgreementKind, companies: Subject['companies']): Promise<DraftParty[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies')
      .select(['id', 'name', 'credit_code', 'contact_name', 'contact_mobile'])
      .where('id', 'in', Object.values(companies)),
  )
  return agreementKinds[kind].parties.map(role => {
    const company = rows.find(({ id }) => id === (companies[role] ?? nilId))
    if (!company) throw new Error(`no company for ${role}`)
    return { role, company }
  })
}

const roleWords = { SHIPPER: '托运人', HOUSE: '承运平台', CARRIER: '实际承运人' } as const
const partyBlanks = (parties: readonly DraftParty[]): Record<string, string> =>
  Object.fromEntries(
    parties.flatMap(({ role, company }) => [
      [roleWords[role], company.name],
      [`${roleWords[role]}信用代码`, company.credit_code],
      [`${roleWords[role]}联系人`, company.contact_name],
      [`${roleWords[role]}电话`, company.contact_mobile],
    ]),
  )

/** The values of the blanks people fill, all of them and no others. */
function filledBy(kind: AgreementKind, body: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    ownBlanks(kind, body).map(name => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
      if (value === '') throw wrongField('values', `请填写“${name}”`)
      const fault = faultOfWords(value)
      if (fault !== undefined) throw wrongField('values', `“${name}”${fault}`)
      return [name, value]
    }),
  )
}

/** One agreement of the actor's under lock; of another company there is none. */
export async function lockAgreement(ctx: Ctx, id: string): Promise<Agreement> {
  const row = await ctx.tx.one(
    q
      .selectFrom('agreements as a')
      .selectAll('a')
      .where('a.id', '=', id)
      .where(ownAgreements(ctx.actor, 'a'))
      .forUpdate(),
  )
  return agreementOf(row)
}

/** Fills the blanks of a draft anew: the words of the books stay as they were. */
export async function changeAgreement(
  ctx: Ctx,
  { id, version, values }: Input<typeof calls.changeAgreement>,
): Promise<Output<typeof calls.changeAgreement>> {
  const row = await lockAgreement(ctx, id)
  if (!mayDraft(row.kind, roleOf(ctx.actor, row))) throw new Problem('agreement.theirs')
  const { states } = agreementStates
  if (row.state !== 'draft') throw new Problem('state.wrong', { state: states[row.state].label, move: '修改' })
  if (row.version !== version) throw await stale(ctx, id)
  const fills = filledBy(row.kind, row.template_body, values)
  const body = fillTemplate(row.template_body, { ...(row.known as Record<string, string>), ...fills })
  await ctx.tx.run(
    q
      .updateTable('agreements')
      .set({ fills: JSON.stringify(fills), body, sha256: hashOf(body), version: version + 1, updated_at: ctx.now })
      .where('id', '=', id),
  )
  const before = row.fills as Record<string, string>
  await logEvent(ctx, {
    entity: 'agreement',
    entityId: id,
    action: '修改草稿',
    diff: Object.entries(fills)
      .filter(([name, value]) => before[name] !== value)
      .map(([field, value]) => ({ field, old: before[field] ?? '--', new: value })),
  })
  ctx.touched('agreement', id, { agreementNo: row.agreement_no })
  return { id, version: version + 1 }
}
