// Registering a company from the login page: plain inputs, each fault at its field, and back to the login with the new
// account.
import type { Input } from '@yunshu/contract/call'
import { registerCompany } from '@yunshu/contract/company/company'
import { passwordMax } from '@yunshu/domain/account/account'
import { companySides, type CompanySide } from '@yunshu/domain/company/papers'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { passwordRules } from '@yunshu/domain/account/password'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { Refusal, type FieldFaults } from '../../lib/errors.ts'
import { inputFaults } from '../../lib/faults.ts'
import { send } from '../../lib/send.ts'
import { Overlay } from '../../ui/Overlay.tsx'
import { RegionSelects } from './RegionSelects.tsx'

type Said = Input<typeof registerCompany>
type TextField = Exclude<keyof Said, 'side' | 'regionCode' | 'password'>

interface Row {
  readonly name: TextField
  readonly label: string
  readonly max: number
  readonly hint?: string
  readonly autoComplete?: string
  readonly inputMode?: 'tel'
}
const companyRows: readonly Row[] = [
  { name: 'companyName', label: '企业名称', max: 100, hint: '与营业执照一致', autoComplete: 'organization' },
  { name: 'creditCode', label: '统一社会信用代码', max: 24 },
]
const contactRows: readonly Row[] = [
  { name: 'address', label: '详细地址', max: 200, autoComplete: 'street-address' },
  { name: 'contactName', label: '联系人', max: 30 },
  { name: 'mobile', label: '手机号', max: 11, autoComplete: 'tel', inputMode: 'tel' },
]
const accountRows: readonly Row[] = [
  { name: 'adminName', label: '管理员姓名', max: 30, autoComplete: 'name' },
  { name: 'account', label: '登录账号', max: 32, hint: '4–32位字母、数字或 . _ - @', autoComplete: 'username' },
]

interface RegisterFormProps {
  /** The account that can sign in now. */
  onRegistered: (account: string) => void
  onBack: () => void
}

export default function RegisterForm({ onRegistered, onBack }: RegisterFormProps) {
  const { text, put, side, setSide, chooseRegion, rules, faults, fault, isBusy, refusals, submit } =
    useRegistration(onRegistered)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  // only what was sent and refused moves the cursor, not every letter that mends a fault
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  const draw = ({ name, label, max, hint, ...rest }: Row) => (
    <Plain key={name} name={name} label={label} hint={hint} fault={faults[name]}>
      {props => (
        <input
          {...props}
          {...rest}
          value={text(name)}
          maxLength={max}
          onChange={({ target }) => put(name, target.value)}
        />
      )}
    </Plain>
  )
  return (
    <form
      ref={form}
      className="login-form register-form"
      onSubmit={event => {
        void submit(event)
      }}
      aria-label="注册企业"
      aria-busy={isBusy}
      noValidate
    >
      <h1>注册企业</h1>
      {companyRows.map(draw)}
      <fieldset className="login-field register-side">
        <legend>企业身份</legend>
        {(Object.keys(companySides) as CompanySide[]).map(key => (
          <label key={key}>
            <input type="radio" name="side" checked={side === key} onChange={() => setSide(key)} />
            {companySides[key].label}
          </label>
        ))}
      </fieldset>
      <RegionSelects onChange={chooseRegion} fault={faults['regionCode']} />
      {contactRows.map(draw)}
      {accountRows.map(draw)}
      <PasswordFields hint={rules.map(rule => rule.text).join('；')} faults={faults} text={text} put={put} />
      <p className="login-fault" role="alert">
        {fault}
      </p>
      <button type="submit" className="plain-button primary login-submit" disabled={isBusy}>
        注册
      </button>
      <p className="login-other">
        已有账号？
        <button type="button" onClick={onBack}>
          返回登录
        </button>
      </p>
      <Overlay />
    </form>
  )
}

