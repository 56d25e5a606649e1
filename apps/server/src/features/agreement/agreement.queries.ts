// Reads of agreements: the list, its counts, one record, and the relations a frame can be drafted for.
import type { Input, Output } from '@yunshu/contract/call'
import type { AgreementRow } from '@yunshu/contract/agreement/agreement'
import type * as calls from '@yunshu/contract/agreement/agreement'
import {
  agreementKinds,
  agreementMethods,
  agreementMovesOf,
  agreementRoles,
  agreementStates,
  partyStates,
  type AgreementKind,
  type AgreementOn,
  type AgreementRole,
} from '@yunshu/domain/agreement/agreement'
import type { PaperFact } from '@yunshu/domain/chain/judge'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { AgreementParties, Agreements } from '../../db/tables.gen.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, isCompanyOf, isNarrow, ownRows, rowsOfSide } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'

export type Agreement = Omit<Selectable<Agreements>, 'state' | 'kind'> & {
  state: keyof typeof agreementStates.states
  kind: AgreementKind
}
export type Party = Omit<Selectable<AgreementParties>, 'role' | 'signature'> & {
  role: AgreementRole
  signature: keyof typeof partyStates
}

/** A stored agreement with its state and kind as the rules know them. */
export const agreementOf = (row: Selectable<Agreements>): Agreement => ({
  ...row,
  state: keyOf(agreementStates.states, row.state),
  kind: keyOf(agreementKinds, row.kind),
})

/**
 * Agreements that left the hands of whoever drafted them: sent, on paper, or given up after that. A frame that is no more
 * than a draft is its company's own; drafts of waybills are the house's, whoever accepted the waybill.
 */
