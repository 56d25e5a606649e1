// The verdict on the receipt in view, beside its photo: what passing it means in figures, or the reason it is sent back.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isUnderDialog, keyOf, pressedKey } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteFault } from '../../ui/WriteDialog.tsx'
import type { Verdict } from './AuditDialog.tsx'
import { lossSentence } from './loss.ts'
import { printTons } from '@yunshu/domain/figures/weight'
import { nothingRefused, receiptReasons, refusalText, toggleReason, type Refusing } from './receiptReasons.ts'
import { canSignToo, useJudge } from './useJudge.ts'

export interface DeskActProps {
  waybill: WaybillDetail
  verdict: Verdict
  /** The verdict stands; the version it made of the record. */
  onDone: (verdict: Verdict, version: number, isSigned: boolean) => void
  onClose: () => void
  onReload: () => void
}

/** The verdict is for what was seen: what changed meanwhile is told before it can be given. */
export function DeskAct({ waybill, verdict, onDone, onClose, onReload }: DeskActProps) {
  const { judge, fault, signed, isBusy, forget } = useJudge()
  const { version, isChanged, notice } = useSeen(waybill, signed)
  const isRefusing = verdict === 'reject'
  const { refusing, refuse, draft } = useRefusing(waybill, version)
  const reason = refusalText(refusing)
  const isOffered = waybill.receiptMoves.includes(verdict)
  const signsToo = !isRefusing && signed === undefined && canSignToo(waybill)
  const isReady = isOffered && !isChanged && !isBusy && (!isRefusing || reason !== '')
  const send = async (signs: boolean): Promise<void> => {
    if (!isReady) return
    const made = await judge({ id: waybill.id, version, move: verdict, signs, ...(isRefusing ? { reason } : {}) })
    // refused: the record is not what was seen, or is no longer to be judged
    if (made === undefined) return onReload()
    if (isRefusing) draft.forget()
    onDone(verdict, made, signs || signed !== undefined)
  }
  const close = (): void => {
    if (isRefusing) draft.park()
    onClose()
  }
  const place = useRef<HTMLFormElement>(null)
  useDocumentKeys(event => {
    // the answer of what was sent is told here
    if (isBusy || event.isComposing || event.defaultPrevented || isUnderDialog(place.current)) return
    const pressed = pressedKey(event)
    if (pressed === 'Escape') close()
    else if (pressed === 'mod+enter') void send(signsToo)
    else return
    event.preventDefault()
  })
  return (
    <form
      ref={place}
      className="desk-act"
      aria-label={isRefusing ? `驳回 ${waybill.waybillNo}` : `通过 ${waybill.waybillNo}`}
      onSubmit={event => event.preventDefault()}
    >
      {signed !== undefined && fault && <p className="ys-fault">运单已签收；回单还没有通过：</p>}
      <WriteFault
        error={fault}
        onReload={() => {
          forget()
          onReload()
        }}
      />
      {!isOffered && (
        <p className="ys-fault" role="alert">
          单据状态已变化，当前不能{isRefusing ? '驳回' : '通过'}
        </p>
      )}
      {notice}
      {isRefusing ? (
        <>
          {draft.notice}
          <Reasons
            {...{ refusing, isReady, isBusy }}
            onRefusing={refuse}
            onSend={() => void send(false)}
            onClose={close}
          />
        </>
      ) : (
        <Passing
          {...{ waybill, signsToo, isReady, isBusy }}
          onClose={close}
          isSigned={signed !== undefined}
          onSend={signs => void send(signs)}
        />
      )}
    </form>
  )
}

/** The part of a draft that is the reason given at the desk. */
export const deskPart = 'desk'

interface Typed extends Readonly<Record<string, unknown>> {
  readonly chosen: string[]
  readonly text: string
}
const nothingTyped: Typed = { ...nothingRefused, chosen: [] }

/** The reason so far: kept while the person looks at other records, and when the page ends. */
function useRefusing({ id, waybillNo }: WaybillDetail, version: number) {
  const { typed, type, draft } = useTyped(
    { call: auditReceipt, fixed: { id, version }, part: deskPart, title: `驳回回单 ${waybillNo}` },
    nothingTyped,
  )
  const refusing: Refusing = {
    chosen: receiptReasons.filter(reason => typed.chosen.includes(reason)),
    text: typed.text,
  }
  const refuse = ({ chosen, text }: Refusing): void => type({ chosen: [...chosen], text })
  return { refusing, refuse, draft }
}

