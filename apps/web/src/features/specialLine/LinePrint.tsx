// A special line on paper: the sheet that rides with the truck, one line per ticket with a place to sign.
import type { SpecialLine } from '@yunshu/contract/specialLine/specialLine'
import { specialPayModes } from '@yunshu/domain/specialLine'
import { printMoney } from '@yunshu/domain/figures/money'
import { printKg } from '@yunshu/domain/figures/weight'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { TicketSumsLine } from './TicketSumsLine.tsx'
import { sumShown } from './ticketRows.ts'

export function LinePrint({ line }: { line: SpecialLine }) {
  return (
    <section className="sl-print">
      <h1>专线交接清单</h1>
      <p>
        {line.lineCompany}　班次 {line.shiftNo}　{line.fromHub} → {line.toHub}　运单 {line.waybillNo}　{line.plate}{' '}
        {line.driverName}
      </p>
      <table className="ys-table">
        <thead>
          <tr>
            {['票号', '收货人', '品名', '件数', '重量(公斤)', '付款', '到站应收(元)', '签收'].map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {line.tickets.map(ticket => (
            <tr key={ticket.id}>
              <td>{ticket.ticketNo}</td>
              <td>
                {ticket.consignee} {ticket.mobile}
                <br />
                {ticket.address}
              </td>
              <td>{ticket.itemName}</td>
              <td>{ticket.pieces}</td>
              <td>{printKg(ticket.weightG)}</td>
              <td>{specialPayModes[ticket.payMode]}</td>
              <td>{printMoney(sumShown([ticket]).atArrival)}</td>
              <td>{ticket.signer ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <TicketSumsLine sums={sumShown(line.tickets)} />
      </p>
      <p>发站交接签字：＿＿＿＿＿＿　司机签字：＿＿＿＿＿＿　到站交接签字：＿＿＿＿＿＿</p>
      <PaperFoot />
    </section>
  )
}