/** The texts of the form, their faults, and the call that registers. */
function useRegistration(onRegistered: (account: string) => void) {
  const [texts, setTexts] = useState<Partial<Record<TextField | 'password' | 'again', string>>>({})
  const [side, setSide] = useState<CompanySide>('shipper')
  const [regionCode, setRegionCode] = useState('')
  const [faults, setFaults] = useState<FieldFaults>({})
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const mended = (name: string): void =>
    setFaults(old => Object.fromEntries(Object.entries(old).filter(([each]) => each !== name)))
  const put = (name: keyof typeof texts, value: string): void => {
    setTexts(old => ({ ...old, [name]: value }))
    mended(name)
  }
  const chooseRegion = (code: string): void => {
    setRegionCode(code)
    mended('regionCode')
  }
  const text = (name: keyof typeof texts): string => texts[name] ?? ''
  const rules = passwordRules(loadedConfig().passwordPolicy)
  const owner = { account: text('account'), name: text('adminName'), company: text('companyName') }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const said: Said = {
      companyName: text('companyName').trim(),
      creditCode: tidyNumber(text('creditCode')),
      side,
      regionCode,
      address: text('address').trim(),
      contactName: text('contactName').trim(),
      mobile: tidyNumber(text('mobile')),
      account: text('account').trim(),
      adminName: text('adminName').trim(),
      password: text('password'),
    }
    const broken = said.password === '' ? undefined : rules.find(rule => !rule.holds(said.password, owner))?.fault
    const found = {
      ...inputFaults(registerCompany.input, said),
      ...(broken === undefined ? {} : { password: broken }),
      ...(text('again') === said.password ? {} : { again: '两次输入的密码不一致' }),
    }
    setFault('')
    setFaults(found)
    if (Object.keys(found).length > 0) return setRefusals(count => count + 1)
    setBusy(true)
    try {
      const { account } = await send(registerCompany, said, { quiet: true })
      onRegistered(account)
    } catch (error) {
      setBusy(false)
      setRefusals(count => count + 1)
      if (error instanceof Refusal && error.hasFields) setFaults(error.fields)
      else setFault(error instanceof Error ? error.message : '')
    }
  }

  return { text, put, side, setSide, chooseRegion, rules, faults, fault, isBusy, refusals, submit }
}

interface PasswordFieldsProps {
  hint: string
  faults: FieldFaults
  text: (name: 'password' | 'again') => string
  put: (name: 'password' | 'again', value: string) => void
}

function PasswordFields({ hint, faults, text, put }: PasswordFieldsProps) {
  return (
    <>
      <Plain name="password" label="登录密码" hint={hint} fault={faults['password']}>
        {props => (
          <input
            {...props}
            type="password"
            autoComplete="new-password"
            maxLength={passwordMax}
            value={text('password')}
            onChange={({ target }) => put('password', target.value)}
          />
        )}
      </Plain>
      <Plain name="again" label="确认密码" fault={faults['again']}>
        {props => (
          <input
            {...props}
            type="password"
            autoComplete="new-password"
            maxLength={passwordMax}
            value={text('again')}
            onChange={({ target }) => put('again', target.value)}
          />
        )}
      </Plain>
    </>
  )
}

interface InputProps {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  spellCheck: false
  autoCapitalize: 'none'
}

interface PlainProps {
  name: string
  label: string
  hint?: string | undefined
  fault: string | undefined
  children: (props: InputProps) => ReactNode
}

/** A labelled input; its fault takes the place of its hint. */
function Plain({ name, label, hint, fault, children }: PlainProps) {
  const id = `register-${name}`
  const isTold = fault !== undefined || hint !== undefined
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': fault !== undefined,
        'aria-describedby': isTold ? `${id}-hint` : undefined,
        spellCheck: false,
        autoCapitalize: 'none',
      })}
      {isTold && (
        <p id={`${id}-hint`} className={fault === undefined ? 'login-hint register-hint' : 'login-field-fault'}>
          {fault ?? hint}
        </p>
      )}
    </div>
  )
}
