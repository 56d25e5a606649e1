// smoke
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing.ts'
import { getJurisdiction } from '@yunshu/contract/session'
test('smoke', async () => {
  const s = await startTestServer()
  const c = await s.login('shipper')
  console.log(JSON.stringify((await c.send(getJurisdiction, {})), null, 1).slice(0, 3000))
  expect(c.token).toHaveLength(66)
  await s.stop()
}, 60000)
