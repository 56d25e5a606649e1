// What vehicles are wanted: types, lengths, least payload; nothing chosen means any.
import { WeightInput } from '../../ui/fields/FigureInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { lengthOptions, typeOptions } from './needOptions.ts'

/** The most types, and lengths. @source contract/goods.ts */
const most = 10

export function NeedSection() {
  return (
    <Section title="车辆要求">
      <div className="ys-form-grid gd-free">
        <Field name={['vehicleNeed', 'types']}>
          <MultiSelect options={typeOptions} most={most} placeholder="不限车型" />
        </Field>
        <Field name={['vehicleNeed', 'lengthsDm']}>
          <MultiSelect options={lengthOptions} most={most} placeholder="不限车长" />
        </Field>
        <Field name={['vehicleNeed', 'minTonnageG']}>
          <WeightInput placeholder="不限" />
        </Field>
      </div>
    </Section>
  )
}
