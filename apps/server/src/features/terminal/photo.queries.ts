// Photos of terminals: the list of one terminal, and the bytes of one.
import { Readable } from 'node:stream'
import type { Input, Output } from '@yunshu/contract/call'
import type { getTerminalPhoto, listTerminalPhotos } from '@yunshu/contract/terminal/command'
import { printCentre } from '@yunshu/domain/fence'
import { Problem } from '@yunshu/domain/problems/problems'
import { photoEvents } from '@yunshu/domain/terminal/terminalCommand'
import { Reader } from '@yunshu/jt808/cursor'
import { location } from '@yunshu/jt808/location'
import { hasStatus, placeOf } from '@yunshu/jt808/status'
import { momentOf } from '@yunshu/track/clockFix'
import { gcjOf } from '@yunshu/track/datum'
import { sql } from 'kysely'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { Sights } from '../track/sights.queries.ts'

/** Formats by the bytes their files begin with: a terminal may say another. */
const formats = [
  { name: 'JPEG', mime: 'image/jpeg', ending: 'jpg', heads: ['ffd8ff'] },
  { name: 'TIF', mime: 'image/tiff', ending: 'tif', heads: ['49492a00', '4d4d002a'] },
] as const
const other = { name: '其他', mime: 'application/octet-stream', ending: 'bin' } as const
const formatOf = (body: Buffer) => {
  const head = body.subarray(0, 4).toString('hex')
  return formats.find(({ heads }) => heads.some(one => head.startsWith(one))) ?? other
}

/** The place and the moment a photo was made at, as its terminal says. */
function madeAt(bytes: Buffer): { at?: number; place?: string } {
  const from = new Reader(bytes, 2013)
  const said = location.read(from)
  if (from.isShort) return {}
  const at = momentOf(said.time)
  const datum = hasStatus(said.status, 'shifted') ? 'gcj02' : 'wgs84'
  return {
    ...(at === undefined ? {} : { at }),
    ...(hasStatus(said.status, 'fixed') ? { place: printCentre(gcjOf(placeOf(said), datum)) } : {}),
  }
}

/** A photo shows where it was made, also one without a fix. */
const maySee = (sights: Sights, { at, receivedAt }: { at: number | undefined; receivedAt: number }): boolean =>
  sights.show(receivedAt, at ?? receivedAt)

/** Photos of a terminal of the actor's, the newest first; sounds and films are not among them. */
export async function findPhotos(
  ctx: Ctx,
  input: Input<typeof listTerminalPhotos>,
): Promise<Output<typeof listTerminalPhotos>> {
  await ctx.tx.one(
    q.selectFrom('terminals as t').select('t.id').where('t.id', '=', input.id).where(ownFleet(ctx.actor, 't')),
  )
  const rows = await ctx.tx.rows(
    q
      .selectFrom('terminal_media as m')
      .select(['m.id', 'm.event', 'm.channel', 'm.place', 'm.sha256', 'm.bytes', 'm.received_at'])
      .select(sql<Buffer>`substring(m.body from 1 for 4)`.as('head'))
      .where('m.terminal_id', '=', input.id)
      .where('m.kind', '=', 0)
      .where(afterCursor(input, 'm.id') ?? sql<boolean>`true`)
      .orderBy('m.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  const sights = await Sights.of(ctx, input.id)
  const page = toPage(rows, input, row => {
    const { place, ...made } = madeAt(row.place)
    const isWithheld = !maySee(sights, { at: made.at, receivedAt: row.received_at })
    return {
      id: row.id,
      event: photoEvents[row.event] ?? '其他',
      channel: row.channel,
      ...made,
      ...(isWithheld || place === undefined ? {} : { place }),
      isWithheld,
      receivedAt: row.received_at,
      format: formatOf(row.head).name,
      bytes: row.bytes,
      sha256: row.sha256,
    }
  })
  await sights.note('terminal')
  return page
}

/** The bytes of a photo of a terminal of the actor's; one of a time that is not the actor's is none. */
export async function showPhoto(ctx: Ctx, { id }: Input<typeof getTerminalPhoto>): Promise<FileAnswer> {
  const row = await ctx.tx.one(
    q
      .selectFrom('terminal_media as m')
      .innerJoin('terminals as t', 't.id', 'm.terminal_id')
      .select(['m.body', 'm.sha256', 'm.terminal_id', 'm.place', 'm.received_at'])
      .where('m.id', '=', id)
      .where('m.kind', '=', 0)
      .where(ownFleet(ctx.actor, 't')),
  )
  const sights = await Sights.of(ctx, row.terminal_id)
  if (!maySee(sights, { at: madeAt(row.place).at, receivedAt: row.received_at })) throw new Problem('row.none')
  await sights.note('terminal')
  ctx.touched('terminal', row.terminal_id, { sha256: row.sha256 })
  const { ending, mime } = formatOf(row.body)
  return {
    name: `终端照片_${row.sha256.slice(0, 8)}.${ending}`,
    mime,
    body: Readable.from([row.body], { objectMode: false }),
  }
}
