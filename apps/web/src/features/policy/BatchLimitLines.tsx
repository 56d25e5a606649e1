// The limit of a batch among the policies: sheets and money, typed, with the bounds and what is wrong beside them.
import {
  batchBoundsInWords,
  batchLimitBounds,
  batchLimitInWords,
  batchLimitLabels,
  isBatchLimit,
  type BatchLimit,
} from '@yunshu/domain/company/batchLimit'
import { parseYuan, printMoney } from '@yunshu/domain/figures/money'
import { plainFigure } from '@yunshu/domain/figures/looseText'
import { Input } from 'antd'
import { useId } from 'react'

/** The typed figures; one that was not touched is absent. */
export type LimitDraft = Readonly<Partial<Record<keyof BatchLimit, string>>>

const keys = ['rows', 'sum'] as const
const standard: BatchLimit = { rows: batchLimitBounds.rows.standard, sum: batchLimitBounds.sum.standard }
const units = { rows: '张', sum: '元' } as const
const textOf = (limit: BatchLimit, key: keyof BatchLimit): string =>
  key === 'rows' ? String(limit.rows) : printMoney(limit.sum)

/** The limit a draft means; undefined while one of its figures cannot be read or is outside the bounds. */
export function limitOf(draft: LimitDraft, inForce: BatchLimit): BatchLimit | undefined {
  const { rows: rowsText = textOf(inForce, 'rows'), sum: sumText = textOf(inForce, 'sum') } = draft
  const rows = /^\d{1,6}$/.test(rowsText.trim()) ? Number(rowsText) : undefined
  const sum = parseYuan(plainFigure(sumText))
  if (rows === undefined || sum === undefined) return undefined
  return isBatchLimit({ rows, sum }) ? { rows, sum } : undefined
}

/** The figures a draft changes, in the order they are shown. */
export const changedLimits = (draft: LimitDraft, inForce: BatchLimit): (keyof BatchLimit)[] => {
  const limit = limitOf(draft, inForce)
  return keys.filter(key => (limit === undefined ? draft[key] !== undefined : limit[key] !== inForce[key]))
}

interface BatchLimitLinesProps {
  inForce: BatchLimit
  draft: LimitDraft
  onType: (draft: LimitDraft) => void
}

export function BatchLimitLines({ inForce, draft, onType }: BatchLimitLinesProps) {
  const changed = changedLimits(draft, inForce)
  return keys.map(key => (
    <LimitLine
      key={key}
      of={key}
      text={draft[key] ?? textOf(inForce, key)}
      isChanged={changed.includes(key)}
      isWrong={draft[key] !== undefined && limitOf({ [key]: draft[key] }, inForce) === undefined}
      onType={text => onType({ ...draft, [key]: text })}
    />
  ))
}

interface LimitLineProps {
  of: keyof BatchLimit
  text: string
  isChanged: boolean
  isWrong: boolean
  onType: (text: string) => void
}

function LimitLine({ of, text, isChanged, isWrong, onType }: LimitLineProps) {
  const id = useId()
  return (
    <li className="policy-line" data-changed={isChanged}>
      <div>
        <label htmlFor={id}>
          <strong>{batchLimitLabels[of]}</strong>
        </label>
        {isChanged && <span className="ys-tag ys-tag-warn">未保存</span>}
        <p className={isWrong ? 'ys-fault' : 'ys-weak'} id={`${id}-hint`}>
          {of === 'rows' ? '批量审核、批量支付超出的，逐张办理；' : '超出的分几次办理或逐张办理；'}
          可设 {batchBoundsInWords[of]}，默认 {batchLimitInWords(of, standard)}
        </p>
      </div>
      <Input
        id={id}
        className="policy-figure"
        inputMode="decimal"
        maxLength={16}
        value={text}
        status={isWrong ? 'error' : ''}
        suffix={units[of]}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onType(target.value)}
      />
    </li>
  )
}
