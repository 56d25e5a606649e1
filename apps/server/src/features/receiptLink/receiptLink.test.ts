// A receipt handed in by a phone that scanned a code: what the link opens, what it tells, and when it is over.
import type { Call, Input } from '@yunshu/contract/call'
import { logout } from '@yunshu/contract/session/session'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import {
  closeReceiptLink,
  getReceiptLink,
  openReceiptLink,
  sendLinkedReceipt,
} from '@yunshu/contract/waybill/receiptLink'
import { receiptLinkLimits } from '@yunshu/domain/waybill/receiptLink'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photos = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.png`, bytes: png, type: 'image/png' }))
const gone = { code: 1513, message: '链接已失效，请在电脑上重新扫码' }

async function signed() {
  const [made] = await world.waybills(1, {
    receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
  })
  if (!made) throw new Error('no waybill')
  return world.walk(made, wholeJourney)
}
const opened = (id: string) => world.as('carrier').send(openReceiptLink, { id })
/** Asks with nothing but a code. */
const byCode = <C extends Call>(call: C, code: string, count = 0) =>
  world.server.anonymous().ask(call, {} as Input<C>, { headers: { Authorization: code }, files: photos(count) })
const look = (code: string) => byCode(getReceiptLink, code)
const hand = (code: string, count = 1) => byCode(sendLinkedReceipt, code, count)
const seen = (id: string) => world.as('carrier').send(getWaybill, { id })
const change = (linkId: string, set: { until_at?: number; created_at?: number }) =>
  world.server.db(tx => tx.run(q.updateTable('receipt_links').set(set).where('id', '=', linkId)))

describe('the code', () => {
  it('tells the end of the number and the cities, and hands photos in as the person who made it', async () => {
    const { id, waybillNo } = await signed()
    const { code, until } = await opened(id)
    expect(until - Date.now()).toBeLessThanOrEqual(receiptLinkLimits.lifeMs)
    const facts = await look(code)
    expect(facts.data).toEqual({
      waybillNum: `…${waybillNo.slice(-4)}`,
      route: expect.stringMatching(/^\S+市 → \S+市$/),
      left: 9,
      until,
    })
    // nothing else of the waybill is told to a finder of the code
    expect(JSON.stringify(facts.envelope)).not.toContain(waybillNo)
    expect((await hand(code, 2)).data).toEqual({ left: 7 })
    const { receiptState, files, receipt, log } = await seen(id)
    expect([receiptState, files.length, receipt?.uploadedBy]).toEqual(['uploaded', 2, '陶大勇'])
    expect(log[0]).toMatchObject({ action: '上传回单', by: '陶大勇', diff: [{ new: '2 个' }, { new: '手机扫码' }] })
    // another photo follows the first
    expect((await hand(code)).data).toEqual({ left: 6 })
  })

  it('opens no other call, and no session opens its calls', async () => {
    const { id } = await signed()
    const { code } = await opened(id)
    expect((await world.server.anonymous().ask(getWaybill, { id }, { headers: { Authorization: code } })).http).toBe(
      401,
    )
    const answer = await byCode(getReceiptLink, world.as('carrier').token ?? '')
    expect([answer.http, answer.envelope]).toEqual([404, expect.objectContaining(gone)])
    for (const wrong of ['', 'x', 'A'.repeat(22), `${code}A`]) expect((await look(wrong)).envelope.code).toBe(gone.code)
  })

  it('takes nine photos, however many come at once', async () => {
    const { id } = await signed()
    const { code } = await opened(id)
    const answers = await Promise.all([hand(code, 4), hand(code, 4), hand(code, 4)])
    expect(answers.map(({ envelope }) => envelope.code).sort((a, b) => a - b)).toEqual([0, 0, 1514])
    expect((await seen(id)).files).toHaveLength(8)
    expect((await hand(code, 2)).envelope).toMatchObject({
      code: 1514,
      data: { fields: { files: '最多还能上传 1 个' } },
    })
    expect((await hand(code)).data).toEqual({ left: 0 })
  })

  it('keeps what came by it apart from what came by another link under the same key', async () => {
    const [one, other] = [await signed(), await signed()]
    const codes = [(await opened(one.id)).code, (await opened(other.id)).code]
    const key = crypto.randomUUID()
    const send = async (code = '') =>
      world.server.anonymous().ask(sendLinkedReceipt, {}, { headers: { Authorization: code }, files: photos(1), key })
    expect((await send(codes[0])).data).toEqual({ left: 8 })
    expect((await send(codes[0])).data, 'sent again').toEqual({ left: 8 })
    expect((await send(codes[1])).envelope.code, 'a key of something else').toBeGreaterThan(0)
    expect([(await seen(one.id)).files.length, (await seen(other.id)).files.length]).toEqual([1, 0])
  })

  it('is not told again: its hash is kept, and a repeated key is spent', async () => {
    const { id } = await signed()
    const key = crypto.randomUUID()
    const first = await world.as('carrier').ask(openReceiptLink, { id }, { key })
    const again = await world.as('carrier').ask(openReceiptLink, { id }, { key })
    expect([first.envelope.code, again.data]).toEqual([0, undefined])
    const kept = await world.server.db(tx => tx.rows(q.selectFrom('receipt_links').selectAll()))
    expect(JSON.stringify(kept)).not.toContain(first.data.code)
  })
})

describe('the link is over', () => {
  it('when its desk closes, when another one is made, and after ten minutes', async () => {
    const { id } = await signed()
    const first = await opened(id)
    const second = await opened(id)
    expect((await look(first.code)).envelope).toMatchObject(gone)
    expect((await look(second.code)).envelope.code).toBe(0)
    // another company's desk does not find it
    expect((await world.as('carrier2').ask(closeReceiptLink, { linkId: second.linkId })).http).toBe(404)
    await world.as('carrier').send(closeReceiptLink, { linkId: second.linkId })
    expect((await hand(second.code)).envelope).toMatchObject(gone)
    const third = await opened(id)
    await change(third.linkId, { created_at: 1, until_at: Date.now() - 1 })
    expect((await hand(third.code)).envelope).toMatchObject(gone)
    expect((await seen(id)).files).toHaveLength(0)
  })

  it('when its session ends, and when the person may not work any more', async () => {
    const { id } = await signed()
    const client = await world.server.login('carrier')
    const { code } = await client.send(openReceiptLink, { id })
    await client.send(logout, {})
    expect((await look(code)).envelope).toMatchObject(gone)
    const other = await opened(id)
    const user = q.updateTable('users').where('id', '=', demoUserId('carrier'))
    await world.server.db(tx => tx.run(user.set({ state: 'disabled' })))
    expect((await hand(other.code)).envelope).toMatchObject(gone)
    await world.server.db(tx => tx.run(user.set({ state: 'enabled' })))
    expect((await look(other.code)).envelope.code).toBe(0)
  })

  it('when the receipt was passed meanwhile: the reason is told, and nothing is kept', async () => {
    const { id } = await signed()
    const { code } = await opened(id)
    const { version } = await seen(id)
    const sent = await world.as('carrier').send(uploadReceipt, { id, version }, { files: photos(1) })
    await world.as('shipper').send(auditReceipt, { id, version: sent.version, move: 'confirm' })
    const answer = await hand(code)
    expect(answer.envelope.code).toBeGreaterThan(0)
    expect(answer.envelope.message).toContain('已确认')
    expect((await seen(id)).files).toHaveLength(1)
    expect((await world.as('carrier').ask(openReceiptLink, { id })).envelope.code).toBe(answer.envelope.code)
  })
})

it('another company’s waybill has no link', async () => {
  const { id } = await signed()
  for (const who of ['carrier2', 'shipper2'] as const)
    expect((await world.as(who).ask(openReceiptLink, { id })).http).toBe(404)
})
