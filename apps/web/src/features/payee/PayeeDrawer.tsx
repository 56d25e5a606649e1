// Registering a payee, or changing one, in a drawer: the account of a driver himself, of another person, or of a
// company.
import { listDrivers } from '@yunshu/contract/fleet/driver'
import { addPayee, updatePayee, type PayeeDetails } from '@yunshu/contract/fleet/payee'
import { staleAfter } from '@yunshu/contract/topics'
import { checkBankCode, checkMobile, tidyNumber } from '@yunshu/domain/identity/identity'
import { checkAccountNo, checkPayeeNo, payeeKinds, type PayeeKind } from '@yunshu/domain/fleet/payee'
import { Form, type FormInstance } from 'antd'
import { queryClient } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { RuledInput } from '../../ui/fields/RuledInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { CallFormProps } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { DriverSelect } from './DriverSelect.tsx'

interface PayeeDrawerProps {
  /** The payee to change; undefined registers a new one. */
  payee: PayeeDetails | undefined
  onClose: () => void
  /** Hears the id of a new payee. */
  onAdded?: (id: string) => void
}

export function PayeeDrawer({ payee, onClose, onAdded }: PayeeDrawerProps) {
  const [form] = Form.useForm()
  const common = { form, submitText: '保存', open: true, onClose, invalidates: staleAfter('payee') }
  if (!payee)
    return (
      <FormDrawer
        {...common}
        call={addPayee}
        title="登记收款人"
        initial={{ kind: 'PERSON' }}
        onChange={() => {
          nameOwn(form)
        }}
        done={({ id }) => {
          toast.success('已登记，请上传资料并提交审核')
          onClose()
          onAdded?.(id)
        }}
      >
        <NewFields form={form} />
      </FormDrawer>
    )
  return <ChangeDrawer {...common} payee={payee} />
}

type Common = Pick<CallFormProps<typeof updatePayee>, 'invalidates'> & {
  form: FormInstance
  submitText: string
  open: boolean
  onClose: () => void
}

function ChangeDrawer({ payee, ...common }: Common & { payee: PayeeDetails }) {
  const { version, notice } = useSeen(payee)
  const { id, name, bank, bankCode, kind, driverId } = payee
  const isOwn = driverId !== undefined
  const initial = {
    name,
    bank,
    bankCode: bankCode || undefined,
    mobile: payee.mobile,
  }
  return (
    <FormDrawer
      {...common}
      call={updatePayee}
      title={`修改收款人 ${name}`}
      initial={initial}
      follows
      fixed={{ id, version }}
      done={() => {
        toast.success('已保存')
        common.onClose()
      }}
      summary={
        payee.paper === 'approved' && <span className="ys-weak">账户信息变更后须重新审核，审核期间不能收款</span>
      }
    >
      {notice}
      <div className="ys-form-grid">
        <AccountFields kind={kind} isOwn={isOwn} kept={payee} />
      </div>
    </FormDrawer>
  )
}

/** The name of the driver's own account is his: filled in when he is chosen. */
function nameOwn(form: FormInstance): void {
  const driverId: unknown = form.getFieldValue('driverId')
  if (typeof driverId !== 'string' || form.getFieldValue('name') !== undefined) return
  const found = queryClient
    .getQueriesData<{ rows: { id: string; name: string }[] }>({ queryKey: [listDrivers.path] })
    .flatMap(([, data]) => data?.rows ?? [])
    .find(({ id }) => id === driverId)
  if (found) form.setFieldValue('name', found.name)
}

function NewFields({ form }: { form: FormInstance }) {
  const watched: unknown = Form.useWatch('kind', form)
  const kind: PayeeKind = watched === 'COMPANY' ? 'COMPANY' : 'PERSON'
  const isOwn = typeof Form.useWatch('driverId', form) === 'string' && kind === 'PERSON'
  return (
    <div className="ys-form-grid">
      <Field name="kind">
        <KeySelect table={payeeKinds} />
      </Field>
      {kind === 'PERSON' && (
        <Field
          name="driverId"
          label="司机本人账户"
          hint={isOwn ? '证件号与手机号取自司机资料' : '代他人收款的账户不选，登记后添加收款授权'}
        >
          <DriverSelect />
        </Field>
      )}
      <AccountFields kind={kind} isOwn={isOwn} kept={undefined} />
    </div>
  )
}

/** `kept`: the payee whose numbers stay unless others are typed. */
function AccountFields({ kind, isOwn, kept }: { kind: PayeeKind; isOwn: boolean; kept: PayeeDetails | undefined }) {
  return (
    <>
      <Field
        name="name"
        label="户名"
        hint={isOwn ? '须与司机姓名一致' : kind === 'COMPANY' ? '须与营业执照名称一致' : undefined}
      >
        <TextInput max={100} />
      </Field>
      {!isOwn && (
        <Field name="idNo" label={kind === 'PERSON' ? '身份证号' : '统一社会信用代码'} required={!kept}>
          <NumberInput key={kind} mask={kept?.idNo} check={text => checkPayeeNo(kind, text)} max={20} />
        </Field>
      )}
      {!isOwn && (
        <Field name="mobile" required>
          <RuledInput check={checkMobile} tidy={tidyNumber} max={13} />
        </Field>
      )}
      <Field name="bank">
        <TextInput max={60} placeholder={kind === 'COMPANY' ? '银行及支行' : '如 中国工商银行'} />
      </Field>
      <Field name="bankCode" required={kind === 'COMPANY'} hint={kind === 'PERSON' ? '个人账户可不填' : undefined}>
        <RuledInput check={checkBankCode} tidy={tidyNumber} max={14} />
      </Field>
      <Field name="accountNo" label={kind === 'PERSON' ? '银行卡号' : '对公账号'} required={!kept}>
        <NumberInput key={kind} mask={kept?.accountNo} check={text => checkAccountNo(kind, text)} max={38} />
      </Field>
    </>
  )
}
