// Drivers who register themselves, over HTTP: link, phone, ticket, registration, the channel's account, and the ways back.
import type { Call, Input } from '@yunshu/contract/call'
import { getDriver, listDrivers, verifyDriver } from '@yunshu/contract/fleet/driver'
import {
  listDriverInvites,
  makeDriverInvite,
  openDriverInvite,
  revokeDriverInvite,
  saveDriverDraft,
  sendDriverCode,
  startDriverInvite,
  submitDriverInvite,
} from '@yunshu/contract/fleet/driverInvite'
import { getPayee, listPayees } from '@yunshu/contract/fleet/payee'
import { listPartners } from '@yunshu/contract/partner/partner'
import { askAccountReturn } from '@yunshu/contract/partner/paymentReturn'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { driverInviteLimits, smsCodeLimits } from '@yunshu/domain/fleet/driverInvite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoIdNo } from '../../../demo/invented.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { runAccounts } from './account.commands.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photos = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.png`, bytes: png, type: 'image/png' }))
const gone = { code: 3201 }
const kinds = ['idFront', 'idBack', 'licence', 'qualification', 'card'] as const

let strangers = 0
const newAddress = () => ({ headers: { 'X-Forwarded-For': `198.51.100.${++strangers}` } })
const ask = <C extends Call>(call: C, input: Input<C>) => world.server.anonymous().ask(call, input, newAddress())
const byTicket = <C extends Call>(call: C, ticket: string, input: Input<C>, files = 0) =>
  world.server.anonymous().ask(call, input, { headers: { Authorization: ticket }, files: photos(files) })

/** A card of a bank with these last four digits, its check digit made right in the middle. */
function cardOf(tail: string): string {
  const luhn = (digits: string): boolean =>
    Array.from(digits)
      .reverse()
      .map((digit, n) => (n % 2 === 0 ? Number(digit) : ((Number(digit) * 2) % 10) + (Number(digit) >= 5 ? 1 : 0)))
      .reduce((sum, digit) => sum + digit, 0) %
      10 ===
    0
  for (let n = 0; n < 10; n++) {
    const card = `62220200000${String(++cards % 1000).padStart(3, '0')}${n}${tail}`
    if (luhn(card)) return card
    cards--
  }
  throw new Error('no card')
}
let cards = 0

let people = 0
const mobileOf = () => `1990002${String(++people).padStart(4, '0')}`
const invite = async (mobile = mobileOf()) => ({
  mobile,
  ...(await world.as('carrier').send(makeDriverInvite, { mobile })),
})
const seenByHouse = async (id: string) => {
  const { rows } = await world.as('admin').send(listDriverInvites, {})
  const row = rows.find(each => each.id === id)
  if (!row) throw new Error('no invitation')
  return row
}
async function proven(made: Awaited<ReturnType<typeof invite>>) {
  const { inviteCode, mobile, inviteId } = made
  await world.server.db(tx => tx.run(q.updateTable('driver_invites').set({ sms_at: 1 }).where('id', '=', inviteId)))
  await ask(sendDriverCode, { inviteCode, mobile })
  const smsCode = (await seenByHouse(inviteId)).smsCode ?? ''
  return (await ask(startDriverInvite, { inviteCode, mobile, smsCode })).data
}
async function form(over: Partial<Input<typeof submitDriverInvite>> = {}): Promise<Input<typeof submitDriverInvite>> {
  const idNo = demoIdNo('130102', '19860412', 500 + ++people)
  return {
    name: '武大郎',
    idNo,
    idCardExpiry: Date.now() + 900 * DAY_MS,
    licenceNo: idNo,
    licenceClass: 'A2',
    licenceExpiry: Date.now() + 900 * DAY_MS,
    qualificationNo: idNo,
    qualificationExpiry: Date.now() + 900 * DAY_MS,
    bank: '中国工商银行',
    accountNo: cardOf('0000'),
    ...(await consent()),
    categories: [...kinds],
    ...over,
  }
}
async function consent() {
  const { inviteCode } = await invite()
  const { version, hash } = (await ask(openDriverInvite, { inviteCode })).data.consent
  return { consentVersion: version, consentHash: hash }
}
const ended = async (id: string) => {
  await expect.poll(async () => (await seenByHouse(id)).state).toMatch(/active|rejected/)
  return seenByHouse(id)
}

