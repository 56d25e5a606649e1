// Registering an account of the branch with a provider of fuel or tolls.
import { addFuelAccount, fuelNumberMax } from '@yunshu/contract/fuel/fuel'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelKinds } from '@yunshu/domain/fuel/fuel'
import { toast } from '../../lib/toast.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('fuel')

export function AccountDrawer({ onClose }: { onClose: () => void }) {
  return (
    <FormDrawer
      call={addFuelAccount}
      title="登记油品或 ETC 账户"
      submitText="登记"
      initial={{ kind: 'OIL' }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('账户已登记，充值复核后才有余额')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="kind">
          <KeySelect table={fuelKinds} />
        </Field>
        <Field name="provider" label="供应商" hint="如中国石化、鲁通卡">
          <TextInput max={40} />
        </Field>
        <Field name="accountNo" label="账户号">
          <TextInput max={fuelNumberMax} />
        </Field>
      </div>
    </FormDrawer>
  )
}
