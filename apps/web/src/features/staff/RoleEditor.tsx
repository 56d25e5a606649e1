// One position: its name, data scope, function tree, the preview of what it opens, its members, and saving, copying,
// removing it.
import type { Output } from '@yunshu/contract/call'
import { addRole, listMembers, listRoles, removeRole, updateRole, type RoleRow } from '@yunshu/contract/staff/staff'
import { staleAfter } from '@yunshu/contract/topics'
import { dataScopes, type DataScope } from '@yunshu/domain/account/account'
import { isPermit, permitKeys } from '@yunshu/domain/permits/permits'
import { roleNameMax } from '@yunshu/domain/account/staff'
import { Alert, Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite, WriteDialog, WriteFault } from '../../ui/WriteDialog.tsx'
import { CopyRoleDialog } from './CopyRoleDialog.tsx'
import { FunctionTree } from './FunctionTree.tsx'
import { RoleMembers } from './RoleMembers.tsx'
import { RolePreview } from './RolePreview.tsx'

export const kindTitles: Readonly<Record<RoleRow['kind'], string>> = {
  platform: '平台职位',
  branch: '分公司职位',
  company: '职位',
}

/** A position that is not there yet. */
export interface RoleDraft {
  kind: RoleRow['kind']
  dataScope: DataScope
}

interface RoleEditorProps {
  role: RoleRow | undefined
  draft: RoleDraft | undefined
  offered: Output<typeof listRoles>['offered']
  onKind: (kind: RoleRow['kind']) => void
  /** The position to show next: the one just made, or none in particular. */
  onDone: (id: string | undefined) => void
}

const stale = staleAfter('staff')
const textOf = (next: unknown): string => (typeof next === 'string' ? next : '')
const whyFixed = (role: RoleRow): string | undefined =>
  role.isFixed
    ? '管理员职位由系统固定，保证始终有人可以维护员工和职位。'
    : role.isOwn
      ? '不能修改自己担任的职位，请由其他管理员操作。'
      : role.isBeyond
        ? '该职位有您没有的权限，只能查看，请由管理员修改。'
        : undefined

interface RoleValues extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly remark: string
  readonly dataScope: DataScope
  readonly functions: string[]
}

interface RoleEditing extends Pick<RoleEditorProps, 'role' | 'draft' | 'onDone'> {
  kind: RoleRow['kind']
}

