// Keeping the client's accounts for ours: one table of a branch for each month it counts from.
import type { Input, Output } from '@yunshu/contract/call'
import type { saveAccountMap as save } from '@yunshu/contract/voucher/accountMap'
import { Problem } from '@yunshu/domain/problems/problems'
import { faultsOfMap, type MappedAccount } from '@yunshu/domain/voucher/accountMap'
import { periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { fieldFault, wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { mapLinesOf } from './accountMap.queries.ts'

/** Keeps the table of the branch the person works for that counts from a month on. */
export async function saveAccountMap(
  ctx: Ctx,
  { from, version, lines, forAll = false }: Input<typeof save>,
): Promise<Output<typeof save>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (forAll && !ctx.actor.choseBranch) throw wrongField('forAll', '只有平台人员可以同时用于其他分公司')
  if (from > shiftPeriod(periodOf(ctx.now), 1)) throw wrongField('from', '最晚从下月起')
  const fault = fieldFault(
    Object.fromEntries(
      faultsOfMap(lines).map(({ at, field, said }) => [`lines.${at}.${field}`, `第${at + 1}行：${said}`]),
    ),
  )
  if (fault) throw fault
  const standing = q
    .selectFrom('account_maps')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('from_period', '=', from)
    .forUpdate()
  const former = await ctx.tx.first(standing)
  if (former !== undefined && former.version !== version) throw await stale(ctx, former.id)
  const set = { lines: JSON.stringify(lines), maker_name: writtenName(ctx.actor), updated_at: ctx.now }
  const id = former?.id ?? v7()
  if (former === undefined) {
    const made = await ctx.tx.run(
      q
        .insertInto('account_maps')
        .values({ ...set, id, branch_id: branchId, from_period: from, created_at: ctx.now })
        .onConflict(c => c.doNothing()),
    )
    // another person was first
    if (made === 0) throw await stale(ctx, (await ctx.tx.one(standing)).id)
  } else
    await ctx.tx.run(
      q
        .updateTable('account_maps')
        .set({ ...set, version: former.version + 1 })
        .where('id', '=', id),
    )
  await logKept(ctx, id, { from, lines, former: former === undefined ? [] : mapLinesOf(former.lines) })
  const others = forAll ? await keepForOthers(ctx, branchId, from, lines) : undefined
  ctx.touched('accountMap', id, {
    from,
    lines: String(lines.length),
    ...(others === undefined ? {} : { others: String(others) }),
  })
  return { id, version: (former?.version ?? 0) + 1, ...(others === undefined ? {} : { others }) }
}

/** The same table for every other branch that has none from that month; answers their number. */
async function keepForOthers(
  ctx: Ctx,
  branchId: string,
  from: string,
  lines: readonly MappedAccount[],
): Promise<number> {
  return ctx.tx.elevated(async () => {
    const branches = await ctx.tx.rows(
      q.selectFrom('companies').select('id').where('kind', '=', 'BRANCH').where('id', '<>', branchId).orderBy('id'),
    )
    const made = await ctx.tx.rows(
      q
        .insertInto('account_maps')
        .values(
          branches.map(branch => ({
            id: v7(),
            branch_id: branch.id,
            from_period: from,
            lines: JSON.stringify(lines),
            maker_name: writtenName(ctx.actor),
            created_at: ctx.now,
            updated_at: ctx.now,
          })),
        )
        .onConflict(c => c.doNothing())
        .returning('id'),
    )
    for (const { id } of made) await logKept(ctx, id, { from, lines, former: [] })
    return made.length
  })
}

interface Kept {
  readonly from: string
  readonly lines: readonly MappedAccount[]
  /** The lines it had before. */
  readonly former: readonly MappedAccount[]
}

/** The history of a table says what changed of it. */
async function logKept(ctx: Ctx, id: string, { from, lines, former }: Kept): Promise<void> {
  const before = new Map(former.map(line => [line.account, line]))
  const kept = new Map(lines.map(line => [line.account, line]))
  const texts = (line: { code: string; name: string } | undefined) =>
    line === undefined ? '--' : `${line.code} ${line.name}`
  const diff = [...new Set([...before.keys(), ...kept.keys()])].flatMap(account => {
    const [old, now] = [texts(before.get(account)), texts(kept.get(account))]
    return old === now ? [] : [{ field: account, old, new: now }]
  })
  await logEvent(ctx, { entity: 'accountMap', entityId: id, action: `保存${periodText(from)}起的对照`, diff })
}
