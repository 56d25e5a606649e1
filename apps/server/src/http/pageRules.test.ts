// Rules for browsers on scripts: none that speak of documents, and those that keep a script one.
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { leavePageRules, pageHeaders } from './pageRules.ts'

test('a script carries no rules for documents, a page carries all of them', async () => {
  const app = Fastify()
  await app.register(
    helmet,
    pageHeaders({ providerHost: '', secureCookies: true, map: { provider: 'offline', key: '' } }),
  )
  app.get('/page', async () => 'page')
  app.get('/script', async (_request, reply) => {
    leavePageRules(reply)
    return 'script'
  })
  const of = async (url: string) => Object.keys((await app.inject(url)).headers)
  const [page, script] = [await of('/page'), await of('/script')]
  for (const name of ['content-security-policy', 'cross-origin-opener-policy', 'x-frame-options']) {
    expect(page).toContain(name)
    expect(script).not.toContain(name)
  }
  for (const name of ['x-content-type-options', 'cross-origin-resource-policy', 'referrer-policy'])
    expect(script).toContain(name)
  await app.close()
})
