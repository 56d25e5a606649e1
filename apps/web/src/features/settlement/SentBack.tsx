// Remittances a word of the bank about a return may be of: their money came, and went back to its payer.
import { listUrl } from '@yunshu/contract/screens/screens'
import type { SentBackMoney } from '@yunshu/contract/settlement/moneyException'
import { remittanceStates } from '@yunshu/domain/remittance'
import { Fragment } from 'react'

/** Each with its payer and its state; its number opens it. */
export function SentBack({ money }: { money: readonly SentBackMoney[] }) {
  return money.map(({ id, remittanceNo, payerName, state }, at) => (
    <Fragment key={id}>
      {at > 0 && '、'}
      <a className="ys-link" href={listUrl('RemittanceList', { text: remittanceNo })}>
        {remittanceNo}
      </a>
      （{payerName}，{remittanceStates.states[state].label}）
    </Fragment>
  ))
}
