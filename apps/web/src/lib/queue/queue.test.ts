// The queue of presses without a network: made once, in order, as the same person, and refusals stay to be decided.
import { expect, test } from 'vitest'
import { Failure, Refusal } from '../errors.ts'
import type { QueuedAct, RoadMove } from './act.ts'
import { withQueued } from './act.ts'
import type { Box } from './box.ts'
import { makeQueue } from './queue.ts'

/** A table all windows share; `breaks` is the page that ends before it writes. */
function sharedBox() {
  const kept = new Map<string, QueuedAct>()
  const state = { breaks: false }
  const box: Box = {
    all: async () => [...kept.values()],
    change: async decide => {
      if (state.breaks) throw new Error('the page ended')
      const { put = [], drop = [] } = decide([...kept.values()])
      for (const act of put) kept.set(act.id, act)
      for (const id of drop) kept.delete(id)
    },
  }
  return { box, state, kept }
}

/** A server that remembers keys and counts versions. */
function server() {
  const answers = new Map<string, number>()
  const made: string[] = []
  let version = 7
  let refusal: string | undefined
  const state = { isOnline: true, touch: () => (version += 1), refuse: (why?: string) => (refusal = why) }
  const send = async (act: QueuedAct): Promise<number> => {
    if (!state.isOnline) throw new Failure('network', '/move')
    const before = answers.get(act.id)
    if (before !== undefined) return before
    await Promise.resolve()
    const again = answers.get(act.id)
    if (again !== undefined) return again
    if (refusal !== undefined) throw new Refusal({ code: 400, http: 400, message: refusal })
    if (act.input.version !== version) throw new Refusal({ code: 409, http: 409, message: '单据已被修改' })
    version += 1
    answers.set(act.id, version)
    made.push(act.id)
    return version
  }
  return { send, made, state }
}

const act = (id: string, move: RoadMove, at: number, waybill = 'w1'): QueuedAct => ({
  kind: 'move',
  id,
  owner: 'A',
  waybillNo: 'YD1',
  at,
  input: { id: waybill, version: 7, move },
})

function open(over: Partial<Parameters<typeof makeQueue>[0]> = {}) {
  const { box, state, kept } = sharedBox()
  const other = server()
  const shown: (readonly QueuedAct[])[] = []
  const around = {
    box,
    send: other.send,
    owner: () => 'A',
    alone: (work: () => Promise<void>) => work(),
    show: (acts: readonly QueuedAct[]) => void shown.push(acts),
    sent: () => {},
    ...over,
  }
  return { queue: makeQueue(around), again: () => makeQueue(around), box: state, kept, server: other, shown }
}

test('acts wait without a network, and go in order upon the version the one before made', async () => {
  const { queue, server: it, kept, shown } = open()
  it.state.isOnline = false
  await queue.add(act('a', 'arriveLoad', 1))
  await queue.add(act('b', 'depart', 2))
  await queue.flush()
  expect([it.made, kept.size]).toEqual([[], 2])
  it.state.isOnline = true
  await queue.flush()
  expect([it.made, kept.size]).toEqual([['a', 'b'], 0])
  expect(shown.at(-1)).toEqual([])
})

test('a page that ends between the answer and the removal sends again, and the act was made once', async () => {
  const { queue, again, server: it, kept, box } = open()
  await queue.add(act('a', 'arriveLoad', 1))
  await queue.add(act('b', 'depart', 2))
  box.breaks = true
  await expect(queue.flush()).rejects.toThrow('the page ended')
  expect([it.made, kept.size]).toEqual([['a'], 2])
  box.breaks = false
  await again().flush()
  expect([it.made, kept.size]).toEqual([['a', 'b'], 0])
})

test('two windows without locks send at the same moment: each act is made once, and none is refused', async () => {
  const { queue, again, server: it, kept } = open()
  await queue.add(act('a', 'arriveLoad', 1))
  await queue.add(act('b', 'depart', 2))
  await Promise.all([queue.flush(), again().flush()])
  expect([it.made, [...kept.values()]]).toEqual([['a', 'b'], []])
})

test('acts of one person are neither shown nor sent while another is signed in', async () => {
  let owner: string | undefined = 'A'
  const { queue, server: it, kept, shown } = open({ owner: () => owner })
  await queue.add(act('a', 'arriveLoad', 1))
  for (owner of ['B', undefined]) {
    await queue.flush()
    expect([it.made, kept.size, shown.at(-1)]).toEqual([[], 1, []])
  }
  owner = 'A'
  await queue.flush()
  expect(it.made).toEqual(['a'])
})

test('a refused act stays with its reason; those behind it on the same waybill wait, others go', async () => {
  const { queue, server: it, kept } = open()
  it.state.touch()
  await queue.add(act('a', 'arriveLoad', 1))
  await queue.add(act('b', 'depart', 2))
  await queue.flush()
  expect(kept.get('a')?.refused).toBe('单据已被修改')
  expect(kept.get('b')?.refused).toBeUndefined()
  await queue.flush()
  expect(it.made).toEqual([])
  await queue.add({
    ...act('c', 'arriveLoad', 3, 'w2'),
    input: { id: 'w2', version: 8, move: 'arriveLoad' },
    kind: 'move',
  })
  await queue.flush()
  expect(it.made).toEqual(['c'])
  await queue.giveUp('a')
  expect(kept.has('a')).toBe(false)
  // it was pressed upon the old version too: somebody decides about it as well
  expect(kept.get('b')?.refused).toBe('单据已被修改')
})

test('an act that waits is given up once it is known whether it was sent', async () => {
  const { queue, server: it, kept } = open()
  it.state.isOnline = false
  await queue.add(act('a', 'arriveLoad', 1))
  await queue.add(act('b', 'arriveLoad', 2, 'w2'))
  await queue.giveUp('a')
  expect([...kept.keys()]).toEqual(['b'])
  it.state.isOnline = true
  // on its way while it is given up: it is made, and nothing is left of it
  await Promise.all([queue.flush(), queue.giveUp('b')])
  expect(it.made).toEqual(['b'])
  expect(kept.size).toBe(0)
})

test('a server that is away for a moment refuses nothing', async () => {
  const { queue, kept } = open({
    send: async () => Promise.reject(new Refusal({ code: 503, http: 503, message: '服务暂不可用' })),
  })
  await queue.add(act('a', 'arriveLoad', 1))
  await queue.flush()
  expect(kept.get('a')?.refused).toBeUndefined()
})

test('a waybill whose queued moves are not sent yet offers the step behind them', () => {
  const waybill = { state: 'toLoad', moves: ['arriveLoad', 'void'] }
  expect(withQueued(waybill, []).moves).toEqual(['arriveLoad', 'void'])
  expect(withQueued(waybill, [act('a', 'arriveLoad', 1)]).moves).toEqual(['depart'])
  expect(withQueued(waybill, [act('a', 'unload', 1)]).moves).toEqual([])
})
