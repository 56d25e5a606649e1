// 轨迹回放: the trail of a vehicle, played by the clock; its span, moment and speed stand in the address.
import { getTrail } from '@yunshu/contract/track/map'
import { startOfDay } from '@yunshu/domain/figures/time'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { send } from '../../lib/send.ts'
import { useTab } from '../../lib/tab.ts'
import { ErrorState } from '../../ui/States.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { EmptyStage } from './EmptyStage.tsx'
import { momentIn, playbackOf, pointsOf, speedIn } from './playback.ts'
import { PlaybackSpan, type AskedSpan } from './PlaybackSpan.tsx'
import { PlaybackStage } from './PlaybackStage.tsx'
import './track.css'
import './playback.css'

/** Screen TrackPlayback. */
export default function TrackPlaybackPage() {
  const { vehicleId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const [opened] = useState(serverNow)
  const fromAt = momentIn(params, 'from', startOfDay(opened))
  const toAt = momentIn(params, 'to', opened)
  const speed = speedIn(params)
  const put = (fields: Readonly<Record<string, string>>): void =>
    setParams(
      old => {
        const next = new URLSearchParams(old)
        for (const [name, text] of Object.entries(fields)) next.set(name, text)
        return next
      },
      { replace: true },
    )
  const answer = useQuery({
    queryKey: [getTrail.path, vehicleId, fromAt, toAt],
    // each look is written down: what is on the screen is not asked for again by itself
    queryFn: () => send(getTrail, { vehicleId, fromAt, toAt }, { quiet: true }),
    staleTime: Infinity,
    retry: false,
    refetchOnMount: false,
    // the plate stays while other days are asked for
    placeholderData: old => (old?.vehicleId === vehicleId ? old : undefined),
    meta: { quiet: true },
  })
  const data = answer.isPlaceholderData ? undefined : answer.data
  const playback = useMemo(() => data && playbackOf(pointsOf(data.hours), data), [data])
  const [isChoosing, setChoosing] = useState(false)
  const { plate = '', trip } = answer.data ?? {}
  const hasTrip = trip !== undefined && (trip.fromAt !== fromAt || trip.toAt !== toAt)
  const { setTitle } = useTab()
  useEffect(() => {
    if (plate !== '') setTitle(`轨迹回放 ${plate}`)
  }, [plate, setTitle])
  const askFor = (span: AskedSpan): void =>
    put({ from: String(span.fromAt), to: String(span.toAt), at: String(span.fromAt) })
  return (
    <div className="pb" data-map-screen>
      <ScreenTitle />
      <PlaybackSpan
        {...{ plate, fromAt, toAt, trip, isChoosing }}
        now={opened}
        onSpan={askFor}
        onChoosing={setChoosing}
      />
      {answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : playback && playback.points.length > 0 ? (
        <PlaybackStage
          key={`${vehicleId} ${fromAt} ${toAt}`}
          plate={plate}
          playback={playback}
          begun={momentIn(params, 'at', playback.points[0]?.at ?? fromAt)}
          speed={speed}
          link={{ from: String(fromAt), to: String(toAt) }}
          onSpeed={next => put({ speed: String(next) })}
          onHold={at => put({ at: String(Math.round(at)), from: String(fromAt), to: String(toAt) })}
        />
      ) : (
        <EmptyStage plate={plate} isAsked={data !== undefined} mayNot={data?.spans.length === 0}>
          {hasTrip && (
            <Button type="primary" onClick={() => askFor(trip)}>
              看最近一单的轨迹
            </Button>
          )}
          <Button type={hasTrip ? 'default' : 'primary'} onClick={() => setChoosing(true)}>
            换时间段
          </Button>
        </EmptyStage>
      )}
    </div>
  )
}
