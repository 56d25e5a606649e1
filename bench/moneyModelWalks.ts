// A helper process of the money model: a server with a database of its own, on which walks are done when told.
import { plantedFaults, plantedInProduct } from '../tests/server/moneyModel/productFaults.ts'
import { walkProduct, type Walked, type WalkOptions } from '../tests/server/moneyModel/productWalk.ts'
import { holdJobs, startTestServer } from '../tests/server/testServer.ts'

/** Walks at once, one with each seed; or whether a planted fault is found; or the end. */
export type WalksAsk =
  | { readonly do: 'walk'; readonly seeds: readonly number[]; readonly operations: number }
  | { readonly do: 'plant'; readonly fault: string }
  | { readonly do: 'end' }
/** A walk as it is told to another process. */
export type ToldWalk = Omit<Walked, 'done'> & { readonly done: readonly (readonly [string, number])[] }

/** Operations a database takes: a test cluster keeps no statistics, so that its plans suit small tables alone. */
const databaseOperations = 24_000
/** Seeds and operations within which a planted fault has to be found. */
const plants = { seeds: 20, operations: 1500 }

interface Opened {
  readonly server: Awaited<ReturnType<typeof startTestServer>>
  readonly close: () => Promise<void>
}
let opened: Promise<Opened> | undefined
let taken = 0

async function open(): Promise<Opened> {
  const server = await startTestServer({ LOG_LEVEL: 'fatal' })
  const letJobsRun = await holdJobs(server)
  // nobody listens: what people are told is taken over by the second, not after every operation, which cost a fifth of the time
  Object.assign(server.server.deps, { wake: () => {} })
  return {
    server,
    close: async () => {
      await letJobsRun()
      await server.stop()
    },
  }
}

async function close(): Promise<void> {
  await (await opened)?.close()
  opened = undefined
  taken = 0
}

async function walk({ seeds, operations }: Extract<WalksAsk, { do: 'walk' }>): Promise<ToldWalk[]> {
  if (taken >= databaseOperations) await close()
  taken += seeds.length * operations
  const { server } = await (opened ??= open())
  const walked = await Promise.all(seeds.map(seed => walkProduct(server, { seed, operations })))
  return walked.map(each => ({ ...each, done: [...each.done] }))
}

const planted = (name: string): Partial<WalkOptions> => {
  const fault = plantedFaults.find(each => each === name)
  return fault === undefined ? { swallow: plantedInProduct[name] ?? (() => false) } : { config: { fault } }
}

async function isFound(name: string): Promise<boolean> {
  const { server } = await (opened ??= open())
  for (let seed = 1; seed <= plants.seeds; seed++) {
    const { differences } = await walkProduct(server, { operations: plants.operations, ...planted(name), seed })
    if (differences.length > 0) return true
  }
  return false
}

const answer = (asked: WalksAsk): Promise<unknown> =>
  asked.do === 'walk' ? walk(asked) : asked.do === 'plant' ? isFound(asked.fault) : close()

process.on('message', ({ id, ...asked }: WalksAsk & { id: number }) => {
  answer(asked).then(
    value => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error instanceof Error ? error.stack : error) }),
  )
})
process.on('disconnect', () => {
  process.exit()
})
