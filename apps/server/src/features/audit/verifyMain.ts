// node scripts/run.mjs apps/server/src/features/audit/verifyMain.ts: checks the chain of the audit log; the last line
// says whether it holds.
import { sql } from 'kysely'
import { openPool } from '../../db/pool.ts'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import { verifyChain } from './verify.queries.ts'

const url = process.env['DATABASE_URL']
if (!url) throw new Error('设置 DATABASE_URL 必须给出')
const pool = openPool({
  url,
  max: 1,
  log: line => {
    console.error(line)
  },
})
let seals = 0
let faults = 0
const beside = await inTransaction(pool, systemReach, async tx => {
  // years of rows take longer than a request may
  await tx.rows(sql`select set_config('statement_timeout', '0', true)`.compile(q))
  return verifyChain(tx, Date.now(), ({ day, seals: n, head, fault }) => {
    seals += n
    if (fault !== undefined) faults += 1
    console.log(`${day}  ${String(n).padStart(8)} 条  ${fault === undefined ? '完整' : `异常：${fault}`}  ${head}`)
  })
})
if (beside !== undefined) {
  faults += 1
  console.log(`异常：${beside}`)
}
await pool.end()
console.log(faults === 0 ? `审计日志完整：${seals} 条` : `审计日志有 ${faults} 处异常`)
process.exitCode = faults === 0 ? 0 : 1
