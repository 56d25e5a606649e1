// The record of a red invoice that stands on the tax platform: its number, its day and its file.
import { actUrl } from '@yunshu/contract/actLink'
import { recordRed, type RedRow } from '@yunshu/contract/invoice/red'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { startOfDay } from '@yunshu/domain/figures/time'
import { redIssueStates } from '@yunshu/domain/invoice/red'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts, type Fact } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { isRecordReady, RecordFields } from './RecordFields.tsx'

const invalidates = staleAfter('invoice', 'voucher')

interface RedRecordProps {
  row: RedRow
  facts: readonly Fact[]
  onClose: () => void
}

/** Another person agrees to it before it is booked. */
export function RedRecord({ row, facts, onClose }: RedRecordProps) {
  const { label } = redIssueStates.moves.record
  const { id, version, confirmNo } = row
  const title = `${label} ${confirmNo}`
  const [files, setFiles] = useState<readonly File[]>([])
  const { typed, type, draft } = useTyped(
    {
      call: recordRed,
      fixed: { id, version },
      part: 'issue:record',
      title,
      url: actUrl(listUrl('QueryInvoiceRed', { text: confirmNo }), 'issue:record'),
      hasFiles: files.length > 0,
    },
    { number: '', day: startOfDay(serverNow()) },
  )
  const record = useSend(recordRed, { quiet: true, invalidates, done: () => toast.success('已登记，等待复核') })
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      isReady={isRecordReady(typed, files)}
      onClose={onClose}
      onSend={() => record.submit({ id, version, redNo: typed.number.trim(), redAt: typed.day }, { files: { files } })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>请照税务平台已开出的红票填写，按开票日期记账。由另一人复核后生效。</p>
      <Facts items={facts} />
      <RecordFields what="红票" typed={typed} onType={type} files={files} onFiles={setFiles} />
    </WriteDialog>
  )
}
