// The columns of the tickets of a special line.
import { specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import {
  besidesColumn,
  count,
  cubicMetres,
  kilograms,
  label,
  money,
  state,
  text,
  time,
  type ListColumns,
} from '../columns.ts'
import type { SpecialTicket } from './specialLine.ts'

export const specialTicketListColumns = {
  no: text('票号', row => row.ticketNo),
  state: state('状态', specialTicketStates, row => row.state),
  consignee: text('收货人', row => row.consignee),
  mobile: besidesColumn(
    'consignee',
    text('手机号', row => row.mobile),
  ),
  address: besidesColumn(
    'consignee',
    text('收货地址', row => row.address, { chars: 36 }),
  ),
  item: text('品名', row => row.itemName),
  pieces: count('件数', row => row.pieces),
  weight: kilograms('重量', row => row.weightG),
  volume: cubicMetres('体积', row => (row.volume === 0 ? undefined : row.volume)),
  pickup: money('提货费', row => row.pickupFee),
  freight: money('运费', row => row.freightFee),
  deliver: money('送货费', row => row.deliverFee),
  cod: money('代收货款', row => row.codAmount),
  pay: label('付款', specialPayModes, row => row.payMode),
  signed: text('签收人', row => row.signer, { listTitle: '签收' }),
  signedAt: besidesColumn(
    'signed',
    time('签收时间', row => row.signedAt),
  ),
} satisfies ListColumns<SpecialTicket>
