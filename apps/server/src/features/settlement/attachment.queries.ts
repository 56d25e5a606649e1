// The papers of a sheet: photos of receipts, weighings and the road of its waybills, and the bank's slips of its payments.
import type { Input, Output } from '@yunshu/contract/call'
import type { listAttachments } from '@yunshu/contract/settlement/attachment'
import { sql } from 'kysely'
import { acceptedKinds } from '../../files/kinds.ts'
import { safePart } from '../../exports/zip.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, companyRows, ownSheets } from '../../work/scope.ts'

/** The most papers, and bytes of them, one file holds. */
export const bundleMax = { papers: 5000, bytes: 2 * 1024 ** 3 }
/** The most papers a page names. */
const shownMax = 200

/** A paper with its place in the file. */
export interface Paper {
  readonly id: string
  readonly path: string
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly storage_key: string
  readonly uploaded_name: string
  readonly created_at: number
}

const words: Readonly<Record<string, string>> = { receipt: '回单', scene: '现场照片', pound: '磅单', SLIP: '银行回单' }
const extensionOf = (mime: string): string => acceptedKinds.find(kind => kind.mime === mime)?.extension ?? 'bin'

/** The id of a sheet in the actor's reach; another company's is not found. */
export async function sheetIdOf(ctx: Ctx, settlementNum: string): Promise<string> {
  const { id } = await ctx.tx.one(
    q
      .selectFrom('settlements as st')
      .select('st.id')
      .where('st.settlement_num', '=', settlementNum)
      .where(ownSheets(ctx.actor, 'st')),
  )
  return id
}

/** The papers of a sheet that the actor sees, one more than a file holds at most: by waybill, then by payment. */
export async function findPapers(ctx: Ctx, sheetId: string, only?: string): Promise<Paper[]> {
  const rows = await ctx.tx.rows(
    sql<Omit<Paper, 'path'> & { folder: string; category: string }>`
    select f.id, f.name, f.mime, f.size, f.storage_key, f.uploaded_name, f.created_at, f.category, k.folder
    from (
      select distinct w.id as owner_id, 'waybill' as owner, w.waybill_no as folder
      from settlement_lines l join waybills w on w.id = l.waybill_id where l.settlement_id = ${sheetId}::uuid
      union all
      select distinct p.id, 'poundTicket', w.waybill_no
      from settlement_lines l join waybills w on w.id = l.waybill_id join pound_tickets p on p.waybill_id = w.id
      where l.settlement_id = ${sheetId}::uuid
      ${
        ctx.can('trade.slip')
          ? sql`union all select t.id, 'trade', t.trade_no from trades t
        where t.settlement_id = ${sheetId}::uuid`
          : sql``
      }
    ) as k
    join files f on f.owner_id = k.owner_id and f.owner = k.owner
    where ${allOf([companyRows(ctx.actor, 'f'), only === undefined ? undefined : sql<boolean>`f.id = ${only}::uuid`])}
    order by k.owner = 'trade', k.folder, f.category, f.id
    limit ${bundleMax.papers + 1}`.compile(q),
  )
  const seen = new Map<string, number>()
  return rows.map(({ folder, category, ...row }) => {
    const stem = `${category === 'SLIP' ? '银行回单' : '运单'}/${safePart(folder)}/${words[category] ?? '附件'}`
    const n = (seen.get(stem) ?? 0) + 1
    seen.set(stem, n)
    return { ...row, path: `${stem}_${String(n).padStart(2, '0')}.${extensionOf(row.mime)}` }
  })
}

/** Whether these are too many or too large for one file. */
export const isTooMuch = (papers: readonly Pick<Paper, 'size'>[]): boolean =>
  papers.length > bundleMax.papers || papers.reduce((sum, paper) => sum + paper.size, 0) > bundleMax.bytes

/** The papers of a sheet: the first of them, and what all come to. */
export async function findAttachments(
  ctx: Ctx,
  { settlementNum }: Input<typeof listAttachments>,
): Promise<Output<typeof listAttachments>> {
  const papers = await findPapers(ctx, await sheetIdOf(ctx, settlementNum))
  return {
    rows: papers.slice(0, shownMax).map(paper => ({
      id: paper.id,
      path: paper.path,
      name: paper.name,
      size: paper.size,
      uploadedBy: paper.uploaded_name,
      uploadedAt: paper.created_at,
    })),
    count: papers.length,
    size: papers.reduce((sum, paper) => sum + paper.size, 0),
    isTooMuch: isTooMuch(papers),
  }
}
