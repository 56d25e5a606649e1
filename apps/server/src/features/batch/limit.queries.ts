// The limit of the person's company for acts by which money leaves.
import { batchLimitOf, type BatchLimit } from '@yunshu/domain/company/batchLimit'
import { findPlatformHead } from '../../db/platform.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Read at the choice and again at the start: a limit that was drawn closer meanwhile holds. */
export async function findBatchLimit({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>): Promise<BatchLimit> {
  const id = actor.companyId ?? (await findPlatformHead(tx))
  return batchLimitOf((await tx.one(q.selectFrom('companies').select('policies').where('id', '=', id))).policies)
}
