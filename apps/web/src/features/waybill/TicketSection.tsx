// The weighings of a waybill: what each scale said, how far they are apart, and the way to enter or take one out.
import { staleAfter } from '@yunshu/contract/topics'
import type { PoundTicket, WaybillDetail } from '@yunshu/contract/waybill/details'
import { addPoundTicket, removePoundTicket } from '@yunshu/contract/waybill/life'
import { poundParties, poundPlaces } from '@yunshu/domain/waybill/pound'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { poundRuleText, ticketsInOrder } from './pound.ts'
import { ReasonAsk } from './ReasonAsk.tsx'
import { ScaleGap } from './ScaleGap.tsx'
import { WeightsLine } from './WeightsLine.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const TicketForm = lazy(async () => ({ default: (await import('./TicketForm.tsx')).TicketForm }))
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

/** Two facts in a cell, so that the table stands on a tablet too. */
const Two = ({ over, under }: { over: ReactNode; under: string | undefined }) => (
  <>
    <div>{over}</div>
    {under && <div className="ys-weak">{under}</div>}
  </>
)

const base: readonly Column<PoundTicket>[] = [
  textColumn('place', '地点', ticket => poundPlaces[ticket.place], { width: 50, card: 'title' }),
  textColumn('party', '过磅方', ticket => poundParties[ticket.party], { width: 76, card: 'tag' }),
  {
    key: 'no',
    title: '磅单号 / 磅站',
    cardTitle: '磅单',
    width: 100,
    render: ({ ticketNo, station }) => <Two over={ticketNo} under={station} />,
  },
  weightColumn('gross', '毛重', ticket => ticket.grossG, { width: 80 }),
  weightColumn('tare', '皮重', ticket => ticket.tareG, { width: 80 }),
  weightColumn('net', '净重', ticket => ticket.netG, { width: 80 }),
  {
    key: 'at',
    title: '时间 / 登记人',
    cardTitle: '',
    width: 110,
    render: ({ weighedAt, by }) => <Two over={<Time value={weighedAt} />} under={by} />,
  },
]

const Tickets = ({ rows, columns }: { rows: readonly PoundTicket[]; columns: readonly Column<PoundTicket>[] }) => (
  <div className="wb-tickets">
    <SimpleTable title="磅单" rows={rows} columns={columns} rowKey={({ id }) => id} />
  </div>
)

export function TicketSection({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const { tickets, acts, poundRule } = waybill
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PoundTicket>()
  const { submit } = useSend(removePoundTicket, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: () => toast.success('磅单已移除'),
  })
  useReopening(
    [() => setAdding(true), addPoundTicket, { id: waybill.id }],
    ...tickets.map(ticket => [() => setRemoving(ticket), removePoundTicket, { id: waybill.id }, ticket.id] as const),
  )
  const columns = acts.includes('removeTicket')
    ? [
        ...base,
        {
          key: 'do',
          title: '操作',
          width: 70,
          render: (ticket: PoundTicket) => (
            <button type="button" className="ys-link ys-danger" onClick={() => setRemoving(ticket)}>
              移除
            </button>
          ),
        },
      ]
    : base
  const files = tickets.flatMap(ticket =>
    ticket.files.map(file => ({ ...file, name: `${poundPlaces[ticket.place]} ${ticket.ticketNo} ${file.name}` })),
  )
  return (
    <Section
      title="重量与磅单"
      extra={
        acts.includes('addTicket') && (
          <Button size="small" onClick={() => setAdding(true)}>
            登记磅单
          </Button>
        )
      }
    >
      <WeightsLine waybill={waybill} />
      {files.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
        </Suspense>
      )}
      {poundRule !== undefined && <p className="ys-weak">磅单要求：{poundRuleText(poundRule)}</p>}
      {tickets.length === 0 ? (
        <p className="ys-weak">尚未登记磅单</p>
      ) : (
        <Tickets rows={ticketsInOrder(tickets)} columns={columns} />
      )}
      <ScaleGap waybill={waybill} place="load" />
      <ScaleGap waybill={waybill} place="unload" />
      {isAdding && (
        <Suspense fallback={null}>
          <Reopens by={() => setAdding(true)}>
            <TicketForm waybill={waybill} onClose={() => setAdding(false)} onReload={onReload} />
          </Reopens>
        </Suspense>
      )}
      {removing && (
        <Reopens by={() => setRemoving(removing)}>
          <ReasonAsk
            call={removePoundTicket}
            part={removing.id}
            title={`移除磅单 ${removing.ticketNo}`}
            okText="移除"
            waybill={waybill}
            onReload={onReload}
            onClose={() => setRemoving(undefined)}
            onSend={(version, reason) => submit({ id: waybill.id, version, ticketId: removing.id, reason })}
          />
        </Reopens>
      )}
    </Section>
  )
}
