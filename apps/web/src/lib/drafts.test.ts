// Drafts in this browser: whose they are, how long and how many are kept, and a storage that takes none.
import { afterEach, expect, test, vi } from 'vitest'
import { freshBrowser, loginOf, openWindow } from '../../../../tests/web/windowHarness.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A storage that tells its names, as browsers do. */
class Shelf {
  getItem(name: string): string | null {
    const value: unknown = Reflect.get(this, name)
    return typeof value === 'string' ? value : null
  }
  setItem(name: string, value: string): void {
    Reflect.set(this, name, value)
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name)
  }
}

async function signedIn(handle: string, shelf = new Shelf()) {
  const { session, cookies } = await openWindow(freshBrowser())
  vi.stubGlobal('localStorage', shelf)
  session.startSession(loginOf(handle))
  const drafts = await import('./drafts.ts')
  return { ...drafts, session, cookies, shelf }
}
const typed = (body: string, isOpen = false) => ({ body, title: '登记车辆', isOpen, url: '/vehicle/list' })

test('what one person typed is there for the same person after another login, and for nobody else', async () => {
  const { keepDraft, findDraft, draftsLeftOpen, session, cookies } = await signedIn('A')
  expect(keepDraft('form/vehicle', typed('{"plate":"冀B1"}', true))).toBe(true)
  session.startSession(loginOf('B'))
  expect(findDraft('form/vehicle')).toBeUndefined()
  expect(draftsLeftOpen()).toEqual([])
  cookies.removeCookie('token')
  expect(findDraft('form/vehicle')).toBeUndefined()
  expect(keepDraft('form/vehicle', typed('{}'))).toBe(false)
  session.startSession({ ...loginOf('A'), id: `${'A'.repeat(22)}-${'t'.repeat(43)}` })
  expect(findDraft('form/vehicle')?.body).toBe('{"plate":"冀B1"}')
})

test('what is typed while working for an employee is not among the person’s own drafts', async () => {
  const { keepDraft, findDraft, session } = await signedIn('A')
  session.useSession.setState({
    selectEmployee: {
      id: '00000000-0000-4000-8000-00000000000e',
      name: '王',
      account: 'e',
      companyId: 'c',
      companyName: '公司',
      trustCode: '',
      businessType: 4,
      isContract: true,
    },
  })
  keepDraft('form/vehicle', typed('{"plate":"theirs"}'))
  session.useSession.setState({ selectEmployee: undefined })
  expect(findDraft('form/vehicle')).toBeUndefined()
})

test('a draft lasts thirty days, and the oldest of fifty makes room', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-01T00:00:00Z') })
  const { keepDraft, findDraft, shelf } = await signedIn('A')
  keepDraft('form/old', typed('old'))
  vi.setSystemTime(Date.parse('2026-12-01T00:00:01Z'))
  expect(findDraft('form/old')).toBeUndefined()
  for (let each = 0; each < 55; each += 1) {
    vi.setSystemTime(Date.now() + 1000)
    keepDraft(`form/${each}`, typed(String(each)))
  }
  expect(Object.keys(shelf).filter(name => name.startsWith('yunshu.draft.'))).toHaveLength(50)
  expect(findDraft('form/4')).toBeUndefined()
  expect(findDraft('form/5')?.body).toBe('5')
})

test('a storage that is full says so, and a draft that was sent is gone', async () => {
  const { keepDraft, findDraft, forgetDraft, shelf } = await signedIn('A')
  keepDraft('form/vehicle', typed('1'))
  shelf.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(keepDraft('form/vehicle', typed('2'))).toBe(false)
  forgetDraft('form/vehicle')
  expect(findDraft('form/vehicle')).toBeUndefined()
})

test('a drawer that was open when its page ended is offered until it is put away', async () => {
  const { keepDraft, draftsLeftOpen, markOpen, findDraft } = await signedIn('A')
  keepDraft('form/vehicle', typed('1', true))
  keepDraft('form/closed', typed('2'))
  expect(draftsLeftOpen()).toMatchObject([{ form: 'form/vehicle', title: '登记车辆', url: '/vehicle/list' }])
  markOpen('form/vehicle', false)
  expect(draftsLeftOpen()).toEqual([])
  expect(findDraft('form/vehicle')?.body).toBe('1')
})
