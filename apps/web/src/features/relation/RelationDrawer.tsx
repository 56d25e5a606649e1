// The history of a relation and what is open between the two.
import { getRelation, type RelatedCompany } from '@yunshu/contract/relation/relation'
import { relationStates } from '@yunshu/domain/relation'
import { Drawer } from 'antd'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Section } from '../../ui/Facts.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { OpenWorkText } from './OpenWorkText.tsx'

export function RelationDrawer({ row, onClose }: { row: RelatedCompany; onClose: () => void }) {
  const isMobile = useMobile()
  const { shipperId = '', carrierId = '' } = row.relation ?? {}
  const { data, error, refetch } = useCall(getRelation, { shipperId, carrierId }, { quiet: true })
  return (
    <Drawer open title={`${row.name} 的合作记录`} size={isMobile ? '100%' : 560} onClose={onClose}>
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void refetch()
          }}
        />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <p>
            当前状态：
            <StatusTag machine={relationStates} state={data.state} />
          </p>
          <Section title="未完业务">
            <OpenWorkText open={data.open} />
          </Section>
          <Section title="操作记录">
            <LogTimeline log={data.log} />
          </Section>
        </>
      )}
    </Drawer>
  )
}
