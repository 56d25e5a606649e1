// The payment file of chosen payments: the template of a bank, and the number and sum that are confirmed.
import { listPayFileTemplates, makePayFile, type PayFileCandidate } from '@yunshu/contract/payFile/payFile'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { sumFen } from '@yunshu/domain/figures/money'
import { payFileEncodings, payFileFormats } from '@yunshu/domain/payFile/template'
import { useNavigate } from 'react-router'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState } from '../../ui/States.tsx'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('payFile')

interface MakeFileDialogProps {
  rows: readonly PayFileCandidate[]
  onClose: () => void
}

export function MakeFileDialog({ rows, onClose }: MakeFileDialogProps) {
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(listPayFileTemplates, {}, { quiet: true })
  const { typed, type, draft } = useTyped(
    { call: makePayFile, fixed: {}, title: '生成付款文件', url: screenUrl('PayFileMake', {}) },
    { templateId: '' },
  )
  const { submit } = useSend(makePayFile, { quiet: true, invalidates })
  const template = data?.rows.find(({ id }) => id === typed.templateId) ?? data?.rows[0]
  const amount = sumFen(rows.map(row => row.amount))
  const send = async (): Promise<void> => {
    if (template === undefined) return
    const { id, fileNo } = await submit({
      templateId: template.id,
      paymentIds: rows.map(row => row.id),
      expectAmount: amount,
    })
    toast.success(`已生成 ${fileNo}，待另一人放行`)
    void navigate(screenUrl('PayFileDetails', { id }))
  }
  return (
    <WriteDialog
      title={`生成付款文件（${rows.length} 笔）`}
      draft={draft}
      okText="生成文件"
      isReady={template !== undefined && rows.length <= template.linesMost}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      <DialogField label="模板" isRequired>
        {id => (
          <ChoiceSelect
            id={id}
            value={template?.id}
            options={(data?.rows ?? []).map(row => ({ value: row.id, label: row.name }))}
            onChange={next => type({ templateId: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
      <Facts
        items={[
          ['合计(元)', <Money key="amount" value={amount} strong />],
          ['笔数', `${rows.length}${template ? `（最多 ${template.linesMost}）` : ''}`],
          ['形式', template && `${payFileFormats[template.format]} · ${payFileEncodings[template.encoding]}`],
          ['列', template?.headings.join('、'), 'wide'],
        ]}
      />
    </WriteDialog>
  )
}
