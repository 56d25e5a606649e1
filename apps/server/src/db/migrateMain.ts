// npm run migrate: brings the database to the newest schema and starts nothing.
import { migrate } from './migrate.ts'

const say = (line: string): void => {
  console.log(line)
}

try {
  const url = process.env['MIGRATE_DATABASE_URL'] || process.env['DATABASE_URL']
  if (!url) throw new Error('设置 DATABASE_URL 必须给出')
  const applied = await migrate(url, say)
  say(applied.length === 0 ? '数据库结构已是最新' : `数据库结构已更新：执行了 ${applied.length} 个迁移`)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
