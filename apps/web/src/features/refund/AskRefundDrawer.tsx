// Asking for prepaid money back: how much of what is free, to which account, and why.
import { askRefund, getRefundable } from '@yunshu/contract/refund/refund'
import { staleAfter } from '@yunshu/contract/topics'
import { refundSources } from '@yunshu/domain/refund'
import { Form } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Money } from '../../ui/Figures.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('refund', 'voucher', 'credit')

export function AskRefundDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const { data } = useCall(getRefundable, {}, { quiet: true })
  return (
    <FormDrawer
      form={form}
      call={askRefund}
      title="申请退款"
      submitText="提交申请"
      initial={{}}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ refundNo }) => {
        toast.success(`已申请 ${refundNo}，待平台审批`)
        onClose()
      }}
    >
      <p>
        可退预收 <Money value={data?.free} strong /> 元
        {data !== undefined && data.held > 0 && (
          <>
            （另有 <Money value={data.held} /> 元为在途运单占用）
          </>
        )}
        。提交后这笔款不再冲抵运费；平台一人同意、另一人在银行退款。
      </p>
      <div className="ys-form-grid">
        <Field name="amount">
          <MoneyInput />
        </Field>
        <Field name="accountId" label="收款账户" hint="原付款账户由财务审批；登记账户须平台管理员审批">
          <CallSelect
            call={getRefundable}
            input={() => ({})}
            options={({ accounts }) =>
              accounts.map(({ id, source, name, accountNo }) => ({
                value: id,
                label: `${refundSources[source]} ${name} ${accountNo}`,
              }))
            }
          />
        </Field>
        <Field name="reason" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
