// Orders to terminals: written as rows the gateway takes, called off before they are sent, and over when they are late.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/terminal/command'
import { Problem } from '@yunshu/domain/problems/problems'
import {
  confirmMs,
  terminalCommandKinds,
  terminalCommandStates,
  waitingCommands,
} from '@yunshu/domain/terminal/terminalCommand'
import { takesCommands } from '@yunshu/domain/terminal/terminal'
import { writeGbk } from '@yunshu/jt808/gbk'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { isTaken } from '../../db/pool.ts'
import type { TerminalCommands } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { isAskerOf, isOnlineNow, lockCommand } from './order.queries.ts'
import { tellHappening } from '../../work/outbox.ts'
import { paramsOf } from './orderParams.ts'
import { lockTerminal, type Terminal } from './terminal.queries.ts'

function textOf({ kind, content: text = '' }: Input<typeof calls.sendTerminalCommand>): string | undefined {
  if (kind !== 'text') {
    if (text !== '') throw wrongField('content', '只有文本下发可以填写')
    return undefined
  }
  if (text === '') throw wrongField('content', '请填写要下发的内容')
  if (writeGbk(text) === undefined) throw wrongField('content', '含有终端不能显示的字符')
  return text
}

/** Parameters that can cut a terminal off have a reason: a second person decides by it. */
function reasonOf({ reason = '' }: Input<typeof calls.sendTerminalCommand>, isAsked: boolean): string | null {
  if (!isAsked) {
    if (reason !== '') throw wrongField('reason', '只有需要第二人确认的参数才填写')
    return null
  }
  if (reason === '') throw wrongField('reason', '请说明为什么要改，供第二人确认')
  return reason
}

/** Tells those who may confirm an order: of the carrier, of its branch and of the platform, but for who asked. */
async function tellConfirmers(
  ctx: Ctx,
  { id, phone, plate, carrier_id: carrier }: Terminal,
  { names, reason }: { readonly names: string; readonly reason: string | null },
): Promise<void> {
  const words = { id, phone, plate: plate ?? '', names, reason: reason ?? '', maker: writtenName(ctx.actor) }
  const who = { permit: 'terminal.danger', without: ctx.actor.userId } as const
  await tellHappening(ctx, 'terminal.paramsAsked', { platform: true, ...who }, words)
  if (carrier === null) return
  await tellHappening(ctx, 'terminal.paramsAsked', { company: carrier, ...who }, words)
  // a carrier does not see which branch serves it
  const served = await ctx.tx.elevated(() =>
    ctx.tx.first(q.selectFrom('companies').select('branch_id').where('id', '=', carrier)),
  )
  if (served?.branch_id) await tellHappening(ctx, 'terminal.paramsAsked', { branch: served.branch_id, ...who }, words)
}

/** Writes an order down. A terminal out of use takes none, and no second one of a kind that is under way. */
export async function sendTerminalCommand(
  ctx: Ctx,
  input: Input<typeof calls.sendTerminalCommand>,
): Promise<Output<typeof calls.sendTerminalCommand>> {
  const { id: terminalId, kind } = input
  const text = textOf(input)
  const items = paramsOf(input)
  const isAsked = items?.some(({ isDangerous }) => isDangerous) === true
  const reason = reasonOf(input, isAsked)
  if (kind !== 'photo' && input.camera !== undefined) throw wrongField('camera', '只有拍照可以填写')
  const terminal = await lockTerminal(ctx, terminalId)
  if (!takesCommands(terminal.state)) throw new Problem('terminal.out')
  const { label, livesMs } = terminalCommandKinds[kind]
  const id = v7({ msecs: ctx.now })
  const expiresAt = ctx.now + (isAsked ? confirmMs : livesMs)
  await ctx.tx
    .run(
      q.insertInto('terminal_commands').values({
        id,
        terminal_id: terminalId,
        terminal_no: terminal.terminal_no,
        carrier_id: terminal.carrier_id,
        kind,
        body: JSON.stringify({
          ...(text === undefined ? {} : { text }),
          ...(items === undefined ? {} : { items: items.map(({ id: no, hex }) => ({ id: no, hex })) }),
          ...(kind === 'photo' ? { channel: input.camera ?? 1 } : {}),
        }),
        state: isAsked ? 'asked' : terminalCommandStates.start,
        expires_at: expiresAt,
        created_by: ctx.actor.userId,
        created_for: ctx.actor.actingFor?.userId ?? null,
        created_name: writtenName(ctx.actor),
        reason,
        created_at: ctx.now,
        updated_at: ctx.now,
      }),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? new Problem('terminal.waiting', { kind: label }) : error
    })
  await logEvent(ctx, {
    entity: 'terminal',
    entityId: terminalId,
    action: label,
    ...(text === undefined ? {} : { diff: [{ field: '内容', old: '--', new: text }] }),
    ...(items === undefined
      ? {}
      : { diff: items.map(({ label: field, shown }) => ({ field, old: '--', new: shown })) }),
  })
  if (isAsked)
    await tellConfirmers(ctx, terminal, { names: items?.map(({ label: name }) => name).join('、') ?? '', reason })
  ctx.touched('terminal', terminalId, { phone: terminal.phone })
  return { id, isOnline: await isOnlineNow(ctx, terminal.terminal_no), isAsked, expiresAt }
}

