// Kind and names of the goods to publish.
import { goodsKinds, type GoodsKind } from '@yunshu/domain/goods'
import { Radio } from 'antd'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'

/** Kinds that can be published now; the others keep their place. */
const open: readonly GoodsKind[] = ['NORMAL']

function KindChoice({ id, value, onChange }: FieldProps<GoodsKind>) {
  const options = (Object.keys(goodsKinds) as GoodsKind[]).map((kind) => ({ value: kind, disabled: !open.includes(kind), label: open.includes(kind) ? goodsKinds[kind] : `${goodsKinds[kind]}（即将开放）` }))
  return <Radio.Group {...(id === undefined ? {} : { id })} className="gd-kinds" options={options} value={isUnreadable(value) ? undefined : value} onChange={(event) => onChange?.(event.target.value as GoodsKind)} />
}

export function BasicSection() {
  return (
    <Section title="基本信息">
      <div className="ys-form-grid">
        <Field name="kind" label="货源类型" wide><KindChoice /></Field>
        <Field name="title"><TextInput max={60} placeholder="不填则用货物名称" /></Field>
        <Field name="upstreamNo"><TextInput max={35} placeholder="贵公司的订单或合同号" /></Field>
      </div>
    </Section>
  )
}
