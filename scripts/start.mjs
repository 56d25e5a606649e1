// npm start: sets the machine up, then runs the product until it is stopped.
import { handOver } from './setup/handOver.mjs'
import { main } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'

const begunMs = Math.round(performance.timeOrigin)
await main(async () =>
  handOver(await setUp(['regions', 'web']), 'scripts/supervisor.ts', process.argv.slice(2), {
    YUNSHU_BEGUN: String(begunMs),
  }),
)
