// Sending a call: what travels, and what each answer of the error catalogue means to the person.
import { createHash } from 'node:crypto'
import { call, type Call } from '@yunshu/contract/call'
import { listCarriers } from '@yunshu/contract/relation/relation'
import { zDone, zFen, zId, zText } from '@yunshu/contract/fields'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { signText } from '@yunshu/domain/signing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openPage, wrapped } from '../../../../tests/web/sendHarness.ts'
import { calls } from '../../../../tests/wire/calls.ts'
import { signByRule } from '../../../../tests/wire/ruleClient.ts'

const id = '00000000-0000-4000-8000-000000000009'
const read = call({
  method: 'GET',
  path: '/auth/v1/thing',
  title: '读',
  permit: 'session',
  input: z.strictObject({ text: z.optional(zText(40)) }),
  output: z.object({ due: zFen }),
})
const write = call({
  method: 'POST',
  path: '/auth/v1/thing/upd',
  title: '写',
  permit: 'session',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    due: z.optional(zFen),
    note: z.optional(z.string()),
    tags: z.optional(z.array(zText(9))),
  }),
  output: zDone,
})
const anything = call({
  method: 'POST',
  path: '/auth/v1/thing/any',
  title: '任意',
  permit: 'session',
  input: z.strictObject({
    text: z.optional(z.string()),
    count: z.optional(z.int()),
    flag: z.optional(z.boolean()),
    texts: z.optional(z.array(z.string())),
    part: z.optional(z.strictObject({ note: z.string(), list: z.array(z.int()) })),
    byName: z.optional(z.record(z.string(), z.boolean())),
  }),
  output: zDone,
})
const zip = call({
  method: 'POST',
  path: '/auth/v1/thing/zip',
  title: '下载',
  permit: 'session',
  answer: 'blob',
  input: z.strictObject({}),
  output: z.custom<Blob>(value => value instanceof Blob),
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_790_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what travels', () => {
  test('[CL-01] [SE-06] the base is the provider host; headers are Authorization from the token cookie and URLFlag web', async () => {
    const { send, sent } = await openPage(() => wrapped({ data: { due: '1.00' } }))
    await send(read, {})
    expect(sent[0]?.url.origin).toBe('https://provider.example')
    expect(sent[0]?.init.headers).toMatchObject({ Authorization: 'T'.repeat(22), URLFlag: 'web' })
  })

  test('[CL-01] a call is given up after 600000 ms, not before', async () => {
    const { send, errorOf } = await openPage(() => new Promise<Response>(() => undefined))
    const settled = vi.fn()
    const outcome = errorOf(send(read, {}, { quiet: true })).then(error => {
      settled(error.name)
    })
    await vi.advanceTimersByTimeAsync(599_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    expect(settled).toHaveBeenCalledWith('Failure')
  })

  test.each([
    ['GET', read, {}],
    ['POST', write, { id }],
  ] as const)('[CL-02] a %s carries timestamp, token, operator, branch and sign', async (_, each, input) => {
    const { send, sent } = await openPage(() => wrapped({ data: { due: '1.00' } }))
    await send(each as typeof write, input as { id: string })
    expect(sent[0]?.fields).toMatchObject({
      timestamp: '1790000000000',
      token: 'T'.repeat(22),
      operatorAccount: 'shipper',
      operatorName: '张三',
      branchCompanyId: '00000000-0000-4000-8000-000000000001',
    })
    expect(sent[0]?.fields['sign']).toMatch(/^[0-9A-F]{32}$/)
  })

  test('[CL-02] every call there is carries branchCompanyId, but for the waybill endpoints and for them alone', async () => {
    const { send, sent } = await openPage(() => wrapped({ code: 1201, message: 'x' }))
    for (const { call: each } of calls) {
      // none of its own parameters, and a refusal: what travels is looked at, not what comes back
      const bare: Call = { ...each, input: z.strictObject({}) }
      await send(bare, {}, { quiet: true }).catch(() => undefined)
    }
    const without = sent.filter(({ fields }) => fields['branchCompanyId'] === undefined)
    const isOfWaybills = (path: string): boolean => /^\/auth\/v1\/(?:waybill|newGetWaybill)/.test(path)
    expect(sent.length).toBe(calls.length)
    expect(without.map(({ url }) => url.pathname)).toEqual(
      calls.map(({ call: { path } }) => path).filter(path => isOfWaybills(path)),
    )
    expect(without.length).toBeGreaterThan(10)
  })

  test('[CL-02] waybill endpoints carry no branchCompanyId', async () => {
    const { send, sent } = await openPage(() => wrapped({ data: { rows: [] } }))
    await send(listWaybills, {})
    expect(sent[0]?.fields).toHaveProperty('operatorAccount')
    expect(sent[0]?.fields).not.toHaveProperty('branchCompanyId')
  })

  test('[CL-03] sign is the upper-case MD5 of the sorted fields and the secret; empty texts do not travel, empty arrays do and count for nothing', async () => {
    const { send, sent } = await openPage(() => wrapped({ data: {} }))
    await send(write, { id, due: fen(950_000), note: '', tags: [] })
    const { sign, ...travelled } = sent[0]?.fields ?? {}
    expect(travelled).not.toHaveProperty('note')
    const { tags, ...rest } = travelled
    expect(tags).toBe('[]')
    expect(rest['due']).toBe('9500.00')
    expect(sign).toBe(createHash('md5').update(signText(rest, 'yunshu-demo-sign-secret')).digest('hex').toUpperCase())
  })

  test('[CL-03] whatever a call carries is signed as a client does that knows the rule alone', async () => {
    const { send, sent } = await openPage(() => wrapped({ data: {} }))
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 9 }), fc.constantFrom('', '[]', '{}', '"\\ ['))
    const someText = fc.option(text, { nil: undefined })
    // zod leaves this key of a record out, whoever sends it
    const name = text.filter(key => key !== '__proto__')
    const input = fc.record({
      text: someText,
      count: fc.option(fc.integer(), { nil: undefined }),
      flag: fc.option(fc.boolean(), { nil: undefined }),
      texts: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
      part: fc.option(fc.record({ note: text, list: fc.array(fc.integer(), { maxLength: 2 }) }), { nil: undefined }),
      byName: fc.option(fc.dictionary(name, fc.boolean(), { maxKeys: 2 }), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(input, async values => {
        await send(anything, values)
        const { fields } = sent.at(-1) ?? {}
        if (!fields) throw new Error('nothing was sent')
        const { timestamp, token, operatorAccount, operatorName, branchCompanyId, sign } = fields
        const common = { timestamp, token, operatorAccount, operatorName, branchCompanyId }
        expect(sign).toBe(signByRule({ ...common, ...values }, 'yunshu-demo-sign-secret'))
        expect(fields['texts']).toBe(values.texts && JSON.stringify(values.texts))
      }),
    )
  })

  test('[CL-04] a POST is form-urlencoded, with arrays as JSON text', async () => {
    const { send, sent } = await openPage(() => wrapped({ data: {} }))
    await send(write, { id, tags: ['A1', 'A2'] })
    expect(sent[0]?.init.body).toBeInstanceOf(URLSearchParams)
    expect(sent[0]?.fields['tags']).toBe('["A1","A2"]')
    expect(sent[0]?.url.search).toBe('')
  })

  test('[CL-04] files travel as multipart, after the signed fields and outside the sign', async () => {
    const { send, sent } = await openPage(() => wrapped({ data: { id, version: 2, files: [] } }))
    await send(
      uploadReceipt,
      { id, version: 1 },
      { files: { files: [new File(['x'], '回单.jpg'), new File(['y'], '2.jpg')] } },
    )
    const body = sent[0]?.init.body
    if (!(body instanceof FormData)) throw new Error('no multipart')
    expect(body.getAll('files').map(file => file instanceof File && file.name)).toEqual(['回单.jpg', '2.jpg'])
    const { sign, ...rest } = sent[0]?.fields ?? {}
    expect(sign).toBe(createHash('md5').update(signText(rest, 'yunshu-demo-sign-secret')).digest('hex').toUpperCase())
  })

  test('[CL-04] a zip endpoint answers a Blob, and its refusal is still an envelope', async () => {
    const bytes = await openPage(() => new Response('PK', { headers: { 'Content-Type': 'application/zip' } }))
    await expect((await bytes.send(zip, {})).text()).resolves.toBe('PK')
    const refused = await openPage(() => wrapped({ code: 4041, message: '凭证不存在' }))
    await expect(refused.errorOf(refused.send(zip, {}))).resolves.toMatchObject({ message: '凭证不存在' })
  })

  test('a clock that is off is set by the server and the call repeated once', async () => {
    const serverTime = 1_790_000_900_000
    const { send, sent } = await openPage((_, count) =>
      count === 1
        ? wrapped({ code: problems['request.skew'].code, data: { serverTime } }, 400)
        : wrapped({ data: { due: '1.00' } }),
    )
    await expect(send(read, {})).resolves.toEqual({ due: 100 })
    expect(sent[1]?.fields['timestamp']).toBe(String(serverTime))
  })

  test('a write whose connection was lost is repeated with the same idempotency key; the next one has another', async () => {
    const { send, sent } = await openPage((_, count) => {
      if (count === 1) throw new TypeError('connection lost')
      return wrapped({ data: {} })
    })
    const first = send(write, { id })
    await vi.advanceTimersByTimeAsync(5000)
    await first
    await send(write, { id })
    const keys = sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('the overlay of a call is shown while it is under way', async () => {
    const { send, useOverlays } = await openPage(() => {
      expect(useOverlays.getState().texts).toEqual(['操作中...'])
      return wrapped({ data: {} })
    })
    await send(write, { id })
    expect(useOverlays.getState().texts).toEqual([])
    expect.assertions(2)
  })

  test('an input that breaks the contract is not sent; the faults stand by field', async () => {
    const { send, sent, errorOf } = await openPage(() => wrapped({}))
    const error = await errorOf(send(write, { id: 'x' }))
    expect(error).toMatchObject({ name: 'Refusal', fields: { id: '格式不正确' } })
    expect(sent).toHaveLength(0)
  })
})

describe('what answers mean', () => {
  test('[ER-01] code 0 answers the decoded data', async () => {
    const { send, toasts } = await openPage(() => wrapped({ data: { due: '9500.00' } }))
    await expect(send(read, {})).resolves.toEqual({ due: 950_000 })
    expect(toasts).toEqual([])
  })

  test('[ER-02] a negative code ends the session with the message of the server', async () => {
    const { send, errorOf, warned, readCookie, location } = await openPage(() =>
      wrapped({ code: -2, message: '您的账号已在别处退出' }),
    )
    await expect(errorOf(send(read, {}, { quiet: true }))).resolves.toMatchObject({ name: 'SessionOver' })
    await vi.advanceTimersByTimeAsync(0)
    expect(warned).toEqual(['您的账号已在别处退出'])
    expect(readCookie('token')).toBeUndefined()
    expect(location.reload).toHaveBeenCalledOnce()
  })

  test('[ER-03] another code shows the message of the server for 3 s and rejects with data and message', async () => {
    const { send, errorOf, toasts } = await openPage(() =>
      wrapped({ code: 1201, message: '货源剩余数量不足', data: { remain: 3 } }),
    )
    await expect(errorOf(send(read, {}))).resolves.toMatchObject({
      name: 'Refusal',
      code: 1201,
      message: '货源剩余数量不足',
      data: { remain: 3 },
    })
    expect(toasts).toEqual([['error', '货源剩余数量不足', 3]])
  })

  test('[ER-03] a call that handles errors itself shows nothing', async () => {
    const { send, errorOf, toasts } = await openPage(() => wrapped({ code: 1201, message: '货源剩余数量不足' }))
    await errorOf(send(read, {}, { quiet: true }))
    expect(toasts).toEqual([])
  })

  test('[PM-05] [SE-04] a missing branch is a warning, also of a call that handles errors itself', async () => {
    const { send, errorOf, toasts } = await openPage(() =>
      wrapped({ code: 4032, message: '请使用分公司管理账号进行操作' }, 403),
    )
    await errorOf(send(read, {}, { quiet: true }))
    expect(toasts).toEqual([['warning', '请使用分公司管理账号进行操作', 3]])
  })

  test('[ER-04] HTTP 400 reads 请求参数异常，请联系客服', async () => {
    const { send, errorOf, toasts } = await openPage(() => wrapped({ code: 4000, message: 'x' }, 400))
    await errorOf(send(read, {}))
    expect(toasts).toEqual([['error', '请求参数异常，请联系客服', 3]])
  })

  test('[ER-04] HTTP 400 that names fields is left to the form', async () => {
    const { send, errorOf, toasts } = await openPage(() =>
      wrapped({ code: 4001, message: '手机号格式不正确', data: { fields: { mobile: '手机号格式不正确' } } }, 400),
    )
    await expect(errorOf(send(read, {}))).resolves.toMatchObject({ fields: { mobile: '手机号格式不正确' } })
    expect(toasts).toEqual([])
  })

  test('[ER-05] 401 clears the cookies, says that the session ran out, and goes to the login page after 1 s, once', async () => {
    const { send, errorOf, toasts, readCookie, location } = await openPage(() =>
      wrapped({ code: problems['session.none'].code, message: 'x' }, 401),
    )
    await Promise.all([errorOf(send(read, {})), errorOf(send(listCarriers, {}))])
    expect(toasts).toEqual([['error', '登陆信息已过期,请重新登陆!', 3]])
    expect([readCookie('token'), readCookie('uuid')]).toEqual([undefined, undefined])
    await vi.advanceTimersByTimeAsync(999)
    expect(location.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(location.reload).toHaveBeenCalledOnce()
  })

  test.each([
    ['ran out', problems['session.none'].code],
    ['was ended by the server', problems['session.revoked'].code],
  ])(
    '[ER-05] a 401 because the session %s leaves none of its cookies, and the address to come back to',
    async (_, code) => {
      const { send, errorOf, readCookie, writeCookie } = await openPage(() => wrapped({ code, message: 'x' }, 401))
      const names = ['token', 'uuid', 'user', 'baiduAccessToken', 'redirect'] as const
      for (const name of names) writeCookie(name, 'kept')
      await errorOf(send(read, {}))
      await vi.advanceTimersByTimeAsync(1000)
      expect(names.map(readCookie)).toEqual([undefined, undefined, undefined, undefined, 'kept'])
    },
  )

  const saidOf = async (status: number) => {
    const { send, errorOf, toasts } = await openPage(() => wrapped({ code: 4999, message: 'x' }, status))
    await errorOf(send(read, {}))
    return toasts
  }

  test('[ER-06] 403 reads 没有请求权限!: {url}', async () => {
    await expect(saidOf(403)).resolves.toEqual([['error', '没有请求权限!: /auth/v1/thing', 3]])
  })

  test('[ER-07] 404 reads 网络地址不存在，请联系客服', async () => {
    await expect(saidOf(404)).resolves.toEqual([['error', '网络地址不存在，请联系客服', 3]])
  })

  test('[ER-08] 500 reads 系统错误!: {url}', async () => {
    await expect(saidOf(500)).resolves.toEqual([['error', '系统错误!: /auth/v1/thing', 3]])
  })

  test.each([
    ['a row of nobody', 404, problems['row.none'].code, '记录不存在或已被删除'],
    ['a stale row', 409, problems['row.stale'].code, '数据已被李四修改，请刷新后再提交'],
    ['too many calls', 429, problems['rate.limited'].code, '操作过于频繁，请稍后再试'],
  ])('%s speaks for itself', async (_, status, code, message) => {
    const { send, errorOf, toasts } = await openPage(() =>
      wrapped({ code, message }, status, { 'Retry-After': '5', 'X-Request-Id': 'rq1' }),
    )
    await expect(errorOf(send(read, {}))).resolves.toMatchObject({
      name: 'Refusal',
      http: status,
      retryAfterMs: 5000,
      requestId: 'rq1',
    })
    expect(toasts).toEqual([['error', message, 3]])
  })

  test('[ER-09] a timeout reads 网络超时!: {url}', async () => {
    const { send, errorOf, toasts } = await openPage(() => new Promise<Response>(() => undefined))
    const outcome = errorOf(send(read, {}))
    await vi.advanceTimersByTimeAsync(600_000)
    await outcome
    expect(toasts).toEqual([['error', '网络超时!: /auth/v1/thing', 3]])
  })

  test.each([
    [
      'a lost connection',
      () => {
        throw new TypeError('connection lost')
      },
    ],
    ['a status of nobody', () => new Response('', { status: 418 })],
    ['an answer that is no envelope', () => new Response('<html>')],
  ])('[ER-10] %s reads 网络错误!: {url} for 5 s', async (_, answer) => {
    const { send, errorOf, toasts } = await openPage(answer)
    await errorOf(send(read, {}))
    expect(toasts).toEqual([['error', '网络错误!: /auth/v1/thing', 5]])
  })

  test('a request that was called off says nothing', async () => {
    const { send, errorOf, toasts } = await openPage(() => new Promise<Response>(() => undefined))
    const off = new AbortController()
    const outcome = errorOf(send(read, {}, { signal: off.signal }))
    off.abort()
    await expect(outcome).resolves.toMatchObject({ name: 'AbortError' })
    expect(toasts).toEqual([])
  })
})
