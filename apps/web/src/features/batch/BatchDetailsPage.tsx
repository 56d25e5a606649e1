// One batch: how far it is, the payees, the result of each row, 停止 and 重试未办理的.
import { listBatches, stopBatch, type BatchDetail } from '@yunshu/contract/batch'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { batchActs, batchStates } from '@yunshu/domain/batch'
import { printTons } from '@yunshu/domain/figures/weight'
import { printCount } from '@yunshu/domain/figures/decimal'
import { useParams } from 'react-router'
import { BatchHowFar } from '../../parts/batch/BatchRun.tsx'
import { againOf, isUnderWay, sumWord, undoneIds, unitOf } from '../../parts/batch/batchChoice.ts'
import { BatchItems } from '../../parts/batch/BatchItems.tsx'
import { useBatchDialog } from '../../parts/batch/useBatch.tsx'
import { useBatchProgress } from '../../parts/batch/useBatchProgress.ts'
import { useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero, type HeroProps } from '../../ui/record/Hero.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** The way on from a batch of which all was done. */
const listOf = {
  waybill: { label: '回到运单列表', to: screenUrl('WaybillList') },
  settlement: { label: '去付款待办', to: screenUrl('PaymentTasks') },
  statement: { label: '去货主对账单', to: screenUrl('StatementList') },
  voucher: { label: '去凭证列表', to: screenUrl('VoucherList') },
  input: { label: '去进项发票', to: screenUrl('QueryInvoiceInput') },
  agreement: { label: '去合同列表', to: screenUrl('AgreementList') },
  invoiceApp: { label: '去开票申请', to: screenUrl('QueryInvoiceApply') },
} as const

/** The money of the records, their weight where the reader sees no money, or how many they are. */
function figureOf({ act, sum, weightG, total }: BatchDetail): HeroProps['figure'] {
  if (sum !== undefined)
    return { value: <Money value={sum} />, label: `${sumWord(act)}(元)`, note: `${total} ${unitOf(act)}` }
  if (weightG !== undefined) return { value: printTons(weightG), label: '合计(吨)', note: `${printCount(total)} 单` }
  return { value: printCount(total), label: '单' }
}

/** Screen BatchDetails. */
export default function BatchDetailsPage() {
  const { id = '' } = useParams()
  const answer = useBatchProgress(id, false)
  const { ask, dialog } = useBatchDialog()
  const { refetch } = answer
  const stop = useSend(stopBatch, { invalidates: [listBatches], done: () => void refetch() })
  const halt: RowAction = { label: '停止', disabled: stop.isBusy, onClick: () => void stop.run({ id }) }
  const next = (it: BatchDetail): RowAction | undefined => {
    if (isUnderWay(it)) return undefined
    const { length: undone } = undoneIds(it)
    return undone === 0
      ? listOf[batchActs[it.act].of]
      : { label: `重试未办理的 ${undone} ${unitOf(it.act)}`, onClick: () => ask(againOf(it)) }
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => batchActs[it.act].label}
        hero={it => (
          <Hero
            word="批量任务"
            name={batchActs[it.act].label}
            isCopied={false}
            unit="个"
            tag={<StatusTag machine={batchStates} state={it.state} />}
            lead={
              <>
                开始 <Time value={it.startedAt} />
                {it.doneAt !== undefined && (
                  <>
                    {' '}
                    · 结束 <Time value={it.doneAt} />
                  </>
                )}
              </>
            }
            figure={figureOf(it)}
            acts={<PageActions primary={next(it)} actions={isUnderWay(it) ? [halt] : []} />}
          />
        )}
      >
        {it => (
          <>
            <Section title="办理结果">
              <BatchHowFar batch={it} />
              <BatchItems act={it.act} items={it.items} />
            </Section>
          </>
        )}
      </DetailPage>
      {dialog}
    </>
  )
}
