// Agreements most goods leave as they are, in one row: each says its content, and opens below.
import { formatDateTime } from '@yunshu/domain/figures/time'
import { publishTargets, takeModes } from '@yunshu/domain/goods/goods'
import { lossText, needText, planText, poundText, receiptText } from '@yunshu/domain/goods/words'
import type { FormInstance } from 'antd'
import { use } from 'react'
import type { Unreadable } from '../../ui/fields/unreadable.ts'
import { Section } from '../../ui/Facts.tsx'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { foldNames, FoldsContext, type FoldName } from './folds.ts'
import type { Goods, GoodsDraft } from './publishForm.ts'

export const foldTitles: Readonly<Record<FoldName, string>> = {
  basic: '标题与单号',
  need: '车辆要求',
  steps: '价格计划',
  plan: '支付方案',
  loss: '亏吨规则',
  pound: '磅单要求',
  receipt: '回单要求',
  offer: '接单与备注',
}

/** The words of a part that may hold figures nobody can read yet. */
function wordsOf<T>(value: unknown, words: (whole: T) => string): string {
  try {
    return value === undefined ? '' : words(value as T)
  } catch {
    return ''
  }
}

const contents: Readonly<Record<FoldName, (draft: GoodsDraft) => string>> = {
  basic: ({ title, upstreamNo }) => [title, upstreamNo].filter(text => text !== undefined).join(' · ') || '不填',
  need: ({ vehicleNeed }) => wordsOf<Goods['vehicleNeed']>(vehicleNeed, needText) || '不限',
  steps: ({ priceSteps = [] }) => (priceSteps.length === 0 ? '不调价' : `${priceSteps.length} 次调价`),
  plan: ({ payPlan }) => wordsOf<Goods['payPlan']>(payPlan, planText),
  loss: ({ lossRule }) => wordsOf<Goods['lossRule']>(lossRule, lossText),
  pound: ({ poundRule }) =>
    wordsOf<NonNullable<Goods['poundRule']>>(poundRule, rule => poundText(rule) || '不要求磅单'),
  receipt: ({ receiptRule }) => wordsOf<Goods['receiptRule']>(receiptRule, receiptText),
  offer: draft => `${takersText(draft)}，${untilText(draft)}`,
}

/** The takers of the goods, and their way. */
export const takersText = ({ publishTo, takeMode, carrierIds }: GoodsDraft): string =>
  [
    publishTo === 'CARRIERS' ? `指定的 ${carrierIds?.length ?? 0} 家承运商` : publishTo && publishTargets[publishTo],
    takeMode && takeModes[takeMode],
  ]
    .filter(text => text !== undefined)
    .join('，')

export const untilText = ({ validTo }: { validTo?: number | Unreadable | undefined }): string =>
  typeof validTo === 'number' ? `${formatDateTime(validTo).slice(5, 16)} 前有效` : '未填截止时间'

const contentsOf = (draft: GoodsDraft): readonly string[] => foldNames.map(name => contents[name](draft))

export function FoldStrip({ form }: { form: FormInstance }) {
  const { folds, isOpen, toggle } = use(FoldsContext)
  const said = useFormPick(form, contentsOf)
  if (!folds) return null
  return (
    <Section title="其他约定" extra={<span className="ys-weak">均已按常用填好，需要时点开修改</span>}>
      <Toolbar
        label="其他约定"
        items={foldNames.map((name, at) => ({
          key: name,
          text: (
            <>
              {foldTitles[name]} <span className="ys-weak">{said[at]}</span>
            </>
          ),
          title: `${foldTitles[name]}：${said[at]}`,
          isOpen: isOpen(name),
          press: () => toggle(name, !isOpen(name)),
        }))}
      />
    </Section>
  )
}
