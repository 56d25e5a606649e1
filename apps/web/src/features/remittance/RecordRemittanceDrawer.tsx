// Recording money that came, from the bank's slip: it is in the books when another person confirms it.
import { recordRemittance, remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { staleAfter } from '@yunshu/contract/topics'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Form } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('remittance')

export function RecordRemittanceDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const [files, setFiles] = useState<readonly File[]>([])
  const [initial] = useState(() => ({ date: startOfDay(serverNow()) }))
  return (
    <FormDrawer
      form={form}
      call={recordRemittance}
      title="登记来款"
      submitText="提交复核"
      initial={initial}
      files={{ files }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ remittanceNo }) => {
        toast.success(`已登记 ${remittanceNo}，待另一人复核`)
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="payerName" hint="照银行回单填写">
          <TextInput max={60} />
        </Field>
        <Field name="payerAccount">
          <TextInput max={40} />
        </Field>
        <Field name="amount">
          <MoneyInput />
        </Field>
        <Field name="date" label="到账日期">
          <DateInput />
        </Field>
        <Field name="serial" label="银行流水号">
          <TextInput max={remittanceSerialMax} />
        </Field>
        <Field name="bankNote" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
      <FilePick label="银行回单" files={files} onChange={setFiles} isRequired />
    </FormDrawer>
  )
}
