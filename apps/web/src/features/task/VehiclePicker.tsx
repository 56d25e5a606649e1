// The fleet to choose from, the most fit first: what speaks for each vehicle, and why it cannot go. A press puts one into
// the plan, another takes it out; j and k walk, x chooses.
import { listVehicleChoices, type AppointView, type VehicleChoice } from '@yunshu/contract/task/task'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { formatDate, shortDateTime } from '@yunshu/domain/figures/time'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { Input, Popover, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { shortPlace, siteOf } from '../../ui/placeText.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { againstUsual, roomOf, trucksLeft, type Line } from './appointLines.ts'
import { useNamedTruck, useVehicleSearch } from './useVehicleSearch.ts'
import { useVehicleKeys } from './useVehicleKeys.ts'
import '../../ui/explained.css'

interface VehiclePickerProps {
  view: AppointView
  /** The plan so far. */
  lines: readonly Line[]
  onToggle: (vehicle: VehicleChoice) => void
}

export function VehiclePicker({ view, lines, onToggle }: VehiclePickerProps) {
  const { text, setText, asked, setAsked, named, forgetNamed } = useVehicleSearch()
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall(
    listVehicleChoices,
    { taskId: view.task.id, ...(asked === '' ? {} : { text: asked }) },
    { keepPrevious: true, quiet: true },
  )
  const field = useRef<InputRef>(null)
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState<string>()
  useVehicleKeys(list, () => field.current?.focus())
  const rows = data?.rows ?? []
  const { left, why } = trucksLeft(view, lines)
  useNamedTruck(named !== undefined && asked === named && data !== undefined && !isPlaceholderData, () => {
    const truck = rows.find(({ name }) => name === named)
    const isIn = lines.some(({ vehicle }) => vehicle.id === truck?.id)
    const canGo = truck !== undefined && !isIn && truck.faults.length === 0 && left > 0
    if (canGo) onToggle(truck)
    // one that cannot go stays in view with its reason
    forgetNamed(canGo || isIn)
  })
  const stop = rows.find(({ id }) => id === active)?.id ?? rows.find(({ faults }) => faults.length === 0)?.id
  return (
    <div className="tk-picker">
      <Input.Search
        ref={field}
        className="tk-search"
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
        <p className="ys-weak tk-note ys-explained" aria-live="polite">
          可派 {data.able} / 共 {data.all}
          {data.isCut ? '，仅显示最合适的部分，其余请按车牌查找' : ''}
          ，最合适的在前
          <Popover
            trigger={['hover', 'click']}
            content="远近看车辆定位到装货地的直线距离；没有实时定位的车，看它上次卸货的地方"
          >
            <button type="button" aria-label="远近怎么算" />
          </Popover>
          {left === 0 && <strong>　{why}</strong>}
        </p>
      )}
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <EmptyState text={asked === '' ? '还没有登记车辆，请先在车辆管理中登记' : '没有找到'} />
      ) : (
        <ul ref={list} className="tk-list" aria-label="车辆">
          {rows.map(vehicle => (
            <li key={vehicle.id}>
              <Candidate
                {...{ view, vehicle, onToggle }}
                at={lines.findIndex(line => line.vehicle.id === vehicle.id)}
                isStop={vehicle.id === stop}
                isFull={left === 0}
                onWalk={() => setActive(vehicle.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const lastText = (at: number): string => `最近 ${formatDate(at).slice(5)}`

interface CandidateProps {
  view: AppointView
  vehicle: VehicleChoice
  /** Its place in the plan; -1 outside it. */
  at: number
  /** Tab comes to it; the others are walked to. */
  isStop: boolean
  isFull: boolean
  onToggle: (vehicle: VehicleChoice) => void
  onWalk: () => void
}

function Candidate({ view, vehicle, at, isStop, isFull, onToggle, onWalk }: CandidateProps) {
  const { name, note, openWaybills, faults, driver, live, lastPlace, lastUsedAt, trailerPlate } = vehicle
  const { quantityMode: mode, remainQty } = view.task
  const isMobile = useMobile()
  const facts = [
    // its kind is said where two lines have room for it
    !isMobile && !trailerPlate && note,
    driver && `${driver.name} ${driver.licenceClass}`,
    trailerPlate && `挂车 ${trailerPlate}`,
    live
      ? `距装货地 ${printKilometres(live.metres)} 公里（${shortDateTime(live.at, serverNow())} 定位）`
      : lastPlace && `上次卸货 ${isMobile ? siteOf(lastPlace) : shortPlace(lastPlace)}`,
    lastUsedAt === undefined ? '尚未派过车' : isMobile && lastText(lastUsedAt),
  ].filter(Boolean)
  // faults of the driver are no reason against the vehicle: another can drive it
  const against = driver && faults.length === 0 ? againstUsual(vehicle, []) : []
  const takes = printQuantity(mode, Math.min(remainQty, roomOf(view, vehicle)))
  return (
    <button
      type="button"
      className="tk-pick"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={at >= 0}
      disabled={at < 0 && (isFull || faults.length > 0)}
      onFocus={onWalk}
      onClick={() => onToggle(vehicle)}
    >
      <span>
        <strong>{name}</strong>
      </span>
      {at >= 0 ? (
        <span className="tk-in">第 {at + 1} 车 · 再点撤销</span>
      ) : (
        <span className="ys-weak">
          {faults.length === 0 && mode !== 'BY_TRUCK' && `可装 ${takes} · `}在途 {openWaybills}
          {lastUsedAt !== undefined && !isMobile && ` · ${lastText(lastUsedAt)}`}
        </span>
      )}
      <span className="ys-weak tk-facts">{facts.join(' · ')}</span>
      {faults.length > 0 && <span className="tk-faults ys-fault">不能派：{faults.join('；')}</span>}
      {driver && against.length > 0 && (
        <span className="tk-warn">
          {driver.name}：{against.join('；')}，须另选司机
        </span>
      )}
    </button>
  )
}
