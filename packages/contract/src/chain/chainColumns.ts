// The columns of the four flows of waybills.
import { chainStates, legStates, type ChainLeg } from '@yunshu/domain/chain/chain'
import { money, state, text, time, type ListColumns } from '../columns.ts'
import type { ChainRow } from './chain.ts'

const why = (leg: ChainLeg) => (row: ChainRow) => row[leg].reasons.map(reason => reason.text).join('；')

export const chainListColumns = {
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  state: state('四流', chainStates, row => row.state),
  signedAt: time('签收时间', row => row.signedAt),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  plate: text('车牌', row => row.plate),
  load: text('装货地', row => row.load, { chars: 20 }),
  unload: text('卸货地', row => row.unload, { chars: 20 }),
  contract: state('合同', legStates, row => row.contract.state),
  contractWhy: text('合同说明', why('contract'), { chars: 30 }),
  goods: state('货物', legStates, row => row.goods.state),
  goodsWhy: text('货物说明', why('goods'), { chars: 30 }),
  money: state('资金', legStates, row => row.money.state),
  moneyWhy: text('资金说明', why('money'), { chars: 30 }),
  invoice: state('发票', legStates, row => row.invoice.state),
  invoiceWhy: text('发票说明', why('invoice'), { chars: 30 }),
  freight: money('托运费', row => row.freight, { permit: 'price.shipper' }),
  cost: money('承运费', row => row.cost, { permit: 'price.carrier' }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
} satisfies ListColumns<ChainRow>
