// The fleet to choose from, the most fit first: what speaks for each vehicle, and why it cannot go; several are taken
// at once.
import { listVehicleChoices, type VehicleChoice } from '@yunshu/contract/task/task'
import { formatDate } from '@yunshu/domain/figures/time'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'

interface VehiclePickerProps {
  taskId: string
  /** Vehicles that have a line already. */
  taken: ReadonlySet<string>
  /** The number of vehicles that can still be added. */
  room: number
  onAdd: (vehicles: readonly VehicleChoice[]) => void
}

const typingMs = 250

export function VehiclePicker({ taskId, taken, room, onAdd }: VehiclePickerProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching, refetch } = useCall(
    listVehicleChoices,
    { taskId, ...(asked === '' ? {} : { text: asked }) },
    { keepPrevious: true, quiet: true },
  )
  // a vehicle stays chosen while another search is on
  const [chosen, setChosen] = useState<readonly VehicleChoice[]>([])
  const toggle = (vehicle: VehicleChoice): void =>
    setChosen(old =>
      old.some(({ id }) => id === vehicle.id) ? old.filter(({ id }) => id !== vehicle.id) : [...old, vehicle],
    )
  const free = chosen.filter(({ id }) => !taken.has(id))
  const press = (): void => {
    onAdd(free)
    setChosen([])
  }
  return (
    <div className="tk-picker">
      <Input.Search
        allowClear
        value={text}
        loading={isFetching}
        placeholder="车牌号、挂车号"
        aria-label="搜索车辆"
        maxLength={40}
        onChange={({ target }) => setText(target.value)}
        onSearch={typed => setAsked(typed.trim())}
      />
      {data && (
        <p className="ys-weak tk-note" aria-live="polite">
          可派 {data.able} / 共 {data.all}
          {data.isCut ? '，仅显示最合适的部分，其余请按车牌查找' : ''}
          。按可派、在途少、载重合适、距离近、最近使用排序；当前位置需接入定位后才能参考。
        </p>
      )}
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : data.rows.length === 0 ? (
        <EmptyState text={asked === '' ? '还没有登记车辆，请先在车辆管理中登记' : '没有找到'} />
      ) : (
        <ul className="tk-list" aria-label="车辆">
          {data.rows.map(vehicle => (
            <li key={vehicle.id}>
              <Candidate
                vehicle={vehicle}
                isTaken={taken.has(vehicle.id)}
                isChosen={chosen.some(({ id }) => id === vehicle.id)}
                onToggle={toggle}
              />
            </li>
          ))}
        </ul>
      )}
      <Button type="primary" ghost block disabled={free.length === 0 || free.length > room} onClick={press}>
        {free.length === 0
          ? '请选择车辆，可多选'
          : free.length > room
            ? `一次还可再选 ${room} 车`
            : `加入派车明细（${free.length} 车）`}
      </Button>
    </div>
  )
}

function Candidate({
  vehicle,
  isTaken,
  isChosen,
  onToggle,
}: {
  vehicle: VehicleChoice
  isTaken: boolean
  isChosen: boolean
  onToggle: (vehicle: VehicleChoice) => void
}) {
  const { name, note, openWaybills, faults, driver, lastPlace, lastUsedAt, trailerPlate } = vehicle
  const facts = [
    driver && `${driver.name} ${driver.licenceClass}`,
    trailerPlate && `挂车 ${trailerPlate}`,
    lastPlace,
    lastUsedAt === undefined ? '尚未派过车' : `最近派车 ${formatDate(lastUsedAt)}`,
  ].filter(Boolean)
  return (
    <button
      type="button"
      className="tk-pick"
      aria-pressed={isChosen && !isTaken}
      disabled={isTaken || faults.length > 0}
      onClick={() => onToggle(vehicle)}
    >
      <span>
        <strong>{name}</strong> <span className="ys-weak">{note}</span>
      </span>
      <span className="ys-weak">在途 {openWaybills}</span>
      <span className="ys-weak tk-facts">{facts.join(' · ')}</span>
      {isTaken && <span className="tk-faults ys-weak">已在派车明细中</span>}
      {faults.length > 0 && <span className="tk-faults ys-fault">{faults.join('；')}</span>}
    </button>
  )
}