/** Confirms an order as its second person; its time begins now. */
export async function confirmTerminalCommand(
  ctx: Ctx,
  { id, version }: Input<typeof calls.confirmTerminalCommand>,
): Promise<Output<typeof calls.confirmTerminalCommand>> {
  const row = await lockCommand(ctx, id)
  const { actor, now } = ctx
  if (isAskerOf(ctx, row)) throw new Problem('maker.checker')
  // the time to confirm is over, though nothing has ended it yet
  if (row.expires_at <= now)
    throw new Problem('state.wrong', {
      state: terminalCommandStates.states.expired.label,
      move: terminalCommandStates.moves.confirm.label,
    })
  const { label, livesMs } = terminalCommandKinds[keyOf(terminalCommandKinds, row.kind)]
  const moved = await move(ctx, terminalCommandStates, row, 'confirm', {
    version,
    entityId: row.terminal_id,
    set: { second_by: actor.userId, second_name: writtenName(actor), expires_at: now + livesMs },
  }).catch((error: unknown) => {
    throw isTaken(error) ? new Problem('terminal.waiting', { kind: label }) : error
  })
  await logEvent(ctx, { entity: 'terminal', entityId: row.terminal_id, action: `确认${label}` })
  ctx.touched('terminal', row.terminal_id)
  return { id, version: moved.version }
}

/** Calls off an order that was not sent down. */
export async function cancelTerminalCommand(
  ctx: Ctx,
  { id, version }: Input<typeof calls.cancelTerminalCommand>,
): Promise<Output<typeof calls.cancelTerminalCommand>> {
  const row = await lockCommand(ctx, id)
  const moved = await move(ctx, terminalCommandStates, row, 'cancel', { version, entityId: row.terminal_id })
  await logEvent(ctx, {
    entity: 'terminal',
    entityId: row.terminal_id,
    action: `取消${terminalCommandKinds[keyOf(terminalCommandKinds, row.kind)].label}`,
  })
  ctx.touched('terminal', row.terminal_id)
  return { id, version: moved.version }
}

const statedCommand = (row: Selectable<TerminalCommands>) => ({
  ...row,
  state: keyOf(terminalCommandStates.states, row.state),
})

/** Calls off what waits for a terminal that goes to another vehicle, or out of use: it was meant for how it sat. */
export async function dropCommands(ctx: Ctx, terminalId: string): Promise<void> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('terminal_commands')
      .selectAll()
      .where('terminal_id', '=', terminalId)
      .where('state', 'in', ['asked', 'queued'])
      .orderBy('id')
      .forUpdate(),
  )
  await moveAll(ctx, terminalCommandStates, rows.map(statedCommand), 'drop')
}

/** Ends orders whose time is over: the terminal was off, or nobody serves it. */
export async function expireCommands(ctx: Ctx): Promise<void> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('terminal_commands')
      .selectAll()
      .where(sql<boolean>`state = any(${[...waitingCommands]}::text[])`)
      .where('expires_at', '<=', ctx.now)
      .orderBy('id')
      .limit(500)
      .forUpdate()
      .skipLocked(),
  )
  await moveAll(ctx, terminalCommandStates, rows.map(statedCommand), 'expire')
}
