// One version of the posting rules: the account of each charge, what it was before, its people and its steps.
import { getPostingVersion, movePostingVersion, type PostingVersionDetail } from '@yunshu/contract/voucher/posting'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDate } from '@yunshu/domain/figures/time'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { accounts } from '@yunshu/domain/voucher/chart'
import { postingVersionStates, type PostingVersionMove } from '@yunshu/domain/voucher/postingRules'
import { printVat } from '@yunshu/domain/figures/decimal'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const invalidates = staleAfter('posting')
type Rule = PostingVersionDetail['rules'][number]
const named = (code: string): string => `${code} ${accounts.find(each => each.code === code)?.name ?? ''}`
const was = (before: string | undefined): string => before ?? '未变'
const shipperColumns: readonly Column<Rule>[] = [
  textColumn('code', '费用', row => chargeCodes[row.code].label, { width: 110 }),
  textColumn('mode', '模式', () => '承运', { width: 70 }),
  textColumn('account', '科目', row => named(row.account), { width: 170 }),
  textColumn('before', '上一版本', row => was(row.before && named(row.before)), { width: 170 }),
  textColumn('vat', '税率', row => printVat(row.vatBp), { width: 70 }),
  textColumn(
    'vatBefore',
    '上一版本税率',
    row => was(row.vatBefore === undefined ? undefined : printVat(row.vatBefore)),
    {
      width: 110,
    },
  ),
  textColumn('kind', '凭证类', () => '记账凭证', { width: 100 }),
]
const carrierColumns: readonly Column<Rule>[] = [
  textColumn('code', '费用', row => chargeCodes[row.code].label, { width: 110 }),
  textColumn('mode', '模式', () => '承运', { width: 70 }),
  textColumn('account', '科目', row => named(row.cost), { width: 170 }),
  textColumn('before', '上一版本', row => was(row.costBefore && named(row.costBefore)), { width: 170 }),
  textColumn('kind', '凭证类', () => '暂估、记账凭证', { width: 130 }),
]

export function PostingVersionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const answer = useCall(getPostingVersion, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer id={id} title={`记账规则 ${data?.versionNo ?? ''}`} answer={answer} width={820} onClose={onClose}>
      {data && <Body it={data} />}
    </RowDrawer>
  )
}

function Body({ it }: { it: PostingVersionDetail }) {
  const { run, submit, isBusy } = useSend(movePostingVersion, { invalidates })
  const seen = { id: it.id, version: it.version }
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={postingVersionStates} state={it.state} />],
          ['生效日期', formatDate(it.validFrom)],
          ['适用', it.branchName ?? '全部分公司（有自己版本的除外）', 'wide'],
          ['在用', it.isInUse ? '是，现在按它记账' : '否'],
          ['说明', it.note, 'wide'],
          ['制单人', it.maker],
          ['制单时间', <Time key="made" value={it.createdAt} whole />],
          ['复核人', it.checker ?? ''],
          ['复核时间', it.checkedAt === undefined ? '' : <Time key="checked" value={it.checkedAt} whole />],
          ['退回原因', it.reason ?? '', 'wide'],
        ]}
      />
      <Section title="货主费用">
        <SimpleTable title="货主费用的科目" rows={it.rules} columns={shipperColumns} rowKey={({ code }) => code} />
        <p>扣款冲减运费所在的科目，按运费的税率。</p>
      </Section>
      <Section title="承运商费用">
        <SimpleTable title="承运商费用的科目" rows={it.rules} columns={carrierColumns} rowKey={({ code }) => code} />
        <p>暂估和结算记在同样的科目，扣款冲减运费成本。资金和发票的分录随单据固定，在试做分录里逐笔列出。</p>
      </Section>
      <MoveButtons<PostingVersionMove>
        machine={postingVersionStates}
        moves={it.moves}
        name={it.versionNo}
        busy={isBusy}
        onMove={move =>
          void run({ ...seen, move }).then(done => done && toast.success(`已${postingVersionStates.moves[move].label}`))
        }
        reasons={{
          about: move => ({ call: movePostingVersion, fixed: seen, part: move }),
          send: (move, reason) => submit({ ...seen, move, reason }, { quiet: true }),
          reload: () => void refreshStale(invalidates),
        }}
      />
      <Section title="操作记录">
        <LogTimeline log={it.log} />
      </Section>
    </>
  )
}
