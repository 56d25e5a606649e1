// Handing in an input invoice: the XML says its figures; with other files they are typed.
import {
  listInputBuyers,
  uploadInputInvoice,
  type InputBuyer,
  type InputInvoiceRow,
} from '@yunshu/contract/invoice/input'
import { staleAfter } from '@yunshu/contract/topics'
import { inputKinds } from '@yunshu/domain/invoice/input'
import { inputClasses, type SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { checkTaxNo } from '@yunshu/domain/invoice/title'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { LitresInput, MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('invoice')

/** The supply a class is for. */
const hints: Readonly<Record<SupplyClass, string>> = {
  FUEL: '本公司购买、发放给承运商使用的油品，由油品供应商开具',
  TOLL: '本公司 ETC 账户支付的通行费，由收费公路或发行方开具',
}

interface InputUploadProps {
  /** A refused one that is put right: its figures are there to be corrected. */
  after?: InputInvoiceRow
  onClose: () => void
}

const figuresOf = ({
  class: of,
  kind,
  litresCl,
  invoiceCode,
  invoiceNo,
  issuedAt,
  sellerName,
  sellerTaxNo,
  buyerTaxNo,
  gross,
  tax,
}: InputInvoiceRow) => ({
  class: of,
  kind,
  litresCl,
  ...(invoiceCode === '' ? {} : { invoiceCode }),
  invoiceNo,
  issuedAt,
  sellerName,
  sellerTaxNo,
  buyerTaxNo,
  gross,
  tax,
})

export function InputUpload({ after, onClose }: InputUploadProps) {
  const [form] = Form.useForm()
  const [files, setFiles] = useState<readonly File[]>([])
  const id = useId()
  const hasXml = files.some(({ name }) => name.toLowerCase().endsWith('.xml'))
  const sellerTaxNo: unknown = Form.useWatch('sellerTaxNo', form)
  const buyerTaxNo: unknown = Form.useWatch('buyerTaxNo', form)
  const chosen: unknown = Form.useWatch('class', form)
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const supply = isHouse && (chosen === 'FUEL' || chosen === 'TOLL') ? chosen : undefined
  const buyers = useBuyers(hasXml ? undefined : sellerTaxNo, supply)
  const isHead = hasXml || buyers.some(buyer => buyer.isHead && buyer.taxNo === buyerTaxNo)
  const branches = buyers.filter(buyer => !buyer.isHead)
  return (
    <FormDrawer
      form={form}
      call={uploadInputInvoice}
      title={after ? `改正重传 ${after.invoiceNo}` : '上传发票'}
      initial={after ? figuresOf(after) : isHouse ? { class: 'FREIGHT', kind: 'SPECIAL' } : { kind: 'SPECIAL' }}
      submitText="上传"
      files={{ files }}
      // the branch is told of one made out to the head alone, whatever was chosen before
      toInput={values => ({
        ...values,
        ...(isHead ? {} : { branchId: undefined }),
        ...(supply === 'FUEL' ? {} : { litresCl: undefined }),
      })}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ invoiceNo }) => {
        toast.success(`已上传 ${invoiceNo}，等待查验`)
        onClose()
      }}
    >
      {isHouse && (
        <Field name="class" hint={supply && hints[supply]} required>
          <KeySelect table={inputClasses} />
        </Field>
      )}
      <div className="ys-field">
        <label htmlFor={id}>发票文件</label>
        <input
          id={id}
          type="file"
          multiple
          accept=".xml,.pdf,.ofd,image/jpeg,image/png,image/webp"
          onChange={event => setFiles([...(event.target.files ?? [])])}
        />
        <span className="ys-weak">支持 xml、pdf、ofd、jpg、png、webp；数电发票 XML 自动读取金额</span>
      </div>
      {!hasXml && <TypedFigures buyers={buyers} hasLitres={supply === 'FUEL'} />}
      {isHead && branches.length > 1 && (
        <Field name="branchId" label="承担成本的分公司" hint="发票开给总公司时选择" required={!hasXml}>
          <ChoiceSelect options={branches.map(({ companyId, name }) => ({ value: companyId, label: name }))} />
        </Field>
      )}
    </FormDrawer>
  )
}

/** The figures of an invoice whose file does not say them. */
function TypedFigures({ buyers, hasLitres }: { readonly buyers: readonly InputBuyer[]; readonly hasLitres: boolean }) {
  return (
    <div className="ys-form-grid">
      <Field name="kind" label="票种" hint="普通发票不能抵扣，通行费除外" wide>
        <KeySelect table={inputKinds} />
      </Field>
      <Field name="invoiceNo">
        <TextInput max={20} />
      </Field>
      <Field name="invoiceCode" label="发票代码" hint="纸质发票填写，10 或 12 位">
        <TextInput max={12} />
      </Field>
      <Field name="issuedAt">
        <DateInput />
      </Field>
      <Field name="sellerTaxNo">
        <TextInput max={30} />
      </Field>
      <Field name="sellerName" wide>
        <TextInput max={100} />
      </Field>
      <Field name="buyerTaxNo" required wide>
        <ChoiceSelect
          options={buyers.map(buyer => ({
            value: buyer.taxNo,
            label: `${buyer.name}${buyer.isHead ? '（总公司）' : ''} ${buyer.taxNo}`,
          }))}
        />
      </Field>
      <Field name="gross">
        <MoneyInput />
      </Field>
      <Field name="tax">
        <MoneyInput />
      </Field>
      {hasLitres && (
        <Field name="litresCl" hint="成品油发票填写">
          <LitresInput />
        </Field>
      )}
    </div>
  )
}

/** The titles an invoice can be made out to; the house names the seller first. */
function useBuyers(sellerTaxNo: unknown, supply: SupplyClass | undefined): readonly InputBuyer[] {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const seller = isHouse && typeof sellerTaxNo === 'string' && checkTaxNo(sellerTaxNo) === undefined
  const of = supply ? { class: supply } : seller ? { sellerTaxNo } : {}
  const { data } = useCall(listInputBuyers, of, { quiet: true, keepPrevious: true })
  return data?.rows ?? []
}
