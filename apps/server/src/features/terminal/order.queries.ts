// Reads of orders to terminals: those of one terminal with what came of each, and one under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTerminalCommands, listTerminalParams, TerminalCommandRow } from '@yunshu/contract/terminal/command'
import { printCentre } from '@yunshu/domain/fence'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { onlineMs } from '@yunshu/domain/terminal/terminal'
import {
  commandFaults,
  faultOfConfirm,
  terminalCommandKinds,
  terminalCommandMovesOf,
  terminalCommandStates,
} from '@yunshu/domain/terminal/terminalCommand'
import { paramForms, params, readParam } from '@yunshu/jt808/params'
import { hasStatus } from '@yunshu/jt808/status'
import { momentOf } from '@yunshu/track/clockFix'
import { gcjOf } from '@yunshu/track/datum'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { TerminalCommands } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, isAnothers } from '../../work/scope.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { paramWords } from './orderParams.ts'
import { Sights } from '../track/sights.queries.ts'

/** The answer as the gateway writes it. */
const Answer = z.object({
  fault: z.optional(z.enum(Object.keys(commandFaults) as [keyof typeof commandFaults])),
  place: z.optional(
    z.object({ lonE6: z.number(), latE6: z.number(), status: z.number(), speed: z.number(), time: z.string() }),
  ),
  items: z.optional(z.array(z.object({ id: z.number(), hex: z.string() }))),
  mediaIds: z.optional(z.array(z.number())),
})
const Body = z.object({
  text: z.optional(z.string()),
  channel: z.optional(z.number()),
  items: z.optional(z.array(z.object({ id: z.number(), hex: z.string() }))),
})

/** An answer with the moment it came at. */
interface Answered extends z.output<typeof Answer> {
  readonly receivedAt: number
}

function wordsOf(answer: Answered, sights: Sights): TerminalCommandRow['answer'] {
  const { place, items = [], mediaIds } = answer
  if (place) {
    const at = momentOf(place.time)
    if (!sights.show(answer.receivedAt, at ?? 0)) return [{ name: '位置', value: '不在可查看的时段' }]
    return [
      { name: '定位时间', value: at === undefined ? place.time : formatDateTime(at) },
      {
        name: '位置',
        value: hasStatus(place.status, 'fixed')
          ? printCentre(gcjOf(place, hasStatus(place.status, 'shifted') ? 'gcj02' : 'wgs84'))
          : '没有卫星定位',
      },
      { name: '速度(km/h)', value: (place.speed / 10).toFixed(1) },
    ]
  }
  if (mediaIds) return [{ name: '照片', value: mediaIds.length === 0 ? '上传中' : `${mediaIds.length} 张` }]
  return items.map(({ id, hex }) => {
    const read = readParam({ id, value: Buffer.from(hex, 'hex') })
    if (!read) return { name: `0x${id.toString(16).toUpperCase().padStart(4, '0')}`, value: hex.toUpperCase() }
    const { label, ...param } = params[read.key]
    return { name: 'unit' in param ? `${label}(${param.unit})` : label, value: String(read.value) }
  })
}

/** True for the person who asked for an order, or in whose name it was. */
export const isAskerOf = (
  { actor }: Pick<Ctx, 'actor'>,
  row: Pick<Selectable<TerminalCommands>, 'created_by' | 'created_for'>,
): boolean =>
  faultOfConfirm(
    { userId: row.created_by, forId: row.created_for ?? undefined },
    { userId: actor.userId, forId: actor.actingFor?.userId },
  ) !== undefined

