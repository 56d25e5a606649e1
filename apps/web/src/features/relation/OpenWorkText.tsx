// What is still open between two companies, in words.
import type { Output } from '@yunshu/contract/call'
import type { getRelation } from '@yunshu/contract/relation'

export function OpenWorkText({ open: { tasks, waybills, unsettled, sheets } }: { open: Output<typeof getRelation>['open'] }) {
  const parts = ([[tasks, '个未完成任务'], [waybills, '张未完成运单'], [unsettled, '张未结算运单'], [sheets, '张未支付结算单']] as const).filter(([n]) => n > 0)
  if (parts.length === 0) return <p>双方没有未完业务。</p>
  return <p>双方还有 {parts.map(([n, text], i) => <span key={text}>{i > 0 && '、'}<strong className="ys-figure">{n}</strong> {text}</span>)}。</p>
}
