// Handling of frames: strangers say who they are, messages are stored and then acknowledged, everything else is refused.
import type { Arrived } from '@yunshu/intake/envelope'
import { isStored, type Stored } from '@yunshu/intake/writer'
import { plainText } from '@yunshu/jt808/gbk'
import { isFault } from '@yunshu/jt808/fault'
import type { Frame } from '@yunshu/jt808/frame'
import { readMessage, versionOf, type Message } from '@yunshu/jt808/message'
import { formOf, writeMessage } from '@yunshu/jt808/reply'
import type pg from 'pg'
import type { Histogram } from 'prom-client'
import type { GatewayConfig } from './config.ts'
import type { Figures } from './figures.ts'
import {
  authenticateTerminal,
  findTerminal,
  noteClaim,
  noteWrongCode,
  phoneOf,
  registerTerminal,
  type Terminal,
} from './identity.ts'
import type { Limits } from './limits.ts'
import type { Link } from './link.ts'
import type { Session, Sessions } from './sessions.ts'

/** The log as the gateway sees it. */
export interface Log {
  append(message: Arrived): Promise<Stored>
  readonly pending: number
}

/** All that handling needs. */
export interface Desk {
  readonly config: GatewayConfig
  readonly pool: pg.Pool
  readonly log: Log
  readonly sessions: Sessions
  readonly limits: Limits
  readonly figures: Figures
  readonly ackSeconds: Histogram
  readonly now: () => number
  /** A clock for how long something takes: the one of the machine may be set back. */
  readonly steady: () => number
  /** Takes a line for whoever looks after the gateway. */
  readonly say: (line: string) => void
  /** A terminal has authenticated. */
  onOpen(session: Session): void
  /** A session was closed. */
  onClose(session: Session): void
  /** A message of a terminal was stored. */
  onStored(session: Session, frame: Frame, message: Message | undefined): void
}

/** Results of a general reply. */
const done = 0,
  failed = 1,
  wrong = 2,
  unsupported = 3
const ids = {
  reply: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  timeQuestion: 0x0004,
  register: 0x0100,
  auth: 0x0102,
}

/** Answers a frame in its own form; before there is a session, serials count for nothing. */
function answer(link: Link, frame: Frame, message: Message): void {
  const frames = writeMessage(message, formOf(frame), frame.serial)
  if (!isFault(frames)) link.send(frames)
}

const replyOf = (frame: Frame, result: number): Message => ({
  kind: 'reply',
  value: { serial: frame.serial, id: frame.id, result },
})

const reply = (session: Session, frame: Frame, result: number): void => {
  session.send(replyOf(frame, result))
}

/** Acknowledges a message: whoever calls this holds the proof that it is stored. */
function acknowledge(session: Session, frame: Frame, stored: Stored, result: number): void {
  if (!isStored(stored)) throw new TypeError('an acknowledgement needs its proof')
  reply(session, frame, result)
}

/** Twelve digits of BCD: the moment in UTC. */
const utcOf = (now: number): string => new Date(now).toISOString().replaceAll(/\D/g, '').slice(2, 14)

/** Takes a frame in. A promise holds back what comes behind it on the same link. */
export function handleFrame(desk: Desk, link: Link, frame: Frame): Promise<void> | undefined {
  desk.figures.frames++
  const phone = phoneOf(frame.phone)
  switch (frame.id) {
    case ids.register:
      return register(desk, link, frame, phone)
    case ids.auth:
      return authenticate(desk, link, frame, phone)
    case ids.timeQuestion:
      answer(link, frame, { kind: 'serverTime', value: { utc: utcOf(desk.now()) } })
      return undefined
    default: {
      const session = desk.sessions.on(link, phone)
      if (session) return take(desk, session, frame)
      if (!desk.config.relays.has(link.address)) return refuse(desk, link, frame)
      return believe(desk, link, frame, phone)
    }
  }
}

function refuse(desk: Desk, link: Link, frame: Frame): undefined {
  desk.figures.refused++
  answer(link, frame, replyOf(frame, failed))
}

async function register(desk: Desk, link: Link, frame: Frame, phone: string): Promise<void> {
  const message = readMessage(frame)
  if (isFault(message) || message.kind !== 'register' || phone === '') {
    desk.figures.faults++
    return answer(link, frame, replyOf(frame, wrong))
  }
  const { deviceNo, maker, model, plate, plateColor } = message.value
  const claim = {
    phone,
    phoneDigits: frame.is2019 ? 20 : 12,
    protocol: versionOf(frame),
    deviceNo: plainText(deviceNo),
    maker: plainText(maker),
    model: plainText(model),
    // a plate or a VIN: strangers fill no page
    plate: plainText(plate).slice(0, plateMost),
    plateColor,
    ip: link.address,
  } as const
  const { limits, pool } = desk
  const registered = await limits.inTurn(async () => {
    if (!link.isOpen) throw new Error('the link is gone')
    return registerTerminal(pool, claim, desk.now())
  })
  if (registered.isUnknown) await limits.note(() => noteClaim(pool, claim, 'unknown', desk.now()))
  const isGuest = registered.result === 4 && desk.config.registering === 'quarantine'
  desk.figures.registered++
  answer(link, frame, {
    kind: 'registerReply',
    value: {
      serial: frame.serial,
      result: isGuest ? done : registered.result,
      code: registered.code ?? (isGuest ? guestCode : ''),
    },
  })
}

