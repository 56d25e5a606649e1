// Orders to a terminal: a position, its parameters, a text for the driver, a photo; and what came of each.
import {
  cancelTerminalCommand,
  confirmTerminalCommand,
  listTerminalCommands,
  sendTerminalCommand,
  type TerminalCommandRow,
} from '@yunshu/contract/terminal/command'
import { pageMax } from '@yunshu/contract/fields'
import type { TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { takesCommands } from '@yunshu/domain/terminal/terminal'
import {
  terminalCommandKinds,
  terminalCommandStates,
  type TerminalCommandKind,
} from '@yunshu/domain/terminal/terminalCommand'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { CommandTextDialog } from '../../parts/terminal/CommandTextDialog.tsx'
import { tellSent } from '../../parts/terminal/tellSent.ts'
import { EmptySection, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { CommandParamsDialog } from './CommandParamsDialog.tsx'
import { CommandPhotoDialog } from './CommandPhotoDialog.tsx'

const invalidates = staleAfter('terminal')
/** Orders shown at first. */
const firstMost = 20
/** While an order is under way, what came of it is asked for this often. */
const askAgainMs = 2000

export function CommandsSection({ terminal }: { terminal: TerminalDetail }) {
  const { id, presence, state } = terminal
  const canSend = useCan('terminal.command') && takesCommands(state)
  const [writing, setWriting] = useState<'text' | 'setParams' | 'photo'>()
  const [shownMost, setShownMost] = useState(firstMost)
  const { data, error, refetch } = useCall(listTerminalCommands, { id, limit: shownMost }, { quiet: true })
  // nobody is waited for every two seconds: a second person comes when they come
  const isWaiting = data?.rows.some(({ state: now }) => now === 'queued' || now === 'sent') === true
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void refetch(), askAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  const { run, isBusy } = useSend(sendTerminalCommand, { invalidates, done: tellSent })
  const cancel = useSend(cancelTerminalCommand, { invalidates, done: () => toast.success('已取消') })
  const confirm = useSend(confirmTerminalCommand, { invalidates, done: () => toast.success('已确认，等待下发') })
  const press = (kind: TerminalCommandKind): void => {
    if (kind === 'text' || kind === 'setParams' || kind === 'photo') setWriting(kind)
    else void run({ id, kind })
  }
  if (!canSend && data?.rows.length === 0) return <EmptySection title="下发指令" text="还没有下发过指令" />
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
          columns={columnsOf({
            onCancel: row => void cancel.run({ id: row.id, version: row.version }),
            onConfirm: row => void confirm.run({ id: row.id, version: row.version }),
          })}
          rowKey={row => row.id}
        />
      )}
      {data?.next !== undefined && shownMost < pageMax && (
        <Button size="small" onClick={() => setShownMost(pageMax)}>
          显示更早的指令
        </Button>
      )}
      {writing === 'photo' && (
        <CommandPhotoDialog terminal={terminal} onSent={tellSent} onClose={() => setWriting(undefined)} />
      )}
      {writing === 'text' && (
        <CommandTextDialog terminal={terminal} onSent={tellSent} onClose={() => setWriting(undefined)} />
      )}
      {writing === 'setParams' && (
        <CommandParamsDialog terminal={terminal} onSent={tellSent} onClose={() => setWriting(undefined)} />
      )}
    </Section>
  )
}

interface Answers {
  readonly onCancel: (row: TerminalCommandRow) => void
  readonly onConfirm: (row: TerminalCommandRow) => void
}

const columnsOf = ({ onCancel, onConfirm }: Answers): readonly Column<TerminalCommandRow>[] => [
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
    width: 130,
    render: row => (
      <>
        {row.moves.map(name => (
          <Button key={name} type="link" size="small" onClick={() => (name === 'confirm' ? onConfirm : onCancel)(row)}>
            {terminalCommandStates.moves[name].label}
          </Button>
        ))}
      </>
    ),
  },
]

function Came({ row }: { row: TerminalCommandRow }) {
  const { text, items, answer, fault, tries, state, expiresAt, confirmedBy, reason } = row
  return (
    <>
      {text !== undefined && <div>{text}</div>}
      {items.map(({ name, value, isDangerous }) => (
        <div key={name}>
          <span className="ys-weak">{name}</span> {value}
          {isDangerous && <span className="ys-fault"> 需第二人确认</span>}
        </div>
      ))}
      {reason !== undefined && <div className="ys-weak">原因：{reason}</div>}
      {confirmedBy !== undefined && <div className="ys-weak">{confirmedBy} 已确认</div>}
      {answer.map(({ name, value }) => (
        <div key={name}>
          <span className="ys-weak">{name}</span> {value}
        </div>
      ))}
      {fault !== undefined && <div className="ys-fault">{fault}</div>}
      {tries > 1 && <div className="ys-weak">共下发 {tries} 次</div>}
      {(state === 'queued' || state === 'asked') && (
        <div className="ys-weak">{formatDateTime(expiresAt).slice(5, 16)} 前有效</div>
      )}
      {state === 'expired' && <div className="ys-weak">有效期内没有完成</div>}
    </>
  )
}
