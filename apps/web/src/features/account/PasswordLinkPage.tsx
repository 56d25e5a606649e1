// /public/password: a person chooses a new password by the link a colleague handed over, without signing in.
import { openPasswordLink, spendPasswordLink } from '@yunshu/contract/session/account'
import type { Output } from '@yunshu/contract/call'
import { passwordMax } from '@yunshu/domain/account/account'
import { passwordRules } from '@yunshu/domain/account/password'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { permitWords, restingPermits } from '@yunshu/domain/permits/permits'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { isPassing, Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { PublicFrame } from '../../parts/public/PublicFrame.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import { Eye } from '../../ui/plain/Eye.tsx'
import '../../ui/plain/plain.css'
import './passwordLink.css'

type Owner = Output<typeof openPasswordLink>
type Step =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'open'; readonly owner: Owner }
  | { readonly kind: 'away' }
  | { readonly kind: 'gone'; readonly text: string }
  | { readonly kind: 'done' }

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** Public screen passwordLink. */
export default function PasswordLinkPage() {
  const [resetCode] = useState(() => location.hash.slice(1))
  const [step, setStep] = useState<Step>({ kind: 'waiting' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    send(openPasswordLink, { resetCode }, { quiet: true }).then(
      owner => setStep({ kind: 'open', owner }),
      (error: unknown) => setStep(isPassing(error) ? { kind: 'away' } : { kind: 'gone', text: textOf(error) }),
    )
  }, [resetCode, tries])
  return (
    <PublicFrame what="设置密码" title="设置新密码">
      <div className="pg-sheet password-link">
        <section aria-label="设置新密码">
          <h1>设置新密码</h1>
          {step.kind === 'open' && (
            <ChooseForm resetCode={resetCode} owner={step.owner} onDone={() => setStep({ kind: 'done' })} />
          )}
          {step.kind === 'away' && (
            <>
              <p role="alert">暂时连不上服务器，请检查网络后重试。</p>
              <button type="button" className="plain-button primary" onClick={() => setTries(tries + 1)}>
                重试
              </button>
            </>
          )}
          {step.kind === 'gone' && <p role="alert">{step.text}</p>}
          {step.kind === 'done' && (
            <output>
              <p>新密码已设置，其他设备已退出登录。请用新密码登录。</p>
              <p>{permitWords(restingPermits)}的权限如有，暂停 24 小时后恢复。</p>
            </output>
          )}
          {(step.kind === 'gone' || step.kind === 'done') && (
            <a className="plain-button primary" href="/login">
              去登录
            </a>
          )}
        </section>
        <Overlay />
      </div>
    </PublicFrame>
  )
}

interface ChooseFormProps {
  resetCode: string
  owner: Owner
  onDone: () => void
}

function ChooseForm({ resetCode, owner, onDone }: ChooseFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isShown, setShown] = useState(false)
  const { texts, put, faults, fault, isBusy, submit } = useChoosing(resetCode, owner, onDone)
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const rules = passwordRules(loadedConfig().passwordPolicy)
  const field = (name: 'newPassword' | 'again', label: string) => (
    <div className="plain-field">
      <label htmlFor={`link-${name}`}>{label}</label>
      <div className="plain-secret">
        <input
          id={`link-${name}`}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          maxLength={passwordMax}
          value={texts[name]}
          aria-invalid={faults[name] !== undefined}
          aria-describedby={`link-${name}-told`}
          onChange={({ target }) => put(name, target.value)}
        />
        {name === 'newPassword' && <Eye isShown={isShown} onShown={setShown} />}
      </div>
      <p id={`link-${name}-told`} className="plain-field-fault">
        {faults[name]}
      </p>
      {name === 'newPassword' && (
        <ul className="password-link-rules" aria-label="密码要求">
          {rules.map(rule => {
            const isMet = texts.newPassword !== '' && rule.holds(texts.newPassword, owner)
            return (
              <li key={rule.key} data-met={isMet}>
                {rule.text}
                <span className="visually-hidden">{isMet ? '（已满足）' : '（未满足）'}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
  return (
    <form ref={form} className="plain-form" aria-busy={isBusy} noValidate onSubmit={event => void submit(event)}>
      <p>
        {owner.name}，您好。请为账号 <strong>{owner.account}</strong>
        {owner.company === undefined ? '' : `（${owner.company}）`}设置只有您自己知道的新密码。请在{' '}
        {formatDateTime(owner.expiresAt).slice(0, 16)} 前设置。
      </p>
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={owner.account}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {field('newPassword', '新密码')}
      {field('again', '确认新密码')}
      <p className="plain-fault" role="alert">
        {fault}
      </p>
      <button type="submit" className="plain-button primary plain-submit" disabled={isBusy}>
        设置新密码
      </button>
    </form>
  )
}

/** The texts of the form, their faults, and the call that sets the password. */
function useChoosing(resetCode: string, owner: Owner, onDone: () => void) {
  const [texts, setTexts] = useState({ newPassword: '', again: '' })
  const [faults, setFaults] = useState<{ newPassword?: string | undefined; again?: string | undefined }>({})
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const put = (name: keyof typeof texts, value: string): void => setTexts(old => ({ ...old, [name]: value }))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const { newPassword, again } = texts
    const broken = passwordRules(loadedConfig().passwordPolicy).find(rule => !rule.holds(newPassword, owner))
    const weak = newPassword === '' ? '请填写新密码' : broken?.fault
    setFault('')
    setFaults(
      weak !== undefined ? { newPassword: weak } : again === newPassword ? {} : { again: '两次输入的新密码不一致' },
    )
    if (weak !== undefined || again !== newPassword) return
    setBusy(true)
    try {
      await send(spendPasswordLink, { resetCode, newPassword }, { quiet: true })
      onDone()
    } catch (error) {
      if (error instanceof Refusal && error.hasFields) setFaults({ newPassword: error.fields['newPassword'] })
      else setFault(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { texts, put, faults, fault, isBusy, submit }
}
