// Hands of the money rig: people whose every act is repeated under its key until the product answers it.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Input, Output } from '@yunshu/contract/call'
import type { Answer, Client, SendOptions } from '../tests/server/testServer.ts'

/** An act that was answered with success. */
export interface Acked {
  readonly path: string
  readonly title: string
  readonly input: unknown
  readonly data: unknown
  /** Sends it once more under its key. */
  readonly again: () => Promise<unknown>
}

/** The time after which somebody asks again, ms: a bank that was killed may keep a request waiting. */
const patienceMs = 30_000

export class Hands {
  readonly acked: Acked[] = []
  /** Requests without an answer, by title of the call. */
  readonly cut = new Map<string, number>()
  /** Refusals, by title and message. */
  readonly refused = new Map<string, number>()

  /** Does something for certain: the answer, or undefined where the product refused. */
  async insist<C extends Call>(
    client: Client,
    call: C,
    input: Input<C>,
    raw: SendOptions['raw'] = {},
  ): Promise<Output<C> | undefined> {
    const key = randomUUID()
    const send = (): Promise<Answer<Output<C>>> => this.#untilAnswered(client, call, input, { key, raw })
    const { envelope, data } = await send()
    if (envelope.code !== 0) {
      count(this.refused, `${call.title}：${envelope.message}`)
      return undefined
    }
    this.acked.push({ path: call.path, title: call.title, input, data, again: async () => (await send()).data })
    return data
  }

  /** Reads something; undefined where the product refuses. */
  async look<C extends Call>(
    client: Client,
    call: C,
    input: Input<C>,
    raw: SendOptions['raw'] = {},
  ): Promise<Output<C> | undefined> {
    const { envelope, data } = await this.#untilAnswered(client, call, input, { raw })
    return envelope.code === 0 ? data : undefined
  }

  async #untilAnswered<C extends Call>(
    client: Client,
    call: C,
    input: Input<C>,
    options: SendOptions,
  ): Promise<Answer<Output<C>>> {
    for (;;) {
      const answer = await answerOf(client.ask(call, input, options))
      if (answer !== undefined) return answer
      count(this.cut, call.title)
      await pause(25)
    }
  }
}

/** An answer of the product itself; undefined when none came, or when it says that it is away or busy. */
async function answerOf<T>(asked: Promise<Answer<T>>): Promise<Answer<T> | undefined> {
  const late = new AbortController()
  try {
    const answer = await Promise.race([asked, pause(patienceMs, undefined, { signal: late.signal })])
    return answer === undefined || answer.http >= 500 || answer.http === 429 ? undefined : answer
  } catch {
    return undefined
  } finally {
    asked.catch(() => {})
    late.abort()
  }
}

/** Counts one more under a name. */
export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
