// The card of the four flows on the record of a waybill, for people who may see how they stand.
import { getChain } from '@yunshu/contract/chain/chain'
import { chainStates } from '@yunshu/domain/chain/chain'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { WaybillBase } from '../invoice/WaybillBase.tsx'
import { ChainLegs } from './ChainLegs.tsx'

export function ChainCard({ id }: { id: string }) {
  const mayView = useCan('chain.view')
  const { data, error, refetch } = useCall(getChain, { id }, { enabled: mayView, quiet: true })
  if (!mayView) return null
  return (
    <Section title="四流核对" extra={data && <StatusTag machine={chainStates} state={data.state} />}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          <ChainLegs chain={data} />
          <WaybillBase id={id} waybillNo={data.waybillNo} />
        </>
      ) : (
        <Skeleton lines={4} />
      )}
    </Section>
  )
}
