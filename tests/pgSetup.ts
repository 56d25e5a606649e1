// One PostgreSQL for the whole run of tests that call the server, and the moment its demo is seeded at.
import { plannedOnce, startTestCluster, type TestCluster } from '@yunshu/postgres/scratch'
import { HOUR_MS } from '@yunshu/domain/figures/time'

let cluster: TestCluster | undefined

/** Starts the server and tells the test processes through TEST_DATABASE_URL and TEST_SEEDED_AT. */
export async function setup(): Promise<void> {
  // goods of the demo expire and tasks run out: seeded at a fixed date, the tests would fail some days later
  process.env['TEST_SEEDED_AT'] = String(Date.now() - HOUR_MS)
  cluster = await startTestCluster(plannedOnce)
}

/** Stops it when all tests are done. */
export async function teardown(): Promise<void> {
  await cluster?.stop()
}
