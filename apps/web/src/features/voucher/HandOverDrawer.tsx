// Taking the vouchers of a month out in the import layout of an accounting program.
import { handOverVouchers } from '@yunshu/contract/voucher/handOver'
import { handOverLayouts } from '@yunshu/domain/voucher/handOver'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { Form } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { PeriodSelect } from '../../parts/voucher/PeriodSelect.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const labels = Object.fromEntries(Object.entries(handOverLayouts).map(([key, { label }]) => [key, label]))

export function HandOverDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  return (
    <FormDrawer
      form={form}
      call={handOverVouchers}
      title="导出到财务软件"
      submitText="导出"
      initial={{ layout: 'kingdee', period: shiftPeriod(periodOf(serverNow()), -1) }}
      open
      onClose={onClose}
      done={file => {
        saveFile(file, '凭证导出.xlsx')
        onClose()
      }}
    >
      <p>一个月的已记账凭证，一行一条分录，按凭证号排列；红字为负数，科目用本系统的编码。</p>
      <div className="ys-form-grid">
        <Field name="layout" label="格式">
          <KeySelect table={labels} />
        </Field>
        <Field name="period">
          <PeriodSelect />
        </Field>
        <Field name="branchId" hint="不选时为全部分公司">
          <BranchSelect />
        </Field>
      </div>
    </FormDrawer>
  )
}
