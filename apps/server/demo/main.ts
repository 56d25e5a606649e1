// npm run seed: fills an empty database with the demo, if it is a demo's or the person says so.
import { withClient } from '@yunshu/postgres/withClient'
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { demoBranches, demoCarriers, demoShippers } from './people.ts'
import { seedDemo } from './seed.ts'

const say = (line: string): void => {
  console.log(line)
}

/** True if the database is marked as a demo's; asked before anything in it is touched, so even the tables may be missing. */
const isMarked = (url: string): Promise<boolean> =>
  withClient(url, async client => {
    const { rows } = await client.query<{ table: string | null }>("select to_regclass('installation')::text as table")
    if (!rows[0]?.table) return false
    await client.query("select set_config('app.reach', 'system', false)")
    return (await client.query("select 1 from installation where key = 'demo'")).rowCount === 1
  })

/** The database as a person knows it, without the password. */
const placeOf = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1))}（${host || searchParams.get('host') || '本机'}）`
}

async function run(url: string, ownerUrl: string): Promise<void> {
  const told = process.env['DEMO'] || undefined
  const place = placeOf(url)
  if (told !== '1' && (told === '0' || !(await isMarked(ownerUrl))))
    throw new Error(
      `未写入任何数据：数据库 ${place} 没有演示标记。演示数据里有 admin 等公开账号和公开密码，不能进入正式库；确要写入请执行 DEMO=1 npm run seed`,
    )
  say(`将写入数据库 ${place}，仅当其中没有企业和账号时：`)
  say(
    `  平台和 ${demoBranches.length} 家分公司、${demoShippers.length} 家货主、${demoCarriers.length} 家承运商，九十天的货源、运单、结算和凭证`,
  )
  say(`  账号 ${demoAccounts.map(({ account }) => account).join('、')} 等，密码都是公开的 ${demoPassword}`)
  await migrate(ownerUrl, say)
  const pool = openPool({ url, max: 1, log: say })
  try {
    const isNew = await seedDemo(pool, Date.now(), say)
    say(isNew ? '演示数据已写入，数据库已标记为演示' : '数据库里已有企业或账号，未写入演示数据')
  } finally {
    await pool.end()
  }
}

try {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('设置 DATABASE_URL 必须给出')
  await run(url, process.env['MIGRATE_DATABASE_URL'] || url)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
