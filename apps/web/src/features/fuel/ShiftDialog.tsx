// The steps of a shift of stock: another person's word, the maker's way back, and taking a booked one back.
import { actUrl } from '@yunshu/contract/actLink'
import { confirmFuelShift, moveFuelShift, type FuelShiftRow } from '@yunshu/contract/fuel/shift'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelShiftStates, type FuelShiftMove } from '@yunshu/domain/fuel/fuelShift'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { shiftFacts } from './shiftFacts.tsx'

const invalidates = staleAfter('fuel', 'voucher')
const notes: Readonly<Record<FuelShiftMove, string>> = {
  confirm: '请先与供应商账户核对。确认后余额立即变动并记账；有错只能由两个人冲销。',
  reject: '驳回后不能恢复，登记人须重新登记。',
  withdraw: '撤回后不能恢复，可以重新登记。',
  askUndo: '提交后由另一人确认；确认以前余额和账都不变。',
  undo: '确认后余额退回原处，凭证以红字冲销；对应的用油流水恢复为有差异。',
  keep: '退回后这张单仍为已入账。',
}

interface ShiftDialogProps {
  row: FuelShiftRow
  move: FuelShiftMove
  onClose: () => void
}

/** One dialog for every step. */
export function ShiftDialog({ row, move, onClose }: ShiftDialogProps) {
  const step = fuelShiftStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.shiftNo}`}
      about={{
        call: move === 'confirm' || move === 'undo' ? confirmFuelShift : moveFuelShift,
        fixed: seen,
        url: actUrl(listUrl('FuelShifts', { text: row.shiftNo }), move),
      }}
      note={notes[move]}
      facts={shiftFacts(row)}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        move === 'confirm' || move === 'undo'
          ? send(confirmFuelShift, { ...seen, move, expectAmount: row.amount })
          : send(moveFuelShift, { ...seen, move, ...why })
      }
      onClose={onClose}
    />
  )
}
