// Correcting what tells a company apart, as the company asked the platform to.
import { correctCompany, type CompanyDetails } from '@yunshu/contract/company/company'
import { staleAfter } from '@yunshu/contract/topics'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

export function CorrectDrawer({ company, onClose }: { company: CompanyDetails; onClose: () => void }) {
  const { version, notice } = useSeen(company)
  const { id, name, creditCode, legalPerson, permitNo, permitExpiry } = company
  return (
    <FormDrawer
      call={correctCompany}
      title={`更正登记信息 ${name}`}
      submitText="保存"
      open
      onClose={onClose}
      initial={{ name, creditCode, legalPerson: legalPerson || undefined, permitNo, permitExpiry }}
      follows
      fixed={{ id, version }}
      invalidates={staleAfter('company')}
      done={() => {
        toast.success('已更正，已通知企业')
        onClose()
      }}
    >
      {notice}
      <div className="ys-form-grid">
        <Field name="name" label="企业名称">
          <TextInput max={100} />
        </Field>
        <Field name="creditCode">
          <TextInput max={18} />
        </Field>
        <Field name="legalPerson">
          <TextInput max={30} />
        </Field>
        {company.side !== 'shipper' && (
          <Field name="permitNo">
            <TextInput max={50} />
          </Field>
        )}
        {company.side !== 'shipper' && (
          <Field name="permitExpiry">
            <DateInput />
          </Field>
        )}
        <Field name="reason" label="更正原因" wide hint="写入操作记录并通知企业">
          <TextInput max={200} rows={3} />
        </Field>
      </div>
    </FormDrawer>
  )
}
