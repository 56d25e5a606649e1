// Patterns of vouchers made by hand: kept under a name of their own, and taken out of the list.
import type { Input, Output } from '@yunshu/contract/call'
import { patternMost, type dropVoucherPattern, type saveVoucherPattern } from '@yunshu/contract/voucher/pattern'
import { Problem } from '@yunshu/domain/problems/problems'
import { isManualAccount, manualMost } from '@yunshu/domain/voucher/manual'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q } from '../../db/tx.ts'
import { fieldFault, wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { patternsOf } from './pattern.queries.ts'

type Line = Input<typeof saveVoucherPattern>['lines'][number]

/** The words against a line; a pattern may leave amounts empty, not its accounts. */
function faultOfLine({ account, debit, credit }: Line): { field: 'account' | 'debit'; said: string } | undefined {
  if (account === '') return { field: 'account', said: '请选择科目' }
  if (!isManualAccount(account)) return { field: 'account', said: '不是可手工记账的科目' }
  if (debit !== 0 && credit !== 0) return { field: 'debit', said: '一行只能填借方或贷方' }
  return debit > manualMost || credit > manualMost ? { field: 'debit', said: '金额不能超过 10 亿元' } : undefined
}

/** Keeps a pattern of the branch the person works for. */
export async function savePattern(
  ctx: Ctx,
  said: Input<typeof saveVoucherPattern>,
): Promise<Output<typeof saveVoucherPattern>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (said.kind === 'OTHER' && said.category === undefined) throw wrongField('category', '请选择类别')
  const faults = said.lines.flatMap((line, at): [string, string][] => {
    const found = faultOfLine(line)
    return found === undefined ? [] : [[`lines.${at}.${found.field}`, `第${at + 1}行：${found.said}`]]
  })
  const fault = fieldFault(Object.fromEntries(faults))
  if (fault) throw fault
  await ctx.tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`voucher patterns ${branchId}`}, 0))`.compile(q),
  )
  const others = await ctx.tx.rows(patternsOf(branchId))
  if (others.some(({ name }) => name === said.name)) throw wrongField('name', '已有同名的常用凭证，请换个名称或先删除')
  if (others.length >= patternMost.count) throw wrongField('name', `最多保存 ${patternMost.count} 个，请先删除不用的`)
  const id = v7()
  await ctx.tx.run(
    q.insertInto('voucher_patterns').values({
      id,
      branch_id: branchId,
      name: said.name,
      kind: said.kind,
      category: said.kind === 'OTHER' ? (said.category ?? null) : null,
      summary: said.summary ?? '',
      counterparty: said.counterparty ?? '',
      lines: JSON.stringify(said.lines),
      maker_id: ctx.actor.userId,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  ctx.touched('voucherPattern', id, { name: said.name })
  return { id, version: 1 }
}

/** Takes a pattern out of the list of the branch the person works for. */
export async function dropPattern(
  ctx: Ctx,
  { id, version }: Input<typeof dropVoucherPattern>,
): Promise<Output<typeof dropVoucherPattern>> {
  const row = await ctx.tx.one(
    patternsOf(ctx.actor.branchId ?? nilId)
      .where('id', '=', id)
      .forUpdate(),
  )
  if (row.version !== version) throw await stale(ctx, id)
  await ctx.tx.run(
    q
      .updateTable('voucher_patterns')
      .set({ dropped_at: ctx.now, updated_at: ctx.now, version: version + 1 })
      .where('id', '=', id),
  )
  ctx.touched('voucherPattern', id, { name: row.name })
  return { id, version: version + 1 }
}
