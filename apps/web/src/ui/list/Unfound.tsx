// Numbers of a search that lead to no row of the list: those that are nowhere, and those other conditions leave out.
import type { MissingNumbers } from '@yunshu/contract/fields'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import './unfound.css'

/** Numbers a line names before it is opened. */
const namedMost = 3

interface UnfoundProps {
  missing: MissingNumbers
  /** Asks for the numbers alone; absent where there is no other condition to take away. */
  onAlone: (() => void) | undefined
}

export function Unfound({ missing: { unfound, hidden }, onAlone }: UnfoundProps) {
  return (
    <>
      {unfound.length > 0 && <Line numbers={unfound} said="未找到" />}
      {hidden.length > 0 && <Line numbers={hidden} said="不符合其他条件" onAlone={onAlone} />}
    </>
  )
}

interface LineProps {
  numbers: readonly string[]
  said: string
  onAlone?: UnfoundProps['onAlone']
}

function Line({ numbers, said, onAlone }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const isLong = numbers.length > namedMost
  const named = isOpen ? numbers : numbers.slice(0, namedMost)
  return (
    <div className="ys-strip-line ys-unfound">
      <output className={isOpen ? 'ys-unfound-open' : undefined}>
        <strong>
          {numbers.length} 个{said}
        </strong>
        ：{named.join('、')}
        {isLong && !isOpen && ' 等'}
      </output>
      {isLong && (
        <button type="button" className="ys-link ys-chip-act" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '查看全部'}
        </button>
      )}
      {onAlone && (
        <button type="button" className="ys-link ys-chip-act" onClick={onAlone}>
          只按单号查
        </button>
      )}
      <button
        type="button"
        className="ys-link ys-chip-act"
        title="每行一个，可粘贴到表格"
        onClick={() => void copyText(numbers.join('\n'))}
      >
        复制<span className="visually-hidden">{said}的单号</span>
      </button>
    </div>
  )
}