interface PassingProps {
  waybill: WaybillDetail
  /** Passing it signs the waybill too. */
  signsToo: boolean
  /** Signed a moment ago, by this act. */
  isSigned: boolean
  isReady: boolean
  isBusy: boolean
  onSend: (signs: boolean) => void
  onClose: () => void
}

/** The figures a passed receipt fixes; Enter does it. */
function Passing({ waybill, signsToo, isSigned, isReady, isBusy, onSend, onClose }: PassingProps) {
  const { loadWeightG, unloadWeightG, lossRule, receiptState } = waybill
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const loss =
    loadWeightG === undefined || unloadWeightG === undefined
      ? undefined
      : lossSentence(loadWeightG, unloadWeightG, lossRule)
  return (
    <>
      {loss && loadWeightG !== undefined && unloadWeightG !== undefined && (
        <p>
          装货 {printTons(loadWeightG)} 吨，卸货 {printTons(unloadWeightG)} 吨。
          <strong className={loss.isOver ? 'wb-loss' : undefined}>{loss.text}</strong>
        </p>
      )}
      <p>
        {receiptState === 'posted'
          ? '确认已收到回单原件，份数、签章齐全。'
          : '确认回单照片清晰、签章齐全、重量与运单一致。'}
        {waybill.state === 'toSign' && !signsToo ? '签收后可以结算。' : '通过后可以结算。'}
      </p>
      {waybill.moves.includes('sign') && !isSigned && !signsToo && (
        <p className="ys-weak">有费用扣款等待答复：现在只能通过回单，答复以后再签收。</p>
      )}
      {signsToo && <p className="ys-weak">签收后费用按实际重量确定，不能再修改。</p>}
      <div className="desk-buttons">
        <Button
          ref={first}
          type="primary"
          disabled={!isReady}
          loading={isBusy}
          aria-keyshortcuts="Enter"
          onClick={() => onSend(signsToo)}
        >
          {signsToo ? '签收并通过' : '确认通过'} <kbd>Enter</kbd>
        </Button>
        {signsToo && (
          <Button disabled={!isReady} onClick={() => onSend(false)}>
            只通过回单
          </Button>
        )}
        <Button type="text" onClick={onClose}>
          返回
        </Button>
      </div>
    </>
  )
}

interface ReasonsProps {
  refusing: Refusing
  onRefusing: (next: Refusing) => void
  isReady: boolean
  isBusy: boolean
  onSend: () => void
  onClose: () => void
}

/** Reasons to choose by a press or their number, and words beside them. */
function Reasons({ refusing, onRefusing, isReady, isBusy, onSend, onClose }: ReasonsProps) {
  const first = useRef<HTMLButtonElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  useDocumentKeys(event => {
    const reason = keyOf(event, 'desk') === 'reason' ? receiptReasons[Number(pressedKey(event)) - 1] : undefined
    if (reason === undefined) return
    event.preventDefault()
    // the button takes the focus at once, so that Enter right behind the number does it
    flushSync(() => onRefusing(toggleReason(refusing, reason)))
    submit.current?.focus()
  })
  return (
    <>
      <fieldset className="wb-reasons desk-reasons">
        <legend className="visually-hidden">驳回原因（可多选）</legend>
        {receiptReasons.map((reason, at) => (
          <Button
            key={reason}
            {...(at === 0 ? { ref: first } : {})}
            size="small"
            type={refusing.chosen.includes(reason) ? 'primary' : 'default'}
            aria-pressed={refusing.chosen.includes(reason)}
            onClick={() => onRefusing(toggleReason(refusing, reason))}
          >
            <kbd>{at + 1}</kbd> {reason}
          </Button>
        ))}
      </fieldset>
      <ReasonField
        label="补充说明"
        value={refusing.text}
        onChange={text => onRefusing({ ...refusing, text })}
        placeholder="选填，与所选原因一起通知承运商"
      />
      <div className="desk-buttons">
        <Button
          ref={submit}
          type="primary"
          danger
          disabled={!isReady}
          loading={isBusy}
          aria-keyshortcuts="Enter"
          onClick={onSend}
        >
          确认驳回 <kbd>Enter</kbd>
        </Button>
        <Button type="text" onClick={onClose}>
          返回
        </Button>
      </div>
    </>
  )
}
