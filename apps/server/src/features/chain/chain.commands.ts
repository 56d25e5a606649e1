// Taking the papers of four flows out as one file.
import { chainZipMost, type downloadChains } from '@yunshu/contract/chain/chain'
import type { Input } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findJudged } from './chain.queries.ts'
import { zipOfChains } from './chainZip.queries.ts'

/** Up to 50 waybills with what was judged of them and their papers. */
export async function bundleChains(ctx: Ctx, filter: Input<typeof downloadChains>): Promise<FileAnswer> {
  const { found, next } = await findJudged(ctx, filter, { most: chainZipMost })
  const [first] = found
  if (next !== undefined) throw new Problem('chain.zipTooMany', { most: chainZipMost })
  if (first === undefined) throw new Problem('chain.zipNone')
  ctx.touched('waybill', first.row.id, { waybillNo: first.row.waybill_no, count: String(found.length) })
  return {
    name: `四流核查包${formatDateTime(ctx.now).replaceAll(/\D/g, '')}.zip`,
    mime: 'application/zip',
    body: await zipOfChains(ctx, found),
  }
}
