// The gate: looks at the address and the token, and shows login, a public page, the portal or 404.
import { lazy, Suspense, useEffect, useState } from 'react'
import { LoginPage } from '../features/session/LoginPage.tsx'
import { readCookie, removeCookie, writeCookie } from '../lib/cookies.ts'
import { loadConfig, loadedConfig } from '../lib/config.ts'
import { startSession } from '../lib/session.ts'
import { onSessionEnd } from '../lib/sessionEnd.ts'
import { enterPortal, lastPath } from './enter.ts'
import { guardArrival, safeRedirect, type Step } from './guard.ts'
import { checkLogin } from './loginCheck.ts'
import { NotFound } from './NotFound.tsx'
import { loadPage, usePage } from './script.ts'

const importPortal = () => import('./Portal.tsx')
const PublicPage = lazy(() => import('./PublicPage.tsx'))

/**
 * A cold start of the portal fetches its scripts and first answers all at once, while the settings of the server are on
 * their way.
 */
export function headStart(): void {
  if (guardArrival(location.pathname, location.search, readCookie('token') !== undefined).kind !== 'portal') return
  const entered = loadConfig().then(enterPortal)
  const fetches = [
    import('./firstRows.ts').then(({ fetchFirstPage }) => fetchFirstPage(location.pathname, entered)),
    loadPage(importPortal, 0),
  ]
  // the page that needs a chunk meets the fault again and shows it
  for (const each of fetches) each.catch(() => undefined)
}

/** Decides about the address in the bar; redirects replace it, so that Back does not come here again. */
function arrive(): Step {
  const { pathname, search } = location
  const { to, removeToken } = checkLogin(pathname, readCookie('token') !== undefined)
  // a token whose user is gone is nobody's session: login takes it away, others are sent back (decision 030)
  if (removeToken && readCookie('user') === undefined) removeCookie('token')
  const hasToken = readCookie('token') !== undefined
  const step = guardArrival(pathname, search, hasToken)
  if (step.kind === 'login') {
    writeCookie('redirect', step.remember)
    history.replaceState(null, '', '/login')
    return { kind: 'public', name: 'login' }
  }
  if (step.kind === 'back') {
    history.replaceState(null, '', safeRedirect(lastPath()) ?? '/index')
    return { kind: 'portal' }
  }
  // the root has no page of its own: it leads to /main, which is the first page
  if (step.kind === 'portal' && (to ?? pathname) === '/main') history.replaceState(null, '', '/index')
  return step
}

const isLogin = (step: Step): boolean => step.kind === 'public' && (step.name === 'login' || step.name === 'blankLogin')

/** Draws what the guard decided; after login the portal appears without loading the page again. */
export function Gate() {
  const [step, setStep] = useState(arrive)
  const isPortal = step.kind === 'portal'
  const portal = usePage(importPortal, { isWanted: isPortal })
  useEffect(() => {
    if (isPortal) return enterPortal()
    // nothing is lost on a page without a session
    onSessionEnd(async () => {})
    document.title =
      loadedConfig().product + (step.kind === 'missing' ? ' - 页面不存在' : isLogin(step) ? ' - 登录' : '')
    const onMove = () => setStep(arrive())
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [step, isPortal])

  if (step.kind === 'portal') {
    return portal ?? <Boot />
  }
  if (step.kind === 'public' && isLogin(step)) {
    return (
      <LoginPage
        bare={step.name === 'blankLogin'}
        onIntent={() => {
          loadPage(importPortal, 0).catch(() => undefined)
        }}
        onSignedIn={login => {
          startSession(login)
          // read after startSession: another person than before loses the saved address
          const target = safeRedirect(readCookie('redirect')) ?? '/index'
          removeCookie('redirect')
          history.replaceState(null, '', target)
          setStep({ kind: 'portal' })
        }}
      />
    )
  }
  return step.kind === 'public' ? (
    <Suspense fallback={<Boot />}>
      <PublicPage name={step.name} />
    </Suspense>
  ) : (
    <main>
      <NotFound />
    </main>
  )
}

function Boot() {
  return (
    <output className="boot" aria-label="正在加载">
      <i />
    </output>
  )
}
