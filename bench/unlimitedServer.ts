// A server without turns: nobody waits for their own flood, proofs are looked at as they come, nothing counts as spraying.
import { startServer } from '../apps/server/src/server.ts'

const server = await startServer(process.env, () => {})
Object.assign(server.deps, {
  turns: (_userId: string, _call: unknown, work: () => Promise<unknown>) => work(),
  proofs: {
    inTurn: (_who: unknown, work: () => Promise<unknown>) => work(),
    sprayedUntil: () => undefined,
    noteGuess: () => {},
    takeBackGuess: () => {},
  },
})
process.send?.({ url: server.url })
process.on('SIGTERM', () => {
  void server.stop().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit())
