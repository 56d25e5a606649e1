// Drafting an agreement from a template, changing a draft, and filing the scan of a paper.
import {
  changeAgreement,
  fileAgreementPaper,
  listAgreementRelations,
  makeAgreement,
  type AgreementDetail,
  type AgreementRow,
} from '@yunshu/contract/agreement/agreement'
import { listAgreementTemplates } from '@yunshu/contract/agreement/template'
import { staleAfter } from '@yunshu/contract/topics'
import { agreementKinds, mayDraft } from '@yunshu/domain/agreement/agreement'
import { startOfDay } from '@yunshu/domain/figures/time'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { BlankInputs } from './BlankInputs.tsx'

const invalidates = staleAfter('agreement')

interface Drawer {
  onClose: () => void
}

/** A new draft: of a waybill by its number, or of a relation. */
export function MakeAgreement({ onClose }: Drawer) {
  const [form] = Form.useForm()
  const isHouse = sidesOf(useSession(({ info }) => info)).some(isHouseSide)
  const { data } = useCall(listAgreementTemplates, {}, { quiet: true })
  const templates = (data?.rows ?? []).filter(({ kind }) => mayDraft(kind, isHouse ? 'HOUSE' : 'SHIPPER'))
  const chosen: unknown = Form.useWatch('templateId', form)
  const template = templates.find(({ id }) => id === chosen)
  return (
    <FormDrawer
      form={form}
      call={makeAgreement}
      title="起草合同"
      submitText="保存草稿"
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ agreementNo }) => {
        toast.success(`已起草 ${agreementNo}`)
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="templateId" wide>
          <ChoiceSelect
            options={templates.map(({ id, kind, name }) => ({
              value: id,
              label: `${name}（${agreementKinds[kind].label}）`,
            }))}
          />
        </Field>
        {template && agreementKinds[template.kind].of === 'waybill' && (
          <Field name="waybillNo" label="运单号" wide required>
            <TextInput max={35} />
          </Field>
        )}
        {template && agreementKinds[template.kind].of === 'relation' && (
          <Field name="relationId" wide required>
            <CallSelect
              placeholder="托运人 — 实际承运人"
              call={listAgreementRelations}
              input={text => (text === '' ? {} : { text })}
              options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        )}
        {template && (
          <Field name="values" wide>
            <BlankInputs blanks={template.blanks} />
          </Field>
        )}
      </div>
    </FormDrawer>
  )
}

/** Another filling of a draft. */
export function ChangeAgreement({ row, onClose }: Drawer & { row: AgreementDetail }) {
  const [form] = Form.useForm()
  const [initial] = useState({ values: row.values })
  return (
    <FormDrawer
      form={form}
      call={changeAgreement}
      title={`修改草稿 ${row.agreementNo}`}
      submitText="保存"
      fixed={{ id: row.id, version: row.version }}
      initial={initial}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('已保存')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="values" wide>
          <BlankInputs blanks={Object.keys(row.values)} />
        </Field>
      </div>
    </FormDrawer>
  )
}

/** The scan of a paper both sides signed. */
export function FilePaper({ row, onClose }: Drawer & { row: AgreementRow }) {
  const [form] = Form.useForm()
  const [files, setFiles] = useState<readonly File[]>([])
  const [initial] = useState(() => ({ signedOn: startOfDay(serverNow()) }))
  const id = useId()
  return (
    <FormDrawer
      form={form}
      call={fileAgreementPaper}
      title={`上传纸质合同 ${row.agreementNo}`}
      submitText="提交复核"
      fixed={{ id: row.id, version: row.version }}
      initial={initial}
      files={{ files }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('已上传，待另一人复核')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="signedOn">
          <DateInput />
        </Field>
        <div className="ys-field">
          <label htmlFor={id}>签署件扫描</label>
          <input
            id={id}
            type="file"
            multiple
            accept=".pdf,image/jpeg,image/png,image/webp"
            onChange={event => setFiles([...(event.target.files ?? [])])}
          />
          <span className="ys-weak">支持 pdf、jpg、png、webp，须有各方签章页</span>
        </div>
      </div>
    </FormDrawer>
  )
}
