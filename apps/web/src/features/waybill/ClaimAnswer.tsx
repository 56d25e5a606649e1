// The answer to a claim of a waybill: its dialog, and the answers of the reader's side as acts of the record.
import { answerClaim } from '@yunshu/contract/waybill/claim'
import { staleAfter } from '@yunshu/contract/topics'
import type { Claim, WaybillDetail } from '@yunshu/contract/waybill/details'
import { claimSides, claimStates, type ClaimAnswer } from '@yunshu/domain/settlement/charges'
import { useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import type { AddressAct } from '../../ui/record/useAddressAct.ts'
import { claimActOf, claimToAnswer } from './addressActs.ts'
import { ReasonAsk } from './ReasonAsk.tsx'

/** Words on the buttons beside a claim. */
export const answerWords: Readonly<Record<ClaimAnswer, string>> = { agree: '确认', refuse: '拒绝', withdraw: '撤回' }

interface Answering {
  readonly claim: Claim
  readonly answer: ClaimAnswer
}

interface Props extends Answering {
  waybill: WaybillDetail
  onReload: () => void
  onClose: () => void
}

export function ClaimAnswerDialog({ waybill, claim, answer, onReload, onClose }: Props) {
  const { submit } = useSend(answerClaim, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: (_, { move }) => toast.success(`费用已${answerWords[move]}`),
  })
  return (
    <ReasonAsk
      call={answerClaim}
      part={`${claim.id}.${answer}`}
      title={`${answerWords[answer]}${claim.label}`}
      okText={answerWords[answer]}
      waybill={waybill}
      danger={answer !== 'agree'}
      needsReason={answer === 'refuse'}
      onReload={onReload}
      onClose={onClose}
      onSend={(version, reason) =>
        submit({
          id: waybill.id,
          version,
          claimId: claim.id,
          move: answer,
          ...(answer === 'refuse' ? { reason } : {}),
        })
      }
    >
      <p>
        {claim.label} <Money value={claim.amount} strong /> 元（
        {claimSides[claim.side]}）：{claim.reason}
      </p>
      {answer === 'agree' && <p className="ys-weak">确认后在签收时计入运费结算金额。</p>}
    </ReasonAsk>
  )
}

/** The answers to the oldest claim that waits for the reader: agreeing is a next step, refusing stands behind it. */
export function useClaimActs({
  waybill,
  onReload,
  link,
}: {
  waybill: WaybillDetail
  onReload: () => void
  link: AddressAct
}): { next: readonly RowAction[]; rest: readonly RowAction[]; dialogs: ReactNode } {
  const [pressed, setPressed] = useState<Answering>()
  const claim = claimToAnswer(waybill)
  const asked = (['agree', 'refuse'] as const).find(answer => claimActOf[answer] === link.act)
  // a dialog that stands open stays, whatever becomes of its claim meanwhile: the answer is refused in words
  const [linked, setLinked] = useState<Answering>()
  if (asked === undefined && linked) setLinked(undefined)
  else if (asked !== undefined && claim && linked?.answer !== asked) setLinked({ claim, answer: asked })
  const answering = pressed ?? linked
  const act = (answer: 'agree' | 'refuse'): RowAction[] =>
    claim
      ? [
          {
            label: claimStates.moves[answer].label,
            danger: answer === 'refuse',
            onClick: () => setPressed({ claim, answer }),
          },
        ]
      : []
  return {
    next: act('agree'),
    rest: act('refuse'),
    dialogs: answering && (
      <Reopens by={() => setPressed(answering)}>
        <ClaimAnswerDialog
          key={answering.claim.id}
          waybill={waybill}
          {...answering}
          onReload={onReload}
          onClose={() => {
            setPressed(undefined)
            link.done()
          }}
        />
      </Reopens>
    ),
  }
}
