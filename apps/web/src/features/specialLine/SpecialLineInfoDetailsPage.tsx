// The page of a special line: its shift and transfers, and the tickets with where each is, moved together from hub to
// consignee.
import {
  getSpecialLine,
  listSpecialTickets,
  type SpecialLine,
  type SpecialTicket,
} from '@yunshu/contract/specialLine/specialLine'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { useExport } from '../../ui/list/useExport.tsx'
import { History } from '../../ui/record/History.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { LineHero } from './LineHero.tsx'
import { LinePrint } from './LinePrint.tsx'
import { TicketMoves } from './TicketMoves.tsx'
import { TicketSumsLine } from './TicketSumsLine.tsx'
import { shownTicketColumns } from './ticketColumns.tsx'
import { sumShown } from './ticketRows.ts'
import './specialLine.css'

function Tickets({ line, onReload }: { line: SpecialLine; onReload: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const movable = line.tickets.filter(({ moves }) => moves.length > 0)
  const { ask, dialog } = useExport(listSpecialTickets)
  const picked = movable.filter(({ id }) => chosen.has(id))
  const toggle = (ids: readonly string[], on: boolean): void =>
    setChosen(before => new Set([...before].filter(id => !ids.includes(id)).concat(on ? ids : [])))
  const box = ({ id, ticketNo, moves }: SpecialTicket) =>
    moves.length > 0 && (
      <input
        type="checkbox"
        className="ys-pick"
        aria-label={`选择 ${ticketNo}`}
        checked={chosen.has(id)}
        onChange={event => toggle([id], event.target.checked)}
      />
    )
  return (
    <>
      {movable.length > 0 && (
        <div className="sl-bulk">
          <label>
            <input
              type="checkbox"
              className="ys-pick"
              checked={picked.length === movable.length}
              onChange={event =>
                toggle(
                  movable.map(({ id }) => id),
                  event.target.checked,
                )
              }
            />{' '}
            全选可操作的 {movable.length} 票
          </label>
          <TicketMoves
            waybillId={line.waybillId}
            chosen={picked}
            onReload={onReload}
            done={() => setChosen(new Set())}
          />
        </div>
      )}
      <div className="sl-tickets">
        <SimpleTable
          title="票据"
          rows={line.tickets}
          columns={shownTicketColumns(movable.length > 0 ? box : undefined)}
          rowKey={({ id }) => id}
        />
      </div>
      <div className="sl-tickets-foot">
        <TicketSumsLine sums={sumShown(line.tickets)} />
        {ask && (
          <Button icon={<DownloadOutlined />} onClick={ask}>
            导出票据
          </Button>
        )}
      </div>
      {dialog({
        filter: { waybillId: line.waybillId },
        said: [{ names: [], label: '运单号', text: line.waybillNo }],
        columns: [],
        chosen: [],
        total: String(line.tickets.length),
      })}
    </>
  )
}

function Body({ line, onReload }: { line: SpecialLine; onReload: () => void }) {
  return (
    <>
      <Section title="票据">
        {line.tickets.length === 0 ? (
          <p className="ys-weak">还没有票据</p>
        ) : (
          <Tickets line={line} onReload={onReload} />
        )}
      </Section>
      <Section title="专线">
        <Facts
          items={[
            [
              '运单号',
              <a key="no" className="ys-link" href={screenUrl('WaybillDetails', { id: line.waybillId })}>
                {line.waybillNo}
              </a>,
            ],
            ['车牌号', line.plate],
            ['司机', line.driverName],
            ['专线公司', line.lineCompany],
            ['班次号', line.shiftNo],
            ['发站网点', line.fromHub],
            ['到站网点', line.toHub],
            ['发车时间', line.departAt === undefined ? '' : <Time key="depart" value={line.departAt} />],
            ['到站时间', line.arriveAt === undefined ? '' : <Time key="arrive" value={line.arriveAt} />],
            [
              '中转',
              line.transfers
                .map(
                  ({ hub, toCompany, at }) =>
                    `${hub}${toCompany ? `（${toCompany}）` : ''}${at === undefined ? '' : ` ${formatDateTime(at).slice(0, 16)}`}`,
                )
                .join(' → '),
              'wide',
            ],
            ['备注', line.remark, 'wide'],
            [
              '最后修改',
              line.updatedAt === undefined ? (
                ''
              ) : (
                <span key="by">
                  {line.updatedBy} <Time value={line.updatedAt} />
                </span>
              ),
            ],
          ]}
        />
      </Section>
      <History log={line.log} />
    </>
  )
}

/** Screen SpecialLineInfoDetails. */
export default function SpecialLineInfoDetailsPage() {
  const { waybillId = '' } = useParams()
  const answer = useCall(getSpecialLine, { waybillId }, { quiet: true })
  const navigate = useNavigate()
  const { print, sheet } = usePaper('specialLine')
  const edit = (): void => {
    void navigate(screenUrl('SpecialLineInfo', { waybillId }))
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ waybillNo }) => `专线 ${waybillNo}`}
        hero={line => (
          <LineHero
            line={line}
            onEdit={edit}
            onPrint={() => print(line.waybillId, <LinePrint line={line} />)}
            onReload={() => void answer.refetch()}
          />
        )}
      >
        {line =>
          line.version === undefined ? (
            <EmptyState text="该运单还没有专线信息">
              {line.canEdit && <p>可录入专线公司、发到站网点、班次和票据</p>}
            </EmptyState>
          ) : (
            <Body line={line} onReload={() => void answer.refetch()} />
          )
        }
      </DetailPage>
      {sheet}
    </>
  )
}
