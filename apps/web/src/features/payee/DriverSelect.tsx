// Choosing a driver of the fleet by name or mobile number.
import type { Output } from '@yunshu/contract/call'
import { listDrivers } from '@yunshu/contract/fleet/driver'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'

interface Option {
  readonly value: string
  readonly label: string
}
const most = 20
const input = (text: string) => ({ text, limit: most })
const options = ({ rows }: Output<typeof listDrivers>) =>
  rows.map(({ id, name, mobile }) => ({ value: id, label: `${name} ${mobile}` }))

/** `known` is offered also where it is not among those found. */
export function DriverSelect({ known, ...props }: FieldProps<string> & { known?: Option | undefined }) {
  return (
    <CallSelect
      {...props}
      call={listDrivers}
      input={input}
      options={found => {
        const rows = options(found)
        return known && !rows.some(({ value }) => value === known.value) ? [...rows, known] : rows
      }}
      placeholder="姓名、手机号"
    />
  )
}
