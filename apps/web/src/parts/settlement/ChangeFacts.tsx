// The change of a sheet that waits for another person, in words and amounts.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { sheetChanges } from '@yunshu/domain/settlement/sheetChange'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

interface ChangeFactsProps {
  sheet: Pick<SettlementDetail, 'due'>
  change: NonNullable<SettlementDetail['change']>
}

/** The wish, its person and reason, and the amount of the sheet before and after. */
export function ChangeFacts({ sheet, change }: ChangeFactsProps) {
  const { kind, lines, payee, reason, asker, at, due, carriedOut } = change
  return (
    <Facts
      items={[
        ['变更', sheetChanges[kind]],
        ['运单', lines.map(line => `${line.waybillNo}（${partLabel(line.part)}）`).join('、')],
        ['改付到', payee],
        ['原因', reason],
        [
          '申请',
          <span key="by">
            {asker} <Time value={at} />
          </span>,
        ],
        [
          '实付(元)',
          <span key="due">
            <Money value={sheet.due} />
            {due !== sheet.due && (
              <>
                {' → '}
                <Money value={due} strong />
              </>
            )}
          </span>,
        ],
        ['转欠款(元)', carriedOut > 0 ? <Money key="out" value={carriedOut} /> : undefined],
      ]}
    />
  )
}