describe('[PB-10] a driver registers himself', () => {
  it('proves the phone, hands everything in at once, and has an account the channel verified', async () => {
    const made = await invite()
    expect(made.until - Date.now()).toBeLessThanOrEqual(driverInviteLimits.lifeMs)
    const opened = await ask(openDriverInvite, { inviteCode: made.inviteCode })
    expect(Object.keys(opened.data).sort()).toEqual(['carrierName', 'consent', 'state'])
    expect(JSON.stringify(opened.envelope)).not.toContain(made.mobile)
    const { ticket, draft } = await proven(made)
    expect(draft).toBe('')
    const said = await form()
    const submitted = await byTicket(submitDriverInvite, ticket, said, kinds.length)
    expect(submitted.envelope).toMatchObject({ code: 0, data: { state: 'channelPending' } })
    const row = await ended(made.inviteId)
    expect(row).toMatchObject({ state: 'active', accountNo: expect.stringMatching(/^SIMA/) as string })
    const driver = await world.as('carrier').send(getDriver, { id: row.driverId ?? '' })
    expect(driver).toMatchObject({ name: '武大郎', mobile: made.mobile, paper: 'pending' })
    expect(driver.files).toHaveLength(4)
    expect(driver.log.map(({ action }) => action)).toEqual(expect.arrayContaining(['自助登记', '通道开户成功']))
    const { rows } = await world.as('carrier').send(listPayees, { driverId: driver.id })
    expect(rows).toMatchObject([{ name: '武大郎', paper: 'pending' }])
    expect((await world.as('carrier').send(getPayee, { id: rows[0]?.id ?? '' })).files).toHaveLength(1)
    // the house decides about papers as it does of every driver
    const { version } = await world.as('admin').send(getDriver, { id: driver.id })
    await world.as('admin').send(verifyDriver, { id: driver.id, version, verdict: 'approve' })
    // the ticket is used up
    expect((await byTicket(saveDriverDraft, ticket, { body: '{}' })).http).toBe(404)
    const kept = await world.server.db(tx =>
      tx.one(q.selectFrom('driver_invites').selectAll().where('id', '=', made.inviteId)),
    )
    expect(kept).toMatchObject({ consent_version: said.consentVersion, consent_hash: said.consentHash, draft: null })
    expect(JSON.stringify(kept)).not.toContain(made.inviteCode)
  })

  it('shows nothing to whoever finds the link, and answers all that is over alike', async () => {
    const made = await invite()
    const wrong = { ...made, mobile: mobileOf() }
    const [right, other] = [
      await ask(sendDriverCode, { inviteCode: made.inviteCode, mobile: wrong.mobile }),
      await ask(sendDriverCode, { inviteCode: (await invite()).inviteCode, mobile: made.mobile }),
    ]
    expect(right.envelope).toEqual(other.envelope)
    expect(
      await world.server.db(tx =>
        tx.rows(q.selectFrom('sim_texts').selectAll().where('mobile', 'in', [wrong.mobile, made.mobile])),
      ),
    ).toEqual([])
    await world.server.db(tx =>
      tx.run(q.updateTable('driver_invites').set({ created_at: 1, until_at: 2 }).where('id', '=', made.inviteId)),
    )
    const taken = await invite()
    await world.as('carrier').send(revokeDriverInvite, { id: taken.inviteId, version: 1 })
    for (const inviteCode of [made.inviteCode, taken.inviteCode, 'x', 'A'.repeat(22), undefined]) {
      const answer = await ask(openDriverInvite, inviteCode === undefined ? {} : { inviteCode })
      expect([answer.http, answer.envelope]).toMatchObject([404, gone])
    }
    // nobody else's desk sees or ends it
    expect((await world.as('carrier2').send(listDriverInvites, {})).rows).toEqual([])
    const live = await invite()
    expect((await world.as('carrier2').ask(revokeDriverInvite, { id: live.inviteId, version: 1 })).http).toBe(404)
  })

  it('takes five wrong codes of a message, and the code is seen by the house alone', async () => {
    const made = await invite()
    const { inviteCode, mobile } = made
    await ask(sendDriverCode, { inviteCode, mobile })
    expect((await ask(sendDriverCode, { inviteCode, mobile })).http, 'at once again').toBe(429)
    const smsCode = (await seenByHouse(made.inviteId)).smsCode ?? ''
    expect(smsCode).toMatch(/^\d{6}$/)
    const own = await world.as('carrier').send(listDriverInvites, {})
    expect(JSON.stringify(own)).not.toContain(smsCode)
    const guess = String((Number(smsCode) + 1) % 1_000_000).padStart(6, '0')
    const tries = await Promise.all(
      Array.from({ length: smsCodeLimits.tries }, () => ask(startDriverInvite, { inviteCode, mobile, smsCode: guess })),
    )
    for (const { envelope } of tries) expect(envelope).toMatchObject({ code: 3202 })
    expect((await ask(startDriverInvite, { inviteCode, mobile, smsCode })).envelope).toMatchObject({ code: 3202 })
  })

  it('keeps the draft sealed, gives it back to the proven phone, and a ticket ends after half an hour', async () => {
    const made = await invite()
    const { ticket } = await proven(made)
    await byTicket(saveDriverDraft, ticket, { body: '{"name":"潘金莲"}' })
    const row = await world.server.db(tx =>
      tx.one(q.selectFrom('driver_invites').select('draft').where('id', '=', made.inviteId)),
    )
    expect(row.draft).not.toContain('潘金莲')
    const again = await proven(made)
    expect(again.draft).toBe('{"name":"潘金莲"}')
    expect((await byTicket(saveDriverDraft, ticket, { body: 'x' })).http, 'the ticket before').toBe(404)
    await world.server.db(tx =>
      tx.run(q.updateTable('driver_invites').set({ ticket_until: 1 }).where('id', '=', made.inviteId)),
    )
    expect((await byTicket(saveDriverDraft, again.ticket, { body: 'x' })).http).toBe(404)
  })

  it('tells what is wrong at its field and keeps nothing of it', async () => {
    const { ticket } = await proven(await invite())
    const before = (await world.as('carrier').send(listDrivers, { limit: 100 })).rows.length
    const missing = await byTicket(submitDriverInvite, ticket, await form({ categories: ['idFront'] }), 1)
    expect(missing.envelope.data).toMatchObject({ fields: { idBack: '请拍摄身份证国徽面', card: '请拍摄银行卡' } })
    const old = await byTicket(submitDriverInvite, ticket, await form({ consentHash: 'x' }), kinds.length)
    expect(old.envelope.data).toMatchObject({ fields: { consentVersion: expect.any(String) as string } })
    const child = demoIdNo('130102', '20150412', 7)
    const young = await byTicket(submitDriverInvite, ticket, await form({ idNo: child }), kinds.length)
    expect(young.envelope.data).toMatchObject({ fields: { idNo: expect.any(String) as string } })
    expect((await world.as('carrier').send(listDrivers, { limit: 100 })).rows).toHaveLength(before)
  })

  it('is turned down by the channel with its reason, mends the card, and is opened by the second order', async () => {
    const made = await invite()
    const first = await form({ accountNo: cardOf('9001') })
    await byTicket(submitDriverInvite, (await proven(made)).ticket, first, kinds.length)
    expect(await ended(made.inviteId)).toMatchObject({ state: 'rejected', reason: '户名与卡号不符' })
    const { ticket, reason } = await proven(made)
    expect(reason).toBe('户名与卡号不符')
    const second = await byTicket(
      submitDriverInvite,
      ticket,
      { ...first, accountNo: cardOf('0001'), categories: ['card'] },
      1,
    )
    expect(second.envelope.code).toBe(0)
    expect(await ended(made.inviteId)).toMatchObject({ state: 'active' })
    expect((await world.as('carrier').send(listDrivers, { text: first.name, limit: 100 })).rows.length).toBeGreaterThan(
      0,
    )
  })

  it('a slow or silent channel leaves it pending, and is asked again without opening twice', async () => {
    const made = await invite()
    await byTicket(
      submitDriverInvite,
      (await proven(made)).ticket,
      await form({ accountNo: cardOf('9007') }),
      kinds.length,
    )
    const due = () =>
      world.server.db(tx => tx.run(q.updateTable('driver_invites').set({ next_at: 1 }).where('id', '=', made.inviteId)))
    const book = () =>
      world.server.db(tx => tx.rows(q.selectFrom('sim_accounts').selectAll().where('result', '=', 'silent')))
    // the submission orders the account by itself, after its answer
    await expect.poll(book).toMatchObject([{ received: 1 }])
    await due()
    await runAccounts(world.server.server.deps)
    expect((await seenByHouse(made.inviteId)).state).toBe('channelPending')
    expect(await book()).toMatchObject([{ received: 1 }])
    // the pages of work are as quick as ever, and the partner's fault is shown
    expect((await world.as('carrier').ask(listDrivers, { limit: 20 })).http).toBe(200)
    await world.server.server.signs.written()
    const partners = await world.as('admin').send(listPartners, {})
    expect(partners.rows.find(({ key }) => key === 'accounts')).toMatchObject({
      state: 'simulated',
      fault: expect.stringContaining('没有应答') as string,
    })
    expect(partners.rows.find(({ key }) => key === 'sms')).toMatchObject({
      state: 'simulated',
      succeededAt: expect.any(Number) as number,
    })
    // an account without a number is none, and a refusal without words, or with too many, ends it all the same
    const { deps } = world.server.server
    const { accounts } = deps
    if (!accounts) throw new Error('no desk')
    const answers = [
      { state: 'success', accountNo: ' ' },
      { state: 'failed', reason: '\0' },
    ] as const
    try {
      for (const answer of answers) {
        Object.assign(deps, { accounts: { ...accounts, query: async () => answer } })
        await due()
        await runAccounts(deps)
        const { state, reason } = await seenByHouse(made.inviteId)
        expect([answer, state, reason]).toEqual([
          answer,
          ...(answer.state === 'failed' ? ['rejected', '通道未说明原因'] : ['channelPending', undefined]),
        ])
      }
    } finally {
      Object.assign(deps, { accounts })
    }
  })
})

