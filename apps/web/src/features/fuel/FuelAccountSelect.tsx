// The field for an account of fuel or tolls: its provider, number and what is in stock.
import { listFuelAccounts } from '@yunshu/contract/fuel/fuel'
import type { FuelKind } from '@yunshu/domain/fuel/fuel'
import { printMoney } from '@yunshu/domain/figures/money'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'

export function FuelAccountSelect({ kind, ...props }: FieldProps<string> & { kind?: FuelKind }) {
  return (
    <CallSelect
      {...props}
      call={listFuelAccounts}
      input={text => ({ ...(text === '' ? {} : { text }), ...(kind ? { kind } : {}) })}
      options={({ rows }) =>
        rows.map(row => ({
          value: row.id,
          label: `${row.provider} ${row.accountNo}（余额 ${printMoney(row.balance)} 元）`,
        }))
      }
    />
  )
}
