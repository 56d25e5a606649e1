// Templates of agreements: texts with blanks, kept by the house.
import {
  closeAgreementTemplate,
  listAgreementTemplates,
  saveAgreementTemplate,
  type AgreementTemplate,
} from '@yunshu/contract/agreement/template'
import { staleAfter } from '@yunshu/contract/topics'
import { agreementKinds } from '@yunshu/domain/agreement/agreement'
import { knownBlanks, templateLimits } from '@yunshu/domain/agreement/template'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import './agreement.css'

const invalidates = staleAfter('agreement')

/** Screen AgreementTemplates. */
export default function AgreementTemplatesPage() {
  const { data, error, refetch } = useCall(listAgreementTemplates, {}, { quiet: true })
  const [editing, setEditing] = useState<AgreementTemplate | 'new'>()
  const { run, isBusy } = useSend(closeAgreementTemplate, { invalidates, done: () => toast.success('已停用') })
  return (
    <article className="ys-page">
      <header className="ys-page-head">
        <h1>合同模板</h1>
        <Button type="primary" onClick={() => setEditing('new')}>
          新增模板
        </Button>
      </header>
      <div className="ys-page-body">
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton />
        ) : data.rows.length === 0 ? (
          <EmptyState text="还没有合同模板" />
        ) : (
          <ul className="ag-templates">
            {data.rows.map(template => (
              <li key={template.id}>
                <div>
                  <strong>{template.name}</strong>
                  <span className="ys-weak">
                    {agreementKinds[template.kind].label} 第 {template.edition} 版 {template.maker}{' '}
                    <Time value={template.changedAt} whole />
                  </span>
                  <span className="ys-weak">需填写：{template.blanks.join('、') || '无'}</span>
                </div>
                <Button onClick={() => setEditing(template)} aria-label={`修改 ${template.name}`}>
                  修改
                </Button>
                <Button
                  danger
                  disabled={isBusy}
                  onClick={() => void run({ id: template.id, version: template.version })}
                  aria-label={`停用 ${template.name}`}
                >
                  停用
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {editing !== undefined && (
        <Reopens by={() => setEditing(editing)}>
          <TemplateForm template={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Reopens>
      )}
    </article>
  )
}

function TemplateForm({ template, onClose }: { template: AgreementTemplate | undefined; onClose: () => void }) {
  const [form] = Form.useForm()
  const [initial] = useState(() =>
    template
      ? { kind: template.kind, name: template.name, body: template.body }
      : { kind: 'CONSIGN' as const, name: '', body: '' },
  )
  const kind: unknown = Form.useWatch('kind', form)
  const known = kind === 'FRAME' || kind === 'CONSIGN' || kind === 'CARRY' ? knownBlanks(kind) : []
  return (
    <FormDrawer
      form={form}
      call={saveAgreementTemplate}
      title={template ? `修改 ${template.name}` : '新增模板'}
      submitText="保存"
      {...(template ? { fixed: { id: template.id, version: template.version } } : {})}
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
        <Field name="name" label="名称">
          <TextInput max={60} />
        </Field>
        <Field name="kind" label="类型">
          <KeySelect table={agreementKinds} />
        </Field>
        <p className="ys-wide-item ys-weak">
          花括号中的这些名称由系统填写：{known.map(name => `{${name}}`).join(' ')}。其他名称起草时填写。
        </p>
        <Field name="body" label="正文" wide>
          <TextInput max={templateLimits.bodyMax} rows={18} />
        </Field>
      </div>
    </FormDrawer>
  )
}
