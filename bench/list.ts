// The waybill list of 50 with its status counters at a million waybills, against the bare SQL of the page alone.
import { countWaybills, listWaybills } from '@yunshu/contract/waybill'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { openPool } from '../apps/server/src/db/pool.ts'
import { nilId, q } from '../apps/server/src/db/tx.ts'
import { startTestServer } from '../apps/server/src/testing.ts'
import { captured, type Select } from './captured.ts'
import { alternate, median, quantile, type Bench, type Figure } from './figure.ts'
import { makeManyWaybills } from './manyWaybills.ts'

const waybills = Number(process.env['WAYBILLS'] ?? 1_000_000)
const rounds = 400

export const listBench: Bench = {
  name: 'list',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal' })
    try {
      await makeManyWaybills(test.server.deps.config.migrateUrl, waybills)
      const figures: Figure[] = []
      for (const [who, account, filter] of [['货主', 'shipper', {}], ['平台', 'admin', {}], ['承运商，在途', 'carrier', { state: 'inTransit' as const }]] as const) {
        const client = await test.login(account)
        // the bare side has the same reach, set once for its connection: the planner sees the same walls
        const company = await test.db((tx) => tx.first(q.selectFrom('users').select('company_id').where('account', '=', account)))
        const reach = { reach: company?.company_id ? 'company' : 'platform', user: nilId, company: company?.company_id ?? nilId, branch: nilId }
        const pool = openPool({ url: test.server.deps.config.databaseUrl, max: 1, log: () => {}, options: Object.entries(reach).map(([key, value]) => `-c app.${key}=${value}`).join(' ') })
        const run = async (selects: readonly Select[]): Promise<void> => { for (const { text, values } of selects) await pool.query(text, values) }
        await client.send(listWaybills, { ...filter, limit: 50 })
        const page = await captured(() => client.send(listWaybills, { ...filter, limit: 50 }))
        const { state: _state, ...rest } = filter as { state?: 'inTransit' }
        const counters = await captured(() => client.send(countWaybills, rest))
        for (let i = 0; i < 20; i++) await run([...page, ...counters])
        const times = await alternate(rounds, () => run(page), () => run([...page, ...counters]))
        const ratio = median(times.second) / median(times.first)
        const http = await alternate(40, () => Promise.all([client.send(listWaybills, { ...filter, limit: 50 }), client.send(countWaybills, rest)]), async () => {})
        figures.push({ name: `${waybills.toLocaleString('en')} 张运单的列表+计数（${who}）`, value: ratio, unit: '×', goal: '≤ 1.3', reached: ratio <= 1.3, baseline: '只查一页的同一 SQL', detail: `${median(times.second).toFixed(2)} 对 ${median(times.first).toFixed(2)} ms；整个 HTTP p95 ${quantile(http.first, 0.95).toFixed(1)} ms` })
        await pool.end()
      }
      return figures
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
