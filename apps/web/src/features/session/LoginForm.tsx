// The login form: account remembered, password eye, caps hint, and the server's own words when it says no.
import { loginByGet, loginByPost, type Login } from '@yunshu/contract/session/session'
import { passwordMax } from '@yunshu/domain/account/account'
import { wireProblems } from '@yunshu/domain/problems/wire'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { Overlay } from '../../ui/Overlay.tsx'
import { Eye } from '../../ui/plain/Eye.tsx'
import { CodeField } from './CodeField.tsx'

const accountKey = 'yunshu.account'

const isAbout = (error: unknown, ...names: (keyof typeof wireProblems)[]): error is Refusal =>
  error instanceof Refusal && names.some(name => wireProblems[name].code === error.code)

interface LoginFormProps {
  title: string
  onSignedIn: (login: Login) => void
  onIntent: () => void
  /** Leads to the registration of a company; without it none is offered. */
  onRegister?: () => void
  /** An account just registered: it stands in the form. */
  registered?: string | undefined
}

/** Asks for account and password and signs in with the method the server wishes (CL-05). */
export function LoginForm({ title, onSignedIn, onIntent, onRegister, registered }: LoginFormProps) {
  const remembered = registered ?? localStorage.getItem(accountKey) ?? ''
  const [account, setAccount] = useState(remembered)
  const [password, setPassword] = useState('')
  const [isKept, setKept] = useState(true)
  const accountBox = useRef<HTMLInputElement>(null)
  const passwordBox = useRef<HTMLInputElement>(null)
  const { submit, isBusy, fault, code, setCode, refusals, isLocked } = useSigningIn({
    account,
    password,
    isKept,
    onSignedIn,
    onWrong: () => passwordBox.current?.select(),
  })
  const isIntended = password !== ''

  useEffect(() => {
    ;(remembered === '' ? accountBox : passwordBox).current?.focus()
  }, [remembered])
  useEffect(() => {
    if (isIntended) onIntent()
  }, [isIntended, onIntent])

  return (
    <form
      className="plain-form"
      onSubmit={event => {
        void submit(event)
      }}
      aria-label={title}
      aria-busy={isBusy}
    >
      <h1>{title}</h1>
      {registered !== undefined && <output className="login-told">已注册，请登录后完善企业资料并提交审核</output>}
      <AccountField
        ref={accountBox}
        value={account}
        onChange={next => {
          setAccount(next)
          setCode(undefined)
        }}
      />
      <PasswordField ref={passwordBox} value={password} onChange={setPassword} />
      {code !== undefined && <CodeField code={code} onChange={setCode} refusals={refusals} isOptional={isLocked} />}
      <label className="login-keep">
        <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
        记住账号
      </label>
      <p className="plain-fault" role="alert">
        {fault}
      </p>
      <button type="submit" className="plain-button primary plain-submit" disabled={isBusy}>
        登录
      </button>
      <details className="login-forgot">
        <summary>忘记密码？</summary>
        <p>请本企业管理员在“员工管理”里生成设置密码的链接发给您；管理员本人忘记时，请联系平台客服核实后重设。</p>
      </details>
      {onRegister && (
        <p className="plain-other">
          还没有账号？
          <button type="button" onClick={onRegister}>
            注册企业
          </button>
        </p>
      )}
      {loadedConfig().demo && (
        <DemoAccounts
          onPick={name => {
            setAccount(name)
            setCode(undefined)
            passwordBox.current?.focus()
          }}
        />
      )}
      <Overlay />
    </form>
  )
}

interface TypedFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (next: string) => void
}

function AccountField({ ref, value, onChange }: TypedFieldProps) {
  return (
    <label className="plain-field">
      <span>账号</span>
      <input
        ref={ref}
        name="account"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
      />
    </label>
  )
}

/** The password with its eye, and a hint while caps lock is on. */
function PasswordField({ ref, value, onChange }: TypedFieldProps) {
  const [isShown, setShown] = useState(false)
  const [hasCaps, setCaps] = useState(false)
  const onKey = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className="plain-field">
      <label htmlFor="login-password">密码</label>
      <div className="plain-secret">
        <input
          id="login-password"
          ref={ref}
          name="password"
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyUp={onKey}
          onKeyDown={onKey}
          onBlur={() => setCaps(false)}
          autoComplete="current-password"
          maxLength={passwordMax}
          required
          aria-describedby={hasCaps ? 'login-caps' : undefined}
        />
        <Eye isShown={isShown} onShown={setShown} />
      </div>
      {hasCaps && (
        <p id="login-caps" className="plain-hint">
          大写锁定已打开
        </p>
      )}
    </div>
  )
}

interface SigningIn extends Pick<LoginFormProps, 'onSignedIn'> {
  account: string
  password: string
  /** The account is remembered for the next time. */
  isKept: boolean
  /** Hears a refusal that is not about the code. */
  onWrong: () => void
}

/** The login call and what came of it; `code` is undefined until a second factor is asked for or would open a lock. */
function useSigningIn({ account, password, isKept, onSignedIn, onWrong }: SigningIn) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [code, setCode] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const [isLocked, setLocked] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setFault('')
    setBusy(true)
    try {
      const login = await send(
        loadedConfig().login === 'post' ? loginByPost : loginByGet,
        { account: account.trim(), password, ...(code ? { code } : {}) },
        { quiet: true },
      )
      if (isKept) localStorage.setItem(accountKey, account.trim())
      else localStorage.removeItem(accountKey)
      onSignedIn(login)
    } catch (error) {
      // GD-14: the portal only logs; the screen shows the words of the answer
      console.info('login failed', error)
      setBusy(false)
      if (isAbout(error, 'login.factor', 'login.factorWrong')) {
        // the password was right and stays: only the code is asked for
        setFault(isAbout(error, 'login.factorWrong') ? error.message : '')
        setCode(old => old ?? '')
        setRefusals(count => count + 1)
        setLocked(false)
      } else {
        setFault(error instanceof Error ? error.message : '')
        if (isAbout(error, 'login.locked')) {
          setLocked(true)
          setCode(old => old ?? '')
        }
        onWrong()
      }
    }
  }
  return { submit, isBusy, fault, code, setCode, refusals, isLocked }
}

const demoAccounts = [
  ['shipper', '货主'],
  ['carrier', '承运商'],
  ['branch', '分公司'],
  ['platform-finance', '平台财务'],
  ['admin', '平台管理员'],
] as const

/** Only where the server runs on demo data; the password stands in the README and in the start-up output. */
function DemoAccounts({ onPick }: { onPick: (account: string) => void }) {
  return (
    <div className="login-demo">
      <p>演示环境：点选账号，密码由部署人员提供</p>
      <div>
        {demoAccounts.map(([name, who]) => (
          <button type="button" key={name} onClick={() => onPick(name)}>
            {who}
          </button>
        ))}
      </div>
    </div>
  )
}
