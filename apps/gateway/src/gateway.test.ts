// The gateway with real terminals on real sockets: who gets in, what is stored, and that nothing is told before it is.
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayWorld, type GatewayWorld, type OpenGateway } from '../../../tests/server/gatewayWorld.ts'
import { locationBody } from '../../../tests/server/terminal808.ts'
import { until } from '../../../tests/server/until.ts'

let world: GatewayWorld
let open: OpenGateway
beforeAll(async () => {
  world = await gatewayWorld()
  open = await world.open()
})
afterAll(() => world.close())

const nilId = '00000000-0000-0000-0000-000000000000'

/** Phones of this file, each once. */
let phones = 13_900_000_000
const nextPhone = (): string => String(phones++)
const framesOf = async (phone: string) =>
  (await world.held()).filter(({ frame }) => frame.phone.replace(/^0+/, '') === phone)

test('a terminal of the list registers, authenticates and tells where it is: what it is told is in the log', async () => {
  const phone = nextPhone()
  const terminalNo = await world.list(phone, { trackNo: 71, plate: '粤B12345' })
  const terminal = await open.connect({ phone, plate: '粤B12345', plateColor: 2 })
  const { result, code } = await terminal.register()
  expect([result, code.length]).toEqual([0, 16])
  expect(await terminal.auth(code)).toBe(0)
  expect(await terminal.replied(terminal.send(0x0002, new Uint8Array(0)))).toBe(0)
  const serials = [1, 2, 3].map(at => terminal.locate(at))
  for (const serial of serials) expect(await terminal.replied(serial)).toBe(0)
  const held = await framesOf(phone)
  expect(held.map(one => [one.trackNo, one.terminalNo, one.frame.serial])).toEqual(
    serials.map(serial => [71, terminalNo, serial]),
  )
  const [row] = await world.query('select auth_hash, device_no, maker from terminals where phone = $1', [phone])
  expect(row).toMatchObject({ device_no: 'D000001', maker: 'DEMO' })
  expect(JSON.stringify(row)).not.toContain(code)
  terminal.destroy()
})

test('whoever is not in the list is refused and noted, and nothing it says is stored', async () => {
  const phone = nextPhone()
  const terminal = await open.connect({ phone, plate: '粤B55555', plateColor: 1 })
  expect((await terminal.register()).result).toBe(4)
  expect(await terminal.auth('0123456789abcdef')).toBe(1)
  expect(await terminal.replied(terminal.locate(1))).toBe(1)
  expect(await framesOf(phone)).toEqual([])
  await terminal.register()
  expect(
    await world.query('select why, times, plate, plate_color from terminal_claims where phone = $1', [phone]),
  ).toEqual([{ why: 'unknown', times: 2, plate: '粤B55555', plate_color: '1' }])
  terminal.destroy()
})

test('NULs and bytes that are no text within the words of a terminal reach no row: it is let in, or noted, by what can be read', async () => {
  const [phone, stranger] = [nextPhone(), nextPhone()]
  await world.list(phone)
  // a NUL in the middle, and half a character of GBK as the codec keeps it
  const torn = { maker: 'A\0B', deviceNo: 'D\0\udc819', plate: '粤B\0\udcff5', plateColor: 1 }
  const known = await open.connect({ phone, ...torn, plate: '', is2019: true, software: 'v\0\udc811' })
  await known.enter()
  expect(await known.replied(known.locate(1))).toBe(0)
  expect(await world.query('select maker, device_no, software from terminals where phone = $1', [phone])).toEqual([
    { maker: 'AB', device_no: 'D\ufffd9', software: 'v\ufffd1' },
  ])
  const other = await open.connect({ phone: stranger, ...torn })
  expect((await other.register()).result).toBe(4)
  expect(await world.query('select maker, device_no, plate from terminal_claims where phone = $1', [stranger])).toEqual(
    [{ maker: 'AB', device_no: 'D\ufffd9', plate: '粤B\ufffd5' }],
  )
  known.destroy()
  other.destroy()
})

test('strangers take no connection to the database from terminals that are known: fifty notes about them wait, the rest is not noted', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const strangers = await Promise.all(Array.from({ length: 60 }, () => open.connect({ phone: nextPhone() })))
  const phonesOfThem = strangers.map(one => one.speech.phone)
  const answered: number[] = []
  let all: Promise<unknown> = Promise.resolve()
  await world.intake.asOwner(async client => {
    await client.query('begin; lock table terminal_claims in exclusive mode')
    all = Promise.all(strangers.map(async one => answered.push((await one.register()).result)))
    const known = await open.connect({ phone })
    await known.enter()
    expect(await known.replied(known.locate(1))).toBe(0)
    known.destroy()
    await until(() => Promise.resolve(answered.length >= 10))
    expect(answered).toHaveLength(10)
    await client.query('rollback')
  })
  await all
  expect(answered).toEqual(strangers.map(() => 4))
  const noted = await world.query('select from terminal_claims where phone = any($1)', [phonesOfThem])
  expect(noted).toHaveLength(50)
  for (const one of strangers) one.destroy()
}, 30_000)

