// Work on one abnormal position from its drawer: calls written down, photos, orders to the terminal, the interruption of its
// waybill, and what was done so far.
import { orderAbnormal, type AbnormalRow, type getAbnormal } from '@yunshu/contract/abnormal/abnormal'
import type { Output } from '@yunshu/contract/call'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { terminalStates } from '@yunshu/domain/terminal/terminal'
import { terminalCommandKinds } from '@yunshu/domain/terminal/terminalCommand'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSend } from '../../lib/useCall.ts'
import { CommandTextDialog } from '../../parts/terminal/CommandTextDialog.tsx'
import { tellSent } from '../../parts/terminal/tellSent.ts'
import { Section } from '../../ui/Facts.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { AbnormalCallDialog } from './AbnormalCallDialog.tsx'
import { AbnormalInterruptions } from './AbnormalInterruptions.tsx'
import { AbnormalPhotos } from './AbnormalPhotos.tsx'

const invalidates = staleAfter('terminal', 'abnormal')

type Terminal = Output<typeof getAbnormal>['terminal']

/** The reason against orders to a terminal; undefined where they can go. */
function whyNoOrder(terminal: Terminal): string | undefined {
  if (!terminal) return '车辆没有绑定终端，或终端不归本企业管理，不能下发指令'
  const { state } = terminal
  return state === 'blocked' || state === 'retired'
    ? `终端${terminalStates.states[state].label}，不能下发指令`
    : undefined
}

export function AbnormalWork({ row }: { row: Output<typeof getAbnormal> }) {
  const canNote = useCan('abnormal.handle')
  const canOrder = useCan('terminal.command')
  const [isNoting, setNoting] = useState(false)
  return (
    <>
      {canOrder && <Orders row={row} terminal={row.terminal} />}
      <AbnormalInterruptions row={row} {...row} />
      <AbnormalPhotos id={row.id} files={row.files} canAdd={canNote} />
      <Section
        title="办理记录"
        extra={
          canNote && (
            <Button size="small" onClick={() => setNoting(true)}>
              电话记录
            </Button>
          )
        }
      >
        <LogTimeline log={row.log} />
      </Section>
      {isNoting && (
        <Reopens by={() => setNoting(true)}>
          <AbnormalCallDialog row={row} onClose={() => setNoting(false)} />
        </Reopens>
      )}
    </>
  )
}

function Orders({ row: { id, plate }, terminal }: { row: AbnormalRow; terminal: Terminal }) {
  const [isWriting, setWriting] = useState(false)
  const { run, isBusy } = useSend(orderAbnormal, { invalidates, done: tellSent })
  const why = whyNoOrder(terminal)
  const { locate, text } = terminalCommandKinds
  const canSend = terminal !== undefined && why === undefined
  return (
    <Section
      title="下发指令"
      extra={
        <span className="ys-actions">
          <Button
            size="small"
            loading={isBusy}
            disabled={!canSend}
            title={why ?? locate.hint}
            onClick={() => void run({ id, kind: 'locate' })}
          >
            {locate.label}
          </Button>
          <Button size="small" disabled={!canSend} title={why ?? text.hint} onClick={() => setWriting(true)}>
            {text.label}
          </Button>
        </span>
      }
    >
      <p className="ys-weak">
        {why ?? (terminal?.isOnline ? '终端在线' : '终端现在不在线：指令会排队，上线后自动下发，过期不再下发。')}
      </p>
      {terminal && (
        <a className="ys-link" href={screenUrl('TerminalDetails', { id: terminal.id })}>
          终端 {terminal.phone} 与应答
        </a>
      )}
      {terminal && isWriting && (
        <CommandTextDialog
          terminal={{ ...terminal, plate }}
          abnormalId={id}
          onSent={tellSent}
          onClose={() => setWriting(false)}
        />
      )}
    </Section>
  )
}
