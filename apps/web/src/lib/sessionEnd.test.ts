// The end of a session is said once, whatever answers come after it.
import { listCarriers } from '@yunshu/contract/relation/relation'
import { wireProblems as problems } from '@yunshu/domain/problems/wire'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, wrapped } from '../../../../tests/web/sendHarness.ts'

afterEach(() => vi.unstubAllGlobals())

test('[ER-02] once people read why the server ended their session, a 401 of another call says nothing else', async () => {
  const answers = [
    wrapped({ code: problems['session.revoked'].code, message: '您的账号已在别处退出' }, 401),
    wrapped({ code: problems['session.none'].code, message: 'x' }, 401),
  ]
  const { send, errorOf, toasts, writeCookie } = await openPage(() => answers.shift() ?? wrapped({ code: 0 }))
  writeCookie('token', 'kept')
  await errorOf(send(listCarriers, {}))
  await errorOf(send(listCarriers, {}))
  expect(toasts).toEqual([])
})
