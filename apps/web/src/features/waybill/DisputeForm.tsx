// The form of a dispute: why, the weight the receiver says, and the deduction it asks for, with evidence.
import { staleAfter } from '@yunshu/contract/topics'
import { disputeWaybill } from '@yunshu/contract/waybill/waybill'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { chargeCodes, cutCodes, type ClaimCode } from '@yunshu/domain/settlement/charges'
import { printTons } from '@yunshu/domain/figures/weight'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { MoneyInput, WeightInput } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const options = cutCodes.map(code => ({ value: code, label: chargeCodes[code].label }))

export function DisputeForm({
  waybill,
  canCharge,
  onClose,
  onReload,
}: {
  waybill: WaybillDetail
  canCharge: boolean
  onClose: () => void
  onReload: () => void
}) {
  const { version, notice } = useSeen(waybill)
  const [files, setFiles] = useState<readonly File[]>([])
  const [code, setCode] = useState<ClaimCode>()
  return (
    <FormDrawer
      open
      call={disputeWaybill}
      title={`签收异议 ${waybill.waybillNo}`}
      submitText="提交异议"
      fixed={{ id: waybill.id, version }}
      files={{ files }}
      invalidates={staleAfter('waybill')}
      initial={{}}
      onClose={onClose}
      refused={onReload}
      onChange={({ claimCode }) => setCode(claimCode)}
      done={() => {
        toast.success('已提交异议，等待承运方答复')
        onClose()
      }}
    >
      {notice}
      <p className="ys-weak">
        异议期间运费冻结。承运方同意后按您填写的重量和扣款结算；不同意的由平台裁定重量。
        {waybill.unloadWeightG !== undefined && `承运方填报卸货 ${printTons(waybill.unloadWeightG)} 吨。`}
      </p>
      <div className="ys-form-grid">
        <Field name="reason" wide>
          <TextInput max={200} rows={3} />
        </Field>
        <Field name="unloadWeightG" hint="对重量没有异议的不填">
          <WeightInput />
        </Field>
        {canCharge && (
          <Field name="claimCode" hint="不扣款的不选">
            <ChoiceSelect options={options} placeholder="不扣款" />
          </Field>
        )}
        {canCharge && (
          <Field name="claimAmount">
            <MoneyInput />
          </Field>
        )}
      </div>
      <FilePick
        label={code === undefined ? '现场照片' : '凭据'}
        files={files}
        onChange={setFiles}
        isRequired={code !== undefined}
      />
    </FormDrawer>
  )
}
