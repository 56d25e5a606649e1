// The form of a change of vehicle: who could take over, with what speaks against each, and why it is needed.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { getSwapView, swapVehicle, type SwapView } from '@yunshu/contract/waybill/life'
import { useCall } from '../../lib/useCall.ts'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

interface Props {
  waybill: WaybillDetail
  onClose: () => void
  onReload: () => void
}

/** Options with those that can be chosen first; the others give the reason against them. */
const options = (candidates: SwapView['vehicles']) =>
  candidates
    .map(({ id, name, note, faults }) => ({
      value: id,
      label: `${name}（${note}）${faults.length > 0 ? `　${faults.join('；')}` : ''}`,
      disabled: faults.length > 0,
    }))
    .toSorted((a, b) => Number(a.disabled) - Number(b.disabled))

export function SwapForm({ waybill, onClose, onReload }: Props) {
  const { version, notice } = useSeen(waybill)
  const { data, error, refetch } = useCall(getSwapView, { id: waybill.id }, { quiet: true })
  return (
    <FormDrawer
      open
      call={swapVehicle}
      title={`换车 ${waybill.waybillNo}`}
      submitText={data?.needsAnswer ? '提交换车申请' : '确认换车'}
      fixed={{ id: waybill.id, version }}
      invalidates={staleAfter('waybill')}
      onClose={onClose}
      refused={onReload}
      done={({ isApplied }) => {
        toast.success(isApplied ? '已换车' : '换车申请已提交，等待平台或分公司确认')
        onClose()
      }}
    >
      {notice}
      <p>
        当前承运：{waybill.plate}　{waybill.driverName}
      </p>
      {data?.needsAnswer && <p className="ys-weak">运输途中换车须平台或分公司确认，确认前运单不能恢复运输。</p>}
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <div className="ys-form-grid">
          <Field name="vehicleId" label="接替车辆" wide>
            <ChoiceSelect options={options(data.vehicles)} />
          </Field>
          <Field name="driverId" label="接替司机" wide>
            <ChoiceSelect options={options(data.drivers)} />
          </Field>
          <Field name="reason" wide>
            <TextInput max={200} rows={3} placeholder="必填，例如：爆胎无法继续行驶" />
          </Field>
        </div>
      )}
    </FormDrawer>
  )
}
