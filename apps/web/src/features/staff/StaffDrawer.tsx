// Adding a person, or changing one, in a drawer.
import { listBranches } from '@yunshu/contract/session/session'
import { addStaff, listRoles, updateStaff, type StaffRow } from '@yunshu/contract/staff/staff'
import { staleAfter } from '@yunshu/contract/topics'
import { Form, Select, type FormInstance } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import type { Issued } from './FirstPassword.tsx'

interface StaffDrawerProps {
  /** The person to change; undefined adds one. */
  person: StaffRow | undefined
  onIssued: (issued: Issued) => void
  onClose: () => void
}

export function StaffDrawer({ person, onIssued, onClose }: StaffDrawerProps) {
  const [form] = Form.useForm()
  const common = { form, submitText: '保存', open: true, onClose, invalidates: staleAfter('staff') }
  if (!person)
    return (
      <FormDrawer
        {...common}
        call={addStaff}
        title="添加员工"
        done={({ password }, { account }) => {
          toast.success('操作成功')
          onClose()
          onIssued({ account, password })
        }}
      >
        <div className="ys-form-grid">
          <Field name="account" hint="登录时使用，添加后不能修改">
            <TextInput max={32} placeholder="字母、数字或 . _ - @" />
          </Field>
          <StaffFields form={form} />
        </div>
      </FormDrawer>
    )
  const { id, version, name, roles, branchId, mobile } = person
  return (
    <FormDrawer
      {...common}
      call={updateStaff}
      title={`修改员工 ${person.account}`}
      initial={{ name, roleIds: roles.map(role => role.id), branchId, mobile: mobile || undefined }}
      fixed={{ id, version }}
      done={() => {
        toast.success('操作成功')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <StaffFields form={form} isSelf={person.isSelf} />
      </div>
    </FormDrawer>
  )
}

function StaffFields({ form, isSelf = false }: { form: FormInstance; isSelf?: boolean }) {
  const { data: branches } = useCall(listBranches, {})
  const branchId: unknown = Form.useWatch('branchId', form)
  const options = (branches?.rows ?? []).map(row => ({ value: row.id, label: row.name }))
  return (
    <>
      <Field name="name" label="姓名">
        <TextInput max={30} />
      </Field>
      <Field name="mobile">
        <TextInput max={11} />
      </Field>
      {options.length > 0 && (
        <Field name="branchId" hint="不选则属于总公司">
          <ChoiceSelect options={options} placeholder="总公司" />
        </Field>
      )}
      <Field name="roleIds" wide hint={isSelf ? '不能修改自己的职位' : '权限为所选职位之和，修改后立即生效'}>
        <RoleSelect isOfBranch={typeof branchId === 'string'} disabled={isSelf} />
      </Field>
    </>
  )
}

/** One or more positions; those of the platform's branches are for people of a branch. */
function RoleSelect({
  value,
  onChange,
  isOfBranch,
  disabled,
  id,
  onBlur,
}: FieldProps<string[]> & { isOfBranch: boolean; disabled: boolean }) {
  const { data, isFetching } = useCall(listRoles, {})
  const hasKinds = new Set(data?.rows.map(({ kind }) => kind)).size > 1
  const offered = (data?.rows ?? []).filter(({ kind }) => !hasKinds || (kind === 'branch') === isOfBranch)
  return (
    <Select
      mode="multiple"
      {...(id === undefined ? {} : { id })}
      {...(onBlur === undefined ? {} : { onBlur })}
      disabled={disabled}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择职位"
      options={offered.map(role => ({
        value: role.id,
        label: role.name,
        disabled: role.isBeyond,
        ...(role.isBeyond ? { title: `${role.name}：含有您没有的权限` } : {}),
      }))}
      value={isUnreadable(value) ? [] : (value ?? [])}
      onChange={(next: string[]) => onChange?.(next.length === 0 ? undefined : next)}
    />
  )
}
