// Answers without words: a refusal of the server that says nothing is told by the error catalogue.
import { call } from '@yunshu/contract/call'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { judgeAnswer } from './answer.ts'

const read = call({
  method: 'GET',
  path: '/auth/v1/sample',
  title: '样例',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({}),
})

const answered = (status: number): Response =>
  new Response(JSON.stringify({ code: 1201, message: '', data: null }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })

test.each([
  [200, '系统错误!: /auth/v1/sample'],
  [409, '网络错误!: /auth/v1/sample'],
  [503, '网络错误!: /auth/v1/sample'],
  [400, '请求参数异常，请联系客服'],
])('[ER-03] a refusal without words (HTTP %i) is never an empty message', async (status, message) => {
  await expect(judgeAnswer(read, answered(status), read.path)).resolves.toMatchObject({
    kind: 'fault',
    fault: { message },
  })
})
