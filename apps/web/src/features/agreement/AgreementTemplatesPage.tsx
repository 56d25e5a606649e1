// Templates of agreements: texts with blanks, kept by the house.
import {
  closeAgreementTemplate,
  listAgreementTemplates,
  saveAgreementTemplate,
  type AgreementTemplate,
} from '@yunshu/contract/agreement/template'
import { staleAfter } from '@yunshu/contract/topics'
import { agreementKinds } from '@yunshu/domain/agreement/agreement'
import { knownBlanks, templateLimits, termBlanks } from '@yunshu/domain/agreement/template'
import { Button, Form } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { Cards } from '../../ui/list/Cards.tsx'
import { textColumn, timeColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { More } from '../../ui/list/RowActions.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import '../../ui/list/list.css'
import './agreement.css'

const invalidates = staleAfter('agreement')

/** A template of which agreements are drafted by themselves. */
const useOf = ({ isAuto }: AgreementTemplate): string => (isAuto ? '接单自动起草' : '')

const facts: readonly Column<AgreementTemplate>[] = [
  textColumn('blanks', '起草时填写', ({ blanks }) => blanks.join('、'), { width: 230 }),
  textColumn('isAuto', '用于', useOf, { width: 130 }),
  timeColumn('changedAt', '修改日期', ({ changedAt }) => changedAt, { width: 100, dayOnly: true }),
]

type Press = (template: AgreementTemplate) => void
const columnsWith = (edit: Press, close: Press): readonly Column<AgreementTemplate>[] => [
  {
    key: 'name',
    title: '名称 / 类型',
    width: 190,
    render: template => (
      <>
        <button type="button" className="ys-link" aria-label={`修改 ${template.name}`} onClick={() => edit(template)}>
          {template.name}
        </button>
        <br />
        <small className="ys-weak">{editionOf(template)}</small>
      </>
    ),
  },
  ...facts,
  {
    key: 'acts',
    title: '操作',
    width: 60,
    align: 'right',
    render: template => (
      <More
        as="ys-more-button"
        name={`${template.name} 更多操作`}
        actions={[
          { label: '修改', onClick: () => edit(template) },
          { label: '停用', danger: true, onClick: () => close(template) },
        ]}
      >
        …
      </More>
    ),
  },
]

const keyOf = ({ id }: AgreementTemplate): string => id
/** All templates come in one answer. */
const wholeAlready = (): void => undefined
const editionOf = ({ kind, edition }: AgreementTemplate): string => `${agreementKinds[kind].label} · 第 ${edition} 版`
const cardColumns = (edit: Press): readonly Column<AgreementTemplate>[] => [
  {
    key: 'name',
    title: '名称',
    width: 190,
    card: 'title',
    render: template => (
      <button type="button" className="ys-link" onClick={() => edit(template)}>
        {template.name}
      </button>
    ),
  },
  textColumn('edition', '类型', editionOf),
  textColumn('blanks', '起草时填写', ({ blanks }) => blanks.join('、'), { isNamed: true }),
  textColumn('isAuto', '用于', useOf),
  timeColumn('changedAt', '修改日期', ({ changedAt }) => changedAt, { dayOnly: true, isNamed: true }),
]

/** Screen AgreementTemplates. */
export default function AgreementTemplatesPage() {
  const { data, error, refetch } = useCall(listAgreementTemplates, {}, { quiet: true })
  const [editing, setEditing] = useState<AgreementTemplate | 'new'>()
  const [closing, setClosing] = useState<AgreementTemplate>()
  const { run, isBusy } = useSend(closeAgreementTemplate, {
    invalidates,
    done: () => {
      setClosing(undefined)
      toast.success('已停用')
    },
  })
  const add = (
    <Button type="primary" onClick={() => setEditing('new')}>
      新增模板
    </Button>
  )
  return (
    <div className="ys-list ag-templates">
      <ScreenTitle />
      <div className="ys-bar">
        <div className="ys-bar-main">
          <span className="ys-weak">起草合同时从这里选择；已签的合同不随模板改变</span>
        </div>
        <div className="ys-bar-primary">{add}</div>
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        <EmptyState text="还没有合同模板">{add}</EmptyState>
      ) : (
        <Templates rows={data.rows} onEdit={setEditing} onClose={setClosing} />
      )}
      <ConfirmDialog
        open={closing !== undefined}
        title={`停用 ${closing?.name ?? ''}`}
        text="停用后起草合同时不能再选这个模板；已有的合同不受影响。"
        busy={isBusy}
        onClose={() => setClosing(undefined)}
        onConfirm={() => {
          if (closing) void run({ id: closing.id, version: closing.version })
        }}
      />
      {editing !== undefined && (
        <Reopens by={() => setEditing(editing)}>
          <TemplateForm template={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Reopens>
      )}
    </div>
  )
}

/** A table, or cards on a phone, with the number of them at the foot. */
function Templates({ rows, onEdit, onClose }: { rows: readonly AgreementTemplate[]; onEdit: Press; onClose: Press }) {
  const isMobile = useMobile()
  const columns = useMemo(() => columnsWith(onEdit, onClose), [onEdit, onClose])
  const cards = useMemo(() => cardColumns(onEdit), [onEdit])
  const actions = useCallback(
    (template: AgreementTemplate): readonly RowAction[] => [
      { label: '修改', isAside: true, onClick: () => onEdit(template) },
      { label: '停用', danger: true, onClick: () => onClose(template) },
    ],
    [onEdit, onClose],
  )
  const count = (
    <div className="ys-list-end">
      <footer className="ys-list-foot">{rows.length} 个模板</footer>
    </div>
  )
  if (isMobile)
    return (
      <Cards
        rows={rows}
        columns={cards}
        rowKey={keyOf}
        rowName={({ name }) => name}
        onOpen={onEdit}
        actions={actions}
        canChoose={false}
        onNearEnd={wholeAlready}
        top={count}
      />
    )
  return (
    <>
      <SimpleTable title="合同模板" isPlain rows={rows} columns={columns} rowKey={keyOf} />
      {count}
    </>
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
          花括号中的这些名称由系统填写：{known.map(name => `{${name}}`).join(' ')}。其他名称起草时填写；承运合同中的
          {termBlanks.map(name => `{${name}}`).join('、')}{' '}
          在接单自动起草时按货源约定填写，没有别的空格的承运合同模板用于自动起草。
        </p>
        <Field name="body" label="正文" wide>
          <TextInput max={templateLimits.bodyMax} rows={18} />
        </Field>
      </div>
    </FormDrawer>
  )
}
