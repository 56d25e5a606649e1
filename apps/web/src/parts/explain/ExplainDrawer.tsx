// The figures an amount is made of: line by line, to be copied and printed.
import { explainAmount, type ExplainedLine } from '@yunshu/contract/explain'
import type { Output } from '@yunshu/contract/call'
import { Button, Drawer, Space } from 'antd'
import { copyText } from '../../lib/copy.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { usePrint } from '../../ui/PrintView.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import type { AskedAmount } from './askedAmount.ts'

type Explanation = Output<typeof explainAmount>

export default function ExplainDrawer({ asked, onClose }: { asked: AskedAmount; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(explainAmount, asked, { quiet: true })
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

function Line({ line: { depth, sign, label, value, unit, note } }: { line: ExplainedLine }) {
  return (
    <li className={depth === 0 ? 'is-whole' : undefined} style={{ paddingInlineStart: `${depth * 20}px` }}>
      <span className="ys-explanation-sign" aria-label={sign === '−' ? '减' : sign === '+' ? '加' : undefined}>
        {sign}
      </span>
      <span className="ys-explanation-label">
        {label}
        {note !== undefined && <small className="ys-weak">{note}</small>}
      </span>
      <span className="ys-figure">
        {value} <small className="ys-weak">{unit}</small>
      </span>
    </li>
  )
}
