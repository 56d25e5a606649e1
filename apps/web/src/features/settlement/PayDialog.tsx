// The payment of a sheet: a channel this installation has, and the amount confirmed by the payer.
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import type { Fen } from '@yunshu/domain/figures/money'
import { channelWords } from '@yunshu/domain/partner'
import { payChannels, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { AmountToConfirm } from './AmountToConfirm.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

/** Names the call where nothing is left to pay: no order goes to any channel. */
const noChannel: PayChannel = 'OFFLINE'

/** The tick belongs to one amount: when the sheet changes meanwhile, it has to be set again. */
export function PayDialog({ sheet, onClose, onReload }: SheetDialogProps) {
  const isFree = sheet.due === 0
  const { data, error, refetch } = useCall(listPayChannels, {}, { enabled: !isFree, quiet: true })
  const [chosen, setChosen] = useState<PayChannel>()
  const [confirmed, setConfirmed] = useState<Fen>()
  const channel = isFree ? noChannel : (chosen ?? data?.channels[0])
  const { submit } = useSend(paySettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success(isFree ? '无需付款，结算单已完成' : channelWords(channel, '已发送支付，等待银行结果')),
  })
  return (
    <WriteDialog
      title={`支付结算单 ${sheet.settlementNum}`}
      okText="确认支付"
      isReady={confirmed === sheet.due && channel !== undefined}
      isOffered={sheet.moves.includes('pay')}
      onClose={onClose}
      onReload={onReload}
      onSend={async () =>
        channel && submit({ settlementNum: sheet.settlementNum, version: sheet.version, expectDue: sheet.due, channel })
      }
    >
      <AmountToConfirm sheet={sheet} />
      {!isFree && (
        <fieldset className="st-channels">
          <legend>支付通道</legend>
          {data === undefined &&
            (error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={1} />)}
          {data?.channels.length === 0 && <p role="alert">本系统还没有可用的支付通道，不能在线付款</p>}
          <Radio.Group
            value={channel}
            options={data?.channels.map(value => ({ value, label: payChannels[value] })) ?? []}
            onChange={({ target }) => setChosen(data?.channels.find(each => each === target.value))}
          />
        </fieldset>
      )}
      <Checkbox
        checked={confirmed === sheet.due}
        onChange={({ target }) => setConfirmed(target.checked ? sheet.due : undefined)}
      >
        已核对收款人，同意支付 <Money value={sheet.due} /> 元
      </Checkbox>
    </WriteDialog>
  )
}
