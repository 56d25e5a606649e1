// Parameters of a terminal: a form made of the table its edition has; the words stay when they are refused.
import type { Output } from '@yunshu/contract/call'
import { listTerminalParams, sendTerminalCommand, type TerminalParam } from '@yunshu/contract/terminal/command'
import type { TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { paramsMost, terminalCommandKinds } from '@yunshu/domain/terminal/terminalCommand'
import { Button, Input } from 'antd'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('terminal')
const { label, hint } = terminalCommandKinds.setParams

interface Props {
  terminal: TerminalDetail
  onSent: (answer: Output<typeof sendTerminalCommand>) => void
  onClose: () => void
}
interface Line {
  readonly name: string
  readonly value: string
}

/** The values a parameter may have: 0 至 4294967295 秒. */
const formText = ({ form, least, most, unit, bytes }: TerminalParam): string =>
  form === 'number'
    ? `${least} 至 ${most}${unit ? ` ${unit}` : ''}`
    : form === 'hex'
      ? `${2 * (bytes ?? 0)} 位数字`
      : '文字'

export function CommandParamsDialog({ terminal: { id, phone, plate }, onSent, onClose }: Props) {
  const title = `${label} ${plate ?? phone}`
  const fixed = { id, kind: 'setParams' } as const
  const table = useCall(listTerminalParams, { id }, { quiet: true })
  const { submit } = useSend(sendTerminalCommand, { quiet: true, invalidates, done: onSent })
  const { typed, type, draft } = useTyped(
    { call: sendTerminalCommand, fixed, title, url: screenUrl('TerminalDetails', { id }) },
    { paramItems: [{ name: '', value: '' }] as Line[], reason: '' },
  )
  const lines = typed.paramItems
  const ready = lines.filter(({ name, value }) => name !== '' && value.trim() !== '')
  const put = (paramItems: Line[]): void => type({ paramItems })
  const isAsked = lines.some(line => table.data?.rows.find(({ name }) => name === line.name)?.isDangerous)
  const reason = isAsked ? typed.reason.trim() : ''
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="下发"
      isReady={ready.length > 0 && ready.length === lines.length && (!isAsked || reason !== '')}
      onClose={onClose}
      onSend={() => submit({ ...fixed, paramItems: ready, ...(isAsked ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{hint}。</p>
      {table.error && <ErrorState error={table.error} retry={() => void table.refetch()} />}
      {!table.data && !table.error && <Skeleton lines={3} />}
      {table.data &&
        lines.map((line, n) => (
          <ParamLine
            key={n}
            n={n}
            line={line}
            rows={table.data.rows}
            onChange={next => put(lines.map((each, at) => (at === n ? next : each)))}
            onRemove={lines.length > 1 ? () => put(lines.filter((_, at) => at !== n)) : undefined}
          />
        ))}
      {table.data && lines.length < paramsMost && (
        <Button onClick={() => put([...lines, { name: '', value: '' }])}>再加一项</Button>
      )}
      {isAsked && (
        <Input.TextArea
          aria-label="原因"
          placeholder="为什么要改，第二人据此确认"
          rows={2}
          maxLength={200}
          value={typed.reason}
          onChange={({ target }) => type({ reason: target.value })}
        />
      )}
    </WriteDialog>
  )
}

interface ParamLineProps {
  readonly n: number
  readonly line: Line
  readonly rows: readonly TerminalParam[]
  readonly onChange: (line: Line) => void
  readonly onRemove: (() => void) | undefined
}

function ParamLine({ n, line, rows, onChange, onRemove }: ParamLineProps) {
  const chosen = rows.find(({ name }) => name === line.name)
  return (
    <div className="tm-param">
      <select
        aria-label={`参数 ${n + 1}`}
        value={line.name}
        onChange={({ target }) => onChange({ name: target.value, value: line.value })}
      >
        <option value="">选择参数</option>
        {rows.map(({ name, label: text, isDangerous }) => (
          <option key={name} value={name}>
            {isDangerous ? `${text}（需第二人确认）` : text}
          </option>
        ))}
      </select>
      <Input
        aria-label={`参数值 ${n + 1}`}
        value={line.value}
        maxLength={255}
        placeholder={chosen && formText(chosen)}
        onChange={({ target }) => onChange({ name: line.name, value: target.value })}
      />
      {onRemove && <Button onClick={onRemove}>移除</Button>}
      {chosen?.isDangerous && <p className="ys-fault">填错会使终端连不上平台：由另一人确认后才下发</p>}
    </div>
  )
}
