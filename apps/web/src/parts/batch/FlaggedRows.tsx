// Sheets that are never part of all: each is opened here, and can be ticked once its preview has stood open.
import type { BatchItem } from '@yunshu/contract/batch'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import type { BatchAct } from '@yunshu/domain/batch'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Checkbox } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { payeeFacts, PayeeTable } from '../settlement/Payees.tsx'
import { verbOf } from './batchChoice.ts'
import { flagWords, recordUrl } from './BatchItems.tsx'

interface FlaggedRowsProps {
  act: BatchAct
  items: readonly BatchItem[]
  /** Records that were ticked. */
  looked: ReadonlySet<string>
  onLook: (looked: ReadonlySet<string>) => void
}

export function FlaggedRows({ act, items, looked, onLook }: FlaggedRowsProps) {
  const [open, setOpen] = useState<string>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const onSeen = useCallback((id: string) => setSeen(old => new Set(old).add(id)), [])
  if (items.length === 0) return null
  const tick = (id: string, isTicked: boolean): void => {
    const next = new Set(looked)
    if (isTicked) next.add(id)
    else next.delete(id)
    onLook(next)
  }
  return (
    <section aria-label="须逐张核对">
      <h3>须逐张核对 {printCount(items.length)} 单</h3>
      <p className="ys-weak">打开核对后才能勾选，未勾选的不{verbOf(act)}。</p>
      <ul className="bt-list bt-flagged">
        {items.map(item => {
          const { recordId: id, number } = item
          const isOpen = open === id
          return (
            <li key={id}>
              <div className="bt-flagged-line">
                <Checkbox
                  disabled={!seen.has(id)}
                  checked={looked.has(id)}
                  onChange={({ target }) => tick(id, target.checked)}
                >
                  <span className="visually-hidden">已核对 {number}</span>
                </Checkbox>
                <button
                  type="button"
                  className="bt-look"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : id)}
                >
                  <span className="ys-figure">{number}</span>
                  <span className="bt-name">{item.name}</span>
                  {item.amount !== undefined && <Money value={item.amount} />}
                  <Tag tone="warn">{flagWords(item)}</Tag>
                  <span className="ys-link">{isOpen ? '收起' : '核对'}</span>
                </button>
              </div>
              {isOpen && <SheetLook act={act} item={item} onSeen={onSeen} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The sheet as it stands now; one that changed since it was chosen cannot be ticked. */
function SheetLook({ act, item, onSeen }: { act: BatchAct; item: BatchItem; onSeen: (id: string) => void }) {
  const { data, error, refetch } = useCall(getSettlement, { settlementNum: item.number }, { quiet: true })
  const { recordId: id } = item
  const isSame = data !== undefined && data.version === item.version
  useEffect(() => {
    if (isSame) onSeen(id)
  }, [isSame, onSeen, id])
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={3} />
  return (
    <div className="bt-preview">
      {!isSame && (
        <p className="ys-fault" role="alert">
          这张单据刚刚有变化，请关闭后重新选择
        </p>
      )}
      <p>
        {flagWords(item)}，请核对收款人和金额。
        <a className="ys-link" href={recordUrl(act, item)}>
          打开结算单
        </a>
      </p>
      <Facts
        items={[
          ...payeeFacts(data),
          ['实付(元)', <Money key="due" value={data.due} strong />],
          ['应付(元)', <Money key="payable" value={data.payable} />],
          ['扣款(元)', <Money key="deducted" value={data.deducted} />],
          ['运单数', `${data.lineCount} 单`],
          ['付款期限', data.dueAt === undefined ? '' : <Time key="dueAt" value={data.dueAt} dayOnly />],
          ['制单人', data.maker],
        ]}
      />
      <PayeeTable payees={data.payees} />
    </div>
  )
}
