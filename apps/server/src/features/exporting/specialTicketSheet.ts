// The tickets of one waybill's special line as a file; keys are those of the portal's columns.
import { listSpecialTickets, type SpecialTicket } from '@yunshu/contract/specialLine'
import { specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import { findTicketPage } from '../specialLine/specialLine.queries.ts'
import {
  count,
  cubicMetres,
  exportableList,
  kilograms,
  label,
  money,
  text,
  time,
  type ExportColumn,
} from './exportable.ts'

const specialTickets: readonly ExportColumn<SpecialTicket>[] = [
  text('no', '票号', row => row.ticketNo),
  label('state', '状态', specialTicketStates.states, row => row.state),
  text('consignee', '收货人', row => row.consignee),
  text('consignee', '手机号', row => row.mobile),
  text('consignee', '收货地址', row => row.address, { width: 36 }),
  text('item', '品名', row => row.itemName),
  count('pieces', '件数', row => row.pieces),
  kilograms('weight', '重量', row => row.weightG),
  cubicMetres('volume', '体积', row => (row.volume === 0 ? undefined : row.volume)),
  money('pickup', '提货费', row => row.pickupFee),
  money('freight', '运费', row => row.freightFee),
  money('deliver', '送货费', row => row.deliverFee),
  money('cod', '代收货款', row => row.codAmount),
  label('pay', '付款', specialPayModes, row => row.payMode),
  text('signed', '签收人', row => row.signer),
  time('signed', '签收时间', row => row.signedAt),
]

export const specialTicketSheet = exportableList({
  call: listSpecialTickets,
  page: findTicketPage,
  columns: specialTickets,
})
