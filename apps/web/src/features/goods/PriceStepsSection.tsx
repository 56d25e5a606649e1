// The plan of prices: unit prices that come into force at agreed moments.
import { pricings, type Pricing } from '@yunshu/domain/goods/goods'
import { priceStepsMax } from '@yunshu/domain/goods/priceSteps'
import { Form, type FormInstance } from 'antd'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { UnitPriceInput } from '../../ui/fields/FigureInput.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'

export function PriceStepsSection({ form }: { form: FormInstance }) {
  const pricing = (Form.useWatch('pricing', form) as Pricing | undefined) ?? 'PER_TON'
  return (
    <Section title="价格计划" extra={<span className="ys-weak">到生效时间后派车按新单价计费，已派车的运单不变</span>}>
      <FieldList name="priceSteps" min={0} max={priceStepsMax} addText="添加调价" blank={() => ({})}>
        {() => (
          <>
            <Field name="effectiveAt">
              <DateTimeInput />
            </Field>
            <Field name="unitPrice" label="托运单价">
              <UnitPriceInput unit={pricings[pricing].label} />
            </Field>
          </>
        )}
      </FieldList>
    </Section>
  )
}
