// Agreements of the demo in every state.
import { createHash } from 'node:crypto'
import {
  agreementKinds,
  agreementLimits,
  agreementStates,
  askedStates,
  openStates,
  type AgreementKind,
  type AgreementRole,
  type AgreementState,
} from '@yunshu/domain/agreement/agreement'
import { fillTemplate, knownBlanks, ownBlanks } from '@yunshu/domain/agreement/template'
import { formatDate, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql, type Insertable, type Selectable } from 'kysely'
import { takeNumber } from '../src/db/numbers.ts'
import type { AgreementParties, Agreements, Events, Files, SimSealTasks, Waybills } from '../src/db/tables.gen.ts'
import { nilId, q, type Tx } from '../src/db/tx.ts'
import { knownOf } from '../src/features/agreement/draft.commands.ts'
import type { FileStore } from '../src/files/store.ts'
import { plainPdf } from '../src/partners/plainPdf.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

/** Agreements by turns: the state, the way of signing, and parties that have signed. */
const plans: readonly { state: AgreementState; method?: 'SEAL' | 'PAPER'; reason?: string; signed?: number }[] = [
  { state: 'signed', method: 'SEAL', signed: 2 },
  { state: 'signed', method: 'PAPER', signed: 2 },
  { state: 'signing', method: 'SEAL', signed: 1 },
  { state: 'draft' },
  { state: 'paper', method: 'PAPER' },
  { state: 'unknown', method: 'SEAL' },
  { state: 'refused', method: 'SEAL', reason: '运价与约定不一致' },
  { state: 'expired', method: 'SEAL', reason: '超过签署期限' },
  { state: 'void', reason: '运单已改派，重新起草' },
  { state: 'signing', method: 'SEAL' },
]
const fills: Readonly<Record<string, string>> = {
  付款天数: '15',
  回单天数: '7',
  结算周期: '月结，次月 15 日前',
  违约责任: '迟延付款按日万分之三计算违约金',
  管辖法院: '甲方所在地人民法院',
  有效期至: '2027-12-31',
}

interface Made {
  readonly agreements: Insertable<Agreements>[]
  readonly parties: Insertable<AgreementParties>[]
  readonly tasks: Insertable<SimSealTasks>[]
  readonly events: Insertable<Events>[]
}
interface Company {
  readonly id: string
  readonly name: string
  readonly credit_code: string
  readonly contact_name: string
  readonly contact_mobile: string
}
interface Ground {
  readonly tx: Tx
  readonly now: number
  readonly companies: ReadonlyMap<string, Company>
  readonly templates: readonly { id: string; kind: string; name: string; body: string }[]
  readonly made: Made
  readonly ids: { readonly agreement: (at: number) => string; readonly event: (at: number) => string }
}

/** The agreements of one waybill as they stand; there is none of a kind that is left out. */
export interface PapersOf {
  readonly waybillId: string
  readonly consign?: keyof typeof paperPlans
  readonly carry?: keyof typeof paperPlans
}
const paperPlans = {
  signed: { state: 'signed', method: 'SEAL', signed: 2 },
  signing: { state: 'signing', method: 'SEAL', signed: 1 },
} as const

/** Writes them, also those of these waybills; answers the number of rows. */
export async function seedAgreements(
  tx: Tx,
  now: number,
  papers: readonly PapersOf[],
  store?: FileStore,
): Promise<number> {
  const companies = await tx.rows(
    q.selectFrom('companies').select(['id', 'name', 'credit_code', 'contact_name', 'contact_mobile']),
  )
  const ground: Ground = {
    tx,
    now,
    companies: new Map(companies.map(company => [company.id, company])),
    templates: await tx.rows(q.selectFrom('agreement_templates').select(['id', 'kind', 'name', 'body'])),
    made: { agreements: [], parties: [], tasks: [], events: [] },
    ids: { agreement: idMaker(94), event: idMaker(95) },
  }
  await addOfWaybills(ground)
  await addFrames(ground)
  await addPapers(ground, papers)
  const { agreements, parties, tasks, events } = ground.made
  const made =
    (await insertAll(tx, 'agreements', agreements)) +
    (await insertAll(tx, 'agreement_parties', parties)) +
    (await insertAll(tx, 'sim_seal_tasks', tasks)) +
    (await insertAll(tx, 'events', events)) +
    (await addFiles(ground, store))
  await tx.run(unsignedWait)
  return made
}

