// Test support: a freight world whose agreements are sent to the simulated seal partner, with hands for its page, its
// notices, and partners that answer otherwise.
import type { Call, Input } from '@yunshu/contract/call'
import { getAgreement, makeAgreement, moveAgreement } from '@yunshu/contract/agreement/agreement'
import { getRealName, openRealName, startRealName } from '@yunshu/contract/agreement/realName'
import { expect } from 'vitest'
import { demoIdNo } from '../../apps/server/demo/invented.ts'
import { askCheck } from '../../apps/server/src/features/realName/ask.commands.ts'
import { noticeSecret } from '../../apps/server/src/partners/notice.ts'
import type { SealDesk } from '../../apps/server/src/partners/sealDesk.ts'
import { signSealNotice, type SealHeaders } from '../../apps/server/src/partners/sealNotice.ts'
import { startFreightWorld, type FreightAccount } from './freightWorld.ts'
import { holdJobs } from './testServer.ts'

const templates = { FRAME: 'a1', CONSIGN: 'a2', CARRY: 'a3' } as const
/** The id of a template every installation starts with. */
export const templateId = (kind: keyof typeof templates) => `0199a000-0000-7000-8000-0000000000${templates[kind]}`
/** Values for the blanks of all of them. */
export const values = {
  回单天数: '7',
  付款天数: '15',
  结算周期: '月结',
  违约责任: '按实际损失',
  管辖法院: '榆林',
  有效期至: '2027-12-31',
}
/** The scan of a paper. */
export const scan = [
  {
    name: 'scan.png',
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    type: 'image/png',
  },
]

/** The world; nobody asks the partner but a test, or whoever comes back. */
export async function startAgreementWorld() {
  const world = await startFreightWorld({ TRUST_PROXY: '1' })
  const letJobsRun = await holdJobs(world.server)
  const deps = () => world.server.server.deps
  const get = (id: string, who: FreightAccount = 'platform-ops') => world.as(who).send(getAgreement, { id })
  const stateOf = async (id: string) => (await get(id)).state

  async function draft(kind: 'CONSIGN' | 'CARRY' = 'CARRY') {
    const [waybill] = await world.waybills(1)
    if (!waybill) throw new Error('no waybill')
    const made = await world
      .as('platform-ops')
      .send(makeAgreement, { templateId: templateId(kind), waybillNo: waybill.waybillNo, values })
    return { ...made, waybill }
  }
  async function sent(kind: 'CONSIGN' | 'CARRY' = 'CARRY') {
    const made = await draft(kind)
    await world.as('platform-ops').send(moveAgreement, { id: made.id, version: 1, move: 'send' })
    await expect.poll(() => stateOf(made.id)).toBe('signing')
    return made
  }

  let strangers = 0
  const newAddress = () => ({ 'X-Forwarded-For': `198.51.100.${++strangers}` })
  const ask = <C extends Call>(call: C, input: Input<C>, cookie = '') =>
    world.server.anonymous().ask(call, input, { headers: { ...newAddress(), ...(cookie && { Cookie: cookie }) } })
  const press = async (url: string, end: string): Promise<string> => {
    const answer = await fetch(world.server.url + url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ end }),
    })
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location') ?? '', world.server.url).searchParams.get('state') ?? ''
  }

  /** Company and person of an account are checked, once. */
  async function proven(account: FreightAccount) {
    const client = world.as(account)
    const { company, person } = await client.send(getRealName, {})
    if (company?.state === 'passed' && person?.state === 'passed') return
    const who = { name: '周远', no: demoIdNo('610802', '19860412', strangers) }
    for (const input of [{ kind: 'COMPANY' }, { kind: 'PERSON', ...who }] as const) {
      const { id } = await client.send(startRealName, input)
      await press((await client.send(openRealName, { id })).url, 'pass')
      await askCheck(deps(), id)
    }
  }

  /** Deps with another seal partner, for as long as the work takes. */
  async function withSeal<T>(over: Partial<SealDesk>, work: () => Promise<T>): Promise<T> {
    const own = deps().seal
    if (!own) throw new Error('no seal partner')
    Object.assign(deps(), { seal: { ...own, ...over } })
    try {
      return await work()
    } finally {
      Object.assign(deps(), { seal: own })
    }
  }

  const notice = async (headers: SealHeaders, bizContent: string, more: Record<string, string> = {}) =>
    fetch(`${world.server.url}/partners/seal/notice`, {
      method: 'POST',
      headers: {
        ...newAddress(),
        'X-FASC-App-Id': headers.appId,
        'X-FASC-Sign-Type': headers.signType,
        'X-FASC-Timestamp': headers.timestamp,
        'X-FASC-Nonce': headers.nonce,
        'X-FASC-Event': headers.event,
        'X-FASC-Sign': headers.sign,
      },
      body: new URLSearchParams({ bizContent, ...more }),
    })
  let nonces = 0
  function signedNotice(
    bizContent: string,
    over: Partial<SealHeaders> = {},
    secret = noticeSecret(deps().fileSecret, 'seal'),
  ): SealHeaders {
    const said = {
      appId: 'YUNSHU',
      signType: 'HMAC-SHA256',
      timestamp: String(Date.now()),
      nonce: `nonce-${String(++nonces).padStart(8, '0')}`,
      event: 'sign-task-finished',
      ...over,
    }
    return { ...said, sign: over.sign ?? signSealNotice(secret, said, bizContent) }
  }
  const stop = async () => {
    await letJobsRun()
    await world.stop()
  }
  return { ...world, deps, get, stateOf, draft, sent, ask, press, proven, withSeal, notice, signedNotice, stop }
}
