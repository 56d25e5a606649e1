// Notes at the top of a vehicle, driver or payee: refused, blacklisted, out of use, or papers still missing.
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import { formatDateTime } from '@yunshu/domain/figures/time'
import './fleet.css'

interface FleetNotesProps {
  record: FleetRecord
  /** The kind of record: 车辆. */
  word: string
  /** The names of the parts of its papers. */
  parts: Readonly<Record<string, string>>
}

export function FleetNotes({ record, word, parts }: FleetNotesProps) {
  const { blacklisting, certificates, missing, acts, paper } = record
  const sentBack = certificates.filter(({ state }) => state === 'rejected')
  const over = certificates.filter(({ state }) => state === 'expired')
  const lacking = Object.values(missing)
  const isJudge = acts.includes('verify')
  const isOpen = acts.includes('submit') || isJudge
  return (
    <>
      {blacklisting && (
        <output className="ys-fleet-note ys-fleet-note-bad">
          <strong>{blacklisting.isHouse ? '平台' : '本公司'}已列入黑名单</strong>
          <span>{blacklisting.reason}</span>
          <span className="ys-weak">
            {blacklisting.by} {formatDateTime(blacklisting.at)}
          </span>
        </output>
      )}
      {record.isRetired && <output className="ys-fleet-note">{word}已停用，恢复后才能修改和使用。</output>}
      {sentBack.map(({ key, label, reason = '', fields }) => (
        <section key={key} className="ys-fleet-note ys-fleet-note-bad" aria-label={`审核意见 ${label}`}>
          <strong>
            {label}未通过审核：{reason}
          </strong>
          {fields.length > 0 && <span>请修改：{fields.map(field => parts[field] ?? field).join('、')}</span>}
        </section>
      ))}
      {over.length > 0 && !record.isRetired && (
        <output className="ys-fleet-note ys-fleet-note-bad">
          <strong>{over.map(({ label }) => label).join('、')}已过期</strong>
          <span>
            {word}不能{word === '收款人' ? '收款' : '派车'}
            ；换证后请修改有效期并上传新证件，该证件重新审核，其他证件不受影响。
          </span>
        </output>
      )}
      {isOpen && !record.isRetired && (
        <section className="ys-fleet-note" aria-label="审核进度">
          {lacking.length > 0 ? (
            <>
              <span>{isJudge ? '资料不齐，不能通过：' : '提交审核前还需：'}</span>
              <ul>
                {lacking.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </>
          ) : (
            <span>
              {isJudge ? '资料齐全，请逐项与证件照片核对。都无误时可以一次全部通过。' : '资料已齐全，可以提交审核。'}
            </span>
          )}
        </section>
      )}
      {paper === 'pending' && !isJudge && !record.isRetired && (
        <output className="ys-fleet-note">已提交，等待平台审核。</output>
      )}
    </>
  )
}
