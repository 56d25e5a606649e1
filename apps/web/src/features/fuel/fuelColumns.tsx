// The lists of accounts, cards and issues of fuel and tolls as they are drawn.
import { fuelAccountListColumns, fuelCardListColumns, fuelIssueListColumns } from '@yunshu/contract/fuel/fuelColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing, orNothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const accounts = drawColumns(fuelAccountListColumns, {
  provider: { width: 190, fixed: 'start', card: 'title' },
  accountNo: { width: 190 },
  kind: { width: 90 },
  balance: { width: 140 },
  waiting: { width: 140, card: 'hide' },
  out: { width: 140 },
  cards: { width: 80, card: 'hide' },
  branchName: { width: 210, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  createdBy: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
})
const pairAccount = pairing(accounts)
/** Said below another figure only where there is something. */
const waiting = factOf(accounts, 'waiting', {
  render: row => (row.waiting === 0 ? nothing : <Money value={row.waiting} />),
})
const cardCount = factOf(accounts, 'cards', { render: row => (row.cards === 0 ? nothing : `${row.cards} 张`) })
export const fuelAccountColumns = withDefaults(
  [
    pairAccount('name', ['accountNo', 'provider'], { width: 190, fixed: 'start', card: 'title' }),
    'kind',
    pairAccount('balance', ['balance', waiting], {
      title: '余额 / 待复核(元)',
      width: 150,
      align: 'right',
      card: 'figure',
    }),
    pairAccount('out', ['out', cardCount], { width: 140, align: 'right', isNamed: true }),
    pairAccount('branch', ['branchName', 'createdBy'], { width: 150 }),
  ],
  accounts,
)

const cards = drawColumns(fuelCardListColumns, {
  cardNo: { width: 200, fixed: 'start', card: 'title' },
  state: {},
  provider: { width: 170 },
  plate: { width: 120 },
  holder: { width: 100, card: 'hide' },
  balance: { width: 140 },
  usedAt: { card: 'hide' },
  branchName: { width: 160, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  createdAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
})
const pairCard = pairing(cards)
export const fuelCardColumns = withDefaults(
  [
    pairCard('card', ['cardNo', 'provider'], { width: 200, fixed: 'start', card: 'title' }),
    pairCard('state', ['state', 'reason'], { title: '状态 / 原因', width: 150, card: 'tag' }),
    pairCard(
      'holder',
      [
        factOf(cards, 'plate', { render: row => row.plate ?? orNothing(row.holder) }),
        factOf(cards, 'holder', { render: row => (row.plate === undefined ? null : row.holder) }),
      ],
      { title: '车牌或持卡人', width: 130 },
    ),
    pairCard('balance', ['balance', 'usedAt'], { width: 170, align: 'right', card: 'figure' }),
    'branchName',
  ],
  cards,
)

const issues = drawColumns(fuelIssueListColumns, {
  issueNo: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.issueNo}</strong> },
  state: {},
  medium: { width: 100 },
  kind: { width: 80, card: 'hide' },
  provider: { width: 150, card: 'hide' },
  cardNo: { width: 190 },
  couponNo: { width: 150 },
  waybillNo: {
    width: 190,
    render: row => (
      <span>
        <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
          {row.waybillNo}
        </a>
      </span>
    ),
  },
  plate: { width: 110, card: 'hide' },
  driver: { width: 100, card: 'hide' },
  carrierName: { width: 210, card: 'hide' },
  amount: { width: 130 },
  used: { width: 130, card: 'hide' },
  recovered: { width: 130, card: 'hide' },
  left: { width: 130 },
  branchName: { width: 210, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  maker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  endedAt: { card: 'hide' },
  endedBy: { width: 100, card: 'hide' },
  reason: { width: 180, card: 'hide' },
  remark: { width: 180, card: 'hide' },
})
const pairIssue = pairing(issues)
/** The rest on the card: where nothing is left there is nothing to say. */
const left = factOf(issues, 'left', { render: row => (row.left === 0 ? nothing : <Money value={row.left} />) })
export const fuelIssueColumns = withDefaults(
  [
    pairIssue('number', ['issueNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pairIssue(
      'medium',
      [
        'medium',
        factOf(issues, 'cardNo', { render: row => row.cardNo ?? row.couponNo, holds: ['cardNo', 'couponNo'] }),
      ],
      { width: 180, card: 'hide' },
    ),
    pairIssue('truck', ['plate', 'driver'], { width: 96 }),
    pairIssue('waybill', ['waybillNo', 'carrierName'], { width: 190, least: 156 }),
    pairIssue('amount', ['amount', left], {
      title: '发放 / 未用(元)',
      width: 130,
      align: 'right',
      card: 'figure',
      saysBelow: true,
    }),
    pairIssue('used', ['used', 'recovered'], {
      title: '已用 / 已回收(元)',
      width: 130,
      align: 'right',
      card: 'hide',
    }),
  ],
  issues,
)
