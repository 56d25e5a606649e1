// The limits of the branch for one invoice and for a month.
import { getInvoiceLimits, saveInvoiceLimits } from '@yunshu/contract/invoice/application'
import { staleAfter } from '@yunshu/contract/topics'
import { Drawer, Form } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { MoneyInput, WholeInput } from '../../ui/fields/FigureInput.tsx'
import { Money } from '../../ui/Figures.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

const invalidates = staleAfter('invoice')

export function LimitsDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const { data, error, refetch } = useCall(getInvoiceLimits, {}, { quiet: true })
  if (data === undefined)
    return (
      <Drawer open title="开票限额" onClose={onClose}>
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton />}
      </Drawer>
    )
  const { version, perInvoiceMax, linesMax, monthQuota, used } = data
  return (
    <FormDrawer
      form={form}
      call={saveInvoiceLimits}
      title="开票限额"
      submitText="保存"
      fixed={{ version }}
      initial={{ perInvoiceMax, linesMax, ...(monthQuota === undefined ? {} : { monthQuota }) }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('已保存')
        onClose()
      }}
    >
      <p>
        本月已开和开具中 <Money value={used} /> 元。限额只影响以后的申请；超出月度额度的发票等到有额度时再开。
      </p>
      <div className="ys-form-grid">
        <Field name="perInvoiceMax">
          <MoneyInput />
        </Field>
        <Field name="linesMax">
          <WholeInput />
        </Field>
        <Field name="monthQuota" hint="不填为不限">
          <MoneyInput />
        </Field>
      </div>
    </FormDrawer>
  )
}