test('the code before stays good until the new one was used: an answer may be lost', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await open.connect({ phone })
  const first = (await terminal.register()).code
  const second = (await terminal.register()).code
  expect(await terminal.auth(first)).toBe(0)
  expect(await terminal.auth(second)).toBe(0)
  expect(await terminal.auth(first)).toBe(1)
  terminal.destroy()
})

test('a device with the phone of another one does not win: both are kept, the matter is for a person', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const first = await open.connect({ phone, deviceNo: 'D1' })
  const code = await first.enter()
  const second = await open.connect({ phone, deviceNo: 'D2' })
  expect((await second.register()).result).toBe(3)
  expect(await second.replied(second.locate(9))).toBe(1)
  expect(await first.replied(first.locate(1))).toBe(0)
  expect(await world.query('select state from terminals where phone = $1', [phone])).toEqual([{ state: 'conflict' }])
  expect(await world.query('select why, device_no from terminal_claims where phone = $1', [phone])).toEqual([
    { why: 'phoneTaken', device_no: 'D2' },
  ])
  expect(code).toHaveLength(16)
  first.destroy()
  second.destroy()
})

test('a terminal that names the vehicle of another is refused', async () => {
  const [own, other] = [nextPhone(), nextPhone()]
  await world.list(own, { trackNo: 81, plate: '粤B80001' })
  await world.list(other, { trackNo: 82, plate: '粤B80002' })
  const liar = await open.connect({ phone: other, plate: '粤B80001', plateColor: 2 })
  expect((await liar.register()).result).toBe(1)
  const stranger = await open.connect({ phone: other, plate: '粤B80003', plateColor: 2 })
  expect((await stranger.register()).result).toBe(2)
  liar.destroy()
  stranger.destroy()
})

test('a spare terminal of a vehicle is let in beside its main one, and by no other plate', async () => {
  const [main, spare, other] = [nextPhone(), nextPhone(), nextPhone()]
  await world.list(main, { trackNo: 83, plate: '粤B80004' })
  await world.list(other, { trackNo: 84, plate: '粤B80005' })
  await world.list(spare)
  await world.query(
    `update terminals t set role = 'spare', state = 'active', vehicle_id = m.vehicle_id, track_no = m.track_no,
       plate = m.plate, plate_color = m.plate_color from terminals m where m.phone = $1 and t.phone = $2`,
    [main, spare],
  )
  for (const phone of [main, spare]) {
    const terminal = await open.connect({ phone, plate: '粤B80004', plateColor: 2 })
    await terminal.enter()
    expect(await terminal.replied(terminal.locate(1))).toBe(0)
    terminal.destroy()
  }
  const liar = await open.connect({ phone: spare, plate: '粤B80005', plateColor: 2 })
  expect((await liar.register()).result).toBe(1)
  liar.destroy()
})

test('a terminal that connects again ends its session before; several terminals share a socket', async () => {
  const [a, b] = [nextPhone(), nextPhone()]
  await world.list(a)
  await world.list(b, { trackNo: 90, plate: '粤B90000' })
  const first = await open.connect({ phone: a })
  const code = await first.enter()
  const relay = await open.connect({ phone: b })
  await relay.enter()
  const again = relay.beside({ phone: a, deviceNo: 'D000001' })
  expect(await again.auth(code)).toBe(0)
  await first.closed()
  const serials = [again.locate(1), relay.locate(2)]
  // serials are each terminal's own, and so are the numbers on the log
  await expect.poll(async () => (await framesOf(a)).length + (await framesOf(b)).length).toBe(2)
  expect((await framesOf(b)).map(one => [one.trackNo, one.frame.serial])).toEqual([[90, serials[1]]])
  relay.destroy()
})

test('a message that is sent again is answered again and stored once; the same serial with other words is another message', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await open.connect({ phone })
  await terminal.enter()
  const frame = terminal.frame(0x0200, locationBody(1), 700)
  for (let time = 0; time < 3; time++) terminal.write(frame)
  terminal.write(terminal.frame(0x0200, locationBody(2), 700))
  await terminal.until(() => (terminal.acknowledged(0x0200).length === 4 ? true : undefined))
  expect((await framesOf(phone)).map(one => one.frame.body.at(11))).toHaveLength(2)
  terminal.destroy()
})