/** Waybills with a carriage agreement of which none is signed wait for it, refused and expired ones too, as those of people do. */
const unsignedWait = sql`update waybills w set agreement_waits = true
  where exists (select from agreements a where a.waybill_id = w.id and a.kind = 'CARRY'
      and a.state = any(${[...openStates, 'refused', 'expired']}))
    and not exists (select from agreements a where a.waybill_id = w.id and a.kind = 'CARRY' and a.state = 'signed')`.compile(
  q,
)

async function addOfWaybills(ground: Ground): Promise<void> {
  const waybills = await ground.tx.rows(
    q
      .selectFrom('waybills')
      .selectAll()
      .where('shipper_id', '=', demoCompanyId('shipper'))
      .where('state', 'not in', ['cancelled', 'void'])
      .orderBy('id', 'desc')
      .limit(plans.length),
  )
  for (const [n, waybill] of waybills.entries()) {
    for (const [kind, turn] of [
      ['CONSIGN', n],
      ['CARRY', n + 3],
    ] as const)
      await add(ground, {
        kind,
        plan: plans[turn % plans.length],
        at: ground.now - (4 + n * 7) * HOUR_MS,
        roles: { SHIPPER: waybill.shipper_id, HOUSE: waybill.branch_id, CARRIER: waybill.carrier_id },
        waybill,
      })
  }
}

async function addPapers(ground: Ground, papers: readonly PapersOf[]): Promise<void> {
  const ids = papers.map(({ waybillId }) => waybillId)
  const found = await ground.tx.rows(
    q
      .selectFrom('waybills')
      .selectAll()
      .where('id', 'in', [...ids, nilId]),
  )
  const waybills = new Map(found.map(waybill => [waybill.id, waybill]))
  for (const { waybillId, consign, carry } of papers) {
    const waybill = waybills.get(waybillId)
    for (const [kind, state] of [
      ['CONSIGN', consign],
      ['CARRY', carry],
    ] as const)
      if (waybill !== undefined && state !== undefined)
        await add(ground, {
          kind,
          plan: paperPlans[state],
          // one that waits for a signature was sent today
          at: state === 'signed' ? (waybill.signed_at ?? ground.now) - 72 * HOUR_MS : ground.now - 6 * HOUR_MS,
          roles: rolesOf(waybill),
          waybill,
        })
  }
}
const rolesOf = (of: Selectable<Waybills>) => ({ SHIPPER: of.shipper_id, HOUSE: of.branch_id, CARRIER: of.carrier_id })

async function addFrames(ground: Ground): Promise<void> {
  const relations = await ground.tx.rows(
    q
      .selectFrom('relations as r')
      .innerJoin('companies as s', 's.id', 'r.shipper_id')
      .select(['r.id', 'r.shipper_id', 'r.carrier_id', 's.branch_id'])
      .where('r.state', '=', 'active')
      .orderBy('r.id')
      .limit(4),
  )
  for (const [n, relation] of relations.entries())
    await add(ground, {
      kind: 'FRAME',
      plan: plans[n],
      at: ground.now - (300 + n * 24) * HOUR_MS,
      roles: { SHIPPER: relation.shipper_id, CARRIER: relation.carrier_id },
      relation,
    })
  const [first] = relations
  if (!first) return
  // the first of them had one before
  await add(ground, {
    kind: 'FRAME',
    plan: { state: 'replaced', method: 'SEAL', signed: 2 },
    at: ground.now - 900 * HOUR_MS,
    roles: { SHIPPER: first.shipper_id, CARRIER: first.carrier_id },
    relation: first,
  })
}

