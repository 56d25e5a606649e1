// 轨迹证据: the sealed trail of a waybill, played as it was sealed; its parts and hashes stand above.
import type { Output } from '@yunshu/contract/call'
import { getEvidence, openEvidence } from '@yunshu/contract/track/evidence'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { evidenceStates } from '@yunshu/domain/track/evidence'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { useCan } from '../../lib/can.ts'
import { send } from '../../lib/send.ts'
import { useCall } from '../../lib/useCall.ts'
import { EvidenceParts } from '../../parts/track/EvidenceParts.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { wayParts } from '../../ui/record/heroLine.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { momentIn, playbackOf, pointsOf, sealedMarks, speedIn } from './playback.ts'
import { PlaybackStage } from './PlaybackStage.tsx'
import './track.css'
import './playback.css'

/** Screen TrackEvidence. */
export default function TrackEvidencePage() {
  const { id = '' } = useParams()
  const facts = useCall(getEvidence, { id }, { quiet: true })
  const waybill = useCall(getWaybill, { id }, { quiet: true, enabled: useCan('waybill.view') })
  const way = waybill.data && [
    ...wayParts(waybill.data.loadPlace, waybill.data.unloadPlace),
    ` · ${waybill.data.plate} ${waybill.data.driverName}`,
  ]
  const hasParts = (facts.data?.parts.length ?? 0) > 0
  const trail = useQuery({
    queryKey: [openEvidence.path, id],
    // each look is written down: what is on the screen is not asked for again by itself
    queryFn: () => send(openEvidence, { id }, { quiet: true }),
    enabled: hasParts,
    staleTime: Infinity,
    retry: false,
    refetchOnMount: false,
    meta: { quiet: true },
  })
  return (
    <DetailPage
      answer={facts}
      title={it => `轨迹证据 ${it.waybillNo}`}
      hero={it => (
        <Hero
          word="轨迹证据"
          name={it.waybillNo}
          tag={<Tag tone={hasParts ? 'good' : 'idle'}>{evidenceStates[it.state]}</Tag>}
          waits={hasParts ? undefined : sealedWhen(it)}
          line={way}
          hasPager={false}
          acts={<PageActions actions={[{ label: '看运单', to: screenUrl('WaybillDetails', { id }) }]} />}
        />
      )}
    >
      {it => (
        <>
          <Section title="封存的轨迹">
            {hasParts ? (
              <EvidenceParts id={id} evidence={it} />
            ) : (
              <EmptyState text="封存后，每辆车的轨迹、定位明细和校验码在这里列出，可以回放和下载" />
            )}
          </Section>
          {hasParts && trail.isPending && <Skeleton />}
          {trail.error && <ErrorState error={trail.error} retry={() => void trail.refetch()} />}
          {trail.data && <SealedStage sealed={trail.data} />}
        </>
      )}
    </DetailPage>
  )
}

/** The moment it is sealed, where it is known already. */
const sealedWhen = ({ dueAt }: Output<typeof getEvidence>): string =>
  ['签收并卸货满 2 小时后自动封存', dueAt === undefined ? undefined : `最早 ${formatDateTime(dueAt).slice(5, 16)}`]
    .filter(Boolean)
    .join('，')

/** The trail of one of the vehicles, as it was sealed. */
function SealedStage({ sealed }: { sealed: Output<typeof openEvidence> }) {
  const { carriages, waybillNo } = sealed
  const [params, setParams] = useSearchParams()
  const shown = Math.max(0, Math.floor(Number(params.get('car')) || 0))
  const speed = speedIn(params)
  const put = (fields: Readonly<Record<string, string>>): void =>
    setParams(old => new URLSearchParams({ ...Object.fromEntries(old), ...fields }), { replace: true })
  const carriage = carriages[shown] ?? carriages[0]
  const playback = useMemo(
    () => carriage && playbackOf(pointsOf(carriage.hours), sealedMarks(sealed, waybillNo, carriage.toAt)),
    [carriage, sealed, waybillNo],
  )
  if (!carriage || !playback) return null
  return (
    <div className="pb" data-map-screen>
      {carriages.length > 1 && (
        <select aria-label="车辆" value={shown} onChange={({ target }) => put({ car: target.value, at: '' })}>
          {carriages.map(({ plate, vehicleId, fromAt }, n) => (
            <option key={`${vehicleId} ${fromAt}`} value={n}>
              {plate}
            </option>
          ))}
        </select>
      )}
      {playback.points.length === 0 ? (
        <EmptyState text="这段时间车辆没有上报位置" />
      ) : (
        <PlaybackStage
          key={shown}
          plate={carriage.plate}
          playback={playback}
          begun={momentIn(params, 'at', playback.points[0]?.at ?? carriage.fromAt)}
          speed={speed}
          link={{ car: String(shown) }}
          onSpeed={next => put({ speed: String(next) })}
          onHold={at => put({ at: String(Math.round(at)) })}
        />
      )}
    </div>
  )
}
