// The sealed parts of a waybill's trail: figures and hashes, each part to be taken, and all of them to be checked.
import {
  downloadEvidence,
  verifyEvidence,
  type EvidenceFacts,
  type EvidencePart,
} from '@yunshu/contract/track/evidence'
import type { Output } from '@yunshu/contract/call'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { copyText } from '../../lib/copy.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import './evidence.css'

const kilometres = (metres: number): string => `${printKilometres(metres)} 公里`
const partName = ({ part }: Pick<EvidencePart, 'part'>): string => (part === 1 ? '封存证据' : `补传第 ${part - 1} 份`)

type Checked = Output<typeof verifyEvidence>

/** The line that says how the last check ended. */
function CheckedLine({ checked }: { checked: Checked }) {
  const faults = checked.parts.flatMap(({ part, fault }) => (fault === undefined ? [] : [`第 ${part} 份：${fault}`]))
  return (
    <output className={checked.isWhole ? 'ev-whole' : 'ev-broken'}>
      {checked.isWhole ? '校验一致：内容与封存时相同，审计日志有记录' : `校验不一致：${faults.join('；')}`}
    </output>
  )
}

function Part({ id, waybillNo, part }: { id: string; waybillNo: string; part: EvidencePart }) {
  // the file holds abnormal positions and alarms as well
  const canTake = useCan('abnormal.view')
  const file = useSend(downloadEvidence, {
    done: blob => saveFile(blob, `轨迹证据_${waybillNo}-${part.part}.json`),
  })
  return (
    <li>
      <strong>{partName(part)}</strong>
      <span>
        {part.points} 个定位点{part.latePoints > 0 && `（补传 ${part.latePoints} 个）`}，
        <Time value={part.sealedAt} whole /> 封存
      </span>
      <code className="ev-hash" title={`SHA-256 ${part.sha256}`}>
        {part.sha256.slice(0, 16)}…
      </code>
      <button type="button" className="ys-link" onClick={() => void copyText(part.sha256)}>
        复制哈希
      </button>
      {canTake && (
        <button
          type="button"
          className="ys-link"
          disabled={file.isBusy}
          aria-label={`下载${partName(part)}`}
          onClick={() => void file.run({ id, sealedPart: part.part })}
        >
          下载
        </button>
      )}
    </li>
  )
}

/** Facts of the whole, one line a part, and the check. */
export function EvidenceParts({ id, evidence }: { id: string; evidence: EvidenceFacts }) {
  const [checked, setChecked] = useState<Checked>()
  const check = useSend(verifyEvidence, { done: setChecked })
  const last = evidence.parts.at(-1)
  if (!last) return null
  const points = evidence.parts.reduce((sum, part) => sum + part.points, 0)
  return (
    <>
      <Facts
        items={[
          ['定位点', points === 0 ? '0（车辆没有上报位置）' : String(points)],
          ['轨迹里程', kilometres(last.distanceM)],
          ['无信号', last.gaps === 0 ? '无' : `${last.gaps} 段，${kilometres(last.gapM)}`],
          ['轨迹起止', last.firstAt === undefined ? '' : <Ends key="ends" part={last} />, 'wide'],
        ]}
      />
      <ul className="ev-parts" aria-label="封存证据">
        {evidence.parts.map(part => (
          <Part key={part.part} id={id} waybillNo={evidence.waybillNo} part={part} />
        ))}
      </ul>
      <p className="ys-weak">封存后内容不再改变；封存以后补传的定位另封一份，每份记下上一份的哈希（SHA-256）。</p>
      {checked && <CheckedLine checked={checked} />}
      <Button loading={check.isBusy} onClick={() => void check.run({ id })}>
        校验
      </Button>
    </>
  )
}

const Ends = ({ part: { firstAt, lastAt } }: { part: EvidencePart }) => (
  <>
    <Time value={firstAt} whole /> ～ <Time value={lastAt} whole />
  </>
)
