// Verifying a coupon from the slip of the station.
import { fuelNumberMax } from '@yunshu/contract/fuel/fuel'
import { verifyCoupon } from '@yunshu/contract/fuel/use'
import { staleAfter } from '@yunshu/contract/topics'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('fuel')

export function CouponDrawer({ onClose }: { onClose: () => void }) {
  const [initial] = useState(() => ({ usedAt: serverNow() }))
  return (
    <FormDrawer
      call={verifyCoupon}
      title="核销油券"
      submitText="核销"
      initial={initial}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('油券已核销')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="couponNo">
          <TextInput max={20} />
        </Field>
        <Field name="serial" label="油站流水号" hint="小票上的交易号">
          <TextInput max={fuelNumberMax} />
        </Field>
        <Field name="usedAt">
          <DateTimeInput />
        </Field>
        <Field name="station" label="油站">
          <TextInput max={60} />
        </Field>
      </div>
    </FormDrawer>
  )
}
