// The login page: brand beside the form, or the bare form alone; light on purpose, it loads no component library.
import type { Login } from '@yunshu/contract/session/session'
import { lazy, Suspense, useState } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { LoginForm } from './LoginForm.tsx'
import '../../ui/plain/plain.css'
import './login.css'

const RegisterForm = lazy(() => import('./RegisterForm.tsx'))

interface LoginPageProps {
  /** Without branding, for embedding (/blankLogin). */
  bare: boolean
  onSignedIn: (login: Login) => void
  /** The person has begun to type a password: the portal will be wanted. */
  onIntent: () => void
}

/** /login and /blankLogin. */
export function LoginPage({ bare, onSignedIn, onIntent }: LoginPageProps) {
  const { product, version, releaseVersion } = loadedConfig()
  const [isRegistering, setRegistering] = useState(false)
  const [registered, setRegistered] = useState<string>()
  if (bare)
    return (
      <main className="login login-bare">
        <LoginForm onSignedIn={onSignedIn} onIntent={onIntent} title="登录" />
      </main>
    )
  return (
    <div className="login">
      <aside className="login-brand">
        <div className="login-logo">
          <img src="/favicon.svg" alt="" width="36" height="36" />
          <strong>{product}</strong>
        </div>
        <div className="login-words">
          <p className="login-claim">货运全程，尽在枢纽</p>
          <p>货源、派车、运单、结算与记账，一处办理。</p>
        </div>
        <Routes />
        <p className="login-version">
          版本 {version}
          {releaseVersion && <span>　发行版 {releaseVersion}</span>}
          <a href="/third-party.txt" target="_blank" rel="noreferrer">
            第三方许可
          </a>
        </p>
      </aside>
      <main className="login-main">
        {isRegistering ? (
          <Suspense fallback={null}>
            <RegisterForm
              onBack={() => setRegistering(false)}
              onRegistered={account => {
                setRegistered(account)
                setRegistering(false)
              }}
            />
          </Suspense>
        ) : (
          <LoginForm
            onSignedIn={onSignedIn}
            onIntent={onIntent}
            onRegister={() => setRegistering(true)}
            registered={registered}
            title={`登录${product}`}
          />
        )}
      </main>
    </div>
  )
}

/** A hub with its routes; decoration only. */
function Routes() {
  return (
    <svg className="login-routes" viewBox="0 0 480 320" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M-10 262C80 250 118 168 214 160" />
        <path d="M214 160C300 152 334 66 500 52" />
        <path d="M214 160C292 176 352 246 500 250" />
        <path d="M214 160C190 108 120 70-10 66" />
        <path d="M214 160C232 214 214 286 168 340" />
      </g>
      <g fill="currentColor">
        <circle cx="100" cy="209.5" r="4" />
        <circle cx="327" cy="108" r="4" />
        <circle cx="331" cy="209.5" r="4" />
        <circle cx="142" cy="95" r="4" />
        <circle cx="215" cy="250" r="4" />
      </g>
      <circle cx="214" cy="160" r="16" className="login-hub-ring" />
      <circle cx="214" cy="160" r="7" className="login-hub" />
    </svg>
  )
}
