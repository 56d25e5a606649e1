// The form that puts entered weights and times right; only what was entered is offered.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { correctWaybill } from '@yunshu/contract/waybill/life'
import type { Input } from '@yunshu/contract/call'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { WeightInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { enteredTimes, onlyChanged } from './corrections.ts'

interface Props {
  waybill: WaybillDetail
  onClose: () => void
  onReload: () => void
}

export function CorrectForm({ waybill, onClose, onReload }: Props) {
  const { version, notice } = useSeen(waybill)
  const entered = enteredTimes(waybill)
  const initial = {
    ...Object.fromEntries(entered),
    ...(waybill.loadWeightG === undefined ? {} : { loadWeightG: waybill.loadWeightG }),
    ...(waybill.unloadWeightG === undefined ? {} : { unloadWeightG: waybill.unloadWeightG }),
  }
  return (
    <FormDrawer
      open
      call={correctWaybill}
      title={`纠错 ${waybill.waybillNo}`}
      submitText="保存纠正"
      fixed={{ id: waybill.id, version }}
      initial={initial}
      follows
      invalidates={staleAfter('waybill')}
      onClose={onClose}
      refused={onReload}
      toInput={values => onlyChanged(values, initial) as Input<typeof correctWaybill>}
      done={() => {
        toast.success('已纠正')
        onClose()
      }}
    >
      {notice}
      <p className="ys-weak">只能纠正已经填写过的重量和时间；原值与新值都写入操作记录，双方可见。</p>
      <div className="ys-form-grid">
        {waybill.loadWeightG !== undefined && (
          <Field name="loadWeightG">
            <WeightInput />
          </Field>
        )}
        {waybill.unloadWeightG !== undefined && (
          <Field name="unloadWeightG">
            <WeightInput />
          </Field>
        )}
        {entered.map(([name]) => (
          <Field key={name} name={name}>
            <DateTimeInput isPast />
          </Field>
        ))}
        <Field name="reason" wide>
          <TextInput max={200} rows={3} placeholder="必填，将写入操作记录" />
        </Field>
      </div>
    </FormDrawer>
  )
}