/** A position while it is edited: its values, whether they differ from the kept ones, and saving them. */
function useRoleEditing({ role, draft, kind, onDone }: RoleEditing) {
  const [initial] = useState<RoleValues>(() => ({
    name: role?.name ?? '',
    remark: role?.remark ?? '',
    dataScope: role?.dataScope ?? draft?.dataScope ?? 'SELF',
    functions: (role?.functions ?? []).filter(isPermit),
  }))
  const {
    typed: { name, remark, dataScope, functions: chosen },
    type,
    draft: kept,
  } = useTyped(
    {
      ...(role
        ? { call: updateRole, fixed: { id: role.id, version: role.version }, title: `职位 ${role.name}` }
        : { call: addRole, fixed: { kind }, title: '添加职位' }),
      isPage: true,
    },
    initial,
  )
  const functions = chosen.filter(isPermit)
  const isChanged = JSON.stringify([name, remark, dataScope, functions]) !== JSON.stringify(Object.values(initial))
  const [fault, setFault] = useState<ReturnType<typeof faultOfWrite>>()
  const add = useSend(addRole, { quiet: true, invalidates: stale })
  const update = useSend(updateRole, { quiet: true, invalidates: stale })
  const cancel = (): void => {
    kept.forget()
    onDone(undefined)
  }
  const reload = (): void => {
    void refreshStale(stale)
    setFault(undefined)
  }

  async function save(): Promise<void> {
    setFault(undefined)
    const said = { name: name.trim(), remark: remark.trim(), dataScope, functions: [...functions] }
    try {
      const { id } = role
        ? await update.submit({ id: role.id, version: role.version, ...said })
        : await add.submit({ kind, ...said })
      kept.forget()
      toast.success(role && role.members > 0 ? `已保存，${role.members} 名成员的权限立即生效` : '操作成功')
      onDone(id)
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  return {
    name,
    remark,
    dataScope,
    functions,
    type,
    notice: kept.notice,
    isChanged,
    isBusy: add.isBusy || update.isBusy,
    fault,
    save,
    reload,
    cancel,
  }
}

export function RoleEditor({ role, draft, offered, onKind, onDone }: RoleEditorProps) {
  const kind = role?.kind ?? draft?.kind ?? 'company'
  const choice = offered.find(one => one.kind === kind)
  const [dialog, setDialog] = useState<'copy' | 'remove'>()
  const editing = useRoleEditing({ role, draft, kind, onDone })
  const { name, remark, dataScope, functions, isChanged, fault, reload, cancel } = editing
  const locked = role && whyFixed(role)
  const nameFault = fault instanceof Refusal ? fault.fields['name'] : undefined
  return (
    <>
      <RoleHead
        role={role}
        isChanged={isChanged}
        isBusy={editing.isBusy}
        canSave={name.trim() !== '' && (role === undefined || isChanged)}
        isLocked={locked !== undefined}
        onAsk={setDialog}
        onCancel={cancel}
        onSave={() => void editing.save()}
      />
      <div className="role-body">
        {locked && <Alert className="role-scope" type="info" showIcon title={locked} />}
        <div className="role-scope">
          {locked === undefined && editing.notice}
          <WriteFault error={nameFault === undefined ? fault : undefined} onReload={reload} />
        </div>
        <RoleFacts
          role={role}
          name={name}
          remark={remark}
          nameFault={nameFault}
          isLocked={locked !== undefined}
          onName={next => editing.type({ name: next })}
          onRemark={next => editing.type({ remark: next })}
        />
        <RoleScope
          role={role}
          kind={kind}
          offered={offered}
          dataScope={dataScope}
          isLocked={locked !== undefined}
          onKind={onKind}
          onScope={next => editing.type({ dataScope: next })}
        />
        <section aria-label="功能权限">
          <h2>功能权限</h2>
          <FunctionTree
            offered={permitKeys.filter(
              key => choice?.functions.includes(key) === true || role?.functions.includes(key) === true,
            )}
            value={functions}
            disabled={Boolean(locked)}
            onChange={next => editing.type({ functions: [...next] })}
          />
        </section>
        <section className="role-preview" aria-label="权限预览">
          <h2>可用菜单与接口</h2>
          <RolePreview kind={kind} functions={functions} />
        </section>
        {role && <RoleMembers role={role} />}
      </div>
      {role && dialog === 'copy' && (
        <CopyRoleDialog role={role} onClose={() => setDialog(undefined)} onCopied={onDone} />
      )}
      {role && dialog === 'remove' && (
        <RemoveRole role={role} onClose={() => setDialog(undefined)} onReload={reload} onRemoved={cancel} />
      )}
    </>
  )
}

interface RoleHeadProps {
  role: RoleRow | undefined
  isChanged: boolean
  isBusy: boolean
  canSave: boolean
  isLocked: boolean
  onAsk: (dialog: 'copy' | 'remove') => void
  onCancel: () => void
  onSave: () => void
}

function RoleHead({ role, isChanged, isBusy, canSave, isLocked, onAsk, onCancel, onSave }: RoleHeadProps) {
  return (
    <header className="ys-page-head">
      <h1>{role?.name ?? '新职位'}</h1>
      <div className="ys-page-actions">
        {role && (
          <Button onClick={() => onAsk('copy')} disabled={isChanged || role.isBeyond}>
            复制
          </Button>
        )}
        {role && !role.isSystem && !role.isBeyond && (
          <Button danger onClick={() => onAsk('remove')}>
            删除
          </Button>
        )}
        {!role && <Button onClick={onCancel}>取消</Button>}
        {!isLocked && (
          <Button type="primary" loading={isBusy} disabled={!canSave} onClick={onSave}>
            保存
          </Button>
        )}
      </div>
    </header>
  )
}

interface RoleFactsProps {
  role: RoleRow | undefined
  name: string
  remark: string
  nameFault: string | undefined
  isLocked: boolean
  onName: (next: string) => void
  onRemark: (next: string) => void
}

function RoleFacts({ role, name, remark, nameFault, isLocked, onName, onRemark }: RoleFactsProps) {
  const [nameId, remarkId] = [useId(), useId()]
  return (
    <div className="role-facts">
      <div className="ys-field">
        {role?.isSystem === true ? <span>职位名称</span> : <label htmlFor={nameId}>职位名称</label>}
        {role?.isSystem === true ? (
          <span>
            {name} <span className="ys-weak">系统职位，名称固定</span>
          </span>
        ) : (
          <TextInput
            id={nameId}
            max={roleNameMax}
            value={name}
            disabled={isLocked}
            onChange={next => onName(textOf(next))}
          />
        )}
        {nameFault && (
          <span className="ys-fault" role="alert">
            {nameFault}
          </span>
        )}
      </div>
      <div className="ys-field">
        <label htmlFor={remarkId}>备注</label>
        <TextInput
          id={remarkId}
          max={100}
          value={remark}
          disabled={isLocked}
          onChange={next => onRemark(textOf(next))}
        />
      </div>
    </div>
  )
}

interface RoleScopeProps {
  role: RoleRow | undefined
  kind: RoleRow['kind']
  offered: RoleEditorProps['offered']
  dataScope: DataScope
  isLocked: boolean
  onKind: (kind: RoleRow['kind']) => void
  onScope: (scope: DataScope) => void
}

/** The kind of company a new position is for, and the rows its holders see. */
function RoleScope({ role, kind, offered, dataScope, isLocked, onKind, onScope }: RoleScopeProps) {
  return (
    <div className="role-scope">
      {!role && offered.length > 1 && (
        <p>
          <Radio.Group
            aria-label="职位类别"
            value={kind}
            onChange={({ target }) => onKind(target.value as RoleRow['kind'])}
            options={offered.map(one => ({ value: one.kind, label: kindTitles[one.kind] }))}
          />
        </p>
      )}
      <p className="role-label">数据范围</p>
      <Radio.Group
        aria-label="数据范围"
        value={dataScope}
        disabled={isLocked}
        onChange={({ target }) => onScope(target.value as DataScope)}
        options={[...new Set([...(offered.find(one => one.kind === kind)?.dataScopes ?? []), dataScope])].map(
          scope => ({ value: scope, label: dataScopes[scope] }),
        )}
      />
    </div>
  )
}

interface RemoveRoleProps {
  role: RoleRow
  onClose: () => void
  onReload: () => void
  onRemoved: () => void
}

function RemoveRole({ role, onClose, onReload, onRemoved }: RemoveRoleProps) {
  // its members are not asked for any more: nobody would find it
  const remove = useSend(removeRole, {
    quiet: true,
    invalidates: stale.filter(({ path }) => path !== listMembers.path),
  })
  return (
    <WriteDialog
      title={`删除职位 ${role.name}`}
      okText="删除"
      danger
      onClose={onClose}
      onReload={() => {
        onReload()
        onClose()
      }}
      onSend={async () => {
        await remove.submit({ id: role.id, version: role.version })
        toast.success('操作成功')
        onRemoved()
      }}
    >
      <p>{role.members > 0 ? `该职位还有 ${role.members} 名成员，须先调整成员的职位。` : '删除后不能恢复。'}</p>
    </WriteDialog>
  )
}
