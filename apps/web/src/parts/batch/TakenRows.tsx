// The records a batch will do, as far as the act wants them looked at: waybills with claims, those that were looked at,
// agreements with their parties, and the companies that get a message.
import type { BatchDetail } from '@yunshu/contract/batch'
import type { BatchAct } from '@yunshu/domain/batch'
import { printCount } from '@yunshu/domain/figures/decimal'
import { BatchItems } from './BatchItems.tsx'
import { receiversOf, takenOf, unitOf } from './batchChoice.ts'

const heads: Readonly<Partial<Record<BatchAct, string>>> = {
  sign: '有已确认的费用或扣款',
  passReceipt: '已看过',
  sendAgreement: '发送签署',
}

/** Nothing for acts that want none. */
export function TakenRows({ batch }: { batch: BatchDetail }) {
  if (batch.act === 'urge') return <Receivers batch={batch} />
  const head = heads[batch.act]
  const taken = takenOf(batch).filter(({ reason }) => batch.act !== 'sign' || reason !== undefined)
  if (head === undefined || taken.length === 0) return null
  return (
    <section aria-label={head}>
      <h3>
        {head} {printCount(taken.length)} {unitOf(batch.act)}
      </h3>
      <BatchItems act={batch.act} items={taken} />
    </section>
  )
}

/** The companies with the act they are urged to, and the number of their waybills. */
function Receivers({ batch }: { batch: BatchDetail }) {
  const receivers = receiversOf(batch)
  if (receivers.length === 0) return null
  return (
    <section aria-label="消息发给">
      <h3>消息发给 {receivers.length} 方</h3>
      <ul className="bt-list bt-payees">
        {receivers.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="ys-weak">{printCount(count)} 单</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