describe('[PB-09] the way back', () => {
  it('is good for the first browser alone, and believes nothing the address says', async () => {
    const made = await invite()
    const { ticket } = await proven(made)
    const { returnCode } = (
      await byTicket(submitDriverInvite, ticket, await form({ accountNo: cardOf('9001') }), kinds.length)
    ).data
    await ended(made.inviteId)
    const first = await ask(askAccountReturn, { returnCode, told: 'status=success&amount=1' })
    expect(first.data).toMatchObject({ state: 'failed', reason: '户名与卡号不符', isSimulated: true })
    expect(world.server.logged.some(line => line.includes('return.told') && line.includes('status=success'))).toBe(true)
    const cookie = (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const again = await world.server.anonymous().ask(askAccountReturn, { returnCode }, { headers: { Cookie: cookie } })
    expect(again.envelope.code).toBe(0)
    for (const code of [returnCode, 'x', undefined])
      expect((await ask(askAccountReturn, code === undefined ? {} : { returnCode: code })).envelope).toMatchObject({
        code: 3206,
      })
    await world.server.db(tx => tx.run(q.updateTable('partner_returns').set({ until_at: 1 })))
    const late = await world.server.anonymous().ask(askAccountReturn, { returnCode }, { headers: { Cookie: cookie } })
    expect(late.http).toBe(404)
  })
})

it('1,000 forged or replayed calls of links change nothing; a right one does', { timeout: 120_000 }, async () => {
  const made = await invite()
  const { ticket } = await proven(made)
  const mark = () =>
    world.server.db(async tx => [
      await tx.rows(
        q.selectFrom('driver_invites').select(['id', 'state', 'version', 'driver_id', 'ticket_hash']).orderBy('id'),
      ),
      await tx.rows(q.selectFrom('drivers').select(['id', 'version']).orderBy('id')),
      await tx.rows(q.selectFrom('payees').select(['id', 'version']).orderBy('id')),
      await tx.rows(q.selectFrom('waybill_checks').select('id')),
    ])
  const before = await mark()
  const flip = (text: string, n: number) =>
    text.slice(0, n % text.length) + (text[n % text.length] === 'A' ? 'B' : 'A') + text.slice((n % text.length) + 1)
  const said = await form()
  const forged = async (n: number) => {
    const code = flip(n % 2 === 0 ? ticket : made.inviteCode, n)
    switch (n % 4) {
      case 0:
        return byTicket(submitDriverInvite, code, said, n % 40 === 0 ? kinds.length : 0)
      case 1:
        return ask(startDriverInvite, { inviteCode: code, mobile: made.mobile, smsCode: '000000' })
      case 2:
        return byTicket(saveDriverDraft, code, { body: 'x' })
      default:
        return ask(askAccountReturn, { returnCode: code, told: 'status=success' })
    }
  }
  let refused = 0
  for (let n = 0; n < 1000; n += 20)
    for (const { envelope } of await Promise.all(Array.from({ length: 20 }, (_, each) => forged(n + each))))
      if (envelope.code !== 0) refused++
  expect(refused).toBe(1000)
  // only the invitation a form asked for as its consent is new
  expect((await mark())[1]).toEqual(before[1])
  expect((await mark())[2]).toEqual(before[2])
  expect((await mark())[3]).toEqual(before[3])
  expect((await mark())[0]?.filter(row => (before[0] ?? []).some(old => old.id === row.id))).toEqual(before[0])
  expect((await byTicket(submitDriverInvite, ticket, said, kinds.length)).envelope.code).toBe(0)
  expect((await mark())[1]).toHaveLength((before[1] ?? []).length + 1)
})
