// npm run admin: adds an administrator of the platform, or gives one a new password, without a browser.
import os from 'node:os'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { readPasswordPolicy } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { openPool } from '../../db/pool.ts'
import { inTransaction, systemReach } from '../../db/tx.ts'
import { addPlatformAdmin, hashGiven, resetPlatformAdmin, type Console } from './admin.commands.ts'

const usage = `用法：
  npm run admin -- add 账号 姓名      添加一位平台管理员
  npm run admin -- reset 账号         重置平台账号的密码，并结束它的登录和锁定
  加 --stdin 从标准输入读取密码；不加则由程序生成，只显示一次。首次登录都必须修改密码。`

/** The account of the system that runs the command; a number where it has no name. */
function operatorName(): string {
  try {
    return os.userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** The words and switches of the command line; throws its use for switches there are not. */
function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { stdin: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
  } catch {
    throw new Error(usage)
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArgs(args)
  const [verb, account, name, ...more] = positionals
  const isAdd = verb === 'add' && account !== undefined && name !== undefined && more.length === 0
  const isReset = verb === 'reset' && account !== undefined && name === undefined
  if (!isAdd && !isReset) throw new Error(usage)
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('设置 DATABASE_URL 必须给出')
  const by: Console = { now: Date.now(), operator: operatorName(), policy: readPasswordPolicy(process.env) }
  const password = values.stdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  await migrate(process.env['MIGRATE_DATABASE_URL'] || url)
  const hashed = await hashGiven(password)
  const pool = openPool({ url, max: 1, log: line => console.error(line) })
  try {
    const given = await inTransaction(pool, systemReach, tx =>
      isAdd
        ? addPlatformAdmin(tx, by, { account, name, ...hashed })
        : resetPlatformAdmin(tx, by, { account, ...hashed }),
    )
    console.log(isAdd ? `已添加平台管理员 ${account}` : `已重置 ${account} 的密码，原有登录已结束`)
    if (password === undefined) console.log(`首次登录密码（只显示这一次）：${given}`)
    console.log('首次登录后必须修改密码')
  } finally {
    await pool.end()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
