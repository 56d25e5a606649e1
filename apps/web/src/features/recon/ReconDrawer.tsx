// One difference beside the list: the amounts of both sides, what is known of it, its next step and its history.
import { getReconItem, type ReconItemRow } from '@yunshu/contract/recon/recon'
import { ZERO_FEN } from '@yunshu/domain/figures/money'
import { reconItemStates, reconKinds } from '@yunshu/domain/recon/recon'
import { reconLayingStates } from '@yunshu/domain/recon/reconLaying'
import { tradeDirections } from '@yunshu/domain/trade'
import { useCall } from '../../lib/useCall.ts'
import { BranchText } from '../../ui/BranchText.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import { DrawerHero } from '../../ui/list/DrawerHero.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'

interface ReconDrawerProps {
  id: string
  /** The steps open to the reader, as the row has them. */
  actions: (row: ReconItemRow) => readonly RowAction[]
  onClose: () => void
}

export function ReconDrawer({ id, actions, onClose }: ReconDrawerProps) {
  const answer = useCall(getReconItem, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer
      id={id}
      title={`对账差异 ${data?.serial ?? data?.tradeNo ?? ''}`.trim()}
      answer={answer}
      onClose={onClose}
      extra={<DrawerActs actions={data && actions(data)} />}
    >
      {data && (
        <>
          <DrawerHero
            tag={<SecondTag machine={reconItemStates} state={data.state} moves={data.moves} />}
            line={[reconKinds[data.kind], tradeDirections[data.direction], data.other]}
            figure={{
              value: <Money value={data.theirs ?? data.ours ?? ZERO_FEN} />,
              label: data.theirs === undefined ? '账上金额(元)' : '银行金额(元)',
            }}
          />
          <Known item={data} />
          <Section title="操作记录">
            <LogTimeline log={data.log} />
          </Section>
        </>
      )}
    </RowDrawer>
  )
}

const Known = ({ item }: { item: ReconItemRow }) => (
  <Facts
    items={[
      ['日期', <Time key="day" value={item.day} dayOnly whole />],
      ['分公司', <BranchText key="branch" name={item.branchName} />],
      [
        '账上金额(元)',
        item.theirs === undefined || item.ours === undefined ? undefined : <Money key="ours" value={item.ours} />,
      ],
      ['银行流水号', item.serial === undefined ? undefined : <CopyText key="serial" text={item.serial} />],
      ['订单号', item.orderKey],
      ['对方', item.other],
      ['交易流水', item.tradeNo],
      ['建议对到', item.suggested],
      ['已补记', item.made],
      ['合并对平', item.laying && reconLayingStates.states[item.laying.state].label],
      ['说明', item.reason, 'wide'],
      ['说明人', item.asker],
      ['复核人', item.checker],
    ]}
  />
)
