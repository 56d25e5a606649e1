// When and how the freight is paid: shares that make up 100 %, and what each comes to.
import type { FormInstance } from 'antd'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { useDraftValues } from './EstimateLine.tsx'
import { PayPlanInput } from './PayPlanInput.tsx'
import { estimateGoods } from './publishForm.ts'

export function PlanSection({ form }: { form: FormInstance }) {
  const { freight } = estimateGoods(useDraftValues(form))
  return (
    <Section title="支付方案">
      <Field name="payPlan" label="各项比例与账期" wide>
        <PayPlanInput estimate={freight} />
      </Field>
    </Section>
  )
}
