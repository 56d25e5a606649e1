// The queue of this browser: its acts on screen, presses that go through it, and the moments at which it is sent.
import type { Output } from '@yunshu/contract/call'
import { staleAfter } from '@yunshu/contract/topics'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { create } from 'zustand'
import { serverNow } from '../clock.ts'
import { Failure } from '../errors.ts'
import { refreshStale } from '../queryClient.ts'
import { send, type SendOptions } from '../send.ts'
import { currentHandle, useSession } from '../session.ts'
import { toast } from '../toast.ts'
import { randomUuid } from '../uuid.ts'
import { wordsOf, type QueuedAct } from './act.ts'
import { browserBox } from './box.ts'
import { makeQueue } from './queue.ts'

/** The acts of the person signed in, in the order they were pressed. */
export const useQueued = create<{ readonly acts: readonly QueuedAct[] }>(() => ({ acts: [] }))

/** The time between attempts while something waits though the browser says there is a network, ms. */
const againMs = 20_000
const news = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('yunshu-queue')

function owner(): string | undefined {
  const handle = currentHandle()
  return handle && [handle, useSession.getState().selectEmployee?.id].filter(Boolean).join('.')
}

/** Other windows wait while one sends; where browsers have no locks, the act's id alone keeps it single. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks')
  await (locks ? locks.request('yunshu-queue', work) : work())
}

async function sendAct(act: QueuedAct): Promise<number> {
  const options: SendOptions = { quiet: true, overlay: false, idempotencyKey: act.id }
  const { version } =
    act.kind === 'move'
      ? await send(moveWaybill, act.input, options)
      : await send(uploadReceipt, act.input, { ...options, files: { files: act.files } })
  return version
}

const queue = makeQueue({
  box: browserBox,
  send: sendAct,
  owner,
  alone,
  show: acts => useQueued.setState({ acts }),
  sent: act => {
    toast.success(`已发送：${wordsOf(act)} ${act.waybillNo}`)
    news?.postMessage('changed')
    void refreshStale(staleAfter('waybill', 'task', 'goods', 'voucher'))
  },
})

/** Windows without IndexedDB have no queue: a press then fails as it did. */
const quietly = (work: Promise<unknown>): void => void work.catch(error => console.warn('queue', error))

/** Sends what waits now. */
export const sendQueued = (): void => quietly(queue.flush())
export const giveUpQueued = (id: string): void => quietly(queue.giveUp(id))

/** Follows the network until the returned function is called; acts of an earlier page are sent first. */
export function followNetwork(): () => void {
  const tick = (): void => {
    if (useQueued.getState().acts.some(({ refused }) => refused === undefined)) sendQueued()
  }
  const timer = setInterval(tick, againMs)
  const look = (): void => quietly(queue.look())
  addEventListener('online', sendQueued)
  news?.addEventListener('message', look)
  sendQueued()
  return () => {
    clearInterval(timer)
    removeEventListener('online', sendQueued)
    news?.removeEventListener('message', look)
  }
}

type Pressing = QueuedAct extends infer Act ? (Act extends QueuedAct ? Omit<Act, 'id' | 'owner' | 'at'> : never) : never

/**
 * A press: sent at once where there is a network, else queued. `submit` sends as the page does. Answers what the call
 * did, or undefined when it waits.
 */
export async function pressQueued<C extends typeof moveWaybill | typeof uploadReceipt>(
  pressing: Pressing,
  submit: (options: SendOptions) => Promise<Output<C>>,
): Promise<Output<C> | undefined> {
  const own = owner()
  const act = { ...pressing, id: randomUuid(), owner: own ?? '', at: serverNow() }
  const isBehind = useQueued.getState().acts.some(({ input }) => input.id === act.input.id)
  if (own === undefined || (navigator.onLine && !isBehind)) {
    try {
      return await submit({ idempotencyKey: act.id })
    } catch (error) {
      // nobody knows whether it arrived: the same act under the same id is made once
      if (own === undefined || !(error instanceof Failure) || error.kind !== 'network') throw error
      await queue.add(act)
    }
  } else {
    await queue.add(act.kind === 'move' ? { ...act, input: { at: act.at, ...act.input } } : act)
    if (navigator.onLine) sendQueued()
  }
  news?.postMessage('changed')
  toast.success(`没有网络，已存入待发送：${wordsOf(act)} ${act.waybillNo}`, 6)
  return undefined
}
