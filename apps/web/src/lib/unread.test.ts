// The unread mark: asked for once however many frames say so, and put at what the server answers.
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, wrapped } from '../../../../tests/web/sendHarness.ts'

afterEach(() => vi.unstubAllGlobals())

const open = async (answer: Parameters<typeof openPage>[0]) => {
  const page = await openPage(answer)
  const [unread, { useSession }] = await Promise.all([import('./unread.ts'), import('./session.ts')])
  return {
    ...page,
    ...unread,
    mark: () => useSession.getState().messageCount,
    setMark: (count: number) => useSession.getState().setUnread(count > 0, count),
  }
}

test('a burst of frames asks twice: at once, and once more for what came meanwhile', async () => {
  let count = 0
  const { askUnread, sent, mark } = await open(() => wrapped({ data: { unread: true, count: (count += 1) } }))
  await Promise.all(Array.from({ length: 20 }, () => askUnread()))
  expect([sent.length, mark()]).toEqual([2, 2])
  await askUnread()
  expect(sent).toHaveLength(3)
})

test('without an answer the mark stays, and nothing is shown', async () => {
  const { askUnread, mark, setMark, toasts } = await open(() => wrapped({ code: 5000, message: '系统错误' }, 500))
  setMark(4)
  await askUnread()
  expect([mark(), toasts]).toEqual([4, []])
})

test('reading brings the mark down at once and puts it at what the server says is left', async () => {
  const { readMessage, mark, setMark, sent } = await open(() => wrapped({ data: { count: 1, left: 7 } }))
  setMark(4)
  const reading = readMessage('0198b0a0-0000-7000-8000-000000000001')
  expect(mark()).toBe(3)
  expect(await reading).toBe(true)
  expect([mark(), sent[0]?.fields['id']]).toEqual([7, '0198b0a0-0000-7000-8000-000000000001'])
})

test('a message that is gone puts the mark back without a word', async () => {
  const { readMessage, mark, setMark, toasts } = await open(() => wrapped({ code: 4041, message: '记录不存在' }, 404))
  setMark(4)
  expect(await readMessage('0198b0a0-0000-7000-8000-000000000001')).toBe(false)
  expect([mark(), toasts]).toEqual([4, []])
})
