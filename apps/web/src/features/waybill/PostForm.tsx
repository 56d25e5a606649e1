// The form that says by which parcel the original receipt travels.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { postReceipt } from '@yunshu/contract/waybill/life'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

interface Props {
  waybill: WaybillDetail
  onClose: () => void
  onReload: () => void
}

export function PostForm({ waybill, onClose, onReload }: Props) {
  const { version, notice } = useSeen(waybill)
  return (
    <FormDrawer
      open
      call={postReceipt}
      title={`寄出回单原件 ${waybill.waybillNo}`}
      submitText="确认寄出"
      fixed={{ id: waybill.id, version }}
      initial={{ sentAt: serverNow() }}
      invalidates={staleAfter('waybill')}
      onClose={onClose}
      refused={onReload}
      done={() => {
        toast.success('已登记寄出，等待货主收到后确认')
        onClose()
      }}
    >
      {notice}
      <p className="ys-weak">原件 {waybill.receiptRule.copies} 份。货主收到并确认后，回单款进入账期。</p>
      <div className="ys-form-grid">
        <Field name="company">
          <TextInput max={30} placeholder="如 顺丰速运" />
        </Field>
        <Field name="expressNo">
          <TextInput max={40} />
        </Field>
        <Field name="sentAt">
          <DateTimeInput isPast />
        </Field>
      </div>
    </FormDrawer>
  )
}
