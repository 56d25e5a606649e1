// /public/TfDriverRegister: a driver whom a carrier invited proves the phone and registers, step by step.
import { openDriverInvite } from '@yunshu/contract/fleet/driverInvite'
import type { Output } from '@yunshu/contract/call'
import { driverInviteStates } from '@yunshu/domain/fleet/driverInvite'
import { useEffect, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { PublicFrame, PublicState, PublicWaiting } from '../../parts/public/PublicFrame.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import type { Proven } from './registerForm.ts'
import { RegisterSteps } from './RegisterSteps.tsx'
import './register.css'

type Opened = Output<typeof openDriverInvite>
type Answer =
  | { readonly kind: 'waiting' | 'gone' }
  | { readonly kind: 'open'; readonly data: Opened }
  | { readonly kind: 'failed'; readonly text: string }

const title = '司机登记'
const over: ReadonlySet<string> = new Set(['submitted', 'channelPending', 'active'])

/** Public screen driverRegister; the code of the link stands behind the `#`. */
export default function DriverRegisterPage() {
  const [inviteCode] = useState(() => location.hash.slice(1))
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' })
  const [proven, setProven] = useState<Proven>()
  useEffect(() => {
    send(openDriverInvite, { inviteCode }, { quiet: true }).then(
      data => setAnswer({ kind: 'open', data }),
      (error: unknown) =>
        setAnswer(
          error instanceof Refusal && error.http === 404
            ? { kind: 'gone' }
            : { kind: 'failed', text: error instanceof Error ? error.message : '' },
        ),
    )
  }, [inviteCode])
  return (
    <PublicFrame what={title} title={title}>
      {answer.kind === 'waiting' && <PublicWaiting />}
      {answer.kind === 'gone' && (
        <PublicState lack="gone" title="邀请链接已失效" text="可能已过期或已撤回。请联系邀请您的承运商重新发送链接。" />
      )}
      {answer.kind === 'failed' && <PublicState lack="offline" title="加载失败" text={answer.text} />}
      {answer.kind === 'open' && over.has(answer.data.state) && (
        <PublicState
          lack="nothing"
          title={driverInviteStates.states[answer.data.state].label}
          text="您已提交登记，结果会通知承运商，不用再次填写。"
        />
      )}
      {answer.kind === 'open' && !over.has(answer.data.state) && (
        <article className="pg-sheet dr-sheet">
          {proven === undefined ? (
            <PhoneStep inviteCode={inviteCode} carrierName={answer.data.carrierName} onProven={setProven} />
          ) : (
            <RegisterSteps proven={proven} consent={answer.data.consent} onGone={() => setAnswer({ kind: 'gone' })} />
          )}
        </article>
      )}
    </PublicFrame>
  )
}
