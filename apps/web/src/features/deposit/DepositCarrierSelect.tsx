// The carrier a deposit is of, found by its name, and the fields of the lists that are narrowed by it.
import { listDepositCarriers, type listDeposits } from '@yunshu/contract/deposit/deposit'
import type { listDepositBacks } from '@yunshu/contract/deposit/depositBack'
import { useMemo } from 'react'
import { useCan } from '../../lib/can.ts'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

export function DepositCarrierSelect(props: FieldProps<string>) {
  return (
    <CallSelect
      {...props}
      call={listDepositCarriers}
      input={text => (text === '' ? {} : { text })}
      options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const ofCarrier = { name: 'carrierId', input: <DepositCarrierSelect placeholder="全部" /> } as const

/** The fields of a list with that of the carrier behind the words; a carrier has its own rows alone. */
export function useCarrierField<C extends typeof listDeposits | typeof listDepositBacks>(
  fields: readonly [QueryField<C>, ...QueryField<C>[]],
): readonly QueryField<C>[] {
  const isHouse = useCan('fund.view')
  return useMemo(() => (isHouse ? [fields[0], ofCarrier, ...fields.slice(1)] : fields), [isHouse, fields])
}
