// Recording money of a branch in a drawer: its kind says whose it is and by which number it is known.
import { fundSerialMax, listFundShippers, recordFund } from '@yunshu/contract/fund/fund'
import { staleAfter } from '@yunshu/contract/topics'
import { startOfDay } from '@yunshu/domain/figures/time'
import { fundKinds, recordedKinds, type RecordedKind } from '@yunshu/domain/fund'
import { Form } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { serverNow } from '../../lib/clock.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('fund')
const hints: Readonly<Record<RecordedKind, string>> = {
  TOP_UP: '托运人汇入通道账户的预付款，入账后用于抵扣其运费',
  TRANSFER: '从本公司银行账户转入通道账户',
  FUEL: '从本公司银行账户购油，不记到供应商账户，由结算单发放；给供应商账户充值请到油品账户页办理',
}

/** A record starts as today's; it is booked when another person confirms it. */
export function RecordDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const [files, setFiles] = useState<readonly File[]>([])
  const [initial] = useState(() => ({ kind: 'TOP_UP' as const, date: startOfDay(serverNow()) }))
  const watched: unknown = Form.useWatch('kind', form)
  const kind: RecordedKind = watched === 'TRANSFER' || watched === 'FUEL' ? watched : 'TOP_UP'
  return (
    <FormDrawer
      form={form}
      call={recordFund}
      title="登记资金"
      submitText="提交复核"
      initial={initial}
      files={{ files }}
      open
      onClose={onClose}
      invalidates={invalidates}
      onChange={({ kind: next }) => {
        // money of the house is no shipper's
        if (next !== 'TOP_UP') form.setFieldValue('shipperId', undefined)
      }}
      done={({ recordNo }) => {
        toast.success(`已登记 ${recordNo}，待另一人复核入账`)
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="kind" hint={hints[kind]}>
          <KeySelect table={recordedKinds} />
        </Field>
        {kind === 'TOP_UP' && (
          <Field name="shipperId" required>
            <CallSelect
              call={listFundShippers}
              input={text => (text === '' ? {} : { text })}
              options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        )}
        <Field name="amount">
          <MoneyInput />
        </Field>
        <Field name="date" label={fundKinds[kind].day}>
          <DateInput />
        </Field>
        <Field name="serial" label={fundKinds[kind].serial}>
          <TextInput max={fundSerialMax} />
        </Field>
        <Field name="remark" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
      <FilePick label="银行回单、发票" files={files} onChange={setFiles} isRequired={kind === 'TOP_UP'} />
    </FormDrawer>
  )
}
