// The history of a record in the rail beside it: the newest lines, and the rest when asked for.
import type { LogLine } from '@yunshu/contract/goods/goods'
import { useState } from 'react'
import { Section } from '../Facts.tsx'
import { LogTimeline } from '../LogTimeline.tsx'

const shownFirst = 6

/** Nothing where there is no history. */
export function History({ log }: { log: readonly LogLine[] }) {
  const [isWhole, setWhole] = useState(false)
  if (log.length === 0) return null
  return (
    <Section title="操作记录">
      <LogTimeline log={isWhole ? log : log.slice(0, shownFirst)} />
      {!isWhole && log.length > shownFirst && (
        <button type="button" className="ys-link" onClick={() => setWhole(true)}>
          显示全部 {log.length} 条
        </button>
      )}
    </Section>
  )
}
