// One PostgreSQL for the whole run of tests that call the server.
import { startTestCluster, type TestCluster } from '@yunshu/postgres/scratch'

let cluster: TestCluster | undefined

/** Starts the server and tells the test processes through TEST_DATABASE_URL. */
export async function setup(): Promise<void> {
  cluster = await startTestCluster()
}

/** Stops it when all tests are done. */
export async function teardown(): Promise<void> {
  await cluster?.stop()
}