interface Wanted {
  readonly kind: AgreementKind
  readonly plan: (typeof plans)[number] | undefined
  readonly at: number
  readonly roles: Partial<Record<AgreementRole, string>>
  readonly waybill?: Selectable<Waybills>
  readonly relation?: { readonly id: string; readonly branch_id: string | null }
}

async function add(ground: Ground, wanted: Wanted): Promise<void> {
  const { kind, plan = { state: agreementStates.start }, at, roles, waybill, relation } = wanted
  const { ids, made, now, tx } = ground
  const template = ground.templates.find(each => each.kind === kind)
  if (!template) throw new Error(`no template for ${kind}`)
  const id = ids.agreement(at)
  const agreementNo = await takeNumber(tx, 'HT', 'agreement_number', at)
  const parties = agreementKinds[kind].parties.map((role, n) => partyOf(ground, role, roles[role] ?? nilId, n, wanted))
  const known = Object.fromEntries(knownBlanks(kind).map(name => [name, blank(name, agreementNo, wanted, ground)]))
  const own = Object.fromEntries(ownBlanks(kind, template.body).map(name => [name, fills[name] ?? '按约定']))
  const body = fillTemplate(template.body, { ...known, ...own })
  const sha256 = createHash('sha256').update(body).digest('hex')
  const isSeal = plan.method === 'SEAL'
  const taskNo = isSeal ? `HT${id.replaceAll('-', '')}` : null
  const isAsked = askedStates.some(state => state === plan.state)
  const until = at + agreementLimits.signMs
  const maker = { maker_id: demoUserId('platform-ops'), maker_name: await nameOf(tx, 'platform-ops') }
  const isPaper = plan.method === 'PAPER'
  made.agreements.push({
    id,
    agreement_no: agreementNo,
    kind,
    state: plan.state,
    method: plan.method ?? null,
    title: `${template.name}（${waybill?.waybill_no ?? ground.companies.get(roles.CARRIER ?? '')?.name ?? ''}）`,
    template_id: template.id,
    template_name: `${template.name} 第 1 版`,
    template_body: template.body,
    known,
    fills: own,
    body,
    sha256,
    shipper_id: kind === 'CARRY' ? null : (roles.SHIPPER ?? null),
    carrier_id: kind === 'CONSIGN' ? null : (roles.CARRIER ?? null),
    branch_id: waybill?.branch_id ?? relation?.branch_id ?? null,
    waybill_id: waybill?.id ?? null,
    relation_id: relation?.id ?? null,
    task_no: taskNo,
    until_at: isSeal ? until : null,
    heard_at: isSeal ? at + HOUR_MS : null,
    asked_at: isSeal ? now : null,
    next_at: isAsked ? now + HOUR_MS : null,
    fault: plan.state === 'unknown' ? '签章平台没有应答' : null,
    filer_id: isPaper ? maker.maker_id : null,
    filer_name: isPaper ? maker.maker_name : null,
    confirmer_id: isPaper && plan.state === 'signed' ? demoUserId('platform-finance') : null,
    confirmer_name: isPaper && plan.state === 'signed' ? await nameOf(tx, 'platform-finance') : null,
    signed_at: wasSigned(plan.state) || isPaper ? (isPaper ? startOfDay(at) : at + 2 * HOUR_MS) : null,
    reason: plan.reason ?? null,
    ...maker,
    version: plan.state === 'draft' ? 1 : 3,
    created_at: at,
    updated_at: at + HOUR_MS,
  })
  made.parties.push(...parties.map(({ stored }) => ({ agreement_id: id, ...stored })))
  made.events.push({
    id: ids.event(at),
    entity: 'agreement',
    entity_id: id,
    at,
    user_id: maker.maker_id,
    user_name: maker.maker_name,
    action: '起草合同',
    from_state: null,
    to_state: 'draft',
    remark: null,
    diff: null,
  })
  if (taskNo !== null)
    made.tasks.push({
      task_no: taskNo,
      title: template.name,
      sha256,
      parties: parties.map(({ sent }) => sent),
      result: simulatedResult(plan.state),
      reason: plan.reason ?? null,
      until_at: until,
    })
}