/** Characters of a plate that are kept. */
const plateMost = 40

/** The code of terminals in quarantine: it opens nothing but that. */
const guestCode = 'QUARANTINE'

async function authenticate(desk: Desk, link: Link, frame: Frame, phone: string): Promise<void> {
  const message = readMessage(frame)
  if (isFault(message) || message.kind !== 'auth') {
    desk.figures.faults++
    return answer(link, frame, replyOf(frame, wrong))
  }
  const now = desk.now()
  if (desk.limits.isBanned(phone, link.address, desk.steady())) return refuse(desk, link, frame)
  const { code, imei, software } = message.value
  const terminal = await authenticateTerminal(
    desk.pool,
    { phone, code, imei: imei && plainText(imei), software: software && plainText(software) },
    now,
  )
  const guest = desk.config.registering === 'quarantine' && code === guestCode ? guestOf(phone) : undefined
  const known = terminal ?? (guest && !(await findTerminal(desk.pool, phone)) ? guest : undefined)
  if (!known) {
    refuse(desk, link, frame)
    if (!desk.limits.wrong(phone, link.address, desk.steady()) || phone === '') return
    const told = { phone, phoneDigits: frame.is2019 ? 20 : 12, protocol: versionOf(frame), ip: link.address } as const
    await desk.limits.note(() => noteWrongCode(desk.pool, told, now))
    return
  }
  desk.limits.right(phone, link.address)
  open(desk, link, frame, known)
  answer(link, frame, replyOf(frame, done))
}

const guestOf = (phone: string): Terminal => ({ terminalNo: 0, phone, trackNo: 0, state: 'new', hasCode: true })

function open(desk: Desk, link: Link, frame: Frame, terminal: Terminal): Session {
  if (!link.isOpen) throw new Error('the link is gone')
  const before = desk.sessions.of(terminal.phone)
  const session = desk.sessions.open(terminal, link, frame, desk.now())
  if (before && before.link !== link) desk.onClose(before)
  if (!link.isKnown) {
    link.known()
    desk.limits.settled(link.address)
  }
  desk.onOpen(session)
  return session
}

/** A forwarder's terminal: it is believed without a code, when the list has it. */
async function believe(desk: Desk, link: Link, frame: Frame, phone: string): Promise<void> {
  const terminal = await findTerminal(desk.pool, phone)
  if (terminal) take(desk, open(desk, link, frame, terminal), frame)
  else refuse(desk, link, frame)
}

/** A frame of a terminal that said who it is. */
function take(desk: Desk, session: Session, frame: Frame): undefined {
  session.seen(frame, desk.now())
  if (frame.id === ids.heartbeat) return (reply(session, frame, done), undefined)
  if (frame.id === ids.logout) {
    reply(session, frame, done)
    desk.sessions.end(session)
    desk.onClose(session)
    return undefined
  }
  if (frame.part) return store(desk, session, frame, undefined, done)
  const message = readMessage(frame)
  if (!isFault(message)) {
    if (frame.id !== ids.reply) return store(desk, session, frame, message, done)
    desk.onStored(session, frame, message)
    return undefined
  }
  if (message.fault === 'unsupported' || message.fault === 'encrypted')
    return store(desk, session, frame, undefined, unsupported)
  desk.figures.faults++
  reply(session, frame, wrong)
  return undefined
}

/** Stores a message, and acknowledges it by the proof. While there is none the terminal is not answered. */
function store(desk: Desk, session: Session, frame: Frame, message: Message | undefined, result: number): undefined {
  const { link, terminal } = session
  const repeated = session.proofOf(frame.raw)
  const at = desk.now()
  const begun = desk.steady()
  const stored =
    repeated ??
    desk.log.append({
      trackNo: terminal.trackNo,
      terminalNo: terminal.terminalNo,
      source: '808',
      receivedAt: at,
      raw: frame.raw,
    })
  if (repeated) desk.figures.repeated++
  else session.remember(frame.raw, at, stored)
  const bytes = frame.raw.length
  link.begin(bytes)
  stored
    .then(
      proof => {
        acknowledge(session, frame, proof, result)
        desk.figures.acknowledged++
        desk.ackSeconds.observe((desk.steady() - begun) / 1000)
        // of a photo that was confirmed in vain all packages come again
        if (!repeated || frame.part) desk.onStored(session, frame, message)
      },
      // not stored, or nobody knows: no answer, and the terminal sends it again
      () => {},
    )
    .catch((error: unknown) => desk.say(`gateway: ${String(error)}`))
    .finally(() => link.done(bytes))
  return undefined
}
