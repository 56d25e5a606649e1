// Test support: the demo with the outsiders in it, and the wall between companies proved over a part of all calls.
import { listSecurityEvents } from '@yunshu/contract/audit/audit'
import { packChains } from '@yunshu/contract/chain/chain'
import { packVouchers } from '@yunshu/contract/voucher/zip'
import type { Call } from '@yunshu/contract/call'
import { isPermit, permits } from '@yunshu/domain/permits/permits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../apps/server/src/app.ts'
import type { Route } from '../../../apps/server/src/http/serve.ts'
import { routes } from '../../../apps/server/src/routes.ts'
import { startDemoServer } from '../seededDemo.ts'
import { holdJobs, type TestServer } from '../testServer.ts'
import { makeOutsiders, outsiders, type OutsideWorld } from './outsiders.ts'
import { probe } from './probe.ts'
import { sampleOf } from './samples.ts'
import { findVictims, markOf, traces, type Victims } from './victims.ts'

interface Ground {
  readonly server: TestServer
  /** The same server without an address, asked inside the process: tens of thousands of answers need no socket. */
  readonly app: FastifyInstance
  readonly world: OutsideWorld
  readonly victims: Victims
}

/**
 * Makes it before the tests of a file and takes it away after them; tests ask the answer for it. The server answers
 * these routes.
 */
export function outsideDemo(asked: readonly Route[]): () => Ground {
  let ground: Ground | undefined
  let letJobsRun: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const server = await startDemoServer()
    // goods that expire by themselves would look changed
    letJobsRun = await holdJobs(server)
    const victims = await findVictims(server)
    const app = await buildApp({ deps: server.server.deps, routes: asked })
    ground = { server, app, victims, world: await makeOutsiders(server) }
  })
  afterAll(async () => {
    await letJobsRun?.()
    await ground?.app.close()
    await ground?.server.stop()
  })
  return () => {
    if (!ground) throw new Error('the tests have not begun')
    return ground
  }
}

/** The number of files that share the calls, so that they are asked beside each other. */
const parts = 4

/** The calls of one part in their own order; the parts have as many fields as each other. */
function callsOf(part: number): readonly Call[] {
  const calls = routes
    .map(route => route.call)
    // a file laid down for later is the asker's own, whatever its filter names: the list and the zip at once are asked
    .filter(({ permit, path }) => permit !== 'public' && path !== packVouchers.path && path !== packChains.path)
  const fields = new Map(calls.map(call => [call, sampleOf(call).leaves.length]))
  const most = calls.toSorted((a, b) => (fields.get(b) ?? 0) - (fields.get(a) ?? 0))
  const own = new Set(most.filter((_, n) => n % parts === part))
  // security events tell everybody what they asked for themselves: they are read before anything is asked
  const isFirst = ({ path }: Call): number => (path === listSecurityEvents.path ? 0 : 1)
  return calls.filter(call => own.has(call)).toSorted((a, b) => isFirst(a) - isFirst(b))
}

/** The wall over the calls of one part. */
export function testWall(part: number): void {
  const ground = outsideDemo(routes)
  // by which outsiders: probe.ts and decisions 119 and 130
  test('[PM-08] every call × every field that names a record × records of others × six outsiders: nothing is told, nothing changes', async () => {
    const { server, app, world, victims } = ground()
    const calls = callsOf(part)
    const before = await markOf(server, victims)
    const { asked, leaks, closed, fields } = await probe(server, app, calls, world, victims)
    expect(leaks.slice(0, 20)).toEqual([])
    expect(await markOf(server, victims)).toEqual(before)
    expect(await traces(server, outsiders, victims)).toEqual([])
    // the figures say that the matrix is not empty, the list that the outsiders' rights let them in nearly everywhere
    expect(asked).toBeGreaterThan(24_000 / parts)
    // a field no value is looked for in is refused for another reason, or nothing hears the statements any more
    expect(fields.looked / fields.open).toBeGreaterThan(0.75)
    expect(closed).toEqual(
      calls
        .filter(({ permit, sides }) => isPermit(permit) && (sides ?? permits[permit].sides)?.join() === 'platform')
        .map(({ path }) => path)
        .filter(path => closed.includes(path)),
    )
  })
}
