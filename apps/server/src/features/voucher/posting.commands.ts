// Versions of posting rules: proposed by one person for a coming day, judged by another before it comes.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/posting'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { transportVat } from '@yunshu/domain/voucher/postings'
import { postingVersionStates, ruleCodes } from '@yunshu/domain/voucher/postingRules'
import { printVat } from '@yunshu/domain/figures/decimal'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHouse } from '../../work/outbox.ts'
import { bySide } from '../../work/scope.ts'
import { ownVersions } from './posting.queries.ts'

/** The branch a version is for: a branch makes its own alone, the platform also those for all. */
async function branchOf(ctx: Ctx, branchId: string | undefined): Promise<string | null> {
  const own = bySide<string | undefined>(ctx.actor, { platform: undefined, branch: id => id, company: () => nilId })
  if (own !== undefined && branchId !== undefined && branchId !== own) throw new Problem('row.none')
  const branch = own ?? branchId
  if (branch === undefined) return null
  const found = await ctx.tx.first(
    q.selectFrom('companies').select('id').where('id', '=', branch).where('kind', '=', 'BRANCH'),
  )
  if (found === undefined) throw wrongField('branchId', '请选择分公司')
  return branch
}

/** Rules of charges, each named once. */
function onceEach<T extends { readonly code: string }>(field: string, rules: readonly T[]): readonly T[] {
  const again = rules.findIndex(({ code }, n) => rules.findIndex(other => other.code === code) !== n)
  if (again >= 0) throw wrongField(`${field}.${again}.code`, '费用种类重复')
  return rules
}

/** Proposes a version; of two for one day the second is refused. */
export async function makePostingVersion(
  ctx: Ctx,
  {
    branchId,
    effectiveFrom,
    serviceCodes,
    costAccounts = [],
    vatRates = [],
    note,
  }: Input<typeof calls.makePostingVersion>,
): Promise<Output<typeof calls.makePostingVersion>> {
  const branch = await branchOf(ctx, branchId)
  const day = startOfDay(effectiveFrom)
  if (day < startOfDay(ctx.now) + DAY_MS) throw wrongField('effectiveFrom', '最早从明天起生效')
  const id = v7()
  const versionNo = await takeNumber(ctx.tx, 'GZ', 'posting_version_number', ctx.now)
  const codes = ruleCodes.filter(code => serviceCodes.includes(code))
  // a rule that says what would be anyway is none
  const costs = onceEach('costAccounts', costAccounts).filter(({ account }) => account !== '6401.01')
  const rates = onceEach('vatRates', vatRates).filter(({ vatBp }) => vatBp !== transportVat)
  const made = await ctx.tx.run(
    q
      .insertInto('posting_versions')
      .values({
        id,
        version_no: versionNo,
        state: postingVersionStates.start,
        branch_id: branch,
        valid_from: day,
        service_codes: codes,
        cost_accounts: JSON.stringify(Object.fromEntries(costs.map(({ code, account }) => [code, account]))),
        vat_rates: JSON.stringify(Object.fromEntries(rates.map(({ code, vatBp }) => [code, vatBp]))),
        note,
        maker_id: ctx.actor.userId,
        maker_for: ctx.actor.actingFor?.userId ?? null,
        maker_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw await takenOf(ctx, branch, day)
  await logEvent(ctx, {
    entity: 'postingVersion',
    entityId: id,
    action: '新建版本',
    to: postingVersionStates.start,
    reason: note,
    diff: [
      { field: '计入服务费的费用', old: '--', new: codes.map(code => chargeCodes[code].label).join('、') || '无' },
      {
        field: '承运侧科目',
        old: '--',
        new: costs.map(({ code, account }) => `${chargeCodes[code].label} ${account}`).join('、') || '全部运费成本',
      },
      {
        field: '税率',
        old: '--',
        new: rates.map(({ code, vatBp }) => `${chargeCodes[code].label} ${printVat(vatBp)}`).join('、') || '全部 9%',
      },
    ],
  })
  ctx.touched('postingVersion', id, { versionNo })
  const words = { maker: writtenName(ctx.actor), versionNo, day: formatDate(day), id }
  // rules for all branches are the platform's to judge
  await tellHouse(ctx, 'posting.asked', { branch, permit: 'voucher.audit' }, words)
  return { id, versionNo, version: 1 }
}

async function takenOf(ctx: Ctx, branch: string | null, day: number): Promise<Problem> {
  const other = await ctx.tx.first(
    q
      .selectFrom('posting_versions')
      .select('version_no')
      .where(sql<boolean>`branch_id is not distinct from ${branch}::uuid`)
      .where('valid_from', '=', day)
      .where('state', 'in', ['asked', 'active']),
  )
  return new Problem('posting.taken', { day: formatDate(day), versionNo: other?.version_no ?? '' })
}

/** A step of a version; one whose day has come is not confirmed any more: entries of the day went by the one before. */
export async function movePostingVersion(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.movePostingVersion>,
): Promise<Output<typeof calls.movePostingVersion>> {
  const row = await ctx.tx.one(
    q
      .selectFrom('posting_versions as v')
      .selectAll('v')
      .where('v.id', '=', id)
      .where(ownVersions(ctx.actor, 'v'))
      .forUpdate('v'),
  )
  // rules for all branches are the platform's to judge
  if (row.branch_id === null && ctx.actor.side !== 'platform') throw new Problem('permit.missing')
  const isMaker = [row.maker_id, row.maker_for].includes(ctx.actor.userId)
  if (name !== 'withdraw' && isMaker) throw new Problem('maker.checker')
  if (name === 'withdraw' && !isMaker) throw new Problem('voucher.maker', { move: '撤回' })
  const why = reason.trim()
  if (name === 'refuse' && why === '') throw wrongField('reason', '不能为空')
  if (name === 'confirm' && row.valid_from < startOfDay(ctx.now) + DAY_MS)
    throw new Problem('posting.late', { day: formatDate(row.valid_from) })
  const judged = { checked_at: ctx.now, checker_name: writtenName(ctx.actor) }
  const state = keyOf(postingVersionStates.states, row.state)
  const moved = await move(ctx, postingVersionStates, { ...row, state }, name, {
    version,
    set: { confirm: judged, refuse: { ...judged, reason: why }, withdraw: {} }[name],
    ...(why === '' ? {} : { reason: why }),
  })
  ctx.touched('postingVersion', id, { versionNo: row.version_no })
  return { id, version: moved.version }
}
