// Floods from a process of their own: strangers at one account, one address at every account, a colleague at statistics.
import { getHomeDays } from '@yunshu/contract/home'
import { listToday } from '@yunshu/contract/today'
import { loginByPost } from '@yunshu/contract/session/session'
import { countWaybills, listWaybills } from '@yunshu/contract/waybill/waybill'
import { send, type Answered } from './loginsSend.ts'

export interface FloodAsk {
  readonly ask: 'account' | 'spray' | 'statistics'
  readonly url: string
  readonly ms: number
  readonly account: string
  readonly token: string
}
/** Answers of a flood by status, and how many guesses were listened to. */
export interface FloodEnd {
  readonly statuses: Readonly<Record<number, number>>
  readonly guesses: number
}

const connections = 400
/** The time each connection rests between two requests, ms: the machine is shared with who measures. */
const restMs = 400
const heavy = [listToday, getHomeDays, countWaybills, listWaybills] as const

/** The request number `n` of connection `who`. */
function one({ ask, url, account, token }: FloodAsk, who: number, n: number): Promise<Answered> {
  const password = `Guess#${who}-${n}`
  if (ask === 'account') {
    const code = n % 2 === 0 ? {} : { code: '123456' }
    return send(url, loginByPost, { account, password, ...code }, { ip: `10.${who >> 4}.${who & 15}.7` })
  }
  if (ask === 'spray')
    return send(url, loginByPost, { account: `person-${who}-${n}`, password }, { ip: '198.51.100.7' })
  return send(url, heavy[(who + n) % heavy.length] ?? listToday, {}, { token })
}

async function flood(asked: FloodAsk): Promise<FloodEnd> {
  const end = performance.now() + asked.ms
  const statuses: Record<number, number> = {}
  let guesses = 0
  const connection = async (who: number): Promise<void> => {
    for (let n = 0; performance.now() < end; n++) {
      const { http, code } = await one(asked, who, n)
      statuses[http] = (statuses[http] ?? 0) + 1
      if (code === 1001) guesses++
      await new Promise(resolve => setTimeout(resolve, restMs))
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, who) => connection(who)))
  return { statuses, guesses }
}

process.on('message', ({ id, ...asked }: FloodAsk & { id: number }) => {
  void flood(asked).then(value => process.send?.({ id, value }))
})
process.on('disconnect', () => process.exit())
