// Receipts over HTTP: stored with the waybill or not at all, shown by signed addresses, confirmed or sent back.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { logout } from '@yunshu/contract/session/session'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { postReceipt } from '@yunshu/contract/waybill/life'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { photoKinds, takenAt, takenPlace } from '../../../../../tests/server/notedPhotos.ts'
import { finishIfDone } from './waybill.commands.ts'
import { asSystem } from '../../work/system.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const photo = (name = '回单 1.png', bytes = png) => ({ name, bytes, type: 'image/png' })
/** All of the cash waits for the receipt. */
const payPlan = { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 0, receiptPpm: 1_000_000, termDays: 7 }
const signed = async (
  receiptRule = { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1, { receiptRule, payPlan })
  if (!waybill) throw new Error('no waybill')
  const walked = await world.walk(waybill, wholeJourney)
  const { version } = await world.as('carrier').send(getWaybill, { id: waybill.id })
  return { ...walked, version }
}
const stored = async (): Promise<string[]> => {
  const entries = await readdir(path.join(world.server.server.deps.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}
const rows = () => world.server.db(async tx => (await tx.rows(q.selectFrom('files').select('id'))).length)

describe('[CL-16] uploading a receipt', () => {
  it('stores the files, moves the receipt on, and shows them by a signed address', async () => {
    const waybill = await signed()
    const before = (await stored()).length
    const sent = await world
      .as('carrier')
      .send(
        uploadReceipt,
        { id: waybill.id, version: waybill.version },
        { files: [photo(), { name: '磅单.pdf', bytes: pdf }] },
      )
    expect(sent.files.map(file => [file.name, file.mime, file.size])).toEqual([
      ['回单 1.png', 'image/png', png.length],
      ['磅单.pdf', 'application/pdf', pdf.length],
    ])
    expect((await stored()).length).toBe(before + 2)
    const detail = await world.as('shipper').send(getWaybill, { id: waybill.id })
    expect(detail).toMatchObject({
      receiptState: 'uploaded',
      receipt: { uploadedBy: expect.any(String) },
      version: sent.version,
      receiptMoves: ['upload', 'reject', 'confirm'],
    })
    const response = await fetch(world.server.url + (detail.files[0]?.url ?? ''))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'x-content-type-options',
          'content-security-policy',
          'cache-control',
        ].map(name => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="__ 1.png"; filename*=UTF-8''%E5%9B%9E%E5%8D%95%201.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg onload="alert(1)"/>')],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s by its bytes, whatever its name says, and leaves nothing on disk', async (_name, bytes) => {
    const waybill = await signed()
    const before = [await stored(), await rows()]
    const { envelope } = await world
      .as('carrier')
      .ask(uploadReceipt, { id: waybill.id, version: waybill.version }, { files: [photo(), photo('回单2.jpg', bytes)] })
    expect(envelope).toMatchObject({ code: 1601, message: '文件回单2.jpg不是可接受的类型（支持 jpg、png、webp、pdf）' })
    expect([await stored(), await rows()]).toEqual(before)
    expect((await world.as('carrier').send(getWaybill, { id: waybill.id })).receiptState).toBe('waiting')
  })

  it('told everybody where its driver stood: photos are served without notes, which stay for whoever judges the receipt', async () => {
    const waybill = await signed()
    const files = photoKinds.map(({ name, noted }) => ({ name, bytes: noted(1) }))
    await world.as('carrier').send(uploadReceipt, { id: waybill.id, version: waybill.version }, { files })
    const judge = await world.as('shipper').send(getWaybill, { id: waybill.id })
    for (const [i, { url, taken }] of judge.files.entries()) {
      const served = Buffer.from(await (await fetch(world.server.url + url)).arrayBuffer())
      expect(served, photoKinds[i]?.name).toEqual(photoKinds[i]?.plain)
      expect(taken?.at).toBe(takenAt)
      expect(taken?.place?.lat).toBeCloseTo(takenPlace.lat, 6)
    }
    expect(judge.files).toHaveLength(photoKinds.length)
    const others = await world.as('carrier-finance').send(getWaybill, { id: waybill.id })
    expect(others.files.map(file => file.taken)).toEqual(photoKinds.map(() => undefined))
  })

  it('takes stored bytes back when the transaction is rolled back after storing', async () => {
    const waybill = await signed()
    const before = await stored()
    const store = world.server.server.deps.store
    const put = store.putStream.bind(store)
    let puts = 0
    Object.assign(store, {
      putStream: async (key: string, body: Readable, mime: string) => {
        if (++puts === 2) throw new Error('disk full')
        return put(key, body, mime)
      },
    })
    const { envelope } = await world
      .as('carrier')
      .ask(uploadReceipt, { id: waybill.id, version: waybill.version }, { files: [photo('a.png'), photo('b.png')] })
    Object.assign(store, { putStream: put })
    expect(envelope.code).toBe(5000)
    expect(await stored()).toEqual(before)
  })

  it('stores once for one key', async () => {
    const waybill = await signed()
    const before = (await stored()).length
    const ask = () =>
      world
        .as('carrier')
        .send(
          uploadReceipt,
          { id: waybill.id, version: waybill.version },
          { files: [photo()], key: `receipt-${waybill.id}` },
        )
    const [first, second] = [await ask(), await ask()]
    expect(second.files.map(file => file.id)).toEqual(first.files.map(file => file.id))
    expect((await stored()).length).toBe(before + 1)
  })

  it('refuses no file, a stale version, a journey that has not begun, other companies and people without the permit', async () => {
    const waybill = await signed()
    const ask = (
      account: 'carrier' | 'carrier2' | 'carrier-finance',
      version = waybill.version,
      files = [photo()],
      id = waybill.id,
    ) => world.as(account).ask(uploadReceipt, { id, version }, { files })
    expect((await ask('carrier', waybill.version, [])).envelope.code).toBe(1603)
    expect((await ask('carrier', 1)).envelope.code).toBe(4090)
    expect((await ask('carrier2')).http).toBe(404)
    expect((await ask('carrier-finance')).http).toBe(403)
    const [fresh] = await world.waybills(1)
    expect((await ask('carrier', 1, [photo()], fresh?.id)).envelope.code).toBe(1101)
  })
})

describe('a signed address', () => {
  it('is worth nothing when it is changed, for another file, or too late', async () => {
    const waybill = await signed()
    const { files } = await world
      .as('carrier')
      .send(uploadReceipt, { id: waybill.id, version: waybill.version }, { files: [photo('a.png'), photo('b.png')] })
    const [a, b] = files
    const status = async (address: string) => (await fetch(world.server.url + address)).status
    const url = new URL(a?.url ?? '', world.server.url)
    const [e, n, s] = ['e', 'n', 's'].map(name => url.searchParams.get(name) ?? '')
    expect(await status(`/files/${a?.id}?e=${e}&n=${n}&s=${s}`)).toBe(200)
    for (const address of [
      `/files/${b?.id}?e=${e}&n=${n}&s=${s}`,
      `/files/${a?.id}?e=${Number(e) + 1}&n=${n}&s=${s}`,
      `/files/${a?.id}?e=${e}&n=${n}&s=${s?.slice(0, -2)}AA`,
      `/files/${a?.id}?e=${e}&s=${s}`,
      `/files/${a?.id}?e=${e}&n=${randomUUID()}&s=${s}`,
      `/files/${a?.id}`,
      `/files/${a?.id}?e=1000000000000&n=${n}&s=${s}`,
      '/files/..%2f..%2fetc%2fpasswd?e=1&s=1',
    ])
      expect([address, await status(address)]).toEqual([address, 404])
  })

  it('an address outlived the session it was made for: it ends with it, also for a browser that has the file', async () => {
    const waybill = await signed()
    const person = await world.server.login('carrier')
    const { files } = await person.send(
      uploadReceipt,
      { id: waybill.id, version: waybill.version },
      { files: [photo('a.png')] },
    )
    const ask = (headers: Record<string, string> = {}) =>
      fetch(world.server.url + (files[0]?.url ?? ''), { headers, redirect: 'manual' })
    const first = await ask()
    const kept = { 'If-None-Match': first.headers.get('etag') ?? '' }
    expect([first.status, (await ask(kept)).status]).toEqual([200, 304])
    await person.send(logout, {})
    expect([(await ask()).status, (await ask(kept)).status]).toEqual([404, 404])
  })

  it('everybody who looked at a photo and stopped reading held the whole of it in memory: it is read whole once and streamed', async () => {
    const waybill = await signed()
    const both = [photo('a.png'), { name: 'b.pdf', bytes: pdf }]
    const { files } = await world
      .as('carrier')
      .send(uploadReceipt, { id: waybill.id, version: waybill.version }, { files: both })
    const { store } = world.server.server.deps
    const [whole, streamed] = [vi.spyOn(store, 'get'), vi.spyOn(store, 'getStream')]
    const answers = await Promise.all(
      [...files, ...files, ...files].map(async ({ url }) => {
        const answer = await fetch(world.server.url + url)
        return [answer.headers.get('content-length'), (await answer.arrayBuffer()).byteLength]
      }),
    )
    expect(answers).toEqual([png, pdf, png, pdf, png, pdf].map(({ length }) => [String(length), length]))
    expect([whole.mock.calls.length, streamed.mock.calls.length]).toEqual([1, 6])
    vi.restoreAllMocks()
  })
})

describe('auditing a receipt', () => {
  const uploaded = async () => {
    const waybill = await signed()
    const { version } = await world
      .as('carrier')
      .send(uploadReceipt, { id: waybill.id, version: waybill.version }, { files: [photo()] })
    return { ...waybill, version }
  }

  it('confirms: what waited for it falls due', async () => {
    const waybill = await uploaded()
    const { version } = await world
      .as('shipper')
      .send(auditReceipt, { id: waybill.id, version: waybill.version, move: 'confirm' })
    const detail = await world.as('carrier').send(getWaybill, { id: waybill.id })
    expect(detail).toMatchObject({ receiptState: 'confirmed', version, state: 'signed', receiptMoves: [] })
    expect(detail.dueAt).toBe((detail.receipt?.auditedAt ?? 0) + 7 * 86_400_000)
  })

  it('rejects with a reason the carrier reads, after which it may be sent again', async () => {
    const waybill = await uploaded()
    expect(
      (await world.as('shipper').ask(auditReceipt, { id: waybill.id, version: waybill.version, move: 'reject' }))
        .envelope.code,
    ).toBe(1102)
    const { version } = await world
      .as('shipper')
      .send(auditReceipt, { id: waybill.id, version: waybill.version, move: 'reject', reason: '照片不清晰' })
    expect((await world.as('carrier').send(getWaybill, { id: waybill.id })).receipt).toMatchObject({
      rejectReason: '照片不清晰',
    })
    await world.as('carrier').send(uploadReceipt, { id: waybill.id, version }, { files: [photo()] })
    expect((await world.as('carrier').send(getWaybill, { id: waybill.id })).receipt?.rejectReason).toBeUndefined()
  })

  it('refuses the carrier itself, a stale version, other companies and a receipt nobody sent', async () => {
    const waybill = await uploaded()
    const ask = (account: 'carrier' | 'shipper' | 'shipper2', version = waybill.version) =>
      world.as(account).ask(auditReceipt, { id: waybill.id, version, move: 'confirm' })
    expect((await ask('carrier')).http).toBe(403)
    // a company's own administrator has every permit and still may not confirm its own receipt
    const setAdmin = (isAdmin: boolean) =>
      world.server.db(tx => tx.run(q.updateTable('users').set({ is_admin: isAdmin }).where('account', '=', 'carrier')))
    await setAdmin(true)
    const admin = await world.server.login('carrier')
    expect((await admin.ask(auditReceipt, { id: waybill.id, version: waybill.version, move: 'confirm' })).http).toBe(
      403,
    )
    await setAdmin(false)
    expect((await ask('shipper', 1)).envelope.code).toBe(4090)
    expect((await ask('shipper2')).http).toBe(404)
    const waiting = await signed()
    expect(
      (await world.as('shipper').ask(auditReceipt, { id: waiting.id, version: waiting.version, move: 'confirm' }))
        .envelope.code,
    ).toBe(1101)
  })

  it('finishes the waybill when its money is paid already, and its goods with the last waybill', async () => {
    const waybill = await uploaded()
    await world.server.db(tx =>
      tx.run(q.updateTable('waybills').set({ settle_state: 'settled' }).where('id', '=', waybill.id)),
    )
    await asSystem(world.server.server.deps, ctx => finishIfDone(ctx, waybill.id))
    expect((await world.as('shipper').send(getWaybill, { id: waybill.id })).state).toBe('signed')
    const { version } = await world
      .as('shipper')
      .send(auditReceipt, { id: waybill.id, version: waybill.version, move: 'confirm' })
    const detail = await world.as('shipper').send(getWaybill, { id: waybill.id })
    expect(detail).toMatchObject({ state: 'finished', version })
    const goods = await world.server.db(tx =>
      tx.one(q.selectFrom('goods').select('state').where('id', '=', detail.goodsId)),
    )
    expect(goods.state).toBe('finished')
  })
})

describe('the original papers', () => {
  const both = { needPhoto: true, needOriginal: true, copies: 2, returnDays: 15 }
  const parcel = { company: '顺丰速运', expressNo: 'SF1234567890' }
  const posting = (
    waybill: { id: string; version: number },
    over: object = {},
    account: 'carrier' | 'shipper' | 'carrier2' | 'carrier-finance' = 'carrier',
  ) => world.as(account).ask(postReceipt, { ...waybill, ...parcel, sentAt: Date.now() - 1000, ...over })
  const state = async (id: string) => await world.as('shipper').send(getWaybill, { id })

  it('travel after their photos, are confirmed when they arrive and not before, and only then the rest falls due', async () => {
    const { id, version } = await signed(both)
    expect((await posting({ id, version })).envelope).toMatchObject({
      code: 1501,
      message: '该货源要求回单，请先上传回单',
    })
    const sent = await world.as('carrier').send(uploadReceipt, { id, version }, { files: [photo()] })
    expect(
      (await world.as('shipper').ask(auditReceipt, { id, version: sent.version, move: 'confirm' })).envelope.code,
    ).toBe(1512)
    expect((await state(id)).receiptMoves).not.toContain('confirm')
    const posted = await posting({ id, version: sent.version })
    const shown = await state(id)
    expect(shown).toMatchObject({
      receiptState: 'posted',
      version: posted.data.version,
      receipt: { express: parcel },
      receiptMoves: ['reject', 'confirm'],
    })
    expect([shown.dueAt, shown.log[0]]).toEqual([
      undefined,
      expect.objectContaining({
        action: '寄出原件',
        diff: [{ field: '快递', old: '', new: '顺丰速运 SF1234567890' }],
      }),
    ])
    await world.as('shipper').send(auditReceipt, { id, version: posted.data.version, move: 'confirm' })
    const after = await state(id)
    expect([after.receiptState, after.dueAt]).toEqual(['confirmed', (after.receipt?.auditedAt ?? 0) + 7 * 86_400_000])
  })

  it('that came back wrong are photographed and posted again', async () => {
    const { id, version } = await signed(both)
    const sent = await world.as('carrier').send(uploadReceipt, { id, version }, { files: [photo()] })
    const posted = await posting({ id, version: sent.version })
    const { version: rejected } = await world
      .as('shipper')
      .send(auditReceipt, { id, version: posted.data.version, move: 'reject', reason: '缺一联' })
    expect((await state(id)).receipt).toMatchObject({ rejectReason: '缺一联' })
    expect((await posting({ id, version: rejected })).envelope.code).toBe(1501)
    const again = await world
      .as('carrier')
      .send(uploadReceipt, { id, version: rejected }, { files: [photo('补联.png')] })
    const second = await posting({ id, version: again.version }, { expressNo: 'SF2' })
    expect(await state(id)).toMatchObject({
      receiptState: 'posted',
      version: second.data.version,
      receipt: { express: { expressNo: 'SF2' } },
    })
    expect((await state(id)).receipt?.rejectReason).toBeUndefined()
  })

  it('need no photo where the goods want none; nobody posts twice, out of reach, stale, in the future, or before loading', async () => {
    const { id, version } = await signed({ ...both, needPhoto: false })
    expect((await posting({ id, version }, {}, 'carrier-finance')).http).toBe(403)
    expect((await posting({ id, version }, {}, 'carrier2')).http).toBe(404)
    expect((await posting({ id, version: 1 })).http).toBe(409)
    expect((await posting({ id, version }, { sentAt: Date.now() + 3_600_000 })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { sentAt: '不能晚于当前时间' } },
    })
    const two = await Promise.all([1, 2].map(() => posting({ id, version })))
    expect(two.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await posting({ id, version: (await state(id)).version })).envelope.code).toBe(1101)
    const [fresh] = await world.waybills(1, { receiptRule: both })
    expect((await posting({ id: fresh?.id ?? '', version: 1 })).envelope.code).toBe(1101)
  })
})
