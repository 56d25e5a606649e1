// 轨迹回放: the trail of a vehicle, played by the clock; its span, moment and speed stand in the address.
import { getTrail } from '@yunshu/contract/track/map'
import { startOfDay } from '@yunshu/domain/figures/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { send } from '../../lib/send.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { playbackOf, playSpeeds, pointsOf } from './playback.ts'
import { PlaybackSpan } from './PlaybackSpan.tsx'
import { PlaybackStage } from './PlaybackStage.tsx'
import './track.css'
import './playback.css'

const usualSpeed = 16

/** A moment of the address, ms; the fallback where there is none. */
const moment = (text: string | null, fallback: number): number => {
  const ms = Number(text)
  return text !== null && Number.isSafeInteger(ms) && ms > 0 ? ms : fallback
}

/** Screen TrackPlayback. */
export default function TrackPlaybackPage() {
  const { vehicleId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const [opened] = useState(serverNow)
  const fromAt = moment(params.get('from'), startOfDay(opened))
  const toAt = moment(params.get('to'), opened)
  const speed = playSpeeds.find(each => String(each) === params.get('speed')) ?? usualSpeed
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
    meta: { quiet: true },
  })
  const playback = useMemo(() => answer.data && playbackOf(pointsOf(answer.data.hours)), [answer.data])
  return (
    <div className="pb" data-map-screen>
      <ScreenTitle />
      <PlaybackSpan
        plate={answer.data?.plate ?? ''}
        fromAt={fromAt}
        toAt={toAt}
        onSpan={span => put({ from: String(span.fromAt), to: String(span.toAt), at: String(span.fromAt) })}
      />
      {answer.isPending && <Skeleton />}
      {answer.error && <ErrorState error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && answer.data.spans.length === 0 && (
        <EmptyState text="这段时间没有可查看的轨迹：只能查看本企业运单期间的轨迹" />
      )}
      {answer.data && answer.data.spans.length > 0 && playback && playback.points.length === 0 && (
        <EmptyState text="这段时间车辆没有上报位置" />
      )}
      {answer.data && playback && playback.points.length > 0 && (
        <PlaybackStage
          key={`${vehicleId} ${fromAt} ${toAt}`}
          plate={answer.data.plate}
          playback={playback}
          begun={moment(params.get('at'), playback.points[0]?.at ?? fromAt)}
          speed={speed}
          onSpeed={next => put({ speed: String(next) })}
          onHold={at => put({ at: String(Math.round(at)), from: String(fromAt), to: String(toAt) })}
        />
      )}
    </div>
  )
}
