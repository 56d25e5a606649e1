// The parts of a task that were handed down: who has them, how far they are, what they bring, and taking back those
// nobody answered.
import type { ReleasedPart } from '@yunshu/contract/task/release'
import { withdrawTask } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { type Pricing, pricings, type QuantityMode } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { taskStates } from '@yunshu/domain/task/task'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Money, Time, UnitPriceText } from '../../ui/Figures.tsx'
import { stateColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { restOfTotal } from './offerColumns.tsx'
import './task.css'

const idOf = ({ id }: ReleasedPart): string => id
const figure = (text: string) => <span className="ys-figure">{text}</span>

interface PartColumns extends Pick<ReleasePartsProps, 'mode' | 'pricing'> {
  hasPrices: boolean
  onRecall: (part: ReleasedPart) => void
}

function partColumns({ mode, pricing, hasPrices, onRecall }: PartColumns): readonly Column<ReleasedPart>[] {
  return [
    textColumn('no', '任务号', part => part.taskNo, { width: 160 }),
    {
      key: 'carrier',
      title: '承运商',
      width: 190,
      render: ({ carrierName, remark }) => (
        <>
          {carrierName}
          {remark !== '' && <span className="ys-weak tk-part-remark">备注：{remark}</span>}
        </>
      ),
    },
    stateColumn('state', '状态', taskStates, part => part.state, { width: 90 }),
    {
      key: 'qty',
      title: '未派 / 数量',
      width: 150,
      align: 'right',
      render: ({ qty, remainQty }) => figure(restOfTotal({ quantityMode: mode, remainQty }, qty)),
    },
    {
      key: 'waybills',
      title: '运单 / 在途 / 已签收',
      width: 130,
      align: 'right',
      render: ({ waybills }) => figure(`${waybills.all} / ${waybills.open} / ${waybills.signed}`),
    },
    ...(hasPrices
      ? ([
          {
            key: 'price',
            title: `转派单价(${pricings[pricing].label})`,
            width: 110,
            align: 'right',
            render: part => <UnitPriceText value={part.unitPrice} />,
          },
          {
            key: 'fee',
            title: '差价 预估 / 已确认(元)',
            width: 150,
            align: 'right',
            render: part => (
              <>
                <Money value={part.feeEstimated} /> / <Money value={part.feeConfirmed} />
              </>
            ),
          },
        ] satisfies readonly Column<ReleasedPart>[])
      : []),
    {
      key: 'answer',
      title: '答复截止',
      width: 130,
      render: part =>
        part.state !== 'sent' || part.answerBy === undefined ? (
          <Time value={part.answerBy} />
        ) : (
          <>
            <Countdown until={part.answerBy} />
            {part.mayRecall && (
              <Button type="link" size="small" danger aria-label={`撤回 ${part.taskNo}`} onClick={() => onRecall(part)}>
                撤回
              </Button>
            )}
          </>
        ),
    },
  ]
}

interface ReleasePartsProps {
  parts: readonly ReleasedPart[]
  mode: QuantityMode
  pricing: Pricing
  onReload: () => void
}

export function ReleaseParts({ parts, mode, pricing, onReload }: ReleasePartsProps) {
  const [recalling, setRecalling] = useState<ReleasedPart>()
  const { submit } = useSend(withdrawTask, {
    quiet: true,
    invalidates: staleAfter('task'),
    done: () => toast.success('转派已撤回'),
  })
  const hasPrices = parts.some(part => part.unitPrice !== undefined)
  const columns = useMemo(
    () => partColumns({ mode, pricing, hasPrices, onRecall: setRecalling }),
    [mode, pricing, hasPrices],
  )
  return (
    <>
      <SimpleTable title="转派记录" rows={parts} columns={columns} rowKey={idOf} />
      {recalling && (
        <WriteDialog
          title={`撤回转派 ${recalling.taskNo}`}
          okText="撤回转派"
          danger
          onSend={() => submit({ id: recalling.id, version: recalling.version })}
          onClose={() => setRecalling(undefined)}
          onReload={() => {
            setRecalling(undefined)
            onReload()
          }}
        >
          <p>
            {recalling.carrierName}还没有答复。撤回后 {printQuantity(mode, recalling.qty)}{' '}
            回到本任务，可自己派车或另行转派。
          </p>
        </WriteDialog>
      )}
    </>
  )
}
