// Choosing a driver of the fleet by name or mobile number.
import type { Output } from '@yunshu/contract/call'
import { listDrivers } from '@yunshu/contract/fleet/driver'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'

const most = 20
const input = (text: string) => ({ text, limit: most })
const options = ({ rows }: Output<typeof listDrivers>) =>
  rows.map(({ id, name, mobile }) => ({ value: id, label: `${name} ${mobile}` }))

export function DriverSelect(props: FieldProps<string>) {
  return <CallSelect {...props} call={listDrivers} input={input} options={options} placeholder="姓名、手机号" />
}
