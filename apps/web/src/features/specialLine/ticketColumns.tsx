// The columns of the tickets of a special line.
import type { SpecialTicket } from '@yunshu/contract/specialLine'
import { specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { printKg } from '@yunshu/domain/figures/weight'
import { Time } from '../../ui/Figures.tsx'
import { moneyColumn, stateColumn, textColumn, type Column } from '../../ui/list/column.tsx'

export const ticketColumns: readonly Column<SpecialTicket>[] = [
  textColumn('no', '票号', ({ ticketNo }) => ticketNo, { width: 80 }),
  stateColumn('state', '状态', specialTicketStates, ({ state }) => state, { width: 72 }),
  {
    key: 'consignee',
    title: '收货人',
    width: 160,
    render: ({ consignee, mobile, address }) => (
      <>
        {consignee}{' '}
        <span className="ys-weak">
          {mobile}
          {address !== '' && (
            <>
              <br />
              {address}
            </>
          )}
        </span>
      </>
    ),
  },
  textColumn('item', '品名', ({ itemName }) => itemName, { width: 80 }),
  textColumn('pieces', '件数', ({ pieces }) => String(pieces), { width: 50, align: 'right' }),
  textColumn('weight', '重量(公斤)', ({ weightG }) => printKg(weightG), { width: 70, align: 'right' }),
  textColumn('volume', '体积(方)', ticket => (ticket.volume === 0 ? undefined : printVolume(volume(ticket.volume))), {
    width: 60,
    align: 'right',
  }),
  moneyColumn('pickup', '提货费', ({ pickupFee }) => pickupFee, { width: 70 }),
  moneyColumn('freight', '运费', ({ freightFee }) => freightFee, { width: 70 }),
  moneyColumn('deliver', '送货费', ({ deliverFee }) => deliverFee, { width: 70 }),
  moneyColumn('cod', '代收货款', ({ codAmount }) => codAmount, { width: 80 }),
  textColumn('pay', '付款', ({ payMode }) => specialPayModes[payMode], { width: 50 }),
  {
    key: 'signed',
    title: '签收',
    width: 100,
    render: ({ signer, signedAt }) =>
      signedAt === undefined ? (
        '--'
      ) : (
        <>
          {signer}
          <br />
          <span className="ys-weak">
            <Time value={signedAt} />
          </span>
        </>
      ),
  },
]
