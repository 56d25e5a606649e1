// The payment of a sheet: a channel this installation has, and the amount confirmed by the payer.
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import type { Fen } from '@yunshu/domain/figures/money'
import { channelWords } from '@yunshu/domain/partner'
import { isByFile, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useSend } from '../../lib/useCall.ts'
import { useChannelChoice } from './ChannelChoice.tsx'
import { Money } from '../../ui/Figures.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { AmountToConfirm } from './AmountToConfirm.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

/** Names the call where nothing is left to pay: no order goes to any channel. */
const noChannel: PayChannel = 'OFFLINE'

/** Words for the moment the payments are ordered. */
const sentWords = (channel: PayChannel | undefined): string =>
  channel === 'OFFLINE'
    ? '已进入线下支付，在银行付出后登记回单'
    : channel !== undefined && isByFile(channel)
      ? '已进入待出文件的付款，等待财务生成付款文件'
      : channelWords(channel, '已发送支付，等待银行结果')

/** The tick belongs to one amount: when the sheet changes meanwhile, it has to be set again. */
export function PayDialog({ sheet, onClose, onReload, onDone }: SheetDialogProps) {
  const isFree = sheet.due === 0
  // accounts are paid the largest first
  const { channel: chosen, field } = useChannelChoice(!isFree, sheet.payees[0]?.amount)
  const [confirmed, setConfirmed] = useState<Fen>()
  const channel = isFree ? noChannel : chosen
  const { submit } = useSend(paySettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone('pay', isFree ? '无需付款，结算单已完成' : sentWords(channel)),
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
      {field}
      <Checkbox
        checked={confirmed === sheet.due}
        onChange={({ target }) => setConfirmed(target.checked ? sheet.due : undefined)}
      >
        已核对收款人，同意支付 <Money value={sheet.due} /> 元
      </Checkbox>
    </WriteDialog>
  )
}
