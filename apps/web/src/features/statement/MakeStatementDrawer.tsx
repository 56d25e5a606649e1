// Making the statement of a shipper for a month that is over.
import { makeStatement } from '@yunshu/contract/statement/statement'
import { listFlowParties } from '@yunshu/contract/voucher/flow'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { CallSelect, ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('statement')

/** The months that are over, newest first, as many as people go back. */
export const overPeriods = (now: number): { value: string; label: string }[] =>
  Array.from({ length: 24 }, (_, back) => {
    const value = shiftPeriod(periodOf(now), -1 - back)
    return { value, label: periodText(value) }
  })

export function MakeStatementDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const navigate = useNavigate()
  const [months] = useState(() => overPeriods(serverNow()))
  return (
    <FormDrawer
      form={form}
      call={makeStatement}
      title="生成对账单"
      submitText="生成"
      initial={{ period: months[0]?.value }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ id, statementNo }) => {
        toast.success(`已生成 ${statementNo}`)
        onClose()
        void navigate(screenUrl('StatementDetails', { id }))
      }}
    >
      <p>明细取自总账，生成后不再变化；以后补记到这个月的账，列入下一张对账单。</p>
      <div className="ys-form-grid">
        <Field name="shipperId" label="货主">
          <CallSelect
            call={listFlowParties}
            input={text => (text === '' ? {} : { text })}
            options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field name="period" label="月份">
          <ChoiceSelect options={months} />
        </Field>
        <Field name="branchId" hint="不选时为服务该货主的分公司">
          <BranchSelect />
        </Field>
      </div>
    </FormDrawer>
  )
}
