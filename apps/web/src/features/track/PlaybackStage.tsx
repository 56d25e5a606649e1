// The stage of a playback: the trail on the map, the vehicle on it, and the desk that runs the clock.
import { DownloadOutlined, LinkOutlined } from '@ant-design/icons'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { formatDateTime } from '@yunshu/domain/figures/time'
import type { Point } from '@yunshu/track/point'
import { Button } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { copyText } from '../../lib/copy.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { MapView } from '../../parts/map/MapView.tsx'
import { boxAround } from '../../parts/map/mercator.ts'
import { shownPlace } from '../../parts/map/placed.ts'
import { currentProvider, type Provider } from '../../parts/map/provider.ts'
import type { MapMark, MapScene, TrailStretch } from '../../parts/map/scene.ts'
import { countUpTo, csvOf, placeAtMoment, playSpeeds, type Playback } from './playback.ts'
import { SeekBar } from './SeekBar.tsx'
import { ToldList } from './ToldList.tsx'
import { usePlayer } from './usePlayer.ts'

interface Props {
  readonly plate: string
  readonly playback: Playback
  readonly begun: number
  readonly speed: number
  readonly onSpeed: (speed: number) => void
  readonly onHold: (at: number) => void
  /** Fields of the address beside moment and speed: the span, or the carriage, that is played. */
  readonly link: Readonly<Record<string, string>>
}

/** Late positions drawn hollow, at most so many. */
const lateMost = 500

export function PlaybackStage({ plate, playback, begun, speed, onSpeed, onHold, link }: Props) {
  const [{ datum }] = useState(currentProvider)
  const { points } = playback
  const span = { fromAt: points[0]?.at ?? 0, toAt: points.at(-1)?.at ?? 0 }
  const player = usePlayer(span, begun, speed, onHold)
  const here = placeAtMoment(playback, player.at)
  const trail = useMemo(() => trailOf(playback, datum), [playback, datum])
  const marks = useMemo(() => marksOf(playback, datum), [playback, datum])
  const goal = useMemo(() => {
    const box = boxAround(points.map(point => shownPlace(point, point.datum, datum)))
    return box && { box }
  }, [points, datum])
  const passed = countUpTo(points, player.at)
  const scene = useMemo<MapScene>(
    () => ({
      trail: trail(passed),
      marks,
      ...(here
        ? {
            vehicles: [
              {
                ...shownPlace(here, here.datum, datum),
                no: 1,
                label: plate,
                look: here.isGap ? 'silent' : here.speed >= 30 ? 'moving' : 'standing',
                heading: here.heading,
              },
            ],
            chosen: 1,
          }
        : {}),
    }),
    [trail, marks, passed, here, datum, plate],
  )
  return (
    <>
      <div className="pb-map">
        <MapView label={`${plate} 轨迹地图`} scene={scene} goal={goal} />
      </div>
      <section className="pb-desk" aria-label="回放控制">
        <div className="pb-row">
          <Button type="primary" onClick={player.toggle}>
            {player.isPlaying ? '暂停' : '播放'}
          </Button>
          <select aria-label="回放速度" value={speed} onChange={({ target }) => onSpeed(Number(target.value))}>
            {playSpeeds.map(each => (
              <option key={each} value={each}>{`${each}×`}</option>
            ))}
          </select>
          <output aria-label="时刻">{formatDateTime(player.at)}</output>
          <span>{here?.isGap === true ? '无信号' : `${Math.round((here?.speed ?? 0) / 10)} km/h`}</span>
          <span className="pb-sum">{sumText(playback)}</span>
          <Tool
            icon={<LinkOutlined />}
            label="复制链接"
            onPress={() => void copyText(linkTo({ ...link, at: String(Math.round(player.at)), speed: String(speed) }))}
          />
          <Tool
            icon={<DownloadOutlined />}
            label="导出 CSV"
            onPress={() =>
              saveFile(new Blob([csvOf(plate, playback)], { type: 'text/csv;charset=utf-8' }), `轨迹_${plate}.csv`)
            }
          />
        </div>
        <SeekBar playback={playback} {...span} at={player.at} onSeek={player.seek} />
        <ToldList told={playback.told} onSeek={player.seek} />
      </section>
    </>
  )
}

