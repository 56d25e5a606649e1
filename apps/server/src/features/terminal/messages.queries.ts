// The last messages of a terminal: their bytes, and what they mean.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTerminalMessages, TerminalMessage } from '@yunshu/contract/terminal/terminal'
import { readEnvelope } from '@yunshu/intake/envelope'
import { isFault } from '@yunshu/jt808/fault'
import { readRaw } from '@yunshu/jt808/frame'
import type { Location } from '@yunshu/jt808/location'
import { readMessage, type Message } from '@yunshu/jt808/message'
import { momentOf, repairedTime } from '@yunshu/track/clockFix'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { Sights } from '../track/sights.queries.ts'
import { faultWords, hexOf, messageFields, messageName } from './messageWords.ts'

/**
 * The last messages of one terminal in the actor's reach, the newest first; those that tell a place of a time that is not
 * the actor's are withheld, and a look at places is written down.
 */
export async function findMessages(
  ctx: Ctx,
  { id }: Input<typeof listTerminalMessages>,
): Promise<Output<typeof listTerminalMessages>> {
  const { last, since, offset } = await ctx.tx.one(
    q
      .selectFrom('terminals as t')
      .leftJoin('terminal_presence as p', 'p.terminal_no', 't.terminal_no')
      .select(['p.last', 'p.since_at as since', 't.clock_offset_ms as offset'])
      .where('t.id', '=', id)
      .where(ownFleet(ctx.actor, 't')),
  )
  const messages = last && since !== null ? (readEnvelope(last, since) ?? []) : []
  const sights = await Sights.of(ctx, id)
  const rows = messages.map(({ receivedAt, raw }) => decoded(receivedAt, raw, { sights, offset })).toReversed()
  await sights.note('terminal')
  return { rows }
}

/** Messages that tell no place, whatever their terminal is. */
const placeless: ReadonlySet<Message['kind']> = new Set([
  'terminalReply',
  'heartbeat',
  'logout',
  'timeQuestion',
  'packagesAskedUp',
  'register',
  'auth',
  'paramsReply',
  'attributes',
  'mediaEvent',
  'shot',
] as const)

/** Locations of a message whose moments are known; of the others nobody knows what they tell. */
function locationsOf(message: Message): readonly Location[] {
  if (message.kind === 'location') return [message.value]
  if (message.kind === 'locationAnswer' || message.kind === 'vehicleControlAnswer') return [message.value.location]
  return message.kind === 'batch' ? message.value.locations : []
}

interface Reader {
  readonly sights: Sights
  /** The time the clock of the terminal lacks, ms. */
  readonly offset: number
}

/** Whether the reader may read a message; packages and what cannot be read are a place for all that is known. */
function mayRead(message: Message | undefined, at: number, { sights, offset }: Reader): boolean {
  if (message && placeless.has(message.kind)) return true
  const moments = message ? locationsOf(message).map(({ time }) => repairedTime(momentOf(time) ?? 0, at, offset)) : []
  return moments.length > 0 ? sights.show(at, ...moments) : sights.show()
}

/** A message with its fields. One that cannot be read keeps its bytes and says why. */
function decoded(at: number, raw: Uint8Array, reader: Reader): TerminalMessage {
  const frame = readRaw(raw)
  const read = isFault(frame) || frame.part ? undefined : readMessage(frame)
  const message = read === undefined || isFault(read) ? undefined : read
  const shown = meaning(at, raw)
  return mayRead(message, at, reader)
    ? shown
    : { ...shown, raw: '', fields: shown.fields.filter(({ name }) => name === packageField), isWithheld: true }
}

const packageField = '分包'

function meaning(at: number, raw: Uint8Array): TerminalMessage {
  const frame = readRaw(raw)
  const plain = { at, raw: hexOf(raw), serial: 0, code: '', name: '无法识别', fields: [], isWithheld: false }
  if (isFault(frame)) return { ...plain, fault: faultWords[frame.fault] }
  const head = {
    ...plain,
    serial: frame.serial,
    code: `0x${frame.id.toString(16).toUpperCase().padStart(4, '0')}`,
    name: messageName(frame.id),
  }
  if (frame.part) return { ...head, fields: [{ name: packageField, value: `${frame.part.index}/${frame.part.total}` }] }
  const message = readMessage(frame)
  if (isFault(message)) return { ...head, fault: faultWords[message.fault] }
  return { ...head, fields: messageFields(message, frame.is2019) }
}
