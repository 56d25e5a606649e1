// The rail of a settlement sheet: its way from making to payment, and its history.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { settledWord, sheetStateOf } from '../../parts/settlement/sheetState.ts'
import { Section } from '../../ui/Facts.tsx'
import { History } from '../../ui/record/History.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps } from '../../ui/record/Steps.tsx'
import { reachedTimes, sheetDone, sheetWay } from './trail.ts'

/** Nothing was paid: the sheet ended, no payment did. */
const settledLog = (log: SettlementDetail['log']): SettlementDetail['log'] =>
  log.map(line => (line.action === settlementStates.moves.settle.label ? { ...line, action: settledWord } : line))

export function SheetRail({ sheet }: { sheet: SettlementDetail }) {
  const isSettled = sheetStateOf(sheet).label === settledWord
  const by = reachedBy(settlementStates, sheet.log)
  return (
    <>
      <Section title="审批与支付进度">
        <Steps
          machine={settlementStates}
          way={sheetWay}
          done={sheetDone}
          {...(isSettled ? { labels: { paid: settledWord } } : {})}
          state={sheet.state}
          reached={reachedTimes(sheet).map(({ state, at }) => ({
            state,
            at,
            by: by.get(state)?.by ?? (state === 'draft' ? sheet.maker : undefined),
          }))}
        />
      </Section>
      <History log={isSettled ? settledLog(sheet.log) : sheet.log} />
    </>
  )
}
