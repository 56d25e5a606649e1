// The form of a claim: whose account, what for, how much, why, and the evidence.
import { addClaim } from '@yunshu/contract/waybill/claim'
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { chargeCodes, claimCodes, claimSides, type ClaimCode, type ClaimSide } from '@yunshu/domain/settlement/charges'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { useActor } from './useActor.ts'

interface Props {
  waybill: WaybillDetail
  onClose: () => void
  onReload: () => void
}

const options = claimCodes.map(code => ({
  value: code,
  label: `${chargeCodes[code].sign < 0 ? '扣' : '加'}　${chargeCodes[code].label}`,
}))
const isCut = (code: ClaimCode | undefined): boolean => code !== undefined && chargeCodes[code].sign < 0

export function ClaimForm({ waybill, onClose, onReload }: Props) {
  const { version, notice } = useSeen(waybill)
  const [files, setFiles] = useState<readonly File[]>([])
  const [code, setCode] = useState<ClaimCode>()
  const isLate = waybill.state === 'signed' || waybill.state === 'finished'
  const accounts: readonly ClaimSide[] =
    useActor(waybill) === 'carrier' || isLate ? ['CARRIER'] : ['CARRIER', 'SHIPPER']
  return (
    <FormDrawer
      open
      call={addClaim}
      title={`${isLate ? '登记调差' : '登记费用扣款'} ${waybill.waybillNo}`}
      submitText="提交，等待对方确认"
      fixed={{ id: waybill.id, version }}
      files={{ files }}
      invalidates={staleAfter('waybill')}
      initial={{ claimSide: accounts[0] }}
      onClose={onClose}
      refused={onReload}
      onChange={({ claimCode }) => setCode(claimCode)}
      done={() => {
        toast.success('已提交，等待对方确认')
        onClose()
      }}
    >
      {notice}
      <p className="ys-weak">
        对方确认、或 3 天内不答复，费用生效；{isLate ? '作为调差另计一期，可以结算' : '签收时一并计入结算金额'}
        。扣款合计不能超过运费。
      </p>
      <div className="ys-form-grid">
        <Field name="claimSide">
          <KeySelect table={claimSides} keys={accounts} placeholder="请选择" />
        </Field>
        <Field name="claimCode">
          <ChoiceSelect options={options} />
        </Field>
        <Field name="claimAmount" hint={code === undefined ? '' : isCut(code) ? '将从该账户扣减' : '将计入该账户'}>
          <MoneyInput />
        </Field>
        <Field name="reason" wide>
          <TextInput max={200} rows={3} />
        </Field>
      </div>
      <FilePick label="凭据" files={files} onChange={setFiles} isRequired={isCut(code)} />
    </FormDrawer>
  )
}
