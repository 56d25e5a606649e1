// The steps of a payment file: let out by another person, or taken back before.
import { actUrl } from '@yunshu/contract/actLink'
import { movePayFile, type PayFileRow } from '@yunshu/contract/payFile/payFile'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { payFileStates, type PayFileMove } from '@yunshu/domain/payFile/payFile'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
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

/** The reason stays when the server refuses. */
export function PayFileDialog({ row, move, onClose }: PayFileDialogProps) {
  const step = payFileStates.moves[move]
  const { submit } = useSend(movePayFile, { quiet: true, invalidates, done: () => toast.success(`已${step.label}`) })
  const seen = { id: row.id, version: row.version, move }
  const title = `${step.label} ${row.fileNo}`
  const { typed, type, draft } = useTyped(
    { call: movePayFile, fixed: seen, title, url: actUrl(listUrl('PayFileList', { text: row.fileNo }), move) },
    { reason: '' },
  )
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={async () => submit({ ...seen, ...(asks ? { reason } : { expectAmount: row.amount }) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts items={payFileFacts(row)} />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
