// To whom the goods are offered, how they take them, until when, and what else they should know.
import { listCarriers } from '@yunshu/contract/relation'
import { publishTargets, takeModes, type TakeMode } from '@yunshu/domain/goods'
import { Form, Radio, type FormInstance } from 'antd'
import { useMemo } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { MultiSelect } from './MultiSelect.tsx'

/** The most carriers one publication names. @source contract/goods.ts */
const most = 100
/** Ways of taking that work now; the others keep their place. */
const open: readonly TakeMode[] = ['GRAB']

function TakeModeChoice({ id, value, onChange }: FieldProps<TakeMode>) {
  const options = (Object.keys(takeModes) as TakeMode[]).map((mode) => ({ value: mode, disabled: !open.includes(mode), label: open.includes(mode) ? takeModes[mode] : `${takeModes[mode]}（即将开放）` }))
  return <Radio.Group {...(id === undefined ? {} : { id })} className="gd-kinds" options={options} value={isUnreadable(value) ? undefined : value} onChange={(event) => onChange?.(event.target.value as TakeMode)} />
}

/** Carriers in a live relation; found by name, contact or credit code. */
function CarrierChoice(props: FieldProps<string[]>) {
  const { data, isFetching, error } = useCall(listCarriers, {}, { quiet: true })
  const options = useMemo(() => data?.rows.map(({ companyId, name, contactName }) => ({ value: companyId, label: contactName === '' ? name : `${name}（${contactName}）` })) ?? [], [data])
  return (
    <>
      <MultiSelect {...props} options={options} most={most} loading={isFetching} placeholder="输入名称查找，可多选" />
      {error && <span className="ys-fault" role="alert">承运商加载失败：{error.message}</span>}
      {data?.rows.length === 0 && <span className="ys-weak">还没有合作中的承运商</span>}
    </>
  )
}

export function OfferSection({ form }: { form: FormInstance }) {
  const target = Form.useWatch('publishTo', form) as keyof typeof publishTargets | undefined
  return (
    <Section title="发布设置">
      <div className="ys-form-grid">
        <Field name="publishTo"><KeySelect table={publishTargets} placeholder="请选择" /></Field>
        <Field name="takeMode"><TakeModeChoice /></Field>
        <Field name="validTo" hint="过期后承运商不能再接单"><DateTimeInput /></Field>
        {target === 'CARRIERS' && <Field name="carrierIds" wide required><CarrierChoice /></Field>}
        <Field name="remark" wide><TextInput max={256} rows={3} placeholder="装卸要求、注意事项等" /></Field>
      </div>
    </Section>
  )
}
