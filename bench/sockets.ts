// Push over two server processes: one broadcast to 2,000 connections against bare `ws`, and 10,000 that come back after
// a kill.
import { startTestCluster } from '@yunshu/postgres/scratch'
import { startTestServer } from '../tests/server/testServer.ts'
import { startHelper } from './childProcess.ts'
import type { Bench, Figure } from './figure.ts'
import { broadcast, crowd } from './socketBroadcast.ts'
import type { Ask } from './socketClients.ts'
import { makePeople } from './socketPeople.ts'
import { secret } from './socketServers.ts'
import { reconnects, storm } from './socketStorm.ts'

export const socketsBench: Bench = {
  name: 'sockets',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal', SIGN_SECRET: secret })
    try {
      const people = await makePeople(test.server.deps.config.migrateUrl, 'bench', Math.max(crowd, storm))
      const figures: Figure[] = []
      for (const part of [broadcast, reconnects]) {
        const browsers = startHelper<Ask>('bench/socketClients.ts')
        try {
          figures.push(...(await part(test, browsers, people)))
        } finally {
          await browsers.stop('SIGKILL')
        }
      }
      return figures
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
