// Booking a passage for the waybill it is proposed for, or for one a person names.
import { confirmTollPass, type TollPassRow } from '@yunshu/contract/fuel/toll'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { tollPassStates } from '@yunshu/domain/fuel/toll'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('fuel', 'voucher')

interface PassDialogProps {
  row: TollPassRow
  way: 'confirm' | 'assign'
  onClose: () => void
}

/** The number stays when the server refuses. */
export function PassDialog({ row, way, onClose }: PassDialogProps) {
  const { label } = tollPassStates.moves[way]
  const { submit } = useSend(confirmTollPass, { quiet: true, invalidates, done: () => toast.success('通行费已归集') })
  const seen = { id: row.id, version: row.version, expectAmount: row.amount }
  const title = `${label} ${row.serial}`
  const { typed, type, draft } = useTyped(
    { call: confirmTollPass, fixed: seen, title, url: listUrl('TollPasses', { text: row.serial }) },
    { waybillNo: '' },
  )
  const waybillNo = typed.waybillNo.trim()
  const asks = way === 'assign'
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      isReady={!asks || waybillNo !== ''}
      onClose={onClose}
      onSend={() => submit({ ...seen, ...(asks ? { waybillNo } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>签收以前归集的通行费在签收时算作已付；签收以后归集的转为承运商欠款，在下一张结算单抵扣。确认后立即记账。</p>
      <Facts
        items={[
          ['车牌', row.plate],
          ['入口', row.entry],
          ['出口', row.exit],
          ['通行时间', <Time key="at" value={row.passedAt} whole />],
          ['通行费(元)', <Money key="amount" value={row.amount} strong />],
          ['运单', asks ? undefined : row.waybillNo],
        ]}
      />
      {asks && (
        <DialogField label="运单号" isRequired takesFocus>
          {id => (
            <TextInput
              id={id}
              max={35}
              value={typed.waybillNo}
              onChange={next => type({ waybillNo: typeof next === 'string' ? next : '' })}
            />
          )}
        </DialogField>
      )}
    </WriteDialog>
  )
}
