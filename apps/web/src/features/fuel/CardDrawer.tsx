// Registering a fuel card of an account; nothing is on it until fuel is handed out.
import { addFuelCard, fuelNumberMax } from '@yunshu/contract/fuel/fuel'
import { staleAfter } from '@yunshu/contract/topics'
import { toast } from '../../lib/toast.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'

const invalidates = staleAfter('fuel')

export function CardDrawer({ onClose }: { onClose: () => void }) {
  return (
    <FormDrawer
      call={addFuelCard}
      title="登记油卡"
      submitText="登记"
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('油卡已登记')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="accountId" label="账户" wide>
          <FuelAccountSelect kind="OIL" />
        </Field>
        <Field name="cardNo">
          <TextInput max={fuelNumberMax} />
        </Field>
        <Field name="plate">
          <TextInput max={12} />
        </Field>
        <Field name="holder" hint="司机或保管人">
          <TextInput max={20} />
        </Field>
      </div>
    </FormDrawer>
  )
}
