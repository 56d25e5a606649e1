// One field for a whole pay plan: five shares, the days until the last is due, what still lacks of 100 %, and the
// amounts.
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { payParts, splitPayPlan, type PayPart, type PayPlan } from '@yunshu/domain/settlement/payPlan'
import { sameValue } from '@yunshu/domain/figures/sameValue'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { PercentInput, WholeInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { fillPlan, planRest, type ShareKey } from './publishForm.ts'

type Parts = { readonly [K in keyof PayPlan]: number | Unreadable | undefined }

const shares: readonly (readonly [ShareKey, PayPart, string])[] = [
  ['prePpm', 'pre', '装货前支付'],
  ['oilPpm', 'oil', '以油卡支付'],
  ['etcPpm', 'etc', '以 ETC 支付'],
  ['arrivePpm', 'arrive', '签收后支付'],
  ['receiptPpm', 'receipt', '回单确认后支付'],
]
const emptyPlan: PayPlan = { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 0, receiptPpm: 0, termDays: 0 }

// a blank share is none of the freight
const asPlan = (parts: Parts): PayPlan | Unreadable => {
  const bad = Object.values(parts).find(isUnreadable)
  if (bad) return bad
  const number = (value: Parts[keyof PayPlan]): number => (typeof value === 'number' ? value : 0)
  return {
    prePpm: number(parts.prePpm),
    oilPpm: number(parts.oilPpm),
    etcPpm: number(parts.etcPpm),
    arrivePpm: number(parts.arrivePpm),
    receiptPpm: number(parts.receiptPpm),
    termDays: number(parts.termDays),
  }
}

/** Says what is missing while it is typed; the amounts are those of the estimate, exact to the fen. */
export function PayPlanInput({
  id,
  value,
  onChange,
  disabled = false,
  estimate,
}: FieldProps<PayPlan> & { estimate: Fen | undefined }) {
  const [parts, setParts] = useState<Parts>(value && !isUnreadable(value) ? value : emptyPlan)
  const termId = useId()
  const change = (next: Parts): void => {
    setParts(next)
    onChange?.(asPlan(next))
  }
  // set from outside: another kept draft, or goods that moved on
  if (value && !isUnreadable(value) && !sameValue(value, asPlan(parts))) setParts(value)
  const rest = planRest(parts)
  const plan = asPlan(parts)
  const isWhole = rest === 0 && !isUnreadable(plan)
  return (
    <div>
      <fieldset className="gd-plan" aria-label="支付方案">
        {shares.map(([key, part, hint], index) => (
          <label key={key} title={hint}>
            <span>{payParts[part].label}</span>
            <PercentInput
              {...(index === 0 && id !== undefined ? { id } : {})}
              disabled={disabled}
              placeholder="0"
              value={parts[key] === 0 ? undefined : parts[key]}
              onChange={next => change({ ...parts, [key]: next })}
            />
          </label>
        ))}
        <label htmlFor={termId} title="最后一笔在此天数内付清">
          <span>账期</span>
          <WholeInput
            id={termId}
            disabled={disabled}
            unit="天"
            value={parts.termDays}
            onChange={next => change({ ...parts, termDays: next })}
          />
        </label>
      </fieldset>
      <div className="gd-plan-foot" aria-live="polite">
        {isWhole ? (
          <span className="gd-ok">合计 100%</span>
        ) : (
          <span className="ys-fault">
            {rest > 0 ? `还差 ${printDecimal(rest, 4, 0)}%` : `超出 ${printDecimal(-rest, 4, 0)}%`}
          </span>
        )}
        {rest > 0 &&
          !isUnreadable(plan) &&
          (['arrivePpm', 'receiptPpm'] as const).map(key => (
            <Button key={key} size="small" onClick={() => change(fillPlan(plan, key))}>
              余额计入{payParts[key === 'arrivePpm' ? 'arrive' : 'receipt'].label}
            </Button>
          ))}
        {isWhole && estimate !== undefined && <Preview plan={plan} estimate={estimate} />}
      </div>
    </div>
  )
}

function Preview({ plan, estimate }: { plan: PayPlan; estimate: Fen }) {
  const amounts = splitPayPlan(plan, estimate, estimate)
  return (
    <span className="gd-preview">
      按预估运费：
      {shares
        .filter(([key]) => plan[key] > 0)
        .map(([, part]) => `${payParts[part].label} ${printMoney(amounts[part])} 元`)
        .join('，')}
    </span>
  )
}
