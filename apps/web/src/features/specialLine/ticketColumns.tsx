// The tickets of a special line as they are drawn.
import type { SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { specialTicketListColumns } from '@yunshu/contract/specialLine/specialTicketColumns'
import { nothing, Time } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

const consignee = ({ consignee, mobile, address }: SpecialTicket) => (
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
)
const signed = ({ signer, signedAt }: SpecialTicket) =>
  signedAt === undefined ? (
    nothing
  ) : (
    <>
      {signer}
      <br />
      <span className="ys-weak">
        <Time value={signedAt} />
      </span>
    </>
  )

export const ticketColumns = drawColumns(specialTicketListColumns, {
  no: { width: 80 },
  state: { width: 72 },
  consignee: { width: 160, render: consignee },
  item: { width: 80 },
  pieces: { width: 50 },
  weight: { width: 70 },
  volume: { width: 60 },
  pickup: { width: 70 },
  freight: { width: 70 },
  deliver: { width: 70 },
  cod: { width: 80 },
  pay: { width: 50 },
  signed: { width: 100, render: signed },
})
