// The acts of a row of settlement details, and the dialog of the one that was pressed.
import { listUrl } from '@yunshu/contract/screens/screens'
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { HoldDialog, type Holding } from './HoldDialog.tsx'
import { settlementUrl } from './settlementColumns.tsx'
import { LineChangeOf } from './LineChangeDialog.tsx'
import { StatementDrawer } from './StatementDrawer.tsx'
import { useAppeal, useReceiptUpload } from './useOwnDetails.ts'

/** The page that makes sheets, with the parts of the waybill that can be settled now chosen. */
const joinSheet = ({ waybillNo }: SettleDetailRow): RowAction => ({
  label: '加入结算单',
  to: listUrl('SettlementMake', { part: 'waybills', numbers: JSON.stringify([waybillNo]), chosen: '1' }),
})

/** A line of an approved sheet may be changed by two people; the statement of its carrier is printed of any. */
export function useDetailActs(): { actions: (row: SettleDetailRow) => readonly RowAction[]; dialogs: ReactNode } {
  const uploadOf = useReceiptUpload()
  const canMake = useCan('settlement.make')
  const appealOf = useAppeal()
  const [stated, setStated] = useState<SettleDetailRow>()
  const [holding, setHolding] = useState<Holding>()
  const [changed, setChanged] = useState<SettleDetailRow>()
  const actions = useCallback(
    (row: SettleDetailRow): readonly RowAction[] => [
      ...uploadOf(row),
      ...(canMake && row.stage === 'ready' && row.part !== 'fee' ? [joinSheet(row)] : []),
      ...appealOf(row),
      ...(canMake && row.stage === 'approved'
        ? [{ label: '申请变更', isAside: true, onClick: () => setChanged(row) }]
        : []),
      ...row.holds.map(act => ({
        label: partHoldActs[act].label,
        isAside: true,
        onClick: () =>
          setHolding({
            act,
            id: row.id,
            version: row.version,
            name: `${row.waybillNo} ${partLabel(row.part)}`,
            reason: row.reason,
          }),
      })),
      ...(row.settlementNum === undefined
        ? []
        : [{ label: '查看结算单', isAside: true, to: settlementUrl(row.settlementNum, row.pSettlementNum) }]),
      { label: '打印对账单', isRare: true, onClick: () => setStated(row) },
    ],
    [uploadOf, appealOf, canMake],
  )
  return {
    actions,
    dialogs: (
      <>
        {changed?.settlementNum !== undefined && (
          <Reopens by={() => setChanged(changed)}>
            <LineChangeOf
              settlementNum={changed.settlementNum}
              partId={changed.id}
              onClose={() => setChanged(undefined)}
            />
          </Reopens>
        )}
        {holding && (
          <HoldDialog key={`${holding.act} ${holding.id}`} {...holding} onClose={() => setHolding(undefined)} />
        )}
        {stated && <StatementDrawer key={stated.id} row={stated} onClose={() => setStated(undefined)} />}
      </>
    ),
  }
}
