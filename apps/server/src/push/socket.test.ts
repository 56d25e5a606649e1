// One connection by itself: a browser that does not read is cut, one that gives no sign of life too; order across a
// resume.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer, type ClientOptions } from 'ws'
import { createPushSocket, type PushSocket, type Source } from './socket.ts'
import { until } from '../../../../tests/server/until.ts'

let wss: WebSocketServer
beforeEach(async () => {
  wss = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(wss, 'listening')
})
afterEach(async () => {
  for (const ws of wss.clients) ws.terminate()
  await new Promise(resolve => {
    wss.close(resolve)
  })
})

/**
 * Both ends of a connection: `theirs` is the server's, `got` what the browser received, `say` is over when the server
 * has heard it.
 */
async function pair(options: ClientOptions = {}): Promise<{
  socket: PushSocket
  ws: WebSocket
  theirs: WebSocket
  got: string[]
  say: (text: string) => Promise<void>
}> {
  const arrived = new Promise<WebSocket>(resolve => {
    wss.once('connection', resolve)
  })
  const ws = new WebSocket(`ws://127.0.0.1:${(wss.address() as AddressInfo).port}`, options)
  const got: string[] = []
  ws.on('message', (data: Buffer) => {
    got.push(data.toString('utf8'))
  })
  ws.on('error', () => {})
  const [theirs] = await Promise.all([arrived, once(ws, 'open')])
  const say = async (text: string): Promise<void> => {
    const heard = once(theirs, 'message')
    ws.send(text)
    await heard
  }
  return { socket: createPushSocket(theirs), ws, theirs, got, say }
}
const frame = (seq: number, text = `frame ${seq}`) => ({ userId: 'u', seq, text })
const nothing = async (seq: number) => ({ frames: [], seq })
/** A source that answers `findMissed`; connections begin at number `standing`. */
const source = (findMissed: Source['findMissed'], standing = 0): Source => ({
  findMissed,
  standing,
  onBehind: () => {},
})

test('a browser that does not read is cut off at one MiB waiting, and memory stays bounded', async () => {
  const { socket, ws, say } = await pair()
  socket.start(source(nothing))
  await say('{"resume":0}')
  ws.pause()
  const large = 'x'.repeat(100_000)
  let seq = 0
  while (socket.isOpen() && seq < 2000) {
    socket.deliver(frame(++seq, large))
    if (seq % 20 === 0) await sleep(5)
  }
  expect(socket.isOpen()).toBe(false)
  // bytes in the system's own buffers come on top of the MiB
  expect(seq).toBeLessThan(500)
})

test('who answers a ping stays, who does not is cut at the next', async () => {
  const [living, dead] = [await pair(), await pair({ autoPong: false })]
  for (let i = 0; i < 3; i++) {
    const answered = once(living.theirs, 'pong')
    living.socket.ping()
    dead.socket.ping()
    await answered
  }
  expect(living.socket.isOpen()).toBe(true)
  expect(dead.socket.isOpen()).toBe(false)
})

test('frames that come while a resume is read follow it, without repeating', async () => {
  const { socket, got, say } = await pair()
  let answer = (): void => {}
  const reading = new Promise<void>(resolve => {
    answer = resolve
  })
  socket.start(
    source(async () => {
      await reading
      return { frames: [6, 7, 8].map(seq => frame(seq)), seq: 8 }
    }),
  )
  await say('{"resume":5}')
  for (const seq of [8, 9, 10]) socket.deliver(frame(seq))
  expect(got).toEqual([])
  answer()
  await until(() => got.length === 5)
  expect(got).toEqual(['frame 6', 'frame 7', 'frame 8', 'frame 9', 'frame 10'])
})

