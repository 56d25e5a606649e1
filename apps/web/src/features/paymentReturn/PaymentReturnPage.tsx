// /public/TfPaymentReturn: where a payment partner sends a browser back to. It shows what our server knows of the order,
// and nothing the address says of amount or end.
import { accountReturns, askAccountReturn, getPaymentReturn, returnKinds } from '@yunshu/contract/partner/paymentReturn'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { printYuan } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { partnerStates } from '@yunshu/domain/partner'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { send } from '../../lib/send.ts'
import { currentSession } from '../../lib/session.ts'
import { PublicFact, PublicFailed, PublicFrame, PublicState, PublicWaiting } from '../../parts/public/PublicFrame.tsx'
import { useAskedUntilOver } from '../../parts/public/useAskedUntilOver.ts'

/** An order as the page shows it, whatever it is an order of. */
interface Shown {
  readonly kind: keyof typeof returnKinds
  readonly orderNo: string
  readonly amount?: string
  readonly label: string
  readonly isOver: boolean
  readonly reason?: string | undefined
  readonly at: number
  readonly isSimulated: boolean
  /** The record it belongs to. */
  readonly back?: string
}
const openStates: ReadonlySet<string> = new Set(['created', 'sent', 'unknown'])

/** The two words of the address that are read; the rest is only passed on to be written down. */
function readAddress(): { orderNo: string; returnCode: string; told: string } {
  const params = new URLSearchParams(location.search)
  const orderNo = params.get('orderNo') ?? ''
  const returnCode = params.get('state') ?? ''
  for (const name of ['orderNo', 'state']) params.delete(name)
  return { orderNo: orderNo.slice(0, 64), returnCode: returnCode.slice(0, 64), told: params.toString().slice(0, 500) }
}

/** The order of the address; `none` where it names none, `login` where only people signed in may ask for it. */
async function askOrder(): Promise<Shown | 'none' | 'login'> {
  const { orderNo, returnCode, told } = readAddress()
  if (returnCode === '' && orderNo === '') return 'none'
  if (returnCode === '' && !currentSession().token) return 'login'
  const more = told === '' ? {} : { told }
  if (returnCode !== '') {
    const { state, ...account } = await send(askAccountReturn, { returnCode, ...more }, { quiet: true })
    return { ...account, kind: 'account', label: accountReturns[state].label, isOver: state !== 'pending' }
  }
  const { state, amount, settlementNum, ...payment } = await send(
    getPaymentReturn,
    { orderNo, ...more },
    { quiet: true },
  )
  return {
    ...payment,
    kind: 'payment',
    amount: printYuan(amount),
    label: paymentStates.states[state].label,
    isOver: !openStates.has(state),
    back: screenUrl('SettlementNormal', { settlementNum }),
  }
}

const isOver = (order: Shown | 'none' | 'login'): boolean => typeof order === 'string' || order.isOver

const title = '支付结果'

/** Public screen paymentReturn. */
export default function PaymentReturnPage() {
  const { answer, again } = useAskedUntilOver(askOrder, isOver)
  return (
    <PublicFrame what={title} title={title}>
      {answer.kind === 'waiting' && <PublicWaiting />}
      {answer.kind === 'found' && typeof answer.found !== 'string' && (
        <Order order={answer.found} isTired={answer.isTired} onAgain={again} />
      )}
      {(answer.kind === 'gone' || (answer.kind === 'found' && answer.found === 'none')) && (
        <PublicState lack="gone" title="查不到这笔订单" text="返回链接已失效或已使用，结果以系统内的记录为准。" />
      )}
      {answer.kind === 'found' && answer.found === 'login' && (
        <PublicState lack="noRight" title="请先登录" text="登录后在结算单里查看支付结果。">
          <a className="plain-button primary" href="/index">
            登录平台
          </a>
        </PublicState>
      )}
      {answer.kind === 'failed' && <PublicFailed text={answer.text} onAgain={again} />}
    </PublicFrame>
  )
}

function Order({ order, isTired, onAgain }: { order: Shown; isTired: boolean; onAgain: () => void }) {
  const { kind, orderNo, amount, label, isOver, reason, at, isSimulated, back } = order
  return (
    <article className="pg-sheet">
      <section className="pg-head">
        <h1>{kind === 'account' ? `${returnKinds.account}${label}` : label}</h1>
        {isSimulated && <span className="pg-kind">{partnerStates.simulated.label}</span>}
        <output className="pg-weak">
          {isOver ? '' : isTired ? '还没有结果，请稍后在流水中查看。' : '正在向通道查询，请稍候，不要重复支付。'}
        </output>
      </section>
      <section aria-label="订单">
        <dl className="pg-facts">
          <PublicFact name="订单号">{orderNo}</PublicFact>
          <PublicFact name="类型">{returnKinds[kind]}</PublicFact>
          {amount !== undefined && <PublicFact name="金额">{amount} 元</PublicFact>}
          <PublicFact name="状态">{label}</PublicFact>
          {reason !== undefined && <PublicFact name="原因">{reason}</PublicFact>}
          <PublicFact name="时间">{formatDateTime(at)}</PublicFact>
        </dl>
      </section>
      <section>
        <div className="pg-ways">
          {isTired && (
            <button type="button" className="plain-button" onClick={onAgain}>
              再查一次
            </button>
          )}
          {back !== undefined && (
            <a className="plain-button primary" href={back}>
              回到结算单
            </a>
          )}
        </div>
        {kind === 'account' && (
          <p>{isOver ? '可以关闭本页。承运商会看到结果。' : '也可以关闭本页，结果会通知承运商。'}</p>
        )}
      </section>
    </article>
  )
}
