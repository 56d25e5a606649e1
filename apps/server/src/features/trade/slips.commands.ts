// The bank's slips of chosen movements in one file: read in the transaction of the call, opened one by one as it is sent.
import type { Input } from '@yunshu/contract/call'
import type { downloadTradeSlips } from '@yunshu/contract/trade/trade'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { inOrderOf } from '../../db/inOrderOf.ts'
import { q } from '../../db/tx.ts'
import { csvText, safePart, zipStream, type Written } from '../../exports/zip.ts'
import { acceptedKinds } from '../../files/kinds.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { chosen } from '../../db/conditions.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, companyRows } from '../../work/scope.ts'
import { openStored } from '../file/bytes.queries.ts'
import { ownTrades } from './trade.queries.ts'

/** The most bytes of slips one file holds. */
const bytesMost = 1024 ** 3

interface Movement {
  readonly id: string
  readonly trade_no: string
  readonly happened_at: number
  readonly bank_serial: string | null
}
interface Slip {
  readonly owner_id: string
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly storage_key: string
  readonly created_at: number
}

/** The slips of chosen movements; of one out of reach nothing is found, and where none has a slip there is no file. */
export async function bundleSlips(ctx: Ctx, { ids }: Input<typeof downloadTradeSlips>): Promise<FileAnswer> {
  const movements = inOrderOf(ids, await findMovements(ctx, ids))
  for (const { id, trade_no: tradeNo } of movements) ctx.touched('trade', id, { tradeNo })
  const slips = Map.groupBy(await findSlips(ctx, ids), slip => slip.owner_id)
  const papers = movements.flatMap(movement => papersOf(movement, slips.get(movement.id) ?? []))
  if (papers.length === 0) throw wrongField('ids', '所选流水还没有银行回单')
  if (papers.reduce((sum, { slip }) => sum + slip.size, 0) > bytesMost) throw wrongField('ids', '回单太大，请分次下载')
  const { store } = ctx.deps
  const entries = papers.map(({ path, slip }) => ({
    path,
    at: slip.created_at,
    isPacked: true,
    open: () => openStored(store, slip),
  }))
  return {
    name: `银行回单${formatDate(ctx.now).replaceAll('-', '')}.zip`,
    mime: 'application/zip',
    body: zipStream(entries, { at: ctx.now, path: '清单.csv', text: written => listOf(movements, papers, written) }),
  }
}

const findMovements = (ctx: Ctx, ids: readonly string[]): Promise<Movement[]> =>
  ctx.tx.rows(
    q
      .selectFrom('trades as t')
      .select(['t.id', 't.trade_no', 't.happened_at', 't.bank_serial'])
      .where(allOf([chosen('t.id', ids), ownTrades(ctx.actor, 't')])),
  )

const findSlips = (ctx: Ctx, ids: readonly string[]): Promise<Slip[]> =>
  ctx.tx.rows(
    sql<Slip>`select f.owner_id, f.name, f.mime, f.size, f.storage_key, f.created_at from files f
      where ${allOf([
        sql<boolean>`f.owner = 'trade'`,
        sql<boolean>`f.owner_id = any(${[...ids]}::uuid[])`,
        companyRows(ctx.actor, 'f'),
      ])} order by f.id`.compile(q),
  )

interface Paper {
  readonly id: string
  readonly path: string
  readonly slip: Slip
}
const papersOf = ({ id, trade_no: tradeNo }: Movement, slips: readonly Slip[]): Paper[] =>
  slips.map((slip, n) => {
    const extension = acceptedKinds.find(({ mime }) => mime === slip.mime)?.extension ?? 'bin'
    return { id, slip, path: `${safePart(tradeNo)}_${String(n + 1).padStart(2, '0')}.${extension}` }
  })

/** Every movement that was asked for, with its slips as they were written. */
function listOf(
  movements: readonly Movement[],
  papers: readonly Paper[],
  written: ReadonlyMap<string, Written>,
): string {
  const byMovement = Map.groupBy(papers, ({ id }) => id)
  const rows = movements.flatMap(({ id, trade_no: tradeNo, happened_at: at, bank_serial: serial }) => {
    const facts = [tradeNo, formatDateTime(at), serial ?? '']
    const own = byMovement.get(id) ?? []
    if (own.length === 0) return [[...facts, '', '', '', '', '没有银行回单']]
    return own.map(({ path, slip }) => {
      const made = written.get(path)
      const gone = made?.isGone ? '存储中没有此文件' : ''
      return [...facts, path, String(made?.size ?? 0), made?.sha256 ?? '', slip.name, gone]
    })
  })
  return csvText([['流水号', '时间', '银行流水号', '文件', '字节', 'SHA-256', '原文件名', '说明'], ...rows])
}
