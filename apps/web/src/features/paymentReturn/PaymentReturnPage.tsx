// /public/TfPaymentReturn: where a payment partner sends a browser back to. It shows what our server knows of the order,
// and nothing the address says of amount or end.
import { accountReturns, askAccountReturn, getPaymentReturn, returnKinds } from '@yunshu/contract/partner/paymentReturn'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { printYuan } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { partnerStates } from '@yunshu/domain/partner'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { useEffect, useState, type ReactNode } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { currentSession } from '../../lib/session.ts'
import { PublicFrame, PublicState } from '../../parts/public/PublicFrame.tsx'

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
type Answer =
  | { readonly kind: 'waiting' | 'gone' | 'login' }
  | { readonly kind: 'order'; readonly order: Shown; readonly isTired: boolean }
  | { readonly kind: 'failed'; readonly text: string }

/** Pauses between questions, seconds: after the last the page stops. */
const pausesS = [2, 4, 8, 16, 32, 60] as const
const openStates: ReadonlySet<string> = new Set(['created', 'sent', 'unknown'])

/** The two words of the address that are read; the rest is only passed on to be written down. */
function readAddress(): { orderNo: string; returnCode: string; told: string } {
  const params = new URLSearchParams(location.search)
  const orderNo = params.get('orderNo') ?? ''
  const returnCode = params.get('state') ?? ''
  for (const name of ['orderNo', 'state']) params.delete(name)
  return { orderNo: orderNo.slice(0, 64), returnCode: returnCode.slice(0, 64), told: params.toString().slice(0, 500) }
}

async function askOrder({ orderNo, returnCode, told }: ReturnType<typeof readAddress>): Promise<Shown> {
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

/** Asks at once and then with growing pauses until the order has ended. */
function useOrder(): { answer: Answer; again: () => void } {
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const address = readAddress()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const ask = async (asked: number): Promise<void> => {
      if (address.returnCode === '' && !currentSession().token) return setAnswer({ kind: 'login' })
      try {
        const order = await askOrder(address)
        if (isLeft) return
        const pause = order.isOver ? undefined : pausesS[asked]
        setAnswer({ kind: 'order', order, isTired: !order.isOver && pause === undefined })
        if (pause !== undefined) timer = setTimeout(() => void ask(asked + 1), pause * 1000)
      } catch (error) {
        if (isLeft) return
        if (error instanceof Refusal && error.http === 404) return setAnswer({ kind: 'gone' })
        setAnswer({ kind: 'failed', text: error instanceof Error ? error.message : '' })
      }
    }
    void ask(0)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [round])
  return { answer, again: () => setRound(round + 1) }
}

const title = '支付结果'

/** Public screen paymentReturn. */
export default function PaymentReturnPage() {
  const { answer, again } = useOrder()
  return (
    <PublicFrame what={title} title={title}>
      {answer.kind === 'waiting' && (
        <output className="pg-waiting" aria-label="正在加载">
          {[70, 92, 84].map(width => (
            <i key={width} style={{ width: `${width}%` }} />
          ))}
        </output>
      )}
      {answer.kind === 'order' && <Order order={answer.order} isTired={answer.isTired} onAgain={again} />}
      {answer.kind === 'gone' && (
        <PublicState lack="gone" title="查不到这笔订单" text="返回链接已失效或已使用，结果以系统内的记录为准。" />
      )}
      {answer.kind === 'login' && (
        <PublicState lack="noRight" title="请先登录" text="登录后在结算单里查看支付结果。">
          <a className="plain-button primary" href="/index">
            登录平台
          </a>
        </PublicState>
      )}
      {answer.kind === 'failed' && (
        <PublicState lack="offline" title="加载失败" text={answer.text}>
          <button type="button" className="plain-button primary" onClick={again}>
            重试
          </button>
        </PublicState>
      )}
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
          <Fact name="订单号">{orderNo}</Fact>
          <Fact name="类型">{returnKinds[kind]}</Fact>
          {amount !== undefined && <Fact name="金额">{amount} 元</Fact>}
          <Fact name="状态">{label}</Fact>
          {reason !== undefined && <Fact name="原因">{reason}</Fact>}
          <Fact name="时间">{formatDateTime(at)}</Fact>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
