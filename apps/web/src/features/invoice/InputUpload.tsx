// Handing in an input invoice: the XML says its figures; with other files they are typed.
import { uploadInputInvoice, type InputInvoiceRow } from '@yunshu/contract/invoice/input'
import { staleAfter } from '@yunshu/contract/topics'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('invoice')

interface InputUploadProps {
  /** A refused one that is put right: its figures are there to be corrected. */
  after?: InputInvoiceRow
  onClose: () => void
}

const figuresOf = ({ invoiceNo, issuedAt, sellerName, sellerTaxNo, gross, tax }: InputInvoiceRow) => ({
  invoiceNo,
  issuedAt,
  sellerName,
  sellerTaxNo,
  gross,
  tax,
})

export function InputUpload({ after, onClose }: InputUploadProps) {
  const [form] = Form.useForm()
  const [files, setFiles] = useState<readonly File[]>([])
  const id = useId()
  const hasXml = files.some(({ name }) => name.toLowerCase().endsWith('.xml'))
  return (
    <FormDrawer
      form={form}
      call={uploadInputInvoice}
      title={after ? `改正重传 ${after.invoiceNo}` : '上传发票'}
      {...(after ? { initial: figuresOf(after) } : {})}
      submitText="上传"
      files={{ files }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ invoiceNo }) => {
        toast.success(`已上传 ${invoiceNo}，等待查验`)
        onClose()
      }}
    >
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
      {!hasXml && (
        <div className="ys-form-grid">
          <Field name="invoiceNo">
            <TextInput max={20} />
          </Field>
          <Field name="issuedAt">
            <DateInput />
          </Field>
          <Field name="sellerName">
            <TextInput max={100} />
          </Field>
          <Field name="sellerTaxNo">
            <TextInput max={30} />
          </Field>
          <Field name="gross">
            <MoneyInput />
          </Field>
          <Field name="tax">
            <MoneyInput />
          </Field>
        </div>
      )}
    </FormDrawer>
  )
}
