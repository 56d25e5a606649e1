// A masked number with its eye: the whole of it is asked for by a call of its own, stands for half a minute, and is kept nowhere.
import { CopyOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { secretRecords, secretTitle, type SecretNumber } from '@yunshu/domain/identity/secretNumbers'
import { lazy, Suspense } from 'react'
import { useCan } from '../lib/can.ts'
import { useSecond } from '../lib/clock.ts'
import { copyText } from '../lib/copy.ts'
import { Reopens } from './form/Reopens.tsx'
import { nothing } from './Figures.tsx'
import { useRevealed } from './useRevealed.ts'
import './secret.css'

const ReasonDialog = lazy(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }))

interface SecretProps {
  /** The number, as the call names it. */
  of: SecretNumber
  /** The number as the answer holds it; one that is not masked is shown as it is. */
  mask: string | undefined
}

/** The mask; for people with the permit of its kind an eye that tells the whole number. Never printed whole. */
export function Secret({ of, mask = '' }: SecretProps) {
  const canLook = useCan(secretRecords[of.kind].toldTo)
  if (mask === '') return nothing
  if (!mask.includes('*')) return <>{mask}</>
  return canLook ? <Eyed of={of} mask={mask} /> : <span title="没有查看完整号码的权限">{mask}</span>
}

function Eyed({ of, mask }: { of: SecretNumber; mask: string }) {
  const { shown, isAsking, fault, needsReason, look, explain, hide, giveUp } = useRevealed(of)
  const title = secretTitle(of.kind, of.field) ?? '号码'
  return (
    <span className="ys-secret">
      <span className={shown ? 'ys-secret-mask ys-secret-under' : 'ys-secret-mask'}>{mask}</span>
      {shown && (
        <span className="ys-secret-whole">
          <span className="ys-figure">{shown.value}</span>
          <button
            type="button"
            className="ys-icon-button"
            aria-label={`复制${title}`}
            title="复制"
            onClick={() => void copyText(shown.value)}
          >
            <CopyOutlined />
          </button>
        </span>
      )}
      <button
        type="button"
        className="ys-icon-button ys-secret-eye"
        aria-label={shown ? `隐藏${title}` : `查看完整${title}`}
        aria-busy={isAsking}
        title={shown ? '隐藏' : '查看完整号码，将记入审计日志'}
        disabled={isAsking}
        onClick={() => (shown ? hide() : look())}
      >
        {shown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
      {shown && <Left until={shown.until} />}
      <output className={fault === undefined ? 'visually-hidden' : 'ys-secret-fault'}>
        {fault ?? (shown ? '已显示完整号码，30 秒后隐藏' : '')}
      </output>
      {needsReason && (
        <Suspense fallback={null}>
          <Reopens by={() => look()}>
            <ReasonDialog
              title={`查看 完整${title}`}
              okText="查看"
              danger={false}
              about={{ call: { path: revealNumber.path }, fixed: of }}
              onSend={explain}
              onClose={giveUp}
              onReload={giveUp}
            />
          </Reopens>
        </Suspense>
      )}
    </span>
  )
}

/** Seconds until the number is masked again. */
function Left({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useSecond()) / 1000))
  return (
    <span className="ys-secret-left ys-figure" role="timer" aria-label={`${seconds} 秒后隐藏`}>
      {seconds} 秒
    </span>
  )
}
