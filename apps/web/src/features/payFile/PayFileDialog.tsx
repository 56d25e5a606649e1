// The steps of a payment file: let out by another person, or taken back before.
import { actUrl } from '@yunshu/contract/actLink'
import { movePayFile, type PayFileRow } from '@yunshu/contract/payFile/payFile'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { payFileStates, type PayFileMove } from '@yunshu/domain/payFile/payFile'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { payFileFacts } from './payFileFacts.tsx'

const invalidates = staleAfter('payFile', 'settlement')

const notes: Readonly<Record<PayFileMove, string>> = {
  release: '请逐笔核对收款人和金额。放行后才能下载文件，各笔付款记为“银行处理中”，不能再撤回。',
  withdraw: '撤回后文件作废，其中的付款可以放进另一份文件。',
}

interface PayFileDialogProps {
  row: PayFileRow
  move: PayFileMove
  onClose: () => void
}

/** One dialog for both steps. */
export function PayFileDialog({ row, move, onClose }: PayFileDialogProps) {
  const step = payFileStates.moves[move]
  const seen = { id: row.id, version: row.version, move }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.fileNo}`}
      about={{ call: movePayFile, fixed: seen, url: actUrl(listUrl('PayFileList', { text: row.fileNo }), move) }}
      note={notes[move]}
      facts={payFileFacts(row)}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        send(movePayFile, { ...seen, ...why, ...(move === 'release' ? { expectAmount: row.amount } : {}) })
      }
      onClose={onClose}
    />
  )
}
