// Taking the vouchers of a month out in the import layout of an accounting program.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { handOverVouchers, listUnmapped } from '@yunshu/contract/voucher/handOver'
import { handOverCodes } from '@yunshu/domain/voucher/accountMap'
import { handOverLayouts } from '@yunshu/domain/voucher/handOver'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { Form } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useCall } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { PeriodSelect } from '../../parts/voucher/PeriodSelect.tsx'
import { WholeInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const labels = Object.fromEntries(Object.entries(handOverLayouts).map(([key, { label }]) => [key, label]))

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export function HandOverDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const codes = Form.useWatch<unknown>('codes', form)
  const [period, branchId] = [
    textOf(Form.useWatch<unknown>('period', form)),
    textOf(Form.useWatch<unknown>('branchId', form)),
  ]
  return (
    <FormDrawer
      form={form}
      call={handOverVouchers}
      title="导出到财务软件"
      submitText="导出"
      initial={{ layout: 'kingdee', codes: 'OURS', period: shiftPeriod(periodOf(serverNow()), -1) }}
      open
      onClose={onClose}
      done={file => {
        saveFile(file, '凭证导出.xlsx')
        onClose()
      }}
    >
      <p>一个月的已记账凭证，一行一条分录，按凭证号排列；红字为负数。</p>
      <div className="ys-form-grid">
        <Field name="layout" label="格式">
          <KeySelect table={labels} />
        </Field>
        <Field name="codes">
          <KeySelect table={handOverCodes} />
        </Field>
        <Field name="period">
          <PeriodSelect />
        </Field>
        <Field name="branchId" hint="不选时为全部分公司">
          <BranchSelect />
        </Field>
        <Field name="fromNo" hint="凭证多时按凭证号分段导出">
          <WholeInput />
        </Field>
        <Field name="toNo">
          <WholeInput />
        </Field>
      </div>
      {codes === 'CLIENT' && period !== undefined && <Unmapped period={period} branchId={branchId} />}
    </FormDrawer>
  )
}

/** The accounts of the month without one of the client, before a file is made. */
function Unmapped({ period, branchId }: { period: string; branchId: string | undefined }) {
  const { data } = useCall(listUnmapped, { period, ...(branchId === undefined ? {} : { branchId }) }, { quiet: true })
  if (data === undefined) return null
  if (data.total === 0) return <p className="ys-weak">本月用到的科目都有对照</p>
  return (
    <section aria-label="未对照的科目">
      <p className="ys-fault">{`有 ${data.total} 个科目没有对照，不能按客户科目导出：`}</p>
      <ul className="vm-told">
        {data.rows.map(({ branchCompanyId, branchName, account, accountName }) => (
          <li key={branchCompanyId + account}>{`${branchName} ${account} ${accountName}`}</li>
        ))}
      </ul>
      <a className="ys-link" href={`${screenUrl('AccountMap')}?period=${period}`}>
        去填写科目对照
      </a>
    </section>
  )
}
