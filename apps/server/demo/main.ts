// npm run seed: brings the database to the newest schema and fills it with the demo when it is empty.
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { demoPassword } from './accounts.ts'
import { seedDemo } from './seed.ts'

const say = (line: string): void => {
  console.log(line)
}
const url = process.env['DATABASE_URL']
if (!url) throw new Error('设置 DATABASE_URL 必须给出')
await migrate(process.env['MIGRATE_DATABASE_URL'] || url, say)
const pool = openPool({ url, max: 1, log: say })
const isNew = await seedDemo(pool, Date.now(), say)
say(isNew ? `演示数据已写入，所有演示账号的密码为 ${demoPassword}` : '数据库里已有企业，未写入演示数据')
await pool.end()
