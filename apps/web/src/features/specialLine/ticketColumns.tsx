// The columns of the tickets of a special line.
import type { SpecialTicket } from '@yunshu/contract/specialLine'
import { specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import { printVolume, volume } from '@yunshu/domain/volume'
import { printKg } from '@yunshu/domain/weight'
import { moneyColumn, stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'

export const ticketColumns: readonly Column<SpecialTicket>[] = [
  textColumn('no', '票号', ({ ticketNo }) => ticketNo, { width: 110 }),
  stateColumn('state', '状态', specialTicketStates, ({ state }) => state, { width: 80 }),
  { key: 'consignee', title: '收货人', width: 160, render: ({ consignee, mobile }) => <>{consignee} <span className="ys-weak">{mobile}</span></> },
  textColumn('address', '收货地址', ({ address }) => address, { width: 160 }),
  textColumn('item', '品名', ({ itemName }) => itemName, { width: 90 }),
  textColumn('pieces', '件数', ({ pieces }) => String(pieces), { width: 50, align: 'right' }),
  textColumn('weight', '重量(公斤)', ({ weightG }) => printKg(weightG), { width: 90, align: 'right' }),
  textColumn('volume', '体积(方)', (ticket) => (ticket.volume === 0 ? undefined : printVolume(volume(ticket.volume))), { width: 80, align: 'right' }),
  moneyColumn('pickup', '提货费', ({ pickupFee }) => pickupFee, { width: 90 }),
  moneyColumn('freight', '运费', ({ freightFee }) => freightFee, { width: 90 }),
  moneyColumn('deliver', '送货费', ({ deliverFee }) => deliverFee, { width: 90 }),
  moneyColumn('cod', '代收货款', ({ codAmount }) => codAmount, { width: 110 }),
  textColumn('pay', '付款', ({ payMode }) => specialPayModes[payMode], { width: 60 }),
  textColumn('signer', '签收人', ({ signer }) => signer, { width: 80 }),
  timeColumn('signedAt', '签收时间', ({ signedAt }) => signedAt, { width: 150 }),
]
