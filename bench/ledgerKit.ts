// The conformance kit of ledgers in whole: the product and fifteen faulty ledgers, each against all fifteen rules.
import { startTestCluster } from '@yunshu/postgres/scratch'
import { killersOf, matrixLine, ruleNames } from '../tests/server/ledgerKit/matrix.ts'
import { startTestServer } from '../tests/server/testServer.ts'
import type { Bench } from './figure.ts'

export const ledgerKitBench: Bench = {
  name: 'ledgerKit',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      const server = await startTestServer({ LOG_LEVEL: 'fatal' })
      try {
        const product = await killersOf(server, 'product')
        ruleNames.forEach((rule, n) => console.log(`${'  '.repeat(n)}${n + 1} ${rule}`))
        console.log(matrixLine('运枢', product))
        let exact = 0
        for (const rule of ruleNames) {
          const killers = await killersOf(server, rule)
          console.log(matrixLine(`坏在：${rule}`, killers))
          if (Object.keys(killers).length === 1 && rule in killers) exact++
          else console.log(killers)
        }
        const kept = ruleNames.length - Object.keys(product).length
        return [
          { name: '账务规则：产品符合', value: kept, unit: '条', goal: '15 条', reached: kept === 15 },
          { name: '账务规则：坏账簿只被自己那条查出', value: exact, unit: '本', goal: '15 本', reached: exact === 15 },
        ]
      } finally {
        await server.stop()
      }
    } finally {
      await cluster.stop()
    }
  },
}
