// The payment of a sheet: channel, and the amount confirmed by the payer.
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import type { Fen } from '@yunshu/domain/figures/money'
import { payChannels, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { AmountToConfirm } from './AmountToConfirm.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

/** The simulated bank is there for demonstrations only. */
const channelKeys = (isDemo: boolean): PayChannel[] =>
  (['SIM', 'BANK', 'TF', 'OFFLINE'] as const).filter(channel => isDemo || channel !== 'SIM')

/** The tick belongs to one amount: when the sheet changes meanwhile, it has to be set again. */
export function PayDialog({ sheet, onClose, onReload }: SheetDialogProps) {
  const channels = channelKeys(loadedConfig().demo)
  const [channel, setChannel] = useState<PayChannel>(channels[0] ?? 'BANK')
  const [confirmed, setConfirmed] = useState<Fen>()
  const { submit } = useSend(paySettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success(sheet.due === 0 ? '无需付款，结算单已完成' : '已发送支付，等待银行结果'),
  })
  return (
    <WriteDialog
      title={`支付结算单 ${sheet.settlementNum}`}
      okText="确认支付"
      isReady={confirmed === sheet.due}
      isOffered={sheet.moves.includes('pay')}
      onClose={onClose}
      onReload={onReload}
      onSend={() =>
        submit({ settlementNum: sheet.settlementNum, version: sheet.version, expectDue: sheet.due, channel })
      }
    >
      <AmountToConfirm sheet={sheet} />
      <fieldset className="st-channels">
        <legend>支付通道</legend>
        <Radio.Group
          value={channel}
          options={channels.map(value => ({ value, label: payChannels[value] }))}
          onChange={({ target }) => setChannel(channels.find(each => each === target.value) ?? channel)}
        />
      </fieldset>
      <Checkbox
        checked={confirmed === sheet.due}
        onChange={({ target }) => setConfirmed(target.checked ? sheet.due : undefined)}
      >
        已核对收款人，同意支付 <Money value={sheet.due} /> 元
      </Checkbox>
    </WriteDialog>
  )
}
