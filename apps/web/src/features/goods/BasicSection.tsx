// Kind and names of the goods to publish.
import { listShippers } from '@yunshu/contract/relation/relation'
import { goodsKinds, type GoodsKind } from '@yunshu/domain/goods/goods'
import { Radio } from 'antd'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const kinds = Object.keys(goodsKinds) as GoodsKind[]
const hints: Readonly<Record<GoodsKind, string>> = {
  NORMAL: '整车、零担等一般货物',
  GX: '固定线路与班次',
  SH: '按吨计量、过磅结算的大宗货物',
}

/** The kind comes first: it decides which blocks the form has. Without `onPick` it is only told. */
export function KindChoice({ kind, onPick }: { kind: GoodsKind; onPick?: ((kind: GoodsKind) => void) | undefined }) {
  const options = kinds.map(one => ({ value: one, label: goodsKinds[one] }))
  return (
    <fieldset className="gd-kind" aria-label="货源类型">
      {onPick === undefined ? (
        <Tag tone="idle">{goodsKinds[kind]}</Tag>
      ) : (
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          options={options}
          value={kind}
          onChange={event => onPick(event.target.value as GoodsKind)}
        />
      )}
      <span className="ys-weak">{hints[kind]}</span>
    </fieldset>
  )
}

/** The platform publishes for a company it chooses. */
export function ShipperField() {
  return (
    <Section title="货主">
      <div className="ys-form-grid">
        <Field name="shipperId" required>
          <CallSelect
            call={listShippers}
            input={text => (text === '' ? {} : { text })}
            options={({ rows }) => rows.map(row => ({ value: row.companyId, label: row.name }))}
            placeholder="为哪家货主发布"
          />
        </Field>
      </div>
    </Section>
  )
}

export function BasicSection() {
  return (
    <Section title="标题与单号">
      <div className="ys-form-grid">
        <Field name="title">
          <TextInput max={60} placeholder="不填则用货物名称" />
        </Field>
        <Field name="upstreamNo">
          <TextInput max={35} placeholder="贵公司的订单或合同号" />
        </Field>
      </div>
    </Section>
  )
}
