// npm run seed, migrate, bench: runs a TypeScript file under Node 24 with the database at hand; after --web also the
// portal is built.
import { handOver } from './setup/handOver.mjs'
import { Fault, main } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'

await main(async () => {
  const given = process.argv.slice(2)
  const needsWeb = given[0] === '--web'
  const [file, ...args] = needsWeb ? given.slice(1) : given
  if (!file) throw new Fault('用法：node scripts/run.mjs [--web] 文件 [参数…]')
  return handOver(await setUp(needsWeb ? ['regions', 'web'] : ['regions']), 'scripts/withDatabase.ts', [file, ...args])
})
