// 轨迹证据 on the page of a waybill: the sealed trail with its figures and hash, or when it will be sealed.
import { getEvidence } from '@yunshu/contract/track/evidence'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { evidenceStates, sealedStates } from '@yunshu/domain/track/evidence'
import { Link } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { EvidenceParts } from '../../parts/track/EvidenceParts.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

/** Nothing before the receiver has signed. */
export function EvidenceSection({ waybill: { id, state } }: { waybill: WaybillDetail }) {
  const mayLook = useCan('track.replay') && sealedStates.some(each => each === state)
  const { data, error, refetch } = useCall(getEvidence, { id }, { enabled: mayLook, quiet: true })
  if (!mayLook) return null
  return (
    <Section
      title="轨迹证据"
      extra={
        data && data.parts.length > 0 ? (
          <Link to={screenUrl('TrackEvidence', { id })}>查看轨迹</Link>
        ) : (
          data && <span className="ys-weak">{evidenceStates[data.state]}</span>
        )
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : data.parts.length > 0 ? (
        <EvidenceParts id={id} evidence={data} />
      ) : (
        <p className="ys-weak">
          {data.dueAt === undefined ? (
            '运单期间没有可封存的轨迹时段'
          ) : (
            <>
              卸货两小时后封存，最早 <Time value={data.dueAt} />
            </>
          )}
        </p>
      )}
    </Section>
  )
}