test('a body that lies about its length is refused, a message nobody knows is kept, and a wrong frame stops nothing', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await open.connect({ phone })
  await terminal.enter()
  expect(await terminal.replied(terminal.send(0x0200, new Uint8Array(9)))).toBe(2)
  expect(await terminal.replied(terminal.send(0x0f7a, Uint8Array.of(1, 2, 3)))).toBe(3)
  const broken = Buffer.from(terminal.frame(0x0200, locationBody(5)))
  broken[20] = (broken[20] ?? 0) ^ 0xff
  terminal.write(broken)
  terminal.write(Buffer.alloc(9000, 0x41))
  expect(await terminal.replied(terminal.locate(6))).toBe(0)
  expect((await framesOf(phone)).map(one => one.frame.id)).toEqual([0x0f7a, 0x0200])
  terminal.destroy()
})

test('a compressed body is kept as the bytes it came in, and never unpacked: a bomb is as small as it was sent', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await open.connect({ phone })
  await terminal.enter()
  const bomb = gzipSync(Buffer.alloc(500_000))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bomb.length)
  expect(await terminal.replied(terminal.send(0x0901, Buffer.concat([length, bomb])))).toBe(0)
  const [kept] = await framesOf(phone)
  expect(kept?.frame.id).toBe(0x0901)
  expect(Buffer.from(kept?.frame.body ?? []).subarray(4)).toEqual(bomb)
  terminal.destroy()
})

test('frames cut at every byte, and two editions on one socket, are read as they were meant', async () => {
  const [older, newer] = [nextPhone(), nextPhone()]
  await world.list(older)
  await world.list(newer)
  const terminal = await open.connect({ phone: older })
  await terminal.enter()
  const young = terminal.beside({ phone: newer, is2019: true, deviceNo: 'D2019' })
  await young.enter()
  const wire = Buffer.concat([terminal.frame(0x0200, locationBody(1)), young.frame(0x0200, locationBody(2))])
  for (const byte of wire) {
    terminal.write(Uint8Array.of(byte))
    await new Promise(resolve => setImmediate(resolve))
  }
  await expect.poll(async () => [(await framesOf(older)).length, (await framesOf(newer)).length]).toEqual([1, 1])
  expect((await framesOf(newer)).map(one => [one.frame.is2019, one.frame.phone.length])).toEqual([[true, 20]])
  terminal.destroy()
})

test('while nothing can be stored nobody is answered and reading stops; afterwards all is stored and answered', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await open.connect({ phone })
  await terminal.enter()
  await world.intake.asOwner(client => client.query('revoke insert on track_intake from yunshu_gateway'))
  const count = 4000
  for (let at = 0; at < count; at++) terminal.locate(at)
  await expect.poll(() => open.writer.pending).toBeGreaterThan(800)
  await expect.poll(() => world.lines.some(line => line.includes('permission denied'))).toBe(true)
  // 64 KB of what is not stored, and what one more reading of the socket brings
  expect(open.writer.pending).toBeLessThan(3200)
  expect(terminal.acknowledged(0x0200)).toEqual([])
  await world.intake.asOwner(client => client.query('grant insert on track_intake to yunshu_gateway'))
  await terminal.until(() => (terminal.acknowledged(0x0200).length === count ? true : undefined))
  expect(await framesOf(phone)).toHaveLength(count)
  terminal.destroy()
})

test('in quarantine a stranger is stored under number 0; a forwarder is believed without codes', async () => {
  await open.stop()
  const [stranger, known] = [nextPhone(), nextPhone()]
  await world.list(known, { trackNo: 95, plate: '粤B95000' })
  open = await world.open({ GATEWAY_REGISTER: 'quarantine', GATEWAY_RELAYS: '127.0.0.1' })
  const guest = await open.connect({ phone: stranger })
  await guest.enter()
  expect(await guest.replied(guest.locate(1))).toBe(0)
  expect((await framesOf(stranger)).map(one => [one.trackNo, one.terminalNo])).toEqual([[0, 0]])
  const forwarded = guest.beside({ phone: known })
  forwarded.locate(2)
  await expect.poll(async () => (await framesOf(known)).map(one => one.trackNo)).toEqual([95])
  guest.destroy()
})

