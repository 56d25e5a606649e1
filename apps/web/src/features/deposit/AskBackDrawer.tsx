// Asking for a deposit back: how much of what is left, to which account of the carrier or against which debt, and why.
import type { DepositRow } from '@yunshu/contract/deposit/deposit'
import { askDepositBack, getDepositWays } from '@yunshu/contract/deposit/depositBack'
import { staleAfter } from '@yunshu/contract/topics'
import { depositBackKinds } from '@yunshu/domain/deposit'
import { printMoney } from '@yunshu/domain/figures/money'
import { Form } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('deposit')

export function AskBackDrawer({ row, onClose }: { row: DepositRow; onClose: () => void }) {
  const [form] = Form.useForm()
  const [fixed] = useState(() => ({ depositId: row.id }) as const)
  const [initial] = useState(() => ({ kind: 'RETURN', amount: row.left }) as const)
  const { data } = useCall(getDepositWays, { id: row.id }, { quiet: true })
  const watched: unknown = Form.useWatch('kind', form)
  const isOffset = watched === 'OFFSET'
  return (
    <FormDrawer
      form={form}
      call={askDepositBack}
      title={`申请退还 ${row.depositNo}`}
      submitText="提交申请"
      initial={initial}
      fixed={fixed}
      open
      onClose={onClose}
      invalidates={invalidates}
      onChange={({ kind, accountId, debtId }) => {
        // money goes to an account, a set-off to a debt
        if (kind === 'OFFSET' && accountId !== undefined) form.setFieldsValue({ accountId: undefined })
        if (kind === 'RETURN' && debtId !== undefined) form.setFieldsValue({ debtId: undefined })
      }}
      done={({ backNo }) => {
        toast.success(`已申请 ${backNo}，待另一人审批`)
        onClose()
      }}
    >
      <p>
        {row.carrierName}的押金可退 <Money value={data?.left ?? row.left} strong /> 元
        {data !== undefined && data.owed > 0 && (
          <>
            ，它在本分公司待收的欠款 <Money value={data.owed} /> 元
          </>
        )}
        。一人同意、另一人在银行退款；抵欠款由另一人同意后立即记账。
      </p>
      <div className="ys-form-grid">
        <Field name="kind" label="方式">
          <KeySelect table={depositBackKinds} />
        </Field>
        <Field name="amount">
          <MoneyInput />
        </Field>
        {isOffset ? (
          <Field name="debtId" label="先抵的欠款" wide required>
            <ChoiceSelect
              options={(data?.debts ?? []).map(({ id, debtNo, open }) => ({
                value: id,
                label: `${debtNo} 待收 ${printMoney(open)} 元`,
              }))}
              placeholder={data?.debts.length === 0 ? '没有待收的欠款' : '请选择'}
            />
          </Field>
        ) : (
          <Field name="accountId" label="收款账户" hint="承运商登记的对公账户；提交后账户以此为准" wide required>
            <ChoiceSelect
              options={(data?.accounts ?? []).map(({ id, name, accountNo, bank }) => ({
                value: id,
                label: `${name} ${accountNo} ${bank}`,
              }))}
              placeholder={data?.accounts.length === 0 ? '承运商还没有登记收款账户' : '请选择'}
            />
          </Field>
        )}
        <Field name="reason" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
