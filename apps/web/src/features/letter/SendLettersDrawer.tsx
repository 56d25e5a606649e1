// Sending the letters of a month that is over: to one company, or to all that have balances.
import { listLetterRuns, sendLetters } from '@yunshu/contract/letter/letter'
import { listFlowParties } from '@yunshu/contract/voucher/flow'
import { staleAfter } from '@yunshu/contract/topics'
import { letterSides } from '@yunshu/domain/letter'
import { periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { Form } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { CallSelect, ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('letter')

/** The months that are over, newest first, as many as people go back. */
export const overMonths = (now: number): { value: string; label: string }[] =>
  Array.from({ length: 24 }, (_, back) => {
    const value = shiftPeriod(periodOf(now), -1 - back)
    return { value, label: periodText(value) }
  })

export function SendLettersDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const [months] = useState(() => overMonths(serverNow()))
  return (
    <FormDrawer
      form={form}
      call={sendLetters}
      title="发送对账函"
      submitText="发送"
      initial={{ period: months[0]?.value }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ sent, runId }) => {
        toast.success(runId === undefined ? `已发送 ${sent} 份` : '已开始发送，发完会通知您')
        onClose()
      }}
    >
      <p>余额取自总账，发送后不再变化。这个月已有对账函的企业不会重复收到；没有往来和余额的企业不发。</p>
      <div className="ys-form-grid">
        <Field name="period" label="月份">
          <ChoiceSelect options={months} />
        </Field>
        <Field name="partyId" label="往来单位" hint="不选时发给所有有往来或余额的企业">
          <CallSelect
            call={listFlowParties}
            input={text => (text === '' ? {} : { text })}
            options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field name="letterSide" hint="不选时货主账户与承运商账户都列">
          <KeySelect table={letterSides} />
        </Field>
        <Field name="branchId" hint="不选时为全部分公司，每家分公司一份">
          <BranchSelect />
        </Field>
      </div>
      <Runs />
    </FormDrawer>
  )
}

/** The newest sendings to many. */
function Runs() {
  const { data } = useCall(listLetterRuns, {}, { quiet: true })
  if (data === undefined || data.rows.length === 0) return null
  return (
    <ul aria-label="最近的批量发送">
      {data.rows.map(({ id, period, sent, asker, isDone, createdAt }) => (
        <li key={id}>
          {[periodText(period), isDone ? `已发完 ${sent} 份` : `发送中，已发 ${sent} 份`, asker, ''].join('　')}
          <Time value={createdAt} whole />
        </li>
      ))}
    </ul>
  )
}
