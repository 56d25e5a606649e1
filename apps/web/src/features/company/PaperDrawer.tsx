// Changing one part of the company's papers in a drawer.
import type { Input } from '@yunshu/contract/call'
import { updateCompany, type CompanyRecord } from '@yunshu/contract/company/company'
import { staleAfter } from '@yunshu/contract/topics'
import { taxpayers } from '@yunshu/domain/company/company'
import { checkIdNo } from '@yunshu/domain/identity/identity'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { SecretInput } from '../../ui/fields/SecretInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import type { Draft } from '../../ui/form/CallForm.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

export type PaperPart = 'identity' | 'contact' | 'invoice'
const titles: Readonly<Record<PaperPart, string>> = {
  identity: '修改登记信息',
  contact: '修改联系与纳税',
  invoice: '修改开票资料',
}

function initialOf(it: CompanyRecord, part: PaperPart): Draft<Input<typeof updateCompany>> {
  if (part === 'identity')
    return {
      name: it.name,
      creditCode: it.creditCode,
      legalPerson: it.legalPerson || undefined,
      permitNo: it.permitNo,
      permitExpiry: it.permitExpiry,
    }
  if (part === 'contact')
    return {
      shortName: it.shortName || undefined,
      regionCode: it.regionCode,
      address: it.address,
      contactName: it.contactName,
      contactMobile: it.contactMobile || undefined,
      taxpayer: it.taxpayer,
    }
  const { accountNo: _kept, ...title } = it.invoiceTitle ?? { title: it.name, taxNo: it.creditCode, accountNo: '' }
  return { invoiceTitle: title }
}

/** Blank parts of an invoice title are blank, not missing. */
function whole(input: Input<typeof updateCompany>): Input<typeof updateCompany> {
  const { invoiceTitle: title } = input
  return title === undefined
    ? input
    : {
        ...input,
        invoiceTitle: {
          title: title.title,
          taxNo: title.taxNo,
          address: title.address ?? '',
          phone: title.phone ?? '',
          bank: title.bank ?? '',
          ...(title.accountNo === undefined ? {} : { accountNo: title.accountNo }),
        },
      }
}

export function PaperDrawer({
  company,
  part,
  onClose,
}: {
  company: CompanyRecord
  part: PaperPart
  onClose: () => void
}) {
  const { version, notice } = useSeen(company)
  return (
    <FormDrawer
      call={updateCompany}
      part={part}
      title={titles[part]}
      submitText="保存"
      open
      onClose={onClose}
      initial={initialOf(company, part)}
      follows
      fixed={{ version }}
      toInput={whole}
      invalidates={staleAfter('company')}
      done={() => {
        toast.success('已保存')
        onClose()
      }}
    >
      {notice}
      <div className="ys-form-grid">
        {part === 'identity' && <IdentityFields company={company} />}
        {part === 'contact' && <ContactFields />}
        {part === 'invoice' && <InvoiceFields mask={company.invoiceTitle?.accountNo} />}
      </div>
    </FormDrawer>
  )
}

function IdentityFields({ company }: { company: CompanyRecord }) {
  return (
    <>
      <Field name="name" label="企业名称" required>
        <TextInput max={100} />
      </Field>
      <Field name="creditCode" required>
        <TextInput max={18} />
      </Field>
      <Field name="legalPerson" required>
        <TextInput max={30} />
      </Field>
      <Field name="legalIdNo" required={company.legalIdNo === ''}>
        <NumberInput mask={company.legalIdNo} check={checkIdNo} max={20} />
      </Field>
      {company.side !== 'shipper' && (
        <Field name="permitNo" required>
          <TextInput max={50} />
        </Field>
      )}
      {company.side !== 'shipper' && (
        <Field name="permitExpiry" required>
          <DateInput />
        </Field>
      )}
    </>
  )
}

function ContactFields() {
  return (
    <>
      <Field name="shortName">
        <TextInput max={20} />
      </Field>
      <Field name="taxpayer" required>
        <KeySelect table={taxpayers} placeholder="请选择" />
      </Field>
      <Field name="contactName" required>
        <TextInput max={30} />
      </Field>
      <Field name="contactMobile" required>
        <TextInput max={11} />
      </Field>
      <Field name="regionCode" required>
        <RegionPicker />
      </Field>
      <Field name="address" wide required>
        <TextInput max={200} />
      </Field>
    </>
  )
}

function InvoiceFields({ mask }: { mask: string | undefined }) {
  return (
    <>
      <Field name={['invoiceTitle', 'title']} label="抬头">
        <TextInput max={100} />
      </Field>
      <Field name={['invoiceTitle', 'taxNo']}>
        <TextInput max={18} />
      </Field>
      <Field name={['invoiceTitle', 'address']} label="地址" wide>
        <TextInput max={200} />
      </Field>
      <Field name={['invoiceTitle', 'phone']}>
        <TextInput max={30} />
      </Field>
      <Field name={['invoiceTitle', 'bank']}>
        <TextInput max={60} />
      </Field>
      <Field name={['invoiceTitle', 'accountNo']}>
        {mask ? <SecretInput mask={mask} max={32} canEmpty /> : <TextInput max={32} />}
      </Field>
    </>
  )
}
