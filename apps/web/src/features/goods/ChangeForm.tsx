// The form of a change: the blocks goods are published with, what differs so far, why, and who must agree.
import { changeGoods, type GoodsSaid } from '@yunshu/contract/goods/change'
import { getCarrierSearch } from '@yunshu/contract/relation/relation'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { Button, Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useIsPlatform } from '../../lib/session.ts'
import { useTab } from '../../lib/tab.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { Section } from '../../ui/Facts.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { KindChoice } from './BasicSection.tsx'
import { askedBy, changeLines, rebasedDraft, type ChangeLine } from './changeForm.ts'
import { DiffTable } from './DiffTable.tsx'
import { goodsUrl } from './goodsColumns.tsx'
import { GoodsSections } from './GoodsSections.tsx'
import { asDraft, shapeGoods, type GoodsDraft } from './publishForm.ts'
import { ruleFaults } from './ruleFaults.ts'

/** Faults of the changed fields alone: the server judges faults that were there before and were left alone. */
const changedFaults = (said: GoodsSaid, faults: Readonly<Record<string, string>>): Record<string, string> => {
  const old: Readonly<Record<string, string>> = ruleFaults(said.fields)
  return Object.fromEntries(Object.entries(faults).filter(([path, fault]) => old[path] !== fault))
}

export function ChangeForm({ said, onReload }: { said: GoodsSaid; onReload: () => void }) {
  const [form] = Form.useForm()
  const navigate = useNavigate()
  const tab = useTab()
  const isPlatform = useIsPlatform()
  const names = useCarrierNames(said)
  const linesOf = useCallback(
    (draft: GoodsDraft) => changeLines(said, { ...asDraft(said.fields), ...draft }, names),
    [said, names],
  )
  useRebased(form, said)
  const { fields, goodsNo } = said
  return (
    <CallForm
      call={changeGoods}
      title={`变更货源 ${goodsNo}`}
      form={form}
      initial={{ ...asDraft(fields), appliesToOpen: false }}
      fixed={{ id: said.id, version: said.version, kind: fields.kind, quantityMode: fields.quantityMode }}
      toInput={shapeGoods}
      check={input => changedFaults(said, ruleFaults(input))}
      invalidates={staleAfter('goods', 'task', 'waybill')}
      done={({ state }) => {
        const asked = askedBy(said, linesOf(form.getFieldsValue(true) as GoodsDraft) ?? [])
        toast.success(state === 'applied' ? '变更已生效' : `已提交，等待 ${asked.length} 家承运商同意`)
        void navigate(goodsUrl(said.id))
        tab.close()
      }}
      frame={(body, { submit, isBusy }) => (
        <article className="ys-page">
          <header className="ys-page-head">
            <h1>变更货源 {goodsNo}</h1>
            <StatusTag machine={goodsStates} state={said.state} />
            <span className="ys-page-actions">
              <Button size="small" onClick={onReload}>
                加载最新数据
              </Button>
            </span>
          </header>
          <div className="ys-page-body">
            <div className="gd-form">
              <KindChoice kind={fields.kind} />
              {body}
            </div>
          </div>
          <ChangeFoot form={form} said={said} linesOf={linesOf} isBusy={isBusy} onSubmit={submit} />
        </article>
      )}
    >
      <GoodsSections
        form={form}
        kind={fields.kind}
        onSet={() => undefined}
        shipperId={isPlatform ? said.shipperId : undefined}
        isModeFixed
      />
      <ChangeSection form={form} said={said} linesOf={linesOf} />
    </CallForm>
  )
}

/** Names of the carriers a change may speak of, by id. */
function useCarrierNames(said: GoodsSaid): ReadonlyMap<string, string> {
  const { data: related } = useCall(getCarrierSearch, { companyId: said.shipperId }, { quiet: true })
  return useMemo(
    () =>
      new Map([
        ...said.carriers.map(({ id, name }) => [id, name] as const),
        ...(related?.rows ?? []).map(row => [row.companyId, row.name] as const),
      ]),
    [said.carriers, related],
  )
}

/** Carriers take part of the goods while the form is filled: typed values stay, the rest follows. */
function useRebased(form: FormInstance, said: GoodsSaid): void {
  const base = useRef(said)
  useEffect(() => {
    if (base.current.version === said.version) return
    form.setFieldsValue(rebasedDraft(base.current, said, form.getFieldsValue(true) as GoodsDraft))
    base.current = said
  }, [said, form])
}

function ChangeSums({ lines, asked }: { lines: readonly ChangeLine[] | undefined; asked: readonly string[] }) {
  return (
    <span aria-live="polite">
      {lines === undefined ? (
        <span className="ys-weak">填写完整后显示变更内容</span>
      ) : lines.length === 0 ? (
        <span className="ys-weak">尚无改动</span>
      ) : (
        <>
          共 <strong>{lines.length}</strong> 项变更，
          {asked.length > 0 ? `须 ${asked.length} 家承运商同意后生效` : '提交后立即生效'}
        </>
      )}
    </span>
  )
}

interface ChangeProps {
  form: FormInstance
  said: GoodsSaid
  /** The differences of a draft; undefined while it cannot be read. */
  linesOf: (draft: GoodsDraft) => readonly ChangeLine[] | undefined
}

/** The differences so far, and the carriers they have to be agreed with. */
function useChange({ form, said, linesOf }: ChangeProps) {
  const lines = useFormPick(form, linesOf)
  return { lines, asked: askedBy(said, lines ?? []) }
}

function ChangeFoot({ isBusy, onSubmit, ...change }: ChangeProps & { isBusy: boolean; onSubmit: () => void }) {
  const { lines, asked } = useChange(change)
  return (
    <footer className="ys-page-foot">
      <ChangeSums lines={lines} asked={asked} />
      <Button type="primary" loading={isBusy} disabled={lines?.length === 0} title="Ctrl + Enter" onClick={onSubmit}>
        提交变更
      </Button>
    </footer>
  )
}

/** The differences so far, and the reason for them. */
function ChangeSection(change: ChangeProps) {
  const { said } = change
  const { lines, asked } = useChange(change)
  return (
    <Section
      title="变更内容"
      {...(said.asked.length > 0
        ? { extra: <span className="ys-weak">有未完成任务或运单的承运商：{said.asked.join('、')}</span> }
        : {})}
    >
      {lines === undefined || lines.length === 0 ? (
        <p className="ys-weak">修改上面的内容后，这里逐项列出变更前后的差别</p>
      ) : (
        <DiffTable lines={lines} showsLocked={asked.length > 0} />
      )}
      <div className="ys-form-grid gd-why">
        <Field name="reason" label="变更原因" wide>
          <TextInput max={200} rows={2} placeholder="必填，承运商会看到" />
        </Field>
        {said.openWaybills > 0 && (
          <Field name="appliesToOpen" hint={`${said.openWaybills} 张运单尚未装货；已装货的运单始终按原约定`}>
            <FlagInput on="一并变更" off="保持不变" />
          </Field>
        )}
      </div>
    </Section>
  )
}
