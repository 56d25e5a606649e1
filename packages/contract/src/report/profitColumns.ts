// The columns of profit.
import { marginText, profitClasses, profitMarks } from '@yunshu/domain/report/profit'
import { count, money, stateOf, text, type ListColumns } from '../columns.ts'
import type { ProfitRow } from './profit.ts'

export const profitListColumns = {
  name: text('名称', row => row.name, { chars: 30 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  waybills: count('运单数', row => row.waybills),
  gross: money('收入(含税)', row => row.gross),
  tax: money('销项税额', row => row.tax),
  net: money(profitClasses.net.label, row => row.net),
  freight: money(profitClasses.freight.label, row => row.freight),
  fuel: money(profitClasses.fuel.label, row => row.fuel),
  toll: money(profitClasses.toll.label, row => row.toll),
  other: money(profitClasses.other.label, row => row.other),
  fee: money(profitClasses.fee.label, row => row.fee),
  cost: money('成本合计', row => row.cost),
  penalty: money(profitClasses.penalty.label, row => row.penalty),
  compensation: money(profitClasses.compensation.label, row => row.compensation),
  expense: money(profitClasses.expense.label, row => row.expense),
  profit: money('毛利', row => row.profit),
  margin: text('毛利率', row => marginText(row.margin), { chars: 10 }),
  estimated: money('其中暂估', row => row.estimated),
  mark: stateOf('依据', row => profitMarks[row.mark]),
} satisfies ListColumns<ProfitRow>
