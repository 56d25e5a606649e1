// Decisions of the platform about money that does not come: the tail a claim gives up, and the way of bad debts.
import {
  isLossPolicy,
  lossPolicyBounds,
  lossPolicyHints,
  lossPolicyInWords,
  lossPolicyLabels,
  tailBoundsInWords,
  type LossPolicy,
} from '@yunshu/domain/company/lossPolicy'
import { plainFigure } from '@yunshu/domain/figures/looseText'
import { parseYuan, printMoney } from '@yunshu/domain/figures/money'
import { Input, Switch } from 'antd'
import { useId } from 'react'

/** The text that was typed and the way that was switched; one that was not touched is absent. */
export interface LossDraft extends Readonly<Record<string, unknown>> {
  readonly tailText?: string | undefined
  readonly isDirect?: boolean | undefined
}

/** The decisions a draft means; undefined while the tail cannot be read or is outside its bounds. */
export function lossesOf({ tailText, isDirect }: LossDraft, inForce: LossPolicy): LossPolicy | undefined {
  const tailMost = tailText === undefined ? inForce.tailMost : parseYuan(plainFigure(tailText))
  if (tailMost === undefined) return undefined
  const losses = { tailMost, isDirect: isDirect ?? inForce.isDirect }
  return isLossPolicy(losses) ? losses : undefined
}

/** The decisions a draft changes, in the order they are shown. */
export function changedLosses(draft: LossDraft, inForce: LossPolicy): (keyof LossPolicy)[] {
  const losses = lossesOf(draft, inForce)
  const isTail = losses === undefined ? draft.tailText !== undefined : losses.tailMost !== inForce.tailMost
  const isWay = draft.isDirect !== undefined && draft.isDirect !== inForce.isDirect
  return [...(isTail ? (['tailMost'] as const) : []), ...(isWay ? (['isDirect'] as const) : [])]
}

interface LossLinesProps {
  inForce: LossPolicy
  draft: LossDraft
  onSay: (draft: LossDraft) => void
}

export function LossLines({ inForce, draft, onSay }: LossLinesProps) {
  const id = useId()
  const changed = changedLosses(draft, inForce)
  const isWrong = lossesOf(draft, inForce) === undefined
  const unsaved = (key: keyof LossPolicy) => changed.includes(key) && <span className="ys-tag ys-tag-warn">未保存</span>
  const standard = { ...lossPolicyBounds, tailMost: lossPolicyBounds.tailMost.standard }
  return (
    <>
      <li className="policy-line" data-changed={changed.includes('tailMost')}>
        <div>
          <label htmlFor={id}>
            <strong>{lossPolicyLabels.tailMost}</strong>
          </label>
          {unsaved('tailMost')}
          <p className={isWrong ? 'ys-fault' : 'ys-weak'} id={`${id}-hint`}>
            {lossPolicyHints.tailMost}；可设 {tailBoundsInWords}，默认 {lossPolicyInWords('tailMost', standard)}
          </p>
        </div>
        <Input
          id={id}
          className="policy-figure"
          inputMode="decimal"
          maxLength={8}
          value={draft.tailText ?? printMoney(inForce.tailMost)}
          status={isWrong ? 'error' : ''}
          suffix="元"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onSay({ ...draft, tailText: target.value })}
        />
      </li>
      <li className="policy-line" data-changed={changed.includes('isDirect')}>
        <div>
          <strong id={`${id}-way`}>{lossPolicyLabels.isDirect}</strong>
          {unsaved('isDirect')}
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
    </>
  )
}
