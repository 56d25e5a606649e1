// Interruptions of the waybill of an abnormal position, and the way to the dialog that makes one.
import type { AbnormalRow, getAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { actUrl } from '@yunshu/contract/actLink'
import type { Output } from '@yunshu/contract/call'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { EmptySection, Section } from '../../ui/Facts.tsx'

type Beside = Pick<Output<typeof getAbnormal>, 'interruptions' | 'canInterrupt'>

const { label } = waybillStates.states.interrupted

export function AbnormalInterruptions({
  row: { waybillId },
  interruptions,
  canInterrupt,
}: Beside & { readonly row: AbnormalRow }) {
  const page = screenUrl('WaybillDetails', { id: waybillId })
  const link = canInterrupt ? (
    <a className="ys-link" href={actUrl(page, 'interrupt')}>
      登记{label}
    </a>
  ) : undefined
  if (interruptions.length === 0) return link && <EmptySection title={label} text="这段时间运单没有中断" extra={link} />
  return (
    <Section title={label} extra={link}>
      {interruptions.map(({ at, by, reason, resumedAt }) => (
        <p key={at}>
          <a className="ys-link" href={page}>
            {formatDateTime(at)}
          </a>{' '}
          {resumedAt === undefined ? '至今' : `至 ${formatDateTime(resumedAt)} 恢复`}，{by}
          {reason === undefined ? '' : `：${reason}`}
        </p>
      ))}
    </Section>
  )
}
