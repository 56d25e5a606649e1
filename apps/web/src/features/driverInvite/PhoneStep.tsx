// The first step of a driver: the number that was invited, proven by the code of a message.
import { sendDriverCode, startDriverInvite } from '@yunshu/contract/fleet/driverInvite'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { useState } from 'react'
import { useSecond } from '../../lib/clock.ts'
import { send } from '../../lib/send.ts'
import { PlainForm, PlainRows, type PlainRow } from '../../ui/plain/PlainForm.tsx'
import { usePlainForm } from '../../ui/plain/usePlainForm.ts'
import type { Proven } from './registerForm.ts'

const phoneRow: readonly PlainRow[] = [
  {
    name: 'mobile',
    label: '手机号',
    max: 11,
    autoComplete: 'tel',
    inputMode: 'tel',
    hint: '须是承运商邀请您时填写的手机号',
  },
]
const codeRow: readonly PlainRow[] = [
  { name: 'smsCode', label: '短信验证码', max: 6, autoComplete: 'one-time-code', inputMode: 'numeric' },
]

interface Props {
  readonly inviteCode: string
  readonly carrierName: string
  readonly onProven: (proven: Proven) => void
}

/** Asks for the phone and for the code that was sent to it. */
export function PhoneStep({ inviteCode, carrierName, onProven }: Props) {
  const [again, setAgain] = useState(0)
  const [fault, setFault] = useState('')
  const waitS = Math.max(0, Math.ceil((again - useSecond()) / 1000))
  const form = usePlainForm({
    call: startDriverInvite,
    read: text => ({ inviteCode, mobile: tidyNumber(text('mobile')), smsCode: tidyNumber(text('smsCode')) }),
    onDone: onProven,
  })
  const sendCode = (): void => {
    setFault('')
    send(sendDriverCode, { inviteCode, mobile: tidyNumber(form.text('mobile')) }, { quiet: true }).then(
      answer => setAgain(Date.now() + answer.waitS * 1000),
      (error: unknown) => setFault(error instanceof Error ? error.message : '发送失败'),
    )
  }
  return (
    <section>
      <PlainForm form={form} title={`加入 ${carrierName}`} act="下一步">
        <p className="pg-weak">
          请准备身份证、驾驶证、从业资格证和本人银行卡，约需 5 分钟。中途离开会保存草稿，再次验证手机号后接着填。
        </p>
        <PlainRows form={form} rows={phoneRow} />
        <p className="dr-send">
          <button type="button" className="plain-button" disabled={waitS > 0} onClick={sendCode}>
            {waitS > 0 ? `${waitS} 秒后可重发` : '获取验证码'}
          </button>
        </p>
        {fault !== '' && (
          <p role="alert" className="plain-fault">
            {fault}
          </p>
        )}
        <PlainRows form={form} rows={codeRow} />
      </PlainForm>
    </section>
  )
}
