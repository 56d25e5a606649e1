// The last messages of a terminal: their meaning, and beside it the bytes as they came.
import { listTerminalMessages, type TerminalMessage } from '@yunshu/contract/terminal/terminal'
import { Button } from 'antd'
import { useCall } from '../../lib/useCall.ts'
import { EmptySection, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import './terminal.css'

/** Bytes in pairs, so that they can be counted. */
const paired = (hex: string): string => hex.replace(/(..)(?=.)/g, '$1 ')

export function MessagesSection({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useCall(listTerminalMessages, { id }, { quiet: true })
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      刷新
    </Button>
  )
  if (data?.rows.length === 0)
    return <EmptySection title="最近消息" text="终端还没有发来消息；最近 20 条会留在这里" extra={again} />
  return (
    <Section title="最近消息" extra={again}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : (
        <ol className="ys-messages" aria-label="最近消息">
          {data.rows.map((row, index) => (
            <Message key={`${row.at} ${row.serial} ${index}`} message={row} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Message({
  message: { at, code, name, serial, raw, fields, fault, isWithheld },
}: {
  message: TerminalMessage
}) {
  return (
    <li>
      <details>
        <summary>
          <Time value={at} whole />
          <strong>{name}</strong>
          <span className="ys-weak">
            消息 {code}，第 {serial} 号
          </span>
          {isWithheld && <span className="ys-weak">位置不在可查看的时段</span>}
          {fault !== undefined && <span className="ys-fault">{fault}</span>}
        </summary>
        <dl>
          {fields.map(field => (
            <div key={field.name}>
              <dt>{field.name}</dt>
              <dd>{field.value}</dd>
            </div>
          ))}
        </dl>
        <code>{paired(raw)}</code>
      </details>
    </li>
  )
}
