// Statements of all shippers of a month: the month and the branch, and then the batch that makes them.
import { Modal } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import type { BatchAsk } from '../../parts/batch/batchChoice.ts'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'
import { overPeriods } from './MakeStatementDrawer.tsx'

interface StateAllProps {
  onAsk: (ask: BatchAsk) => void
  onClose: () => void
}

/** The choice of shippers is shown before anything is made. */
export function StateAllDialog({ onAsk, onClose }: StateAllProps) {
  const [months] = useState(() => overPeriods(serverNow()))
  const [period, setPeriod] = useState(months[0]?.value)
  const [branchId, setBranchId] = useState<string>()
  return (
    <Modal
      open
      title="生成全部货主的对账单"
      okText="下一步"
      cancelText="返回"
      okButtonProps={{ disabled: period === undefined }}
      onOk={() => {
        if (period !== undefined) onAsk({ act: 'makeStatement', period, branchId })
      }}
      onCancel={onClose}
    >
      <p>这个月有往来或余额的货主各生成一张；已有对账单的跳过并说明原因。</p>
      <DialogField label="月份" isRequired>
        {id => (
          <ChoiceSelect
            id={id}
            options={months}
            value={period}
            onChange={next => setPeriod(isUnreadable(next) ? undefined : next)}
          />
        )}
      </DialogField>
      <DialogField label="分公司">
        {id => (
          <BranchSelect
            id={id}
            value={branchId}
            onChange={next => setBranchId(isUnreadable(next) ? undefined : next)}
            placeholder="全部"
          />
        )}
      </DialogField>
    </Modal>
  )
}