test('a live connection that resumes again holds new frames back until the missed ones are sent', async () => {
  const { socket, got, say } = await pair()
  let answer = (): void => {}
  let reading = Promise.resolve()
  socket.start(
    source(async lastSeq => {
      await reading
      return { frames: lastSeq === 1 ? [frame(2)] : [], seq: Math.max(lastSeq, 2) }
    }),
  )
  await say('{"resume":2}')
  await until(() => socket.standing() === 2)
  reading = new Promise(resolve => {
    answer = resolve
  })
  await say('{"resume":1}')
  socket.deliver(frame(3))
  answer()
  await until(() => got.length === 2)
  expect(got).toEqual(['frame 2', 'frame 3'])
})

test('what a browser says before it is known who it is counts as said', async () => {
  const { socket, got, say } = await pair()
  await say('{"resume":1}')
  socket.start(source(async seq => ({ frames: [frame(2, `after ${seq}`)], seq: 2 })))
  await until(() => got.length === 1)
  expect(got).toEqual(['after 1'])
})

test('a browser that never resumes gets, after a moment, what came since it connected', async () => {
  const { socket, got } = await pair()
  const asked: number[] = []
  socket.start(
    source(async seq => {
      asked.push(seq)
      return { frames: [frame(8)], seq: 8 }
    }, 7),
  )
  socket.deliver(frame(9))
  await sleep(100)
  expect(got).toEqual([])
  await until(() => got.length === 2)
  socket.deliver(frame(10))
  await until(() => got.length === 3)
  expect([asked, got]).toEqual([[7], ['frame 8', 'frame 9', 'frame 10']])
})

test('a frame that does not follow the last is not sent before those between are read', async () => {
  const { socket, ws, got } = await pair()
  let behind = 0
  socket.start({
    findMissed: nothing,
    standing: 0,
    onBehind: () => {
      behind++
    },
  })
  ws.send('{"resume":3}')
  await until(() => socket.standing() === 3)
  socket.deliver(frame(6))
  expect([behind, socket.lacking()]).toEqual([1, 3])
  // a frame that comes while they are read shows that more is lacking; the reading answers it too or is asked for again
  socket.deliver(frame(7))
  socket.catchUp({ frames: [4, 5, 6].map(seq => frame(seq)), seq: 6 })
  expect([behind, socket.lacking()]).toEqual([3, 6])
  socket.catchUp({ frames: [6, 7].map(seq => frame(seq)), seq: 7 })
  expect([behind, socket.lacking()]).toEqual([3, undefined])
  socket.deliver(frame(5))
  socket.deliver(frame(8))
  await until(() => got.length === 5)
  expect(got).toEqual([4, 5, 6, 7, 8].map(seq => `frame ${seq}`))
})

test('a wake-up for frames that do not exist is asked about once, not for ever', async () => {
  const { socket, ws } = await pair()
  let behind = 0
  socket.start({
    findMissed: nothing,
    standing: 0,
    onBehind: () => {
      behind++
    },
  })
  ws.send('{"resume":3}')
  await until(() => socket.standing() === 3)
  socket.tell(99)
  expect(socket.lacking()).toBe(3)
  socket.catchUp({ frames: [], seq: 3 })
  expect([behind, socket.lacking()]).toEqual([1, undefined])
})

test('a wake-up that comes while a resume is read is not forgotten', async () => {
  const { socket, say } = await pair()
  let behind = 0
  let answer = (): void => {}
  const reading = new Promise<void>(resolve => {
    answer = resolve
  })
  socket.start({
    findMissed: async seq => {
      await reading
      return { frames: [], seq }
    },
    standing: 0,
    onBehind: () => {
      behind++
    },
  })
  await say('{"resume":3}')
  socket.tell(4)
  expect([behind, socket.lacking()]).toEqual([0, undefined])
  answer()
  await until(() => behind > 0)
  expect([behind, socket.lacking()]).toEqual([1, 3])
})

test('when what was missed cannot be read, the browser is asked to come back', async () => {
  const { socket, ws } = await pair()
  socket.start(source(() => Promise.reject(new Error('database away'))))
  const closed = once(ws, 'close')
  ws.send('{"resume":0}')
  expect((await closed)[0]).toBe(1013)
})
