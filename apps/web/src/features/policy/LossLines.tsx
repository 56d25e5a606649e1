// Decisions of the platform about money that does not come: the tail a claim gives up, the way of bad debts, and the debt from
// which whoever appoints a carrier's trucks is asked.
import {
  isLossAmount,
  isLossPolicy,
  lossBoundsInWords,
  lossPolicyBounds,
  lossPolicyHints,
  lossPolicyInWords,
  lossPolicyLabels,
  type LossAmount,
  type LossPolicy,
} from '@yunshu/domain/company/lossPolicy'
import { plainFigure } from '@yunshu/domain/figures/looseText'
import { parseYuan, printMoney } from '@yunshu/domain/figures/money'
import { Input, Switch } from 'antd'
import { useId } from 'react'

/** Texts that were typed and the way that was switched; one that was not touched is absent. */
export interface LossDraft extends Readonly<Record<string, unknown>> {
  readonly texts?: Readonly<Partial<Record<LossAmount, string>>> | undefined
  readonly isDirect?: boolean | undefined
}

const standard: LossPolicy = {
  tailMost: lossPolicyBounds.tailMost.standard,
  isDirect: lossPolicyBounds.isDirect,
  debtMost: lossPolicyBounds.debtMost.standard,
}

/** An amount as it was typed, or as it is in force; undefined while it cannot be read or is outside its bounds. */
function amountOf(key: LossAmount, { texts = {} }: LossDraft, inForce: LossPolicy) {
  const text = texts[key]
  const amount = text === undefined ? inForce[key] : parseYuan(plainFigure(text))
  return amount !== undefined && isLossAmount(key, amount) ? amount : undefined
}

/** The decisions a draft means; undefined while an amount cannot be read or is outside its bounds. */
export function lossesOf(draft: LossDraft, inForce: LossPolicy): LossPolicy | undefined {
  const [tailMost, debtMost] = [amountOf('tailMost', draft, inForce), amountOf('debtMost', draft, inForce)]
  if (tailMost === undefined || debtMost === undefined) return undefined
  const losses = { tailMost, isDirect: draft.isDirect ?? inForce.isDirect, debtMost }
  return isLossPolicy(losses) ? losses : undefined
}

/** The decisions a draft changes, in the order they are shown. */
export function changedLosses(draft: LossDraft, inForce: LossPolicy): (keyof LossPolicy)[] {
  const isChanged = (key: LossAmount): boolean => amountOf(key, draft, inForce) !== inForce[key]
  const isWay = draft.isDirect !== undefined && draft.isDirect !== inForce.isDirect
  return [
    ...(isChanged('tailMost') ? (['tailMost'] as const) : []),
    ...(isWay ? (['isDirect'] as const) : []),
    ...(isChanged('debtMost') ? (['debtMost'] as const) : []),
  ]
}

interface LossLinesProps {
  inForce: LossPolicy
  draft: LossDraft
  onSay: (draft: LossDraft) => void
}

export function LossLines(props: LossLinesProps) {
  return (
    <>
      <AmountLine of="tailMost" {...props} />
      <WayLine {...props} />
      <AmountLine of="debtMost" {...props} />
    </>
  )
}

function AmountLine({ of, inForce, draft, onSay }: LossLinesProps & { of: LossAmount }) {
  const id = useId()
  const isChanged = changedLosses(draft, inForce).includes(of)
  const isWrong = amountOf(of, draft, inForce) === undefined
  return (
    <li className="policy-line" data-changed={isChanged}>
      <div>
        <label htmlFor={id}>
          <strong>{lossPolicyLabels[of]}</strong>
        </label>
        {isChanged && <span className="ys-tag ys-tag-warn">未保存</span>}
        <p className={isWrong ? 'ys-fault' : 'ys-weak'} id={`${id}-hint`}>
          {lossPolicyHints[of]}；可设 {lossBoundsInWords(of)}，默认 {lossPolicyInWords(of, standard)}
        </p>
      </div>
      <Input
        id={id}
        className="policy-figure"
        inputMode="decimal"
        maxLength={16}
        value={draft.texts?.[of] ?? printMoney(inForce[of])}
        status={isWrong ? 'error' : ''}
        suffix="元"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onSay({ ...draft, texts: { ...draft.texts, [of]: target.value } })}
      />
    </li>
  )
}

function WayLine({ inForce, draft, onSay }: LossLinesProps) {
  const id = useId()
  const isChanged = changedLosses(draft, inForce).includes('isDirect')
  return (
    <li className="policy-line" data-changed={isChanged}>
      <div>
        <strong id={`${id}-way`}>{lossPolicyLabels.isDirect}</strong>
        {isChanged && <span className="ys-tag ys-tag-warn">未保存</span>}
        <p className="ys-weak" id={`${id}-way-hint`}>
          {lossPolicyHints.isDirect}
        </p>
      </div>
      <Switch
        checked={draft.isDirect ?? inForce.isDirect}
        onChange={isDirect => onSay({ ...draft, isDirect })}
        aria-labelledby={`${id}-way`}
        aria-describedby={`${id}-way-hint`}
      />
    </li>
  )
}
