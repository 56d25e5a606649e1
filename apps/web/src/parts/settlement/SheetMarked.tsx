// Marks of a sheet worth a look before it is approved or paid, and the sentence that the rest is as usual.
import type { SettlementDetail, SheetMarks } from '@yunshu/contract/settlement/settlement'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { Explained } from '../../ui/Explained.tsx'
import { Money } from '../../ui/Figures.tsx'
import { markedText } from './markedText.ts'
import './sheet.css'

interface SheetMarkedProps {
  sheet: SettlementDetail
  answer: Pick<UseQueryResult<SheetMarks>, 'data' | 'error' | 'refetch'>
}

export function SheetMarked({ sheet, answer: { data, error, refetch } }: SheetMarkedProps) {
  if (data === undefined)
    return (
      <section className="st-marked" aria-label="核对提示" aria-busy={!error}>
        {error ? (
          <p role="alert">
            未能与往常比较：{error.message}{' '}
            <Button size="small" onClick={() => void refetch()}>
              重试
            </Button>
          </p>
        ) : (
          <p className="ys-weak">正在与往常比较…</p>
        )}
      </section>
    )
  const { said, rest, rounding } = markedText(data, sheet)
  return (
    <section className={said.length > 0 ? 'st-marked st-marked-look' : 'st-marked'} aria-label="核对提示">
      {said.length > 0 && (
        <>
          <h3>值得看一眼</h3>
          <ul>
            {said.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {rest}
        {rounding > 0 && (
          <>
            扣款之外另有
            <span className="st-marked-rounding">
              <Explained label="抹零" /> <Money value={rounding} />。
            </span>
          </>
        )}
      </p>
    </section>
  )
}