const isShownTo = (company: string, alias: string): RawBuilder<boolean> => {
  const a = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${a('state')} not in ('draft', 'void') or ${a('task_no')} is not null
    or ${a('filer_id')} is not null or (${a('kind')} = 'FRAME' and exists (select from users own
      where own.id = coalesce(${a('maker_for')}, ${a('maker_id')}) and own.company_id = ${company}::uuid)))`
}

/** Agreements in the actor's reach; with a narrow data scope those of waybills that are, and frames. */
export const ownAgreements = (actor: Actor, alias: string): RawBuilder<boolean> =>
  allOf([
    rowsOfSide(actor, {
      branch: `${alias}.branch_id`,
      company: id =>
        sql<boolean>`((${sql.ref(`${alias}.shipper_id`)} = ${id}::uuid
          or ${sql.ref(`${alias}.carrier_id`)} = ${id}::uuid) and ${isShownTo(id, alias)})`,
    }),
    isNarrow(actor)
      ? sql<boolean>`(${sql.ref(`${alias}.waybill_id`)} is null
        or ${sql.ref(`${alias}.waybill_id`)} in (select own.id from waybills own where ${ownRows(actor, 'own')}))`
      : undefined,
  ])

/** The party the actor stands for. */
export const roleOf = (
  { side, companyId }: Pick<Actor, 'side' | 'companyId'>,
  row: Pick<Agreement, 'shipper_id'>,
): AgreementRole => {
  if (isHouseSide(side)) return 'HOUSE'
  return companyId === row.shipper_id ? 'SHIPPER' : 'CARRIER'
}

/** An agreement as the rules of its steps see it. */
export const agreementOn = ({ actor, deps }: Pick<Ctx, 'actor' | 'deps'>, row: Agreement): AgreementOn => ({
  state: row.state,
  kind: row.kind,
  role: roleOf(actor, row),
  isFiler: [row.filer_id, row.filer_for].includes(actor.userId),
  hasSeal: deps.seal !== undefined,
})

/** The parties of an agreement, first the one that gives the work. */
export async function partiesOf(tx: Tx, id: string): Promise<Party[]> {
  const rows = await tx.rows(q.selectFrom('agreement_parties').selectAll().where('agreement_id', '=', id))
  const order = Object.keys(agreementRoles)
  return rows
    .map(row => ({ ...row, role: keyOf(agreementRoles, row.role), signature: keyOf(partyStates, row.signature) }))
    .toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}

type PartyStates = Partial<Record<AgreementRole, string>>
const agreementRows = q
  .selectFrom('agreements as a')
  .leftJoin('companies as s', 's.id', 'a.shipper_id')
  .leftJoin('companies as b', 'b.id', 'a.branch_id')
  .leftJoin('companies as c', 'c.id', 'a.carrier_id')
  .leftJoin('waybills as w', 'w.id', 'a.waybill_id')
  .selectAll('a')
  .select(['s.name as shipper_name', 'b.name as house_name', 'c.name as carrier_name', 'w.waybill_no'])
  .select(
    sql<PartyStates>`(select jsonb_object_agg(p.role, p.signature) from agreement_parties p
      where p.agreement_id = a.id)`.as('party_states'),
  )
type NamedAgreement = Selectable<Agreements> & {
  shipper_name: string | null
  house_name: string | null
  carrier_name: string | null
  waybill_no: string | null
  party_states: PartyStates
}

function show(ctx: Ctx, named: NamedAgreement): AgreementRow {
  const row = agreementOf(named)
  const role = roleOf(ctx.actor, row)
  const names = { SHIPPER: named.shipper_name, HOUSE: named.house_name, CARRIER: named.carrier_name }
  return {
    id: row.id,
    agreementNo: row.agreement_no,
    kind: row.kind,
    state: row.state,
    method: row.method === null ? undefined : keyOf(agreementMethods, row.method),
    title: row.title,
    shipperName: named.shipper_name ?? undefined,
    houseName: row.kind === 'FRAME' ? undefined : (named.house_name ?? undefined),
    carrierName: named.carrier_name ?? undefined,
    counterparty: agreementKinds[row.kind].parties
      .filter(party => party !== role)
      .flatMap(party => names[party] ?? [])
      .join('、'),
    waits:
      row.state === 'signing'
        ? agreementKinds[row.kind].parties.filter(party => named.party_states[party] === 'waiting')
        : [],
    waybillId: row.waybill_id ?? undefined,
    waybillNo: named.waybill_no ?? undefined,
    signed: Object.values(named.party_states).filter(state => state === 'signed').length,
    maker: row.maker_name,
    createdAt: row.created_at,
    signedAt: row.signed_at ?? undefined,
    until: row.until_at ?? undefined,
    reason: row.reason ?? undefined,
    fault: row.fault ?? undefined,
    version: row.version,
    moves: agreementMovesOf(agreementOn(ctx, row), permit => ctx.can(permit)),
    canSign: ctx.can('agreement.sign') && row.state === 'signing' && named.party_states[role] === 'waiting',
  }
}

type Filter = Omit<Input<typeof calls.listAgreements>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { kind, from, to, waybillNo, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownAgreements(actor, 'a'),
    kind && sql<boolean>`a.kind = ${kind}`,
    between('a.created_at', from, to),
    waybillNo
      ? sql<boolean>`a.waybill_id = (select no.id from waybills no where no.waybill_no = ${waybillNo})`
      : undefined,
    contains(['a.agreement_no', 'a.title'], text),
    chosen('a.id', ids),
  ])

/** True of agreements `a` the caller has to sign for the party they stand for. */
export const waitsFor = ({ actor, can }: Pick<Ctx, 'actor' | 'can'>): RawBuilder<boolean> => {
  if (!can('agreement.sign')) return sql<boolean>`false`
  const role = isHouseSide(actor.side)
    ? sql<string>`'HOUSE'`
    : sql<string>`case when ${isCompanyOf(actor, 'a.shipper_id')} then 'SHIPPER' else 'CARRIER' end`
  return sql<boolean>`(a.state = 'signing' and exists (select 1 from agreement_parties p where p.agreement_id = a.id
    and p.role = ${role} and p.signature = 'waiting'))`
}

/** The condition of the agreements a filter of the list finds. */
export const agreementsUnder = (ctx: Ctx, filter: Filter): RawBuilder<boolean> =>
  allOf([
    filtered(ctx, filter),
    filter.state === 'mine' ? waitsFor(ctx) : filter.state && sql<boolean>`a.state = ${filter.state}`,
  ])

/** Agreements in the actor's reach, newest first. */
export async function findAgreementsPage(
  ctx: Ctx,
  input: Input<typeof calls.listAgreements>,
): Promise<Output<typeof calls.listAgreements>> {
  const where = allOf([agreementsUnder(ctx, input), afterCursor(input, 'a.id')])
  const rows = await ctx.tx.rows(agreementRows.where(where).orderBy('a.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, of those the caller has to sign, and of all. */
export async function countAgreementsBy(
  ctx: Ctx,
  filter: Input<typeof calls.countAgreements>,
): Promise<Output<typeof calls.countAgreements>> {
  const from = { table: 'agreements', alias: 'a' } as const
  const where = filtered(ctx, filter)
  const state = await countByState(ctx.tx, agreementStates, { ...from, where })
  const mine = await countByState(ctx.tx, agreementStates, { ...from, where: allOf([where, waitsFor(ctx)]) })
  return {
    state: { ...state, mine: mine['signing'] ?? 0, all: Object.values(state).reduce((sum, count) => sum + count, 0) },
  }
}

/** True where the actor may see the price that stands in the text of a kind. */
const seesText = (ctx: Ctx, kind: AgreementKind): boolean =>
  kind === 'FRAME' || ctx.can(kind === 'CONSIGN' ? 'price.shipper' : 'price.carrier')

/** One agreement with its text, parties, files and history; of another company there is none. */
export async function findAgreement(
  ctx: Ctx,
  { id }: Input<typeof calls.getAgreement>,
): Promise<Output<typeof calls.getAgreement>> {
  const named = await ctx.tx.one(agreementRows.where('a.id', '=', id).where(ownAgreements(ctx.actor, 'a')))
  const row = agreementOf(named)
  const [parties, log] = [await partiesOf(ctx.tx, id), await findLog(ctx, id)]
  const seen = seesText(ctx, row.kind)
  return {
    ...show(ctx, named),
    templateName: row.template_name,
    ...(seen ? { body: row.body } : {}),
    values: seen ? (row.fills as Record<string, string>) : {},
    parties: parties.map(party => ({
      role: party.role,
      name: party.name,
      creditNo: party.credit_no,
      state: party.signature,
      ...(party.signed_at === null ? {} : { signedAt: party.signed_at }),
      isOurs: party.role === roleOf(ctx.actor, row),
    })),
    sha256: row.sha256,
    taskNo: row.task_no ?? undefined,
    askedAt: row.asked_at ?? undefined,
    filer: row.filer_name ?? undefined,
    confirmer: row.confirmer_name ?? undefined,
    isSimulated: row.method === 'SEAL' && ctx.deps.seal?.isSimulated === true,
    files: seen ? await findFiles(ctx, 'agreement', id) : [],
    // values people filled in stand in the changes of a draft
    log: seen ? log : log.map(line => ({ ...line, diff: undefined })),
  }
}

/** Live relations in the actor's reach, with the companies a frame would join. */
export const liveRelations = (actor: Actor) =>
  q
    .selectFrom('relations as r')
    .innerJoin('companies as s', 's.id', 'r.shipper_id')
    .innerJoin('companies as c', 'c.id', 'r.carrier_id')
    .select(['r.id', 'r.shipper_id', 'r.carrier_id', 's.branch_id', 's.name as shipper_name', 'c.name as carrier_name'])
    .where('r.state', '=', 'active')
    .where(
      rowsOfSide(actor, {
        branch: 's.branch_id',
        company: id => sql<boolean>`(r.shipper_id = ${id}::uuid or r.carrier_id = ${id}::uuid)`,
      }),
    )

const relationsShown = 50

/** Relations by the name of either company. */
export async function findAgreementRelations(
  ctx: Ctx,
  { text }: Input<typeof calls.listAgreementRelations>,
): Promise<Output<typeof calls.listAgreementRelations>> {
  const where = allOf([contains(['s.name', 'c.name'], text)])
  const rows = await ctx.tx.rows(liveRelations(ctx.actor).where(where).orderBy('r.id', 'desc').limit(relationsShown))
  return { rows: rows.map(row => ({ id: row.id, name: `${row.shipper_name} — ${row.carrier_name}` })) }
}

/** Agreements on the way to being signed. */
const waitingStates: readonly AgreementOn['state'][] = ['sending', 'unknown', 'signing', 'paper', 'revoking']

/** The contract leg of waybills (合同流): both agreements of each, signed by the parties of the waybill or not. */
export async function findAgreementLegs(
  tx: Tx,
  waybillIds: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<'consign' | 'carry', PaperFact>>>> {
  const found = await tx.rows(
    q
      .selectFrom('agreements as a')
      .innerJoin('waybills as w', 'w.id', 'a.waybill_id')
      .select(['a.waybill_id', 'a.kind', 'a.state'])
      .select(
        sql<boolean>`a.branch_id is distinct from w.branch_id
          or case a.kind when 'CONSIGN' then a.shipper_id is distinct from w.shipper_id
            else a.carrier_id is distinct from w.carrier_id end`.as('is_of_others'),
      )
      .where(chosen('a.waybill_id', waybillIds) ?? sql<boolean>`false`)
      .where('a.state', 'not in', ['void', 'replaced'])
      // the signed one holds until its successor is signed
      .orderBy(sql`a.state = 'signed'`),
  )
  const byKey = new Map(found.map(row => [`${row.waybill_id} ${row.kind}`, row]))
  const factOf = (id: string, kind: AgreementKind): PaperFact => {
    const row = byKey.get(`${id} ${kind}`)
    if (row === undefined) return 'none'
    const state = keyOf(agreementStates.states, row.state)
    if (state === 'signed') return row.is_of_others ? 'others' : 'signed'
    if (state === 'draft' || state === 'refused' || state === 'expired') return state
    return waitingStates.includes(state) ? 'waits' : 'none'
  }
  return new Map(waybillIds.map(id => [id, { consign: factOf(id, 'CONSIGN'), carry: factOf(id, 'CARRY') }]))
}
