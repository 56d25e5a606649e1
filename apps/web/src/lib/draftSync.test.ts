// Drafts on the server: when they are told, when they are deleted there, and which of them another device is offered.
import { afterEach, expect, test, vi } from 'vitest'
import { freshBrowser, loginOf, openWindow } from '../../../../tests/web/windowHarness.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const path = '/auth/v1/draft'
const form = 'form/auth/v1/vehicle/add'
const draft = (body: string) => ({ body, title: '登记车辆', isOpen: false, url: '/vehicle/list' })

/** A signed-in window whose server answers calls of drafts with `answer`. */
async function signedIn(answer: unknown) {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T00:00:00Z') })
  const opened = await openWindow(freshBrowser(), { [path]: answer })
  opened.session.startSession(loginOf('A'))
  const [drafts, sync] = await Promise.all([import('./drafts.ts'), import('./draftSync.ts')])
  return { ...drafts, ...sync, ...opened }
}

test('the server is told once, two seconds after the last change', async () => {
  const { keepDraft, tellDraft, asked, toldAt } = await signedIn({ savedAt: 5 })
  for (const body of ['{"a":1}', '{"a":2}']) {
    keepDraft(form, draft(body))
    tellDraft(form)
    await vi.advanceTimersByTimeAsync(1900)
  }
  expect(asked.filter(each => each === path)).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(toldAt(form)).toBe(5))
  expect(asked.filter(each => each === path)).toHaveLength(1)
})

test('a draft that was sent is deleted on the server too, unless the server never had it', async () => {
  const { keepDraft, forgetDraft, tellDraft, tellGone, asked, toldAt } = await signedIn({ savedAt: 5 })
  keepDraft(form, draft('{"a":1}'))
  tellDraft(form)
  forgetDraft(form)
  tellGone(form)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).not.toContain(path)
  keepDraft(form, draft('{"a":1}'))
  tellDraft(form)
  await vi.advanceTimersByTimeAsync(2100)
  await vi.waitFor(() => expect(toldAt(form)).toBe(5))
  forgetDraft(form)
  tellGone(form)
  await vi.waitFor(() => expect(toldAt(form)).toBeUndefined())
  expect(asked.filter(each => each === path)).toHaveLength(2)
})

test('a draft another device kept later is offered, one’s own is not', async () => {
  const { askDraft, keepDraft, noteTold, forgetDraft } = await signedIn({ body: '{"a":1}', savedAt: 7 })
  const { signal } = new AbortController()
  expect(await askDraft(form, signal)).toEqual({ body: '{"a":1}', at: 7 })
  // not decided on, it is offered again
  expect(await askDraft(form, signal)).toMatchObject({ at: 7 })
  keepDraft(form, draft('{"a":1}'))
  expect(await askDraft(form, signal)).toBeUndefined()
  forgetDraft(form)
  noteTold(form, 6)
  expect(await askDraft(form, signal)).toMatchObject({ at: 7 })
  noteTold(form, 7)
  expect(await askDraft(form, signal)).toBeUndefined()
})

test('a form that is sent while its draft is on its way leaves none behind', async () => {
  const { keepDraft, forgetDraft, tellDraft, tellGone, asked, toldAt } = await signedIn({ savedAt: 5 })
  keepDraft(form, draft('{"a":1}'))
  tellDraft(form)
  vi.advanceTimersByTime(2100)
  forgetDraft(form)
  tellGone(form)
  await vi.waitFor(() => expect(asked.filter(each => each === path)).toHaveLength(2))
  await vi.waitFor(() => expect(toldAt(form)).toBeUndefined())
})
