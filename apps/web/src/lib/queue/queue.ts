// The queue of what was pressed without a network: each act is sent once, in order, as the person who pressed it.
import { Failure, isPassing, Refusal, SessionOver } from '../errors.ts'
import type { QueuedAct } from './act.ts'
import type { Box } from './box.ts'

/** The world around a queue; tests have another. */
export interface Around {
  readonly box: Box
  /** Sends anew, under the act's id; answers the version it made. */
  readonly send: (act: QueuedAct) => Promise<number>
  /** The person signed in; undefined without a session. */
  readonly owner: () => string | undefined
  /** One window at a time. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** The acts of the person have changed. */
  readonly show: (acts: readonly QueuedAct[]) => void
  readonly sent: (act: QueuedAct) => void
}

export interface Queue {
  readonly look: () => Promise<readonly QueuedAct[]>
  readonly add: (act: QueuedAct) => Promise<void>
  /** Sends all that wait; acts that find no network stay. */
  readonly flush: () => Promise<void>
  /** Takes an act out that was not sent yet, or was refused, and goes on with those behind it. */
  readonly giveUp: (id: string) => Promise<void>
}

export function makeQueue({ box, send, owner, alone, show, sent }: Around): Queue {
  const mine = async (): Promise<readonly QueuedAct[]> => {
    const own = owner()
    const acts = own === undefined ? [] : await box.all()
    return acts.filter(act => act.owner === own).toSorted((a, b) => a.at - b.at)
  }
  const look = async (): Promise<readonly QueuedAct[]> => {
    const acts = await mine()
    show(acts)
    return acts
  }
  /** True when there may be another. */
  const sendOne = async (): Promise<boolean> => {
    const next = nextOf(await look())
    if (!next) return false
    try {
      const version = await send(next)
      await box.change(acts => madeOf(acts, next, version))
      sent(next)
      return true
    } catch (error) {
      if (!(error instanceof Refusal) || isPassing(error)) {
        if (error instanceof SessionOver || error instanceof Failure || error instanceof Refusal) return false
        throw error
      }
      await box.change(acts => ({
        put: acts.filter(({ id }) => id === next.id).map(act => ({ ...act, refused: error.message })),
      }))
      return true
    }
  }
  const flush = async (): Promise<void> => {
    await alone(async () => {
      while (await sendOne());
    })
    await look()
  }
  return {
    look,
    flush,
    add: async act => {
      await box.change(() => ({ put: [act] }))
      await look()
    },
    giveUp: async id => {
      // one that is on its way is made, or is not: it is taken out once that is known
      await alone(async () => box.change(() => ({ drop: [id] })))
      await flush()
    },
  }
}

/** The first that waits; behind a refused one of the same waybill all others wait too. */
const nextOf = (acts: readonly QueuedAct[]): QueuedAct | undefined =>
  acts.find(
    (act, at) =>
      act.refused === undefined &&
      !acts.slice(0, at).some(before => before.refused !== undefined && before.input.id === act.input.id),
  )

/** An act was made: those behind it were pressed upon the record it made, whose version nobody could know then. */
const madeOf = (acts: readonly QueuedAct[], made: QueuedAct, version: number) => ({
  drop: [made.id],
  put: acts
    .filter(
      act =>
        act.id !== made.id &&
        act.owner === made.owner &&
        act.input.id === made.input.id &&
        act.input.version === made.input.version &&
        act.refused === undefined,
    )
    .map(act => withVersion(act, version)),
})

const withVersion = (act: QueuedAct, version: number): QueuedAct =>
  act.kind === 'move' ? { ...act, input: { ...act.input, version } } : { ...act, input: { ...act.input, version } }
