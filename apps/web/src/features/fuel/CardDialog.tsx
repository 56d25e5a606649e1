// Freezing, unfreezing or closing a fuel card.
import { moveFuelCard, type FuelCardRow } from '@yunshu/contract/fuel/fuel'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelCardStates, type FuelCardMove } from '@yunshu/domain/fuel/fuel'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('fuel')
const notes: Readonly<Record<FuelCardMove, string>> = {
  freeze: '冻结后不能再向此卡发放，卡上未用的金额不变。请同时在供应商处挂失。',
  unfreeze: '解冻后可以继续发放。',
  close: '注销后不能恢复。',
}

interface CardDialogProps {
  row: FuelCardRow
  move: FuelCardMove
  onClose: () => void
}

/** One dialog for every step. */
export function CardDialog({ row, move, onClose }: CardDialogProps) {
  const step = fuelCardStates.moves[move]
  const seen = { id: row.id, version: row.version, move }
  return (
    <StepDialog
      step={step}
      title={`${step.label}油卡 ${row.cardNo}`}
      about={{ call: moveFuelCard, fixed: seen, url: listUrl('FuelCards', { text: row.cardNo }) }}
      note={notes[move]}
      facts={[
        ['供应商', row.provider],
        ['车牌', row.plate],
        ['持卡人', row.holder],
        ['卡上未用(元)', <Money key="balance" value={row.balance} strong />],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(moveFuelCard, { ...seen, ...why })}
      onClose={onClose}
    />
  )
}
