// Taking the papers of four flows out as one file.
import type { Readable } from 'node:stream'
import { chainPackMost, chainZipMost, listChains, type downloadChains } from '@yunshu/contract/chain/chain'
import type { Input } from '@yunshu/contract/call'
import { fromWire } from '@yunshu/contract/wire'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import * as z from 'zod/mini'
import type { FileAnswer } from '../../http/serve.ts'
import { parseStrictJson } from '../../strictJson.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { noteSealedLooks } from '../track/look.commands.ts'
import { findJudged, type Judged } from './chain.queries.ts'
import { holdsTrails, zipOfChains } from './chainZip.queries.ts'

/** Up to 50 waybills with what was judged of them and their papers. */
export async function bundleChains(ctx: Ctx, filter: Input<typeof downloadChains>): Promise<FileAnswer> {
  const { found, next } = await findJudged(ctx, filter, { most: chainZipMost })
  const [first] = found
  if (next !== undefined) throw new Problem('chain.zipTooMany', { most: chainZipMost })
  if (first === undefined) throw new Problem('chain.zipNone')
  await noteLooks(ctx, ctx, found)
  ctx.touched('waybill', first.row.id, { waybillNo: first.row.waybill_no, count: String(found.length) })
  return {
    name: `四流核查包${formatDateTime(ctx.now).replaceAll(/\D/g, '')}.zip`,
    mime: 'application/zip',
    body: await zipOfChains(ctx, found),
  }
}

/** The waybills of a filter in wire form, for the download centre. */
export async function packOfChains(
  ctx: Ctx,
  filter: Readonly<Record<string, string>>,
): Promise<{ rows: number; body: Readable }> {
  const read = z.safeDecode(listChains.input, fromWire(listChains.input, filter, parseStrictJson))
  if (!read.success) throw new Problem('export.filter')
  const { limit: _limit, cursor: _cursor, ...own } = read.data
  const { found, next } = await findJudged(ctx, own, { most: chainPackMost })
  if (next !== undefined) throw new Problem('export.tooMany', { most: chainPackMost })
  // the pack is made in a snapshot that writes nothing
  await asSystem(ctx.deps, ({ tx }) => noteLooks(ctx, { tx }, found))
  return { rows: found.length, body: await zipOfChains(ctx, found) }
}

/** A look at each trail, where the file holds them. */
async function noteLooks(ctx: Ctx, { tx }: Pick<Ctx, 'tx'>, found: readonly Judged[]): Promise<void> {
  if (!holdsTrails(ctx)) return
  const { actor, now, ip } = ctx
  await noteSealedLooks(
    { tx, actor, now, ip },
    found.map(({ row }) => row.id),
  )
}
