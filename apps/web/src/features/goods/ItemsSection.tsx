// The cargo: one to twenty lines.
import { cargoClasses } from '@yunshu/domain/codes'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import { MoneyInput, VolumeInput, WeightInput, WholeInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { RareFields } from './Fold.tsx'
import { blankItem } from './publishForm.ts'

const classes = cargoClasses.map(({ code, label }) => ({ value: code as string, label }))
/** The most lines. @source contract/goods.ts */
const most = 20

/** A weight that may be left blank where the volume tells enough: blank is 0 on the wire. */
function OptionalWeight({ value, onChange, ...rest }: FieldProps<Grams>) {
  return (
    <WeightInput {...rest} value={value === 0 ? undefined : value} onChange={next => onChange?.(next ?? grams(0))} />
  )
}

export function ItemsSection() {
  return (
    <Section title="货物信息" extra={<span className="ys-weak">重量与体积至少填写一项，均为本货源合计</span>}>
      <FieldList name="items" max={most} addText="添加货物" blank={blankItem}>
        {index => (
          <>
            <Field name="name" label="货物名称">
              <TextInput max={60} placeholder="如 螺纹钢" bare />
            </Field>
            <Field name="cargoCode">
              <ChoiceSelect options={classes} placeholder="请选择分类" />
            </Field>
            <Field name="weightG">
              <OptionalWeight />
            </Field>
            <RareFields name={`items.${index}`} label="体积、件数、包装、货值">
              <Field name="volume">
                <VolumeInput />
              </Field>
              <Field name="pieces">
                <WholeInput unit="件" />
              </Field>
              <Field name="packing">
                <TextInput max={20} placeholder="散装、托盘、纸箱" />
              </Field>
              <Field name="valueFen">
                <MoneyInput />
              </Field>
            </RareFields>
          </>
        )}
      </FieldList>
    </Section>
  )
}
