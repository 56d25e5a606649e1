// npm run seed, migrate, bench: runs a TypeScript file under Node 24 with the database at hand.
import { handOver } from './setup/handOver.mjs'
import { Fault, main } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'

await main(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Fault('用法：node scripts/run.mjs 文件 [参数…]')
  return handOver(await setUp(), 'scripts/withDatabase.ts', [file, ...args])
})
