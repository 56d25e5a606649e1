// Claims of a waybill: what each side asked for, its state and evidence, and the answers the person can give.
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import type { Claim, WaybillDetail } from '@yunshu/contract/waybill/details'
import { claimSides, claimStates, claimText, type ClaimAnswer } from '@yunshu/domain/settlement/charges'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useActor } from './useActor.ts'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { answerWords, ClaimAnswerDialog } from './ClaimAnswer.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const ClaimForm = lazy(async () => ({ default: (await import('./ClaimForm.tsx')).ClaimForm }))
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

const answers = ['agree', 'refuse', 'withdraw'] as const satisfies readonly ClaimAnswer[]

interface ClaimCardProps {
  claim: Claim
  actor: ReturnType<typeof useActor>
  onAnswer: (answer: ClaimAnswer) => void
}

function ClaimCard({ claim, actor, onAnswer }: ClaimCardProps) {
  const text = claimText(claim, actor === 'house' ? 'platform' : actor)
  const offered = answers.filter(answer => claim.moves.includes(answer))
  return (
    <li className="wb-claim" aria-label={`${claim.label} ${text}`}>
      <div className="wb-claim-head">
        <strong>{claim.label}</strong> <Money value={claim.amount} strong /> 元{' '}
        <Tag tone={claimStates.states[claim.state].tone}>{text}</Tag>
        {claim.isDispute && <span className="ys-weak">签收异议</span>}
        {claim.isCharged && <span className="ys-weak">已计入</span>}
        <span className="wb-claim-answers">
          {offered.map(answer => (
            <Button key={answer} size="small" danger={answer === 'refuse'} onClick={() => onAnswer(answer)}>
              {answerWords[answer]}
            </Button>
          ))}
        </span>
      </div>
      <div>{claim.reason}</div>
      <div className="ys-weak">
        {claimSides[claim.side]}　{claim.askedBy} {formatDateTime(claim.askedAt)} 登记
        {claim.answerBy !== undefined && `，${formatDateTime(claim.answerBy).slice(0, 16)} 前不答复视为确认`}
      </div>
      {claim.answeredBy !== undefined && (
        <div className="ys-weak">
          {claim.answeredBy} {claim.answeredAt !== undefined && formatDateTime(claim.answeredAt)}{' '}
          {claim.state === 'refused' ? '拒绝' : '确认'}
          {claim.answerReason && `：${claim.answerReason}`}
        </div>
      )}
      {claim.files.length > 0 && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <FilePhotos files={claim.files} />
        </Suspense>
      )}
    </li>
  )
}

export function ClaimSection({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const { claims, acts } = waybill
  const [isAsking, setAsking] = useState(false)
  const [answering, setAnswering] = useState<{ claim: Claim; answer: ClaimAnswer }>()
  useReopening(
    [() => setAsking(true), addClaim, { id: waybill.id }],
    ...claims.flatMap(claim =>
      answers.map(
        answer =>
          [() => setAnswering({ claim, answer }), answerClaim, { id: waybill.id }, `${claim.id}.${answer}`] as const,
      ),
    ),
  )
  const actor = useActor(waybill)
  const isLate = waybill.state === 'signed' || waybill.state === 'finished'
  return (
    <Section
      title="费用扣款"
      extra={
        acts.includes('claim') && (
          <Button size="small" onClick={() => setAsking(true)}>
            {isLate ? '登记调差' : '登记费用扣款'}
          </Button>
        )
      }
    >
      {claims.length === 0 ? (
        <p className="ys-weak">没有另外登记的费用或扣款</p>
      ) : (
        <ul className="wb-claims">
          {claims.map(claim => (
            <ClaimCard
              key={claim.id}
              claim={claim}
              actor={actor}
              onAnswer={answer => setAnswering({ claim, answer })}
            />
          ))}
        </ul>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <Reopens by={() => setAsking(true)}>
            <ClaimForm waybill={waybill} onClose={() => setAsking(false)} onReload={onReload} />
          </Reopens>
        </Suspense>
      )}
      {answering && (
        <Reopens by={() => setAnswering(answering)}>
          <ClaimAnswerDialog
            waybill={waybill}
            {...answering}
            onReload={onReload}
            onClose={() => setAnswering(undefined)}
          />
        </Reopens>
      )}
    </Section>
  )
}
