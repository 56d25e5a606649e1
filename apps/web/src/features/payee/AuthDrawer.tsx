// Adding an authorisation: whose money, for how long, and the signed letter.
import { addPayeeAuth, type PayeeAuth, type PayeeDetails } from '@yunshu/contract/fleet/payee'
import { staleAfter } from '@yunshu/contract/topics'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { DriverSelect } from './DriverSelect.tsx'

const year = 365

interface AuthDrawerProps {
  payee: PayeeDetails
  /** One that did not pass: of the same driver, with the same scope. */
  again?: PayeeAuth | undefined
  onClose: () => void
}

export function AuthDrawer({ payee, again, onClose }: AuthDrawerProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const today = startOfDay(serverNow())
  return (
    <FormDrawer
      open
      call={addPayeeAuth}
      title={`添加收款授权 ${payee.name}`}
      submitText="提交，等待审核"
      fixed={{ payeeId: payee.id }}
      initial={{
        ...(again && { driverId: again.driverId, scope: again.scope }),
        validFrom: today,
        validTo: today + year * DAY_MS,
      }}
      files={{ files }}
      invalidates={staleAfter('payee')}
      onClose={onClose}
      done={() => {
        toast.success('已提交，等待平台审核')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="driverId" hint="授权他人代收运费的司机">
          <DriverSelect known={again && { value: again.driverId, label: again.driverName }} />
        </Field>
        <Field name="scope" label="授权范围">
          <TextInput max={200} placeholder="如 全部运费，或某一线路的运费" />
        </Field>
        <Field name="validFrom">
          <DateInput />
        </Field>
        <Field name="validTo" label="授权截止" hint="含当日，最长三年">
          <DateInput />
        </Field>
      </div>
      <FilePick label="代收款授权委托书（司机签字）" files={files} onChange={setFiles} isRequired />
    </FormDrawer>
  )
}
