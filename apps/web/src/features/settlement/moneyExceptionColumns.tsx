// The list of payment exceptions as it is drawn.
import type { MoneyExceptionRow } from '@yunshu/contract/settlement/moneyException'
import { moneyExceptionListColumns } from '@yunshu/contract/settlement/moneyExceptionColumns'
import { printMoney } from '@yunshu/domain/figures/money'
import { Money, nothing } from '../../ui/Figures.tsx'
import { Age } from '../../ui/list/Age.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { settlementUrl } from './settlementColumns.tsx'

const singles = drawColumns(moneyExceptionListColumns, {
  kind: { width: 150, fixed: 'start', card: 'title' },
  state: { width: 100 },
  taskNo: { width: 180, card: 'hide' },
  settlementNum: {
    width: 180,
    card: 'line',
    render: ({ settlementNum }: MoneyExceptionRow) =>
      settlementNum === undefined ? (
        nothing
      ) : (
        <a className="ys-link" href={settlementUrl(settlementNum)}>
          {settlementNum}
        </a>
      ),
  },
  payee: { width: 160 },
  amount: { width: 130 },
  paymentState: { width: 110, card: 'hide' },
  said: { width: 120 },
  saidAmount: { width: 130, card: 'hide' },
  bankSerial: { width: 190, card: 'hide' },
  createdAt: { card: 'hide' },
  outcome: { width: 170, card: 'hide' },
  reason: { width: 180, card: 'hide' },
  proposer: { width: 100, card: 'hide' },
  proposedAt: { card: 'hide' },
  checker: { width: 100, card: 'hide' },
  resolvedAt: { card: 'hide' },
})

const pair = pairing(singles)
/** The time it has waited, or took; the moment it was found when pointed at. */
const age = factOf(singles, 'createdAt', {
  title: '已持续',
  render: ({ createdAt, resolvedAt }: MoneyExceptionRow) => (resolvedAt === undefined ? <Age at={createdAt} /> : null),
})

/** The amount the bank told of; red where it is not that of our order. */
const told = factOf(singles, 'saidAmount', {
  title: '银行',
  render: ({ amount, words }: MoneyExceptionRow) => {
    const said = words.at(-1)?.amount
    // the bank's amount stands in the place of ours without an order
    if (amount === undefined) return null
    if (said === undefined) return nothing
    return said === amount ? <Money value={said} /> : <span className="ys-fault">{printMoney(said)}</span>
  },
})
/** The amount of our order; the bank's alone, in red and named, where we have none. */
const ours = factOf(singles, 'amount', {
  title: '金额(元)',
  render: ({ amount, words }: MoneyExceptionRow) => {
    const said = words.at(-1)?.amount
    if (amount !== undefined) return <Money value={amount} />
    return said === undefined ? nothing : <span className="ys-fault">银行 {printMoney(said)}</span>
  },
})
/** The payee; an order the bank alone knows has none. */
const payee = factOf(singles, 'payee', {
  render: ({ payee: name, settlementNum }: MoneyExceptionRow) =>
    name ?? (settlementNum === undefined ? <span className="ys-weak">非本企业订单</span> : nothing),
})

export const moneyExceptionColumns = withDefaults(
  [
    pair('kind', ['kind', age], { width: 150, fixed: 'start', card: 'title' }),
    pair('state', ['state', 'createdAt'], { width: 120, title: '状态 / 发现', card: 'tag' }),
    pair('payee', [payee, 'settlementNum'], { width: 180, card: 'line' }),
    pair('amount', [ours, told], {
      width: 130,
      title: '我方 / 银行(元)',
      align: 'right',
      card: 'figure',
    }),
    pair('said', ['said', 'bankSerial'], { width: 180, title: '银行消息 / 流水号', card: 'hide' }),
    pair('ours', ['paymentState', 'taskNo'], { width: 160, title: '我方状态 / 任务', card: 'hide' }),
    pair('people', ['proposer', 'checker'], { width: 120, title: '处理人 / 复核人', card: 'hide' }),
  ],
  singles,
)
