// Giving the second factor up: password and code, so that nobody does it at a desk left open.
import { disableFactor } from '@yunshu/contract/session/account'
import { staleAfter } from '@yunshu/contract/topics'
import { Button, Modal } from 'antd'
import { toast } from '../../lib/toast.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { CodeInput } from './CodeInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'

export function FactorOff({ onClose }: { onClose: () => void }) {
  const done = (): void => {
    toast.success('动态验证码已停用')
    onClose()
  }
  return (
    <Modal open title="停用动态验证码" footer={null} onCancel={onClose} mask={{ closable: false }} width={480}>
      <CallForm
        call={disableFactor}
        invalidates={staleAfter('account')}
        done={done}
        frame={body => <div className="account-form">{body}</div>}
      >
        <p>停用后只凭密码即可登录，恢复码同时作废。</p>
        <Field name="password" label="登录密码">
          <PasswordInput kind="current-password" isFirst />
        </Field>
        <Field name="code" hint="没有手机时可输入一个恢复码">
          <CodeInput placeholder="6 位数字或恢复码" />
        </Field>
        <Button danger type="primary" htmlType="submit">
          停用
        </Button>
      </CallForm>
    </Modal>
  )
}
