// The field for a fuel card: its number, plate and what is on it.
import { listFuelCards } from '@yunshu/contract/fuel/fuel'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'

export function FuelCardSelect({ accountId, ...props }: FieldProps<string> & { accountId?: string | undefined }) {
  return (
    <CallSelect
      {...props}
      call={listFuelCards}
      input={text => ({
        ...(text === '' ? {} : { text }),
        ...(accountId === undefined ? {} : { accountId, state: 'active' as const }),
      })}
      options={({ rows }) =>
        rows.map(row => ({ value: row.id, label: [row.cardNo, row.plate, row.holder].filter(Boolean).join(' ') }))
      }
    />
  )
}
