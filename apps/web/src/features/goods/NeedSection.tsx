// The vehicles wanted: types, lengths, least payload; nothing chosen means any.
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { lengthText, usualLengthsDm, usualVehicleTypes } from '@yunshu/domain/goods/words'
import { WeightInput } from '../../ui/fields/FigureInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { MultiSelect } from './MultiSelect.tsx'

/** Usual ones first, then every other type of truck and tractor; trailers do not come alone. */
const typeOptions: readonly { readonly label: string; readonly value: string }[] = [
  ...usualVehicleTypes.map(([value, label]) => ({ value, label })),
  ...vehicleTypes
    .filter(({ code }) => /^[HQ]/.test(code) && !usualVehicleTypes.some(([known]) => known === code))
    .map(({ code, label }) => ({ value: code, label })),
]

const lengthOptions: readonly { readonly label: string; readonly value: number }[] = usualLengthsDm.map(value => ({
  value,
  label: lengthText(value),
}))

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
