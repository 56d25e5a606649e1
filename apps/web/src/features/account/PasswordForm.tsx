// The form of a new password: the present one, the new one twice, and the rules it must keep.
import { changePassword } from '@yunshu/contract/session/account'
import { staleAfter } from '@yunshu/contract/topics'
import { checkPassword } from '@yunshu/domain/account/password'
import { Button } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import type { FieldFaults } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import './account.css'

/** Starts anew once the password is changed. */
export function PasswordForm({ submitText, done }: { submitText: string; done: () => void }) {
  const info = useSession(session => session.info)
  const owner = { account: info?.account ?? '', name: info?.name ?? '', company: info?.companyName }
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [wasLeft, setLeft] = useState(false)
  const [round, setRound] = useState(0)
  const againId = useId()
  const differs = again !== typed
  const check = ({ oldPassword, newPassword }: { oldPassword: string; newPassword: string }): FieldFaults => {
    const fault =
      newPassword === oldPassword
        ? '不能与当前密码相同'
        : newPassword !== again
          ? '两次输入的新密码不一致'
          : checkPassword(loadedConfig().passwordPolicy, newPassword, owner)
    return fault === undefined ? {} : { newPassword: fault }
  }
  // said at the field it is about, before the form looks at the others
  const onSubmit = (event: FormEvent): void => {
    if (!differs) return
    event.preventDefault()
    event.stopPropagation()
    setLeft(true)
    document.getElementById(againId)?.focus()
  }
  const onDone = (): void => {
    setTyped('')
    setAgain('')
    setLeft(false)
    setRound(old => old + 1)
    done()
  }
  return (
    <CallForm
      key={round}
      call={changePassword}
      check={check}
      invalidates={staleAfter('account')}
      onChange={values => setTyped(values.newPassword ?? '')}
      done={onDone}
      frame={body => (
        <div className="account-form" onSubmitCapture={onSubmit}>
          {body}
        </div>
      )}
    >
      {/* password managers learn from it whose password this is */}
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={owner.account}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field name="oldPassword">
        <PasswordInput kind="current-password" />
      </Field>
      <Field name="newPassword" hint={<PasswordRules password={typed} owner={owner} />}>
        <PasswordInput kind="new-password" />
      </Field>
      <AgainField
        id={againId}
        value={again}
        isWrong={wasLeft && differs}
        onChange={setAgain}
        onLeave={() => setLeft(true)}
      />
      <Button type="primary" htmlType="submit">
        {submitText}
      </Button>
    </CallForm>
  )
}

interface AgainFieldProps {
  id: string
  value: string
  isWrong: boolean
  onChange: (next: string) => void
  onLeave: () => void
}

/** The new password once more; outside the form, since it is not sent. */
function AgainField({ id, value, isWrong, onChange, onLeave }: AgainFieldProps) {
  return (
    <div className="ys-field account-again">
      <label htmlFor={id}>
        <span aria-hidden="true">* </span>确认新密码
      </label>
      <PasswordInput
        id={id}
        kind="new-password"
        value={value}
        onChange={next => onChange(typeof next === 'string' ? next : '')}
        onBlur={onLeave}
      />
      {isWrong && (
        <span className="ys-fault" role="alert">
          两次输入的新密码不一致
        </span>
      )}
    </div>
  )
}
