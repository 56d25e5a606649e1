// The history of a record: authors, acts and times, with old → new of each field.
import type { LogLine } from '@yunshu/contract/goods/goods'
import { fieldLabel } from '@yunshu/contract/labels'
import { hadValue, orNothing, Time } from './Figures.tsx'

/** Newest line first, as the server sends them. */
export function LogTimeline({ log }: { log: readonly LogLine[] }) {
  if (log.length === 0) return <p className="ys-weak">暂无操作记录</p>
  return (
    <ol className="ys-log">
      {log.map((line, index) => (
        <li key={index}>
          <div>
            <Time value={line.at} /> <strong>{line.by}</strong> {line.action}
          </div>
          {line.remark && <div className="ys-weak">{line.remark}</div>}
          {line.diff?.map(change => (
            <div key={change.field} className="ys-log-change">
              {fieldLabel(change.field)}：
              {hadValue(change.old) && (
                <>
                  <del>{change.old}</del> →{' '}
                </>
              )}
              <ins>{orNothing(change.new)}</ins>
            </div>
          ))}
        </li>
      ))}
    </ol>
  )
}