const wasSigned = (state: string): boolean => state === 'signed' || state === 'replaced'

const simulatedResult = (state: AgreementState): string =>
  wasSigned(state) ? 'finished' : state === 'unknown' ? 'silent' : state

function partyOf(ground: Ground, role: AgreementRole, companyId: string, n: number, { plan, at }: Wanted) {
  const company = ground.companies.get(companyId)
  if (!company) throw new Error(`no company for ${role}`)
  const state = n < (plan?.signed ?? 0) ? 'signed' : plan?.state === 'refused' && n === 1 ? 'refused' : 'waiting'
  const signedAt = state === 'signed' ? at + 2 * HOUR_MS : null
  return {
    stored: {
      role,
      company_id: companyId,
      name: company.name,
      credit_no: company.credit_code,
      signature: state,
      signed_at: signedAt,
    },
    sent: {
      role,
      name: company.name,
      creditNo: company.credit_code,
      state,
      ...(signedAt === null ? {} : { at: signedAt }),
    },
  }
}

const roleWords = { 托运人: 'SHIPPER', 承运平台: 'HOUSE', 实际承运人: 'CARRIER' } as const

function blank(name: string, agreementNo: string, { at, roles, waybill, kind }: Wanted, { companies }: Ground): string {
  const role = Object.entries(roleWords).find(([word]) => name.startsWith(word))
  const company = role && companies.get(roles[role[1]] ?? '')
  if (role && company) {
    const part = name.slice(role[0].length)
    if (part === '信用代码') return company.credit_code
    if (part === '联系人') return company.contact_name
    return part === '电话' ? company.contact_mobile : company.name
  }
  if (name === '合同编号') return agreementNo
  if (name === '起草日期') return formatDate(at)
  if (!waybill) return ''
  return knownOf(kind, waybill)[name] ?? ''
}

const nameOf = async (tx: Tx, account: string): Promise<string> =>
  (await tx.one(q.selectFrom('users').select('name').where('id', '=', demoUserId(account)))).name

/** The signed texts and scans. */
async function addFiles({ tx, made, now }: Ground, store: FileStore | undefined): Promise<number> {
  if (!store) return 0
  const rows: Insertable<Files>[] = []
  const fileId = idMaker(96)
  for (const row of made.agreements) {
    if (!wasSigned(row.state) && row.state !== 'paper') continue
    const isSeal = row.method === 'SEAL'
    const bytes = plainPdf([
      isSeal ? '模拟签章，没有法律效力' : '演示扫描件，没有法律效力',
      '',
      ...row.body.split('\n'),
    ])
    const id = fileId(Math.min(row.created_at + HOUR_MS, now))
    const key = `agreements/${id}.pdf`
    await store.put(key, bytes, 'application/pdf')
    rows.push({
      id,
      owner: 'agreement',
      owner_id: row.id,
      shipper_id: row.shipper_id ?? nilId,
      carrier_id: row.carrier_id ?? nilId,
      branch_id: row.branch_id ?? nilId,
      category: isSeal ? 'AGREEMENT_SIGNED' : 'AGREEMENT_PAPER',
      name: `${row.agreement_no}.pdf`,
      mime: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storage_key: key,
      uploaded_by: row.maker_id,
      uploaded_name: isSeal ? '签章平台' : row.maker_name,
      created_at: row.updated_at,
    })
  }
  return insertAll(tx, 'files', rows)
}
