// Choosing a driver of the fleet by name or mobile; those who cannot go are shown with the reason.
import { listDriverChoices, type DriverChoice, type VehicleChoice } from '@yunshu/contract/task/task'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { licenceFault } from './appointLines.ts'

interface DriverSelectProps {
  id: string
  taskId: string
  vehicle: VehicleChoice
  value: DriverChoice | undefined
  /** Drivers that other lines have. */
  taken: ReadonlySet<string>
  onChange: (driver: DriverChoice | undefined) => void
}

const nameOf = ({ name, licenceClass, mobile }: DriverChoice): string => `${name} ${licenceClass} ${mobile}`

export function DriverSelect({ id, taskId, vehicle, value, taken, onChange }: DriverSelectProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching } = useCall(
    listDriverChoices,
    { taskId, ...(text.trim() === '' ? {} : { text: text.trim() }) },
    { enabled: isOpen, keepPrevious: true },
  )
  const rows = data?.rows ?? []
  // the chosen driver keeps his name while the list does not hold him
  const offered = value === undefined || rows.some(row => row.id === value.id) ? rows : [value, ...rows]
  const against = (driver: DriverChoice): string[] => [
    ...driver.faults,
    ...[licenceFault(driver, vehicle)].filter(fault => fault !== undefined),
    ...(taken.has(driver.id) ? ['已在派车明细中'] : []),
  ]
  return (
    <Select
      id={id}
      allowClear
      placeholder="姓名或手机号"
      loading={isFetching}
      value={value?.id}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      onOpenChange={setOpen}
      notFoundContent={isFetching ? '查询中…' : '没有找到'}
      options={offered.map(driver => ({
        value: driver.id,
        label: nameOf(driver),
        disabled: against(driver).length > 0,
        driver,
      }))}
      optionRender={({ data: { driver } }) => (
        <div className="tk-driver">
          <span>{nameOf(driver)}</span>
          <span className="ys-weak">在途 {driver.openWaybills}</span>
          {against(driver).length > 0 && <span className="tk-faults ys-fault">{against(driver).join('；')}</span>}
        </div>
      )}
      onChange={(next?: string) => {
        setText('')
        onChange(offered.find(driver => driver.id === next))
      }}
    />
  )
}
