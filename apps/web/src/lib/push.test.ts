// The push connection: address and ticket, one try at a time two seconds apart, and no frame twice or lost.
import type { PushFrame } from '@yunshu/contract/message/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectPush, pushUrl } from './push.ts'

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  static made: FakeSocket[] = []
  readyState = 0
  readonly sent: string[] = []
  readonly url: string
  readonly protocols: unknown
  constructor(url: string, protocols?: unknown) {
    super()
    this.url = url
    this.protocols = protocols
    FakeSocket.made.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
  opened() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(value: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: typeof value === 'string' ? value : JSON.stringify(value) }))
  }
  closed(code: number) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

const frame = (seq: number, code = '0') => ({ seq, code, title: '', msg: '', data: {} })
const settle = () => vi.advanceTimersByTimeAsync(5)
let frames: PushFrame[] = []
let close = (): void => {}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  frames = []
  let count = 0
  close = connectPush({
    onFrame: each => {
      frames.push(each)
    },
    url: () => 'ws://portal.example/push?tag=manager',
    ticket: async () => ({ ticket: `t${(count += 1)}`, seq: 5 }),
    Socket: FakeSocket as unknown as typeof WebSocket,
  })
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

test('[PU-01] [SE-06] the address carries the tag and no token; the ticket is the subprotocol, a new one for each try', async () => {
  await settle()
  expect(pushUrl('https://provider.example', 'manager')).toBe('wss://provider.example/push?tag=manager')
  expect(pushUrl('http://provider.example', '')).toBe('ws://provider.example/push')
  expect(FakeSocket.made[0]).toMatchObject({ url: 'ws://portal.example/push?tag=manager', protocols: ['ticket.t1'] })
  FakeSocket.made[0]?.closed(1006)
  await vi.advanceTimersByTimeAsync(2100)
  expect(FakeSocket.made[1]).toMatchObject({ protocols: ['ticket.t2'] })
})

test('[PU-02] two seconds after each close there is one new try, not two', async () => {
  await settle()
  for (const tries of [1, 2, 3]) {
    FakeSocket.made.at(-1)?.dispatchEvent(new Event('error'))
    FakeSocket.made.at(-1)?.closed(1006)
    await vi.advanceTimersByTimeAsync(1900)
    expect(FakeSocket.made).toHaveLength(tries)
    await vi.advanceTimersByTimeAsync(200)
    expect(FakeSocket.made).toHaveLength(tries + 1)
  }
})

test('a connection resumes after the last frame seen; frames come once, unknown and broken ones not at all', async () => {
  await settle()
  const first = FakeSocket.made[0]
  first?.opened()
  expect(first?.sent).toEqual(['{"resume":5}'])
  for (const each of [frame(6), frame(6), frame(7, 'nobody knows'), 'not json', frame(8, '29')]) first?.says(each)
  expect(frames.map(({ seq }) => seq)).toEqual([6, 8])
  first?.closed(1006)
  await vi.advanceTimersByTimeAsync(2100)
  FakeSocket.made[1]?.opened()
  expect(FakeSocket.made[1]?.sent).toEqual(['{"resume":8}'])
})

test('a refused tag is not tried again', async () => {
  await settle()
  FakeSocket.made[0]?.closed(4403)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(FakeSocket.made).toHaveLength(1)
})