test('a silent link, and a stranger who says nothing worth it, are ended', async () => {
  await open.stop()
  open = await world.open({ GATEWAY_PER_ADDRESS: '2' }, undefined, { idleMs: 200 })
  const silent = await open.connect({ phone: nextPhone() })
  await silent.closed()
  const talker = await open.connect({ phone: nextPhone() })
  talker.write(Buffer.alloc(9000, 0x41))
  await talker.closed()
  expect(open.gateway.sessions.size).toBe(0)
})

test('the role of the gateway reads no vehicle, no person and no waybill, and changes no binding', async () => {
  const refused = async (text: string): Promise<string> => {
    const client = new pg.Client({
      connectionString: world.intake.database.gatewayUrl,
      // its claims count for nothing
      options: ['reach=system', ...['company', 'branch', 'user'].map(name => `${name}=${nilId}`)]
        .map(one => `-c app.${one}`)
        .join(' '),
    })
    await client.connect()
    return client
      .query(text)
      .then(
        () => '',
        (error: unknown) => String(error),
      )
      .finally(() => client.end())
  }
  for (const table of ['vehicles', 'users', 'waybills', 'companies', 'terminal_bindings', 'installation', 'sessions'])
    expect(await refused(`select * from ${table}`), table).toContain('permission denied')
  expect(await refused('update terminals set vehicle_id = null, track_no = null')).toContain('permission denied')
  expect(await refused('delete from track_intake')).toContain('permission denied')
  expect(await refused('select phone from terminals')).toBe('')
})

test('presence says who is connected and keeps the last messages; a stop says it is over', async () => {
  await open.stop()
  open = await world.open()
  const phone = nextPhone()
  const terminalNo = await world.list(phone)
  const terminal = await open.connect({ phone })
  await terminal.enter()
  expect(await terminal.replied(terminal.locate(1))).toBe(0)
  await open.stop()
  const [row] = await world.query('select ended_at is not null as over from terminal_presence where terminal_no = $1', [
    terminalNo,
  ])
  expect(row).toEqual({ over: true })
  const [kept] = await world.query('select seen_at > 0 as seen from terminals where terminal_no = $1', [terminalNo])
  expect(kept).toEqual({ seen: true })
})

test('a gateway that starts while the clock is set back an hour says who is connected', async () => {
  await open.stop()
  const hour = 3_600_000
  open = await world.open({}, undefined, { now: () => Date.now() + hour })
  const phone = nextPhone()
  const terminalNo = await world.list(phone)
  const terminal = await open.connect({ phone })
  const code = await terminal.enter()
  await open.stop()
  open = await world.open()
  const again = await open.connect({ phone })
  expect(await again.auth(code)).toBe(0)
  await open.stop()
  const [row] = await world.query('select since_at::float8 as since from terminal_presence where terminal_no = $1', [
    terminalNo,
  ])
  expect(row?.['since']).toBeLessThan(Date.now() + hour / 2)
  again.destroy()
  open = await world.open()
})

test('a gateway whose clock is ahead ends the session of a terminal that is blocked', async () => {
  await open.stop()
  open = await world.open({}, undefined, { now: () => Date.now() + 3_600_000 })
  const phone = nextPhone()
  const terminalNo = await world.list(phone)
  const terminal = await open.connect({ phone })
  await terminal.enter()
  await world.query(`update terminals set state = 'blocked', updated_at = $2 where terminal_no = $1`, [
    terminalNo,
    Date.now(),
  ])
  await terminal.closed()
  await open.stop()
  open = await world.open()
})

test('operators read health and figures on a port of the loopback, which a gateway without one does not open', async () => {
  expect(open.gateway.adminPort).toBeUndefined()
  await open.stop()
  const watched = await world.open({ GATEWAY_ADMIN_PORT: '0' })
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${watched.gateway.adminPort}${path}`, init)
    return { status: answer.status, text: await answer.text() }
  }
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await watched.connect({ phone, plate: '粤B12399', plateColor: 2 })
  const { code } = await terminal.register()
  expect(await terminal.auth(code)).toBe(0)
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
  const { text } = await ask('/metrics')
  expect(text).toMatch(/^gateway_registered_total 1$/m)
  expect(text).toMatch(/^gateway_sessions 1$/m)
  expect(text).toMatch(/^gateway_turned_away_total 0$/m)
  expect(text).toMatch(/^gateway_ack_seconds_count 0$/m)
  await terminal.replied(terminal.report({ at: Date.now(), place: { lonE6: 109_734_567, latE6: 38_285_390 } }))
  expect((await ask('/metrics')).text).toMatch(/^gateway_ack_seconds_count 1$/m)
  expect((await ask('/nothing')).status).toBe(404)
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(405)
  terminal.destroy()
  await watched.stop()
  await expect(ask('/healthz')).rejects.toThrow()
})
