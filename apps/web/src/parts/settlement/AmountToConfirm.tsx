// The amount a person is about to answer for, in figures and in words, with whom it goes to.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { payeeFacts, PayeeTable } from './Payees.tsx'
import './sheet.css'

/** Shown large, because it is what the server compares. */
export function AmountToConfirm({ sheet }: { sheet: SettlementDetail }) {
  return (
    <div className="st-confirm">
      <p className="st-confirm-amount">
        实付 <Money value={sheet.due} strong /> 元
      </p>
      <p>{sheet.dueInWords}</p>
      {sheet.carriedIn > 0 && (
        <p>
          已抵扣承运商前欠 <Money value={sheet.carriedIn} /> 元
        </p>
      )}
      {sheet.carriedOut > 0 && (
        <p>
          扣款、油卡与前欠超出应付，本单不付款；承运商欠 <Money value={sheet.carriedOut} /> 元，在其下一张结算单中抵扣
        </p>
      )}
      <Facts items={[...payeeFacts(sheet), ['运单数', `${sheet.lineCount} 张`]]} />
      <PayeeTable payees={sheet.payees} />
    </div>
  )
}
