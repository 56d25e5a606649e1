// Entering a deposit in a drawer: whose it is, what for, and how its money came.
import { recordDeposit } from '@yunshu/contract/deposit/deposit'
import { listRemittances, remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { staleAfter } from '@yunshu/contract/topics'
import { depositMeans, depositPurposes, type DepositMeans } from '@yunshu/domain/deposit'
import { printMoney } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Form } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { DepositCarrierSelect } from './DepositCarrierSelect.tsx'

const invalidates = staleAfter('deposit')
const hints: Readonly<Record<DepositMeans, string>> = {
  CHANNEL: '承运商汇入本分公司的通道账户',
  BANK: '承运商汇入或以现金缴存本分公司的其他银行账户；启用系统前就在押的也选这项',
  REMITTANCE: '来款认领里还没有认领的一笔，全额作为押金；到账日期和流水号以来款为准',
}
const byHand = ['CHANNEL', 'BANK'] as const

/** It is booked when another person confirms it; slips are added to the record. */
export function RecordDepositDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const hasRemittances = useCan('remittance.view')
  const [initial] = useState(() => ({ means: 'CHANNEL' as const, date: startOfDay(serverNow()) }))
  const watched: unknown = Form.useWatch('means', form)
  const means: DepositMeans = watched === 'BANK' || watched === 'REMITTANCE' ? watched : 'CHANNEL'
  return (
    <FormDrawer
      form={form}
      call={recordDeposit}
      title="登记押金"
      submitText="提交复核"
      initial={initial}
      open
      onClose={onClose}
      invalidates={invalidates}
      onChange={({ means: next }) => {
        // a remittance has a day and a number of its own
        if (next === 'REMITTANCE') form.setFieldsValue({ date: undefined, serial: undefined })
        else if (next !== undefined) form.setFieldValue('remittanceId', undefined)
      }}
      done={({ depositNo }) => {
        toast.success(`已登记 ${depositNo}，待另一人复核入账`)
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="carrierId" wide required>
          <DepositCarrierSelect />
        </Field>
        <Field name="purpose">
          <KeySelect table={depositPurposes} placeholder="请选择" />
        </Field>
        <Field name="amount">
          <MoneyInput />
        </Field>
        <Field name="means" hint={hints[means]} wide>
          <KeySelect table={depositMeans} {...(hasRemittances ? {} : { keys: byHand })} />
        </Field>
        {means === 'REMITTANCE' ? (
          <Field name="remittanceId" wide required>
            <CallSelect
              call={listRemittances}
              input={text => ({ state: 'unclaimed' as const, limit: 50, ...(text === '' ? {} : { text }) })}
              options={({ rows }) =>
                rows.map(({ id, remittanceNo, payerName, amount }) => ({
                  value: id,
                  label: `${remittanceNo} ${payerName} ${printMoney(amount)} 元`,
                }))
              }
            />
          </Field>
        ) : (
          <>
            <Field name="date" label="到账日期" required>
              <DateInput />
            </Field>
            <Field name="serial" label="银行流水号" required>
              <TextInput max={remittanceSerialMax} />
            </Field>
          </>
        )}
        <Field name="remark" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