function show(ctx: Ctx, row: Selectable<TerminalCommands>, sights: Sights): TerminalCommandRow {
  const state = keyOf(terminalCommandStates.states, row.state)
  const answer = row.answer === null ? {} : z.parse(Answer, row.answer)
  const { text, channel, items = [] } = z.parse(Body, row.body)
  return {
    id: row.id,
    kind: keyOf(terminalCommandKinds, row.kind),
    state,
    ...(text === undefined ? (channel === undefined ? {} : { text: `通道 ${channel}` }) : { text }),
    items: items.map(paramWords),
    tries: row.tries,
    by: row.created_name,
    ...(row.reason === null ? {} : { reason: row.reason }),
    createdAt: row.created_at,
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    expiresAt: row.expires_at,
    ...(terminalCommandStates.states[state].final ? { doneAt: row.updated_at } : {}),
    answer: wordsOf({ ...answer, receivedAt: row.updated_at }, sights),
    ...(answer.fault === undefined ? {} : { fault: commandFaults[answer.fault] }),
    version: row.version,
    moves: terminalCommandMovesOf({ state, isAsker: isAskerOf(ctx, row) }, permit => ctx.can(permit)),
    ...(row.second_name === null ? {} : { confirmedBy: row.second_name }),
  }
}

/** Orders to a terminal of the actor's, the newest first. */
export async function findCommandsPage(
  ctx: Ctx,
  input: Input<typeof listTerminalCommands>,
): Promise<Output<typeof listTerminalCommands>> {
  await ctx.tx.one(
    q.selectFrom('terminals as t').select('t.id').where('t.id', '=', input.id).where(ownFleet(ctx.actor, 't')),
  )
  const after = afterCursor(input, 'c.id')
  const rows = await ctx.tx.rows(
    q
      .selectFrom('terminal_commands as c')
      .selectAll('c')
      .where('c.terminal_id', '=', input.id)
      .where(after ?? sql<boolean>`true`)
      .orderBy('c.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  const sights = await Sights.of(ctx, input.id)
  const page = toPage(rows, input, row => show(ctx, row, sights))
  await sights.note('terminal')
  return page
}

/** The parameters the edition of a terminal has. */
export async function findParams(
  ctx: Ctx,
  { id }: Input<typeof listTerminalParams>,
): Promise<Output<typeof listTerminalParams>> {
  const { protocol } = await ctx.tx.one(
    q.selectFrom('terminals as t').select('t.protocol').where('t.id', '=', id).where(ownFleet(ctx.actor, 't')),
  )
  const version = protocol === 2011 ? 2011 : protocol === 2019 ? 2019 : 2013
  return {
    rows: paramForms(version).map(({ key: name, label, unit, form, least, most, bytes, isDangerous }) => ({
      name,
      label,
      ...(unit === undefined ? {} : { unit }),
      form,
      ...(least === undefined ? {} : { least }),
      ...(most === undefined ? {} : { most }),
      ...(bytes === undefined ? {} : { bytes }),
      isDangerous,
    })),
  }
}

/**
 * Orders that wait for the actor as their second person, of terminals they see: of alias `c`, with `t` the terminal.
 */
export const ordersToConfirm = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>): RawBuilder<boolean> =>
  allOf([
    sql<boolean>`c.state = 'asked' and c.expires_at > ${now}`,
    ownFleet(actor, 't'),
    isAnothers(actor, 'c.created_by', 'c.created_for'),
    actor.actingFor && isAnothers(actor.actingFor, 'c.created_by', 'c.created_for'),
  ])

/** An order under lock, of a terminal of the actor's; of others there is none. */
export async function lockCommand(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(
    q
      .selectFrom('terminal_commands as c')
      .innerJoin('terminals as t', 't.id', 'c.terminal_id')
      .selectAll('c')
      .where('c.id', '=', id)
      .where(ownFleet(ctx.actor, 't'))
      .forUpdate('c'),
  )
  return { ...row, state: keyOf(terminalCommandStates.states, row.state) }
}

/** Whether a terminal is connected at the moment. */
export async function isOnlineNow({ tx, now }: Pick<Ctx, 'tx' | 'now'>, terminalNo: number): Promise<boolean> {
  const row = await tx.first(
    q
      .selectFrom('terminal_presence')
      .select('terminal_no')
      .where('terminal_no', '=', terminalNo)
      .where('ended_at', 'is', null)
      .where('seen_at', '>', now - onlineMs),
  )
  return row !== undefined
}
