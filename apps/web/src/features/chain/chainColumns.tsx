// The list of four flows as it is drawn: each leg with its first reason below it.
import { chainListColumns } from '@yunshu/contract/chain/chainColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(chainListColumns, {
  waybillNo: { width: 170, fixed: 'start', card: 'title' },
  state: { width: 100 },
  signedAt: { card: 'hide' },
  shipperName: { width: 200, card: 'hide' },
  carrierName: { width: 200, card: 'hide' },
  plate: { width: 110, card: 'hide' },
  load: { width: 160, card: 'hide' },
  unload: { width: 160, card: 'hide' },
  contract: { width: 90, card: 'line' },
  contractWhy: { width: 200, card: 'hide' },
  goods: { width: 90, card: 'line' },
  goodsWhy: { width: 200, card: 'hide' },
  money: { width: 90, card: 'line' },
  moneyWhy: { width: 200, card: 'hide' },
  invoice: { width: 90, card: 'line' },
  invoiceWhy: { width: 200, card: 'hide' },
  freight: { width: 130, card: 'hide' },
  cost: { width: 130, card: 'hide' },
  branchName: { width: 200, card: 'hide' },
})

const pair = pairing(singles)
const leg = (key: 'contract' | 'goods' | 'money' | 'invoice') =>
  pair(key, [key, `${key}Why`], { width: 150, card: 'line', isNamed: true })

export const chainColumns = withDefaults(
  [
    pair('number', ['waybillNo', 'signedAt'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('parties', ['shipperName', 'carrierName'], { width: 170, card: 'hide' }),
    leg('contract'),
    leg('goods'),
    leg('money'),
    leg('invoice'),
  ],
  singles,
)
