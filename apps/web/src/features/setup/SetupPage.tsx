// /public/setup: an empty installation is set up by the address its start printed: platform, first branch, administrator.
import { completeSetup, openSetup } from '@yunshu/contract/setup'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { useEffect, useState } from 'react'
import { isPassing } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { PublicFrame } from '../../parts/public/PublicFrame.tsx'
import { PlainForm, PlainPasswords, PlainRows, type PlainRow } from '../../ui/plain/PlainForm.tsx'
import { RegionSelects } from '../../ui/plain/RegionSelects.tsx'
import { usePlainForm } from '../../ui/plain/usePlainForm.ts'
import { ChartOfAccounts } from './ChartOfAccounts.tsx'
import './setup.css'

type Step =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'open'; readonly expiresAt: number }
  | { readonly kind: 'away' }
  | { readonly kind: 'gone'; readonly text: string }
  | { readonly kind: 'done'; readonly account: string }

/** Public screen setup. */
export default function SetupPage() {
  const [setupCode] = useState(() => location.hash.slice(1))
  const [step, setStep] = useState<Step>({ kind: 'waiting' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    send(openSetup, { setupCode }, { quiet: true }).then(
      ({ expiresAt }) => setStep({ kind: 'open', expiresAt }),
      (error: unknown) =>
        setStep(
          isPassing(error) ? { kind: 'away' } : { kind: 'gone', text: error instanceof Error ? error.message : '' },
        ),
    )
  }, [setupCode, tries])
  return (
    <PublicFrame what="初始设置" title="初始设置">
      <div className="setup">
        {step.kind === 'open' && (
          <SetupForm
            setupCode={setupCode}
            expiresAt={step.expiresAt}
            onDone={account => setStep({ kind: 'done', account })}
          />
        )}
        {step.kind === 'away' && (
          <section aria-label="初始设置" className="setup-end">
            <h1>初始设置</h1>
            <p role="alert">暂时连不上服务器，请检查网络后重试。此地址仍可使用，直到有效期结束。</p>
            <button type="button" className="plain-button primary" onClick={() => setTries(tries + 1)}>
              重试
            </button>
          </section>
        )}
        {(step.kind === 'gone' || step.kind === 'done') && (
          <section aria-label="初始设置" className="setup-end">
            <h1>初始设置</h1>
            {step.kind === 'gone' && <p role="alert">{step.text}</p>}
            {step.kind === 'done' && (
              <output>
                <p>
                  平台公司、首个分公司和管理员已建立。请用账号 <strong>{step.account}</strong> 登录。
                </p>
                <p>登录后可在“分公司”完善分公司资料，在“员工管理”添加同事；货主和承运商从登录页注册后由您审核。</p>
              </output>
            )}
            <a className="plain-button primary" href="/login">
              去登录
            </a>
          </section>
        )}
      </div>
    </PublicFrame>
  )
}

const companyRows: readonly PlainRow[] = [
  { name: 'companyName', label: '公司名称', max: 100, hint: '与营业执照一致', autoComplete: 'organization' },
  { name: 'creditCode', label: '统一社会信用代码', max: 24 },
]
const contactRows: readonly PlainRow[] = [
  { name: 'address', label: '详细地址', max: 200, autoComplete: 'street-address' },
  { name: 'contactName', label: '联系人', max: 30 },
  { name: 'mobile', label: '手机号', max: 11, autoComplete: 'tel', inputMode: 'tel' },
]
const branchRows: readonly PlainRow[] = [
  { name: 'branchName', label: '分公司名称', max: 100, hint: '货主和承运商的账在分公司记；地址和联系人先与公司相同' },
  { name: 'branchShortName', label: '分公司简称', max: 20 },
  { name: 'branchCreditCode', label: '分公司统一社会信用代码', max: 24 },
]
const accountRows: readonly PlainRow[] = [
  { name: 'adminName', label: '管理员姓名', max: 30, autoComplete: 'name' },
  { name: 'account', label: '登录账号', max: 32, hint: '4–32位字母、数字或 . _ - @', autoComplete: 'username' },
]

interface SetupFormProps {
  setupCode: string
  expiresAt: number
  onDone: (account: string) => void
}

function SetupForm({ setupCode, expiresAt, onDone }: SetupFormProps) {
  const form = usePlainForm({
    call: completeSetup,
    read: text => ({
      setupCode,
      companyName: text('companyName').trim(),
      creditCode: tidyNumber(text('creditCode')),
      regionCode: text('regionCode'),
      address: text('address').trim(),
      contactName: text('contactName').trim(),
      mobile: tidyNumber(text('mobile')),
      branchName: text('branchName').trim(),
      branchShortName: text('branchShortName').trim(),
      branchCreditCode: tidyNumber(text('branchCreditCode')),
      account: text('account').trim(),
      adminName: text('adminName').trim(),
      password: text('password'),
    }),
    owner: text => ({ account: text('account'), name: text('adminName'), company: text('companyName') }),
    onDone: ({ account }) => onDone(account),
  })
  return (
    <PlainForm form={form} title="初始设置" act="完成设置">
      <p className="setup-lead">此地址只能用一次，有效期至 {formatDateTime(expiresAt)}。</p>
      <h2>平台公司</h2>
      <PlainRows form={form} rows={companyRows} />
      <RegionSelects onChange={code => form.put('regionCode', code)} fault={form.faults['regionCode']} />
      <PlainRows form={form} rows={contactRows} />
      <h2>首个分公司</h2>
      <PlainRows form={form} rows={branchRows} />
      <h2>管理员</h2>
      <PlainRows form={form} rows={accountRows} />
      <PlainPasswords form={form} />
      <ChartOfAccounts />
    </PlainForm>
  )
}
