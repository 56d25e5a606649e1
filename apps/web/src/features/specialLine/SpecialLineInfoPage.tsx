// The page where a special line is entered: line, hubs, shift, transfers, and the tickets in a grid that the keyboard
// alone can fill.
import { getSpecialLine, saveSpecialLine, type SpecialLine } from '@yunshu/contract/specialLine/specialLine'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { specialTicketsMax } from '@yunshu/domain/specialLine'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useTab } from '../../lib/tab.ts'
import { toast } from '../../lib/toast.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useCall } from '../../lib/useCall.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { TicketGrid } from './TicketGrid.tsx'
import { FoldedSums, TicketSumsLine } from './TicketSumsLine.tsx'
import { shownTicketColumns } from './ticketColumns.tsx'
import { asInput, splitTickets, sumTyped, ticketFaults } from './ticketRows.ts'
import './specialLine.css'

function initialOf(line: SpecialLine) {
  const { lineCompany, fromHub, toHub, shiftNo, departAt, arriveAt, transfers, remark } = line
  const { open } = splitTickets(line)
  return {
    ...(line.version === undefined ? {} : { lineCompany, fromHub, toHub, shiftNo }),
    ...(departAt === undefined ? {} : { departAt }),
    ...(arriveAt === undefined ? {} : { arriveAt }),
    transfers: transfers.map(transfer => ({ ...transfer })),
    ...(remark === '' ? {} : { remark }),
    tickets: open.map(asInput),
  }
}

function LineForm({ line, onReload }: { line: SpecialLine; onReload: () => void }) {
  const { waybillId } = line
  const { close, setTitle } = useTab()
  const navigate = useNavigate()
  const word = line.version === undefined ? '录入专线' : '修改专线'
  useEffect(() => setTitle(`${word} ${line.waybillNo}`), [setTitle, word, line.waybillNo])
  const seen = useSeen({ version: line.version ?? 0, log: line.log })
  const [first] = useState(() => initialOf(line))
  const { locked } = splitTickets(line)
  const isMobile = useMobile()
  const kept = useMemo(() => locked.map(asInput), [locked])
  const [sums, setSums] = useState(() => sumTyped([...first.tickets, ...kept]))
  return (
    <FormPage
      call={saveSpecialLine}
      title={`${word} ${line.waybillNo}`}
      submitText="保存"
      initial={first}
      fixed={{ waybillId, ...(seen.version === 0 ? {} : { version: seen.version }) }}
      invalidates={staleAfter('waybill')}
      refused={onReload}
      toInput={values => ({ ...values, tickets: [...(values.tickets ?? []), ...kept] })}
      onChange={({ tickets }) => setSums(sumTyped([...(tickets ?? []), ...kept]))}
      check={({ tickets }) => ticketFaults(tickets ?? [])}
      summary={isMobile ? <FoldedSums sums={sums} /> : <TicketSumsLine sums={sums} />}
      done={() => {
        toast.success('专线信息已保存')
        void navigate(screenUrl('SpecialLineInfoDetails', { waybillId }))
        close()
      }}
    >
      {seen.notice}
      <Section title="运单">
        <div className="sl-facts">
          <Facts
            items={[
              ['车牌号', line.plate],
              ['司机', line.driverName],
              ['装货地', line.loadPlace],
              ['卸货地', line.unloadPlace],
            ]}
          />
        </div>
      </Section>
      <Section title="专线">
        <LineFields />
      </Section>
      <Section
        title="票据"
        extra={<span className="ys-weak sl-keys">Enter 或 ↓ 下一行（末行自动加一票），↑ 上一行</span>}
      >
        <TicketGrid max={specialTicketsMax - locked.length} />
      </Section>
      {locked.length > 0 && (
        <Section title="已发车的票据（不能修改）">
          <SimpleTable title="已发车的票据" rows={locked} columns={shownTicketColumns()} rowKey={({ id }) => id} />
        </Section>
      )}
    </FormPage>
  )
}

/** The line: company, shift, hubs, times, and the transfers on the way. */
function LineFields() {
  return (
    <>
      <div className="ys-form-grid">
        <Field name="lineCompany">
          <TextInput max={60} />
        </Field>
        <Field name="shiftNo">
          <TextInput max={30} />
        </Field>
        <Field name="fromHub">
          <TextInput max={60} />
        </Field>
        <Field name="toHub">
          <TextInput max={60} />
        </Field>
        <Field name="departAt">
          <DateTimeInput />
        </Field>
        <Field name="arriveAt">
          <DateTimeInput />
        </Field>
        <Field name="remark" wide>
          <TextInput max={256} />
        </Field>
      </div>
      <FieldList name="transfers" min={0} max={10} addText="添加中转" blank={() => ({})}>
        {() => (
          <>
            <Field name="hub">
              <TextInput max={60} />
            </Field>
            <Field name="toCompany">
              <TextInput max={60} />
            </Field>
            <Field name="at" label="到达时间">
              <DateTimeInput />
            </Field>
          </>
        )}
      </FieldList>
    </>
  )
}

/** Screen SpecialLineInfo. */
export default function SpecialLineInfoPage() {
  const { waybillId = '' } = useParams()
  const { data, error, refetch } = useCall(getSpecialLine, { waybillId }, { quiet: true })
  if (data === undefined)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <div className="ys-page">
        <Skeleton lines={14} />
      </div>
    )
  if (!data.canEdit)
    return (
      <EmptyState text="当前不能维护该运单的专线信息">
        <Button href={screenUrl('SpecialLineInfoDetails', { waybillId })}>查看专线信息</Button>
      </EmptyState>
    )
  return <LineForm key={waybillId} line={data} onReload={() => void refetch()} />
}
