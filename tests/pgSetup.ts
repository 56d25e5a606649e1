// One PostgreSQL for the whole run of tests that call the server.
import { startTestCluster } from '@yunshu/postgres/scratch'

/** Starts the server, tells the test processes through TEST_DATABASE_URL, and stops it when all are done. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return cluster.stop
}
