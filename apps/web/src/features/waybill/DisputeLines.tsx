// The subject of a dispute, for people who end it: the weights of both sides, deductions asked for, and the effect of
// ending it on them.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { printTons } from '@yunshu/domain/figures/weight'
import { Money } from '../../ui/Figures.tsx'

/** Words of both weights; undefined where only something else is disputed. */
function disputedWeights({
  unloadWeightG,
  disputedWeightG,
}: Pick<WaybillDetail, 'unloadWeightG' | 'disputedWeightG'>): string | undefined {
  if (unloadWeightG === undefined || disputedWeightG === undefined) return undefined
  return `承运方填报卸货 ${printTons(unloadWeightG)} 吨，收货方认为 ${printTons(disputedWeightG)} 吨`
}

/** Deductions of a dispute nobody has answered yet. */
const openCuts = ({ claims }: Pick<WaybillDetail, 'claims'>): WaybillDetail['claims'] =>
  claims.filter(({ isDispute, state }) => isDispute && state === 'proposed')

/** On the page of a disputed waybill: the weights and deductions of both sides. */
export function DisputeNote({ waybill }: { waybill: WaybillDetail }) {
  const [weights, cuts] = [disputedWeights(waybill), openCuts(waybill)]
  return (
    <div className="wb-dispute" role="note">
      <strong>签收异议，运费已冻结</strong>
      {weights && <span>{weights}</span>}
      {cuts.map(claim => (
        <span key={claim.id}>
          拟{claim.label} <Money value={claim.amount} strong /> 元
        </span>
      ))}
      <span className="ys-weak">承运方同意、收货方撤回，或平台裁定后恢复待签收</span>
    </div>
  )
}

const ends = {
  concede: '同意后按收货方的重量和扣款结算，运单回到待签收。',
  giveUp:
    '按承运方填报的重量结束异议，异议中待确认的扣款随之撤回。需要变更重量的，请由承运方同意异议，或联系平台裁定。',
  decide: '按裁定的重量结束异议；待确认的扣款仍由承运方答复。',
} as const

export function DisputeLines({
  waybill,
  move,
  isHouse,
}: {
  waybill: WaybillDetail
  move: 'concede' | 'settleDispute'
  isHouse: boolean
}) {
  const [weights, cuts] = [disputedWeights(waybill), openCuts(waybill)]
  return (
    <>
      {weights && <p>{weights}</p>}
      {cuts.map(claim => (
        <p key={claim.id}>
          {claim.label} <Money value={claim.amount} strong /> 元：{claim.reason}
        </p>
      ))}
      <p className="ys-weak">{ends[move === 'concede' ? 'concede' : isHouse ? 'decide' : 'giveUp']}</p>
    </>
  )
}
