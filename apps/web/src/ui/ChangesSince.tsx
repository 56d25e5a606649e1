// Changes of a record while somebody had a form of it open: their authors and values, before anything is overwritten.
import type { LogLine } from '@yunshu/contract/goods/goods'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { newLines } from './newLines.ts'
import { LogTimeline } from './LogTimeline.tsx'
import './writeDialog.css'

interface Recorded {
  readonly version: number
  readonly log: readonly LogLine[]
}

/**
 * Keeps the version a form was opened with. When the record shown is a newer one, `notice` tells what changed since,
 * and
 * the form's version stays the old one until the person has said that they know. `own` is the version a write of the
 * form itself made of it: the person knows what changed until then.
 */
export function useSeen(record: Recorded, own = 0): { version: number; isChanged: boolean; notice: ReactNode } {
  const [seen, setSeen] = useState(record)
  const version = Math.max(seen.version, own)
  const isChanged = record.version > version
  const notice = isChanged && (
    <div className="ys-changes" role="alert">
      <strong>填写期间，单据已被修改：</strong>
      <LogTimeline log={newLines(seen.log, record.log)} />
      <Button size="small" onClick={() => setSeen(record)}>
        已知悉，按最新数据继续
      </Button>
    </div>
  )
  return { version, isChanged, notice }
}