/** A tool of the desk; in a narrow window its sign alone. */
function Tool({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) {
  return (
    <Button className="pb-tool" icon={icon} aria-label={label} title={label} onClick={onPress}>
      <span>{label}</span>
    </Button>
  )
}

/** The address of this page with what is played, the moment that is seen and the speed: whoever opens it sees the same. */
function linkTo(fields: Readonly<Record<string, string>>): string {
  const url = new URL(location.href)
  for (const [name, text] of Object.entries(fields)) url.searchParams.set(name, text)
  return url.href
}

const hoursText = (ms: number): string =>
  `${Math.floor(ms / 3_600_000)}:${String(Math.floor(ms / 60_000) % 60).padStart(2, '0')}`

/** 里程 612.0 公里 · 停 3 次 1:20 · 1 段无信号 0:44，35.2 公里 · 已略去 4 个异常点. */
function sumText({ distanceM, gapM, stops, gaps, leftOut, unmarked }: Playback): string {
  const whole = (spans: readonly { fromAt: number; toAt: number }[]): number =>
    spans.reduce((sum, { fromAt, toAt }) => sum + toAt - fromAt, 0)
  return [
    `里程 ${printKilometres(distanceM)} 公里`,
    `停 ${stops.length} 次 ${hoursText(whole(stops))}`,
    ...(gaps.length > 0 ? [`${gaps.length} 段无信号 ${hoursText(whole(gaps))}，${printKilometres(gapM)} 公里`] : []),
    ...(leftOut > 0 ? [`已略去 ${leftOut} 个异常点`] : []),
    ...(unmarked > 0 ? [`另有 ${unmarked} 段终端报警未标出`] : []),
  ].join(' · ')
}

type MapDatum = Provider['datum']
const placed = (point: Point, datum: MapDatum) => shownPlace(point, point.datum, datum)

/** The stretches of a trail; the answer splits them at a number of passed positions. */
function trailOf({ points, dashes }: Playback, datum: MapDatum): (passed: number) => TrailStretch[] {
  const places = points.map(point => placed(point, datum))
  const gapStarts = new Set(dashes.map(({ fromAt }) => fromAt))
  const cuts = points.flatMap(({ at }, i) => (gapStarts.has(at) ? [i] : []))
  return passed => {
    const stretches: TrailStretch[] = []
    let from = 0
    for (const cut of [...cuts, points.length - 1]) {
      const middle = Math.min(Math.max(passed - 1, from), cut)
      if (middle > from) stretches.push({ places: places.slice(from, middle + 1), isGap: false, isAhead: false })
      if (cut > middle) stretches.push({ places: places.slice(middle, cut + 1), isGap: false, isAhead: true })
      if (cut < points.length - 1)
        stretches.push({ places: places.slice(cut, cut + 2), isGap: true, isAhead: passed <= cut + 1 })
      from = cut + 1
    }
    return stretches
  }
}

function marksOf({ points, stops, told }: Playback, datum: MapDatum): MapMark[] {
  const [first, last] = [points[0], points.at(-1)]
  const late = points.filter(({ cls }) => cls === 'late')
  const every = Math.max(1, Math.ceil(late.length / lateMost))
  return [
    ...late.filter((_, i) => i % every === 0).map(point => ({ ...placed(point, datum), kind: 'late' as const })),
    ...stops.map(({ at, fromAt, toAt }) => ({
      ...placed(at, datum),
      kind: 'stop' as const,
      label: `停 ${hoursText(toAt - fromAt)}`,
    })),
    ...told.map(({ kind, at, text }) => ({
      ...placed(at, datum),
      kind: kind === 'terminal' ? ('alarm' as const) : kind,
      label: text,
    })),
    ...(first ? [{ ...placed(first, datum), kind: 'start' as const, label: '起' }] : []),
    ...(last ? [{ ...placed(last, datum), kind: 'end' as const, label: '终' }] : []),
  ]
}
