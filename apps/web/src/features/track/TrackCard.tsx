// The card of the vehicle looked at on the live map: where it is, for which waybill, and what can be done.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { getTrackDistrict } from '@yunshu/contract/track/map'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useCall } from '../../lib/useCall.ts'
import { useWhileSeen } from '../../lib/useWhileSeen.ts'
import { lateLook, vehicleLooks } from '../../parts/map/vehicleLook.ts'
import { Time } from '../../ui/Figures.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { stateText, type LiveRow } from './liveRows.ts'

/** A lorry is in the same district for minutes: its name is asked for again after this, ms. */
const districtEveryMs = 60_000

/** The district of a vehicle: where it is now, else where it was heard last; undefined until it is known. */
function useDistrict({ vehicleId, position, lastDistrict }: LiveRow): string | undefined {
  const { data, refetch } = useCall(getTrackDistrict, { vehicleId }, { quiet: true, enabled: position !== undefined })
  useWhileSeen(() => void refetch(), position === undefined ? undefined : districtEveryMs)
  return position === undefined ? lastDistrict : data?.district
}

interface Props {
  readonly row: LiveRow
  readonly isFollowed: boolean
  readonly onFollow: (is: boolean) => void
  readonly onClose: () => void
}

export function TrackCard({ row, isFollowed, onFollow, onClose }: Props) {
  const canReplay = useCan('track.replay')
  const canOrder = useCan('terminal.command')
  const district = useDistrict(row)
  const { position } = row
  return (
    <section className="tm-card" aria-label={`车辆 ${row.plate}`} data-map-holds>
      <header>
        <strong>{row.plate}</strong>
        <span className={`tm-word tm-${row.look}`}>{vehicleLooks[row.look].word}</span>
        {row.help !== undefined && (
          <Link className="tm-word tm-calls" to={listUrl('DriverLocationException', { text: row.plate })}>
            {abnormalKinds[row.help].label}
          </Link>
        )}
        {row.isLate === true && <span className="tm-word ys-amber">{lateLook.word}</span>}
        <button type="button" aria-label="关闭" onClick={onClose}>
          ×
        </button>
      </header>
      <dl>
        <dt>现在</dt>
        <dd>{stateText(row, serverNow())}</dd>
        <dt>定位时间</dt>
        <dd>{position || row.lastAt !== undefined ? <Time value={position?.at ?? row.lastAt} /> : '现在没有位置'}</dd>
        {district !== undefined && (
          <>
            <dt>位置</dt>
            <dd>{district}</dd>
          </>
        )}
        {row.driver !== undefined && (
          <>
            <dt>司机</dt>
            <dd>
              {row.driver} <Phone value={row.driverMobile ?? ''} />
            </dd>
          </>
        )}
        <WaybillFacts row={row} />
      </dl>
      <footer>
        {canReplay && <Button href={screenUrl('TrackPlayback', { vehicleId: row.vehicleId })}>轨迹回放</Button>}
        {canOrder && row.terminalId !== undefined && (
          <Button href={screenUrl('TerminalDetails', { id: row.terminalId })}>下发指令</Button>
        )}
        <Button aria-pressed={isFollowed} disabled={!position} onClick={() => onFollow(!isFollowed)}>
          {isFollowed ? '停止跟随' : '跟随'}
        </Button>
      </footer>
    </section>
  )
}

/** The waybill a vehicle drives for the reader, and when it is expected. */
function WaybillFacts({ row }: { row: LiveRow }) {
  if (row.waybillId === undefined) return null
  return (
    <>
      <dt>运单</dt>
      <dd>
        <Link className="ys-link" to={screenUrl('WaybillDetails', { id: row.waybillId })}>
          {row.waybillNo}
        </Link>
        <br />
        {row.loadPlace} → {row.unloadPlace}
      </dd>
      {row.etaAt !== undefined && (
        <>
          <dt>预计到达</dt>
          <dd>
            <Time value={row.etaAt} />
            {row.leftM !== undefined && `　还有约 ${Math.round(row.leftM / 1000)} 公里`}
          </dd>
        </>
      )}
      {row.dueAt !== undefined && (
        <>
          <dt>约定到达</dt>
          <dd>
            <Time value={row.dueAt} />
          </dd>
        </>
      )}
    </>
  )
}
