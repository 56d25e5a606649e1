// The figures an amount is made of: line by line, to be copied and printed.
import { explainAmount, explainBooks, type ExplainedLine } from '@yunshu/contract/explain'
import type { Output } from '@yunshu/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Drawer, Space } from 'antd'
import { copyText } from '../../lib/copy.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { usePrint } from '../../ui/PrintView.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { isOfBooks, type AskedAmount, type BooksAmount, type RecordAmount } from './askedAmount.ts'

type Explanation = Output<typeof explainAmount>

interface DrawerProps {
  onClose: () => void
}

export default function ExplainDrawer({ asked, onClose }: DrawerProps & { asked: AskedAmount }) {
  return isOfBooks(asked) ? <OfBooks asked={asked} onClose={onClose} /> : <OfRecord asked={asked} onClose={onClose} />
}

function OfRecord({ asked, onClose }: DrawerProps & { asked: RecordAmount }) {
  return <Shown answer={useCall(explainAmount, asked, { quiet: true })} onClose={onClose} />
}

function OfBooks({ asked, onClose }: DrawerProps & { asked: BooksAmount }) {
  return <Shown answer={useCall(explainBooks, asked, { quiet: true })} onClose={onClose} />
}

type Answer = Pick<UseQueryResult<Explanation>, 'data' | 'error' | 'refetch'>

function Shown({ answer: { data, error, refetch }, onClose }: DrawerProps & { answer: Answer }) {
  const isMobile = useMobile()
  const { print, sheet } = usePrint()
  return (
    <Drawer
      open
      title="金额说明"
      size={isMobile ? '100%' : 520}
      onClose={onClose}
      extra={
        <Space>
          <Button disabled={!data} onClick={() => data && void copyText(data.text)}>
            复制
          </Button>
          <Button disabled={!data} onClick={() => data && print(<Lines explanation={data} />)}>
            打印
          </Button>
        </Space>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Lines explanation={data} />
      ) : (
        <Skeleton />
      )}
      {sheet}
    </Drawer>
  )
}

/** Indented as deep as each figure stands. */
function Lines({ explanation: { lines, isKept } }: { explanation: Explanation }) {
  return (
    <>
      {!isKept && (
        <p className="ys-fault" role="alert">
          按现在的资料算出的金额与记录不一致，请联系财务核对
        </p>
      )}
      <ol className="ys-explanation">
        {lines.map((line, n) => (
          <Line key={`${n} ${line.label}`} line={line} />
        ))}
      </ol>
    </>
  )
}

function Line({ line: { depth, sign, label, value, unit, note, link } }: { line: ExplainedLine }) {
  return (
    <li className={depth === 0 ? 'is-whole' : undefined} style={{ paddingInlineStart: `${depth * 20}px` }}>
      <span className="ys-explanation-sign" aria-label={sign === '−' ? '减' : sign === '+' ? '加' : undefined}>
        {sign}
      </span>
      <span className="ys-explanation-label">
        {link === undefined ? (
          label
        ) : (
          <a className="ys-link" href={link}>
            {label}
          </a>
        )}
        {note !== undefined && <small className="ys-weak">{note}</small>}
      </span>
      <span className="ys-figure">
        {value} <small className="ys-weak">{unit}</small>
      </span>
    </li>
  )
}
