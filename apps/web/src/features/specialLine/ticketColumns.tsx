// The tickets of a special line as they are drawn: two facts a cell, so that a row fits a tablet and a card a phone.
import type { SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { specialTicketListColumns } from '@yunshu/contract/specialLine/specialTicketColumns'
import { addFen, printMoney } from '@yunshu/domain/figures/money'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { printKg } from '@yunshu/domain/figures/weight'
import { specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import type { ReactNode } from 'react'
import { Money, Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { bareFigures } from '../../ui/quantityText.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

const goodsText = ({ pieces, weightG, volume: bulk }: SpecialTicket): string =>
  [
    `${pieces}\u00a0件`,
    ...(weightG === 0 ? [] : [`${groupThousands(bareFigures(printKg(weightG)))}\u00a0公斤`]),
    ...(bulk === 0 ? [] : [`${groupThousands(bareFigures(printVolume(volume(bulk))))}\u00a0方`]),
  ].join(' · ')

/** The way the fees are paid, and those of them that are no freight. */
const feeText = ({ payMode, pickupFee, deliverFee }: SpecialTicket): string =>
  [
    specialPayModes[payMode],
    ...(pickupFee > 0 ? [`提\u00a0${printMoney(pickupFee)}`] : []),
    ...(deliverFee > 0 ? [`送\u00a0${printMoney(deliverFee)}`] : []),
  ].join(' · ')

const singles = drawColumns(specialTicketListColumns, {
  no: { width: 80 },
  state: { width: 72 },
  consignee: { width: 160 },
  item: { width: 80 },
  pieces: { width: 50 },
  weight: { width: 70 },
  volume: { width: 60 },
  pickup: { width: 70 },
  freight: { width: 70 },
  deliver: { width: 70 },
  cod: { width: 84 },
  pay: { width: 50 },
  signed: { width: 90 },
})
const pair = pairing(singles)
const goods = {
  ...pair('goods', ['item', 'pieces', 'weight', 'volume'], { title: '货物', width: 140, cardTitle: '' }),
  render: (ticket: SpecialTicket) => (
    <>
      {ticket.itemName}
      <div className="ys-weak">{goodsText(ticket)}</div>
    </>
  ),
}
const fees = {
  ...pair('fees', ['freight', 'pickup', 'deliver', 'pay'], {
    title: '费用(元) / 付款',
    width: 112,
    align: 'right',
    card: 'figure',
  }),
  render: (ticket: SpecialTicket) => (
    <>
      <Money value={addFen(addFen(ticket.pickupFee, ticket.freightFee), ticket.deliverFee)} />
      <div className="ys-weak">{feeText(ticket)}</div>
    </>
  ),
}
const consignee = {
  ...pair('consignee', ['consignee'], { width: 150, cardTitle: '' }),
  render: ({ consignee: name, mobile, address }: SpecialTicket) => (
    <>
      {name} <Phone value={mobile} />
      {address !== '' && <div className="ys-weak">{address}</div>}
    </>
  ),
}
const number = pair('no', ['no', 'state', 'signed'], { title: '票号 / 状态', width: 150, card: 'title' })

export const ticketColumns = withDefaults([number, consignee, goods, fees, 'cod'], singles)

/** The columns shown of tickets; `box` is drawn before a number. */
export const shownTicketColumns = (
  box: (ticket: SpecialTicket) => ReactNode = () => null,
): readonly Column<SpecialTicket>[] => {
  const numbered = {
    ...number,
    render: (ticket: SpecialTicket) => (
      <div className="sl-ticket">
        {box(ticket)}
        <div>
          <strong>{ticket.ticketNo}</strong>
          <StatusTag machine={specialTicketStates} state={ticket.state} />
          {ticket.signedAt !== undefined && (
            <span className="sl-signed ys-weak">
              {ticket.signer} <Time value={ticket.signedAt} />
            </span>
          )}
        </div>
      </div>
    ),
  }
  return ticketColumns
    .filter(({ isHidden }) => isHidden !== true)
    .map(column => (column.key === number.key ? numbered : column))
}
