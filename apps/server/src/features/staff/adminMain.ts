// npm run admin: adds an administrator of the platform, or gives one a new password, without a browser.
import os from 'node:os'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { fieldLabel } from '@yunshu/contract/labels'
import { Foundation } from '@yunshu/contract/setup'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import * as z from 'zod/mini'
import { readPasswordPolicy } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { openPool } from '../../db/pool.ts'
import { inTransaction, systemReach } from '../../db/tx.ts'
import { addPlatformAdmin, hashGiven, resetPlatformAdmin, type Console } from './admin.commands.ts'

const usage = `用法：
  npm run admin -- add 账号 姓名      添加一位平台管理员
  npm run admin -- reset 账号         重置平台账号的密码，并结束它的登录和锁定
  加 --stdin 从标准输入读取密码；不加则由程序生成，只显示一次。首次登录都必须修改密码。
  还没有平台公司时，add 须一并给出（或打开服务启动时打印的设置地址，在网页上填写）：
    --company 平台公司名称 --code 统一社会信用代码 --region 行政区划代码（6 位） --address 详细地址
    --mobile 联系手机号 --branch 首个分公司名称 --branch-short 分公司简称 --branch-code 分公司统一社会信用代码`

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
      options: {
        stdin: { type: 'boolean', default: false },
        company: { type: 'string' },
        code: { type: 'string' },
        region: { type: 'string' },
        address: { type: 'string' },
        mobile: { type: 'string' },
        branch: { type: 'string' },
        'branch-short': { type: 'string' },
        'branch-code': { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch {
    throw new Error(usage)
  }
}

/** The platform the switches name; undefined where none is given. Throws an Error with one line per fault. */
function readFoundation(values: ReturnType<typeof readArgs>['values'], name: string): Foundation | undefined {
  const { stdin: _, ...said } = values
  if (Object.keys(said).length === 0) return undefined
  const read = z.safeParse(Foundation, {
    companyName: said.company ?? '',
    creditCode: tidyNumber(said.code ?? ''),
    regionCode: said.region ?? '',
    address: said.address ?? '',
    contactName: name,
    mobile: tidyNumber(said.mobile ?? ''),
    branchName: said.branch ?? '',
    branchShortName: said['branch-short'] ?? '',
    branchCreditCode: tidyNumber(said['branch-code'] ?? ''),
  })
  if (read.success) return read.data
  throw new Error(
    read.error.issues.map(({ path, message }) => `${fieldLabel(String(path[0]))}：${message}`).join('\n  '),
  )
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArgs(args)
  const [verb, account, name, ...more] = positionals
  const isAdd = verb === 'add' && account !== undefined && name !== undefined && more.length === 0
  const isReset = verb === 'reset' && account !== undefined && name === undefined
  if (!isAdd && !isReset) throw new Error(usage)
  const foundation = isAdd ? readFoundation(values, name) : undefined
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
        ? addPlatformAdmin(tx, by, { account, name, ...hashed }, foundation)
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
