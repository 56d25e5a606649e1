// Setting the credit of one shipper, with the rest of it and its history.
import type { Output } from '@yunshu/contract/call'
import { getCredit, setCredit } from '@yunshu/contract/credit/credit'
import { creditStageTable } from '@yunshu/contract/credit/creditColumns'
import { staleAfter } from '@yunshu/contract/topics'
import { Form } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { DrawerSteps, RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const invalidates = staleAfter('credit')
type CreditDetail = Output<typeof getCredit>

function Body({ row }: { row: CreditDetail }) {
  return (
    <>
      <Facts
        items={[
          ['货主', row.shipperName, 'wide'],
          ['状态', <StatusTag key="stage" machine={creditStageTable} state={row.stage} />],
          [
            '可用额度(元)',
            row.mode === 'none' ? (
              '不控制'
            ) : (
              <AskedMoney key="left" asked={{ amountOf: 'credit', id: row.id }} value={row.available} strong />
            ),
          ],
          ['预收余额(元)', <Money key="prepaid" value={row.prepaid} />],
          ['应收未付(元)', <Money key="owed" value={row.owed} />],
          ['已核销坏账(元)', row.writtenOff === 0 ? undefined : <Money key="off" value={row.writtenOff} />],
          ['在途预估(元)', <Money key="reserved" value={row.reserved} />],
        ]}
      />
      {row.log.length > 0 && (
        <Section title="操作记录">
          <LogTimeline log={row.log} />
        </Section>
      )}
    </>
  )
}

export function CreditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const answer = useCall(getCredit, { id }, { quiet: true })
  const { data } = answer
  const canSet = useCan('credit.set')
  if (data && canSet) return <SetDrawer key={id} now={data} onClose={onClose} />
  return (
    <RowDrawer id={id} title={`信用额度 ${data?.shipperName ?? ''}`} answer={answer} onClose={onClose}>
      {data && <Body row={data} />}
    </RowDrawer>
  )
}

function SetDrawer({ now, onClose }: { now: CreditDetail; onClose: () => void }) {
  const [form] = Form.useForm()
  // the version that was seen is the one the form was filled from, whatever a colleague saves meanwhile
  const [row] = useState(now)
  return (
    <FormDrawer
      form={form}
      call={setCredit}
      title={`信用额度 ${row.shipperName}`}
      submitText="保存"
      steps={<DrawerSteps />}
      initial={row.mode === 'none' ? { blocks: true } : { creditLimit: row.limit, blocks: row.mode === 'block' }}
      fixed={{ id: row.id, seen: row.version }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('信用额度已保存')
        onClose()
      }}
    >
      <Body row={now} />
      <div className="ys-form-grid">
        <Field name="creditLimit" hint="预收用完以后，还可以再承运多少">
          <MoneyInput />
        </Field>
        <Field name="blocks">
          <TickInput>超出时不能派车</TickInput>
        </Field>
        <Field name="reason" label="依据" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
