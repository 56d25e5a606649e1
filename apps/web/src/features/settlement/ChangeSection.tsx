// The change of an approved sheet that waits for another person, on the page of the sheet.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { ChangeFacts } from '../../parts/settlement/ChangeFacts.tsx'
import { Section } from '../../ui/Facts.tsx'

/** Nothing where none waits. */
export function ChangeSection({ sheet }: { sheet: SettlementDetail }) {
  if (sheet.change === undefined) return null
  return (
    <Section title="待确认的变更">
      <ChangeFacts sheet={sheet} change={sheet.change} />
      <p className="ys-weak">由另一人确认后生效；确认、退回或撤回之前不能支付。</p>
    </Section>
  )
}
