// Setting the second factor up: the password, then the code of the app that read the QR code, then the recovery codes.
import { confirmFactor, startFactor } from '@yunshu/contract/session/account'
import type { Output } from '@yunshu/contract/call'
import { staleAfter } from '@yunshu/contract/topics'
import { Button, Modal, QRCode } from 'antd'
import { useState } from 'react'
import { looks } from '../../styles/tokens.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { CodeInput } from './CodeInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Login asks for no code before the last step; a person who closes earlier starts again. */
export function FactorSetup({ account, onClose }: { account: string; onClose: () => void }) {
  const [started, setStarted] = useState<Output<typeof startFactor>>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes account={account} codes={codes} onClose={onClose} />
  return (
    <Modal open title="启用动态验证码" footer={null} onCancel={onClose} mask={{ closable: false }} width={480}>
      {started ? (
        <Confirm started={started} done={setCodes} />
      ) : (
        <CallForm call={startFactor} done={setStarted} frame={body => <div className="account-form">{body}</div>}>
          <p>先确认是您本人：</p>
          <Field name="password" label="登录密码">
            <PasswordInput kind="current-password" isFirst />
          </Field>
          <Button type="primary" htmlType="submit">
            下一步
          </Button>
        </CallForm>
      )}
    </Modal>
  )
}

function Confirm({
  started: { secret, address },
  done,
}: {
  started: Output<typeof startFactor>
  done: (codes: readonly string[]) => void
}) {
  return (
    <CallForm
      call={confirmFactor}
      invalidates={staleAfter('account')}
      done={({ recoveryCodes }) => done(recoveryCodes)}
      frame={body => <div className="account-form">{body}</div>}
    >
      <ol className="account-steps">
        <li>
          用验证器应用扫描二维码
          <figure className="account-qr">
            <QRCode
              type="svg"
              value={address}
              size={184}
              color={looks.light.print}
              bgColor={looks.light.paper}
              aria-label="动态验证码的二维码"
            />
            <figcaption>
              不能扫描时，手动输入密钥：
              <CopyText text={secret.replace(/.{4}(?=.)/g, '$& ')} />
            </figcaption>
          </figure>
        </li>
        <li>输入应用上显示的 6 位动态码</li>
      </ol>
      <Field name="code">
        <CodeInput placeholder="6 位数字" isFirst />
      </Field>
      <Button type="primary" htmlType="submit">
        启用
      </Button>
    </CallForm>
  )
}
