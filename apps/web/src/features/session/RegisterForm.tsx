// Registering a company from the login page: plain inputs, each fault at its field, and back to the login with the new
// account.
import { registerCompany } from '@yunshu/contract/company/company'
import { companySides, type CompanySide } from '@yunshu/domain/company/papers'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { useState } from 'react'
import { PlainForm, PlainPasswords, PlainRows, type PlainRow } from '../../ui/plain/PlainForm.tsx'
import { RegionSelects } from '../../ui/plain/RegionSelects.tsx'
import { usePlainForm } from '../../ui/plain/usePlainForm.ts'

const companyRows: readonly PlainRow[] = [
  { name: 'companyName', label: '企业名称', max: 100, hint: '与营业执照一致', autoComplete: 'organization' },
  { name: 'creditCode', label: '统一社会信用代码', max: 24 },
]
const contactRows: readonly PlainRow[] = [
  { name: 'address', label: '详细地址', max: 200, autoComplete: 'street-address' },
  { name: 'contactName', label: '联系人', max: 30 },
  { name: 'mobile', label: '手机号', max: 11, autoComplete: 'tel', inputMode: 'tel' },
]
const accountRows: readonly PlainRow[] = [
  { name: 'adminName', label: '管理员姓名', max: 30, autoComplete: 'name' },
  { name: 'account', label: '登录账号', max: 32, hint: '4–32位字母、数字或 . _ - @', autoComplete: 'username' },
]

interface RegisterFormProps {
  /** The account that can sign in now. */
  onRegistered: (account: string) => void
  onBack: () => void
}

export default function RegisterForm({ onRegistered, onBack }: RegisterFormProps) {
  const [side, setSide] = useState<CompanySide>('shipper')
  const form = usePlainForm({
    call: registerCompany,
    read: text => ({
      companyName: text('companyName').trim(),
      creditCode: tidyNumber(text('creditCode')),
      side,
      regionCode: text('regionCode'),
      address: text('address').trim(),
      contactName: text('contactName').trim(),
      mobile: tidyNumber(text('mobile')),
      account: text('account').trim(),
      adminName: text('adminName').trim(),
      password: text('password'),
    }),
    owner: text => ({ account: text('account'), name: text('adminName'), company: text('companyName') }),
    onDone: ({ account }) => onRegistered(account),
  })
  return (
    <PlainForm
      form={form}
      title="注册企业"
      act="注册"
      other={
        <p className="plain-other">
          已有账号？
          <button type="button" onClick={onBack}>
            返回登录
          </button>
        </p>
      }
    >
      <PlainRows form={form} rows={companyRows} />
      <fieldset className="plain-field plain-choices">
        <legend>企业身份</legend>
        {(Object.keys(companySides) as CompanySide[]).map(key => (
          <label key={key}>
            <input type="radio" name="side" checked={side === key} onChange={() => setSide(key)} />
            {companySides[key].label}
          </label>
        ))}
      </fieldset>
      <RegionSelects onChange={code => form.put('regionCode', code)} fault={form.faults['regionCode']} />
      <PlainRows form={form} rows={contactRows} />
      <PlainRows form={form} rows={accountRows} />
      <PlainPasswords form={form} />
    </PlainForm>
  )
}
