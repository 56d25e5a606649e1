// The list of payment exceptions as it is drawn.
import type { MoneyExceptionRow } from '@yunshu/contract/settlement/moneyException'
import { moneyExceptionListColumns } from '@yunshu/contract/settlement/moneyExceptionColumns'
import { nothing } from '../../ui/Figures.tsx'
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

export const moneyExceptionColumns = withDefaults(
  [
    pair('kind', ['kind', 'createdAt'], { width: 150, fixed: 'start', card: 'title' }),
    pair('state', ['state', age], { width: 100, card: 'tag' }),
    pair('order', ['settlementNum', 'taskNo'], { width: 170, card: 'line' }),
    pair('payee', ['payee', 'paymentState'], { width: 130, card: 'line' }),
    pair('amount', ['amount', 'saidAmount'], { width: 130, align: 'right', card: 'figure' }),
    pair('said', ['said', 'bankSerial'], { width: 160, card: 'hide' }),
    pair('outcome', ['outcome', 'reason'], { width: 160, card: 'hide' }),
    pair('people', ['proposer', 'checker'], { width: 90, card: 'hide' }),
  ],
  singles,
)
