// The terms under which a company works: approving it with them, or changing them later.
import { approveCompany, setCompanyTerms, type CompanyDetails } from '@yunshu/contract/company/company'
import { listBranches } from '@yunshu/contract/session/session'
import { staleAfter } from '@yunshu/contract/topics'
import { wlhyLabels } from '@yunshu/domain/account/account'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { PercentInput } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const types = Object.entries(wlhyLabels).map(([value, label]) => ({ value: Number(value), label }))

export function TermsDrawer({
  company,
  isApproval,
  onClose,
}: {
  company: CompanyDetails
  isApproval: boolean
  onClose: () => void
}) {
  const { data } = useCall(listBranches, {})
  const { version, notice } = useSeen(company)
  const { id, branchId, serviceFeePpm, wlhyType } = company
  const branches = (data?.rows ?? []).map(row => ({ value: row.id, label: row.name }))
  return (
    <FormDrawer
      call={isApproval ? approveCompany : setCompanyTerms}
      title={`${isApproval ? '审核通过' : '修改服务设置'} ${company.name}`}
      submitText={isApproval ? '通过' : '保存'}
      open
      onClose={onClose}
      initial={{ branchId, serviceFeePpm, wlhyType: isApproval && wlhyType === 0 ? 1 : wlhyType }}
      follows
      fixed={{ id, version }}
      invalidates={staleAfter('company')}
      done={() => {
        toast.success(isApproval ? '已通过，已通知企业' : '已保存')
        onClose()
      }}
    >
      {notice}
      <div className="ys-form-grid">
        <Field name="branchId" label="服务分公司" hint="该企业的业务记入此分公司的账">
          <ChoiceSelect options={branches} />
        </Field>
        <Field name="serviceFeePpm">
          <PercentInput />
        </Field>
        <Field name="wlhyType">
          <ChoiceSelect options={types} />
        </Field>
      </div>
    </FormDrawer>
  )
}
