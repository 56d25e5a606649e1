// To whom the goods are offered, how they take them, until when, and what else they should know.
import { getCarrierSearch, listCarriers } from '@yunshu/contract/relation/relation'
import { publishTargets, takeModes, type TakeMode } from '@yunshu/domain/goods/goods'
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
const modes = Object.keys(takeModes) as TakeMode[]

function TakeModeChoice({ id, value, onChange }: FieldProps<TakeMode>) {
  return (
    <Radio.Group
      {...(id === undefined ? {} : { id })}
      className="gd-kinds"
      options={modes.map(mode => ({ value: mode, label: takeModes[mode] }))}
      value={isUnreadable(value) ? undefined : value}
      onChange={event => onChange?.(event.target.value as TakeMode)}
    />
  )
}

/** Carriers in a live relation with the shipper; found by name, contact or credit code. */
function CarrierChoice({ shipperId, ...props }: FieldProps<string[]> & { shipperId: string | undefined }) {
  const own = useCall(listCarriers, {}, { quiet: true, enabled: shipperId === undefined })
  const theirs = useCall(
    getCarrierSearch,
    { companyId: shipperId ?? '' },
    { quiet: true, enabled: shipperId !== undefined },
  )
  const { isFetching, error } = shipperId === undefined ? own : theirs
  const options = useMemo(
    () =>
      shipperId === undefined
        ? own.data?.rows.map(({ companyId, name, contactName }) => ({
            value: companyId,
            label: contactName === '' ? name : `${name}（${contactName}）`,
          }))
        : theirs.data?.rows.map(({ companyId, name }) => ({ value: companyId, label: name })),
    [shipperId, own.data, theirs.data],
  )
  return (
    <>
      <MultiSelect
        {...props}
        options={options ?? []}
        most={most}
        loading={isFetching}
        placeholder="输入名称查找，可多选"
      />
      {error && (
        <span className="ys-fault" role="alert">
          承运商加载失败：{error.message}
        </span>
      )}
      {options?.length === 0 && <span className="ys-weak">还没有合作中的承运商</span>}
    </>
  )
}

/** `shipperId` is the company the platform publishes for. */
export function OfferSection({ form, shipperId }: { form: FormInstance; shipperId?: string | undefined }) {
  const target = Form.useWatch('publishTo', form) as keyof typeof publishTargets | undefined
  const mode = Form.useWatch('takeMode', form) as TakeMode | undefined
  return (
    <Section title="发布设置">
      <div className="ys-form-grid">
        <Field name="publishTo">
          <KeySelect table={publishTargets} placeholder="请选择" />
        </Field>
        <Field
          name="takeMode"
          hint={mode === 'ASSIGN' ? '承运商不能自行抢单，发布后由贵公司派任务' : '承运商看到后自行接单，先到先得'}
        >
          <TakeModeChoice />
        </Field>
        <Field name="validTo" hint="过期后承运商不能再接单">
          <DateTimeInput />
        </Field>
        {target === 'CARRIERS' && (
          <Field name="carrierIds" wide required>
            <CarrierChoice shipperId={shipperId} />
          </Field>
        )}
        <Field name="remark" wide>
          <TextInput max={256} rows={3} placeholder="装卸要求、注意事项等" />
        </Field>
      </div>
    </Section>
  )
}
