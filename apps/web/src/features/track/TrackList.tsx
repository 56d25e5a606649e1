// The list beside the live map: counts by state, search, and a row for each vehicle, pressed to look at it.
import { SearchOutlined } from '@ant-design/icons'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { helpLook, lateLook, vehicleLookKeys, vehicleLooks, type VehicleLook } from '../../parts/map/vehicleLook.ts'
import { townOf } from '../../ui/placeText.ts'
import { EmptyState } from '../../ui/States.tsx'
import { countLooks, lateText, stateText, type LiveRow } from './liveRows.ts'

interface Props {
  /** Vehicles the search found, of any state. */
  readonly all: readonly LiveRow[]
  readonly rows: readonly LiveRow[]
  readonly isMore: boolean
  readonly state: VehicleLook | 'late' | 'help' | ''
  readonly onState: (state: string) => void
  readonly text: string
  readonly onText: (text: string) => void
  readonly chosen: number | undefined
  readonly onChoose: (no: number) => void
  /** Beside the counts: gives the list another height. */
  readonly grip: ReactNode
}

/** Rows drawn at once; the search finds the others. */
const drawnMost = 200

/** The looks of vehicles with their counts; a press filters by one, a second one takes the filter off. */
function States({ all, state, onState }: Pick<Props, 'all' | 'state' | 'onState'>) {
  const counts = countLooks(all)
  const late = all.filter(({ isLate }) => isLate === true).length
  const calling = all.filter(({ help }) => help !== undefined).length
  return (
    <div className="tm-states" role="toolbar" aria-label="按状态筛选">
      <button type="button" aria-pressed={state === ''} onClick={() => onState('')}>
        全部 <b>{all.length}</b>
      </button>
      {(calling > 0 || state === 'help') && (
        <button type="button" aria-pressed={state === 'help'} onClick={() => onState(state === 'help' ? '' : 'help')}>
          <i className="tm-dot tm-help" aria-hidden /> {helpLook.word} <b>{calling}</b>
        </button>
      )}
      {vehicleLookKeys
        .filter(key => key === state || counts[key] > 0)
        .map(key => (
          <button
            key={key}
            type="button"
            aria-pressed={state === key}
            onClick={() => onState(state === key ? '' : key)}
          >
            <i className={`tm-dot tm-${key}`} aria-hidden /> {vehicleLooks[key].word} <b>{counts[key]}</b>
          </button>
        ))}
      {(late > 0 || state === 'late') && (
        <button type="button" aria-pressed={state === 'late'} onClick={() => onState(state === 'late' ? '' : 'late')}>
          <i className="tm-dot tm-late" aria-hidden /> {lateLook.word} <b>{late}</b>
        </button>
      )}
    </div>
  )
}

export function TrackList({ all, rows, isMore, state, onState, text, onText, chosen, onChoose, grip }: Props) {
  const now = serverNow()
  return (
    <>
      <div className="tm-heads">
        <States all={all} state={state} onState={onState} />
        {grip}
      </div>
      <Input
        allowClear
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        aria-label="搜索车辆"
        placeholder="车牌、司机、运单、地点"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <ul className="tm-rows" aria-label="车辆">
        {rows.slice(0, drawnMost).map(row => (
          <li key={row.no}>
            <button type="button" aria-pressed={row.no === chosen} onClick={() => onChoose(row.no)}>
              <i className={`tm-dot tm-${row.look}`} aria-hidden />
              <span>
                <strong>{row.plate}</strong> {row.driver}
                <small title={row.loadPlace && `${row.loadPlace} → ${row.unloadPlace ?? ''}`}>{routeText(row)}</small>
              </span>
              <em>
                {stateText(row, now)}
                {row.help !== undefined && <b className="tm-calls">{abnormalKinds[row.help].label}</b>}
                {row.isLate === true && <b>{lateText(row)}</b>}
              </em>
            </button>
          </li>
        ))}
      </ul>
      {rows.length === 0 && (
        <EmptyState text={all.length === 0 && text === '' ? '还没有可监控的车辆' : '没有符合条件的车辆'} />
      )}
      {(rows.length > drawnMost || isMore) && (
        <p className="ys-weak tm-more">
          {isMore ? '车辆超过 5000 辆，请缩小范围' : `还有 ${rows.length - drawnMost} 辆，请搜索或按状态筛选`}
        </p>
      )}
    </>
  )
}

const routeText = ({ loadPlace, unloadPlace, itemNames }: LiveRow): string =>
  loadPlace === undefined
    ? '没有在途运单'
    : [`${townOf(loadPlace)} → ${townOf(unloadPlace ?? '')}`, itemNames].filter(Boolean).join(' · ')
