// Orders to a terminal: a position at once, its parameters, a text for the driver; and what came of each.
import {
  cancelTerminalCommand,
  listTerminalCommands,
  sendTerminalCommand,
  type TerminalCommandRow,
} from '@yunshu/contract/terminal/command'
import type { TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { terminalCommandKinds, terminalCommandStates, type TerminalCommandKind } from '@yunshu/domain/terminalCommand'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { CommandTextDialog } from './CommandTextDialog.tsx'

const invalidates = staleAfter('terminal')
/** While an order is under way, what came of it is asked for this often. */
const askAgainMs = 2000

export function CommandsSection({ terminal }: { terminal: TerminalDetail }) {
  const { id, presence, state } = terminal
  const canSend = useCan('terminal.command') && state !== 'blocked' && state !== 'retired'
  const [isWriting, setWriting] = useState(false)
  const { data, error, refetch } = useCall(listTerminalCommands, { id, limit: 20 }, { quiet: true })
  const isWaiting = data?.rows.some(row => !('final' in terminalCommandStates.states[row.state])) === true
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void refetch(), askAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  const { run, isBusy } = useSend(sendTerminalCommand, { invalidates, done: tellSent })
  const cancel = useSend(cancelTerminalCommand, { invalidates, done: () => toast.success('已取消') })
  const press = (kind: TerminalCommandKind): void => {
    if (kind === 'text') setWriting(true)
    else void run({ id, kind })
  }
  return (
    <Section
      title="下发指令"
      extra={
        canSend &&
        (Object.keys(terminalCommandKinds) as TerminalCommandKind[]).map(kind => (
          <Button
            key={kind}
            size="small"
            loading={isBusy}
            title={terminalCommandKinds[kind].hint}
            onClick={() => press(kind)}
          >
            {terminalCommandKinds[kind].label}
          </Button>
        ))
      }
    >
      {canSend && presence === 'offline' && (
        <p className="ys-weak">终端现在不在线：指令会排队，上线后自动下发，过期不再下发。</p>
      )}
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        <p className="ys-weak">还没有下发过指令</p>
      ) : (
        <SimpleTable
          title="下发记录"
          rows={data.rows}
          columns={columnsOf(row => void cancel.run({ id: row.id, version: row.version }))}
          rowKey={row => row.id}
        />
      )}
      {isWriting && <CommandTextDialog terminal={terminal} onSent={tellSent} onClose={() => setWriting(false)} />}
    </Section>
  )
}

/** Says that an order is on its way, or waits for a terminal that is off. */
function tellSent({ isOnline, expiresAt }: { isOnline: boolean; expiresAt: number }): void {
  if (isOnline) toast.success('已下发，等待终端应答')
  else toast.warning(`终端不在线：已排队，上线后自动下发，${formatDateTime(expiresAt).slice(5, 16)} 前有效`)
}

const columnsOf = (onCancel: (row: TerminalCommandRow) => void): readonly Column<TerminalCommandRow>[] => [
  { key: 'kind', title: '指令', width: 90, render: row => terminalCommandKinds[row.kind].label },
  {
    key: 'state',
    title: '状态',
    width: 110,
    render: row => <StatusTag machine={terminalCommandStates} state={row.state} />,
  },
  { key: 'answer', title: '内容与应答', width: 320, render: row => <Came row={row} /> },
  { key: 'by', title: '下发人', width: 90, render: row => row.by },
  { key: 'at', title: '下发时间', width: 150, render: row => <Time value={row.createdAt} whole /> },
  {
    key: 'cancel',
    title: '',
    width: 70,
    render: row =>
      row.mayCancel && (
        <Button type="link" size="small" onClick={() => onCancel(row)}>
          取消
        </Button>
      ),
  },
]

function Came({ row: { text, answer, fault, tries, state, expiresAt } }: { row: TerminalCommandRow }) {
  return (
    <>
      {text !== undefined && <div>{text}</div>}
      {answer.map(({ name, value }) => (
        <div key={name}>
          <span className="ys-weak">{name}</span> {value}
        </div>
      ))}
      {fault !== undefined && <div className="ys-fault">{fault}</div>}
      {tries > 1 && <div className="ys-weak">共下发 {tries} 次</div>}
      {state === 'queued' && <div className="ys-weak">{formatDateTime(expiresAt).slice(5, 16)} 前有效</div>}
      {state === 'expired' && <div className="ys-weak">终端在有效期内没有应答</div>}
    </>
  )
}
