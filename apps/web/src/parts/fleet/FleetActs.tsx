// Acts of a vehicle, driver or payee: handing in, the verdict, the blacklist, taking out of use, and the next that
// waits.
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import type { Catalogue } from '@yunshu/domain/fleet/certificates'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { PagerButtons } from '../../ui/record/Pager.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { partsOf } from './partsOf.ts'
import './fleet.css'

const RejectDialog = lazy(async () => ({ default: (await import('./RejectDialog.tsx')).RejectDialog }))
const StandingDialog = lazy(async () => ({ default: (await import('./StandingDialog.tsx')).StandingDialog }))

/** A verdict: on all certificates that wait unless one is named. */
export interface Approval {
  certificate?: string
  reason?: string
}
export interface Rejection {
  certificate?: string
  reason: string
  fields: string[]
}

/** The write of each button; dialogs show refusals themselves, so their writes must be quiet. */
export interface FleetSends {
  submit: () => void
  approve: () => void
  reject: (verdict: Rejection) => Promise<unknown>
  blacklist: (isBlacklisted: boolean, reason: string) => Promise<unknown>
  retire?: (isRetired: boolean, reason: string) => Promise<unknown>
}

interface FleetActsProps {
  record: FleetRecord
  name: string
  word: string
  /** The names of the parts of its papers, for the verifier to choose those to be mended. */
  parts: Readonly<Record<string, string>>
  catalogue: Catalogue
  isBusy: boolean
  sends: FleetSends
  /** Address of another record that waits. */
  pageOf: (id: string) => string
  onEdit: () => void
  onReload: () => void
  /** The next step with a part of it, where its papers ask for none. */
  next?: RowAction | undefined
  /** Acts that only this kind of record has. */
  more?: readonly RowAction[]
}

const rare = { blacklist: '列入黑名单', unlist: '移出黑名单', retire: '停用', restore: '恢复' } as const
const askedActs = ['reject', 'blacklist', 'unlist', 'retire', 'restore'] as const
type Asked = (typeof askedActs)[number]

/** Acts with a dialog that the server offers the reader now. */
const linkedActs = ({ acts }: Pick<FleetRecord, 'acts'>, { retire }: FleetSends): readonly Asked[] =>
  askedActs.filter(act =>
    act === 'reject'
      ? acts.includes('verify')
      : acts.includes(act) && (retire !== undefined || (act !== 'retire' && act !== 'restore')),
  )

function whyNot({ acts }: Pick<FleetRecord, 'acts'>, word: string, act: string): string {
  const label = act === 'reject' ? '驳回' : Object.entries(rare).find(([key]) => key === act)?.[1]
  if (label === undefined) return '链接里的操作不存在，请在页面上选择操作'
  return `现在不能${label}：${acts.length === 0 ? '没有这项权限' : `${word}没有待审核的资料，或状态已变化`}`
}

/** Keys of the certificates that wait for a verdict. */
const waitingOf = ({ certificates }: Pick<FleetRecord, 'certificates'>): string[] =>
  certificates.flatMap(({ key, isPending }) => (isPending ? [key] : []))

export function FleetActs({
  record,
  name,
  word,
  parts,
  catalogue,
  isBusy,
  sends,
  pageOf,
  onEdit,
  onReload,
  next,
  more = [],
}: FleetActsProps) {
  const [pressed, setPressed] = useState<Asked>()
  const link = useAddressAct(record.id, linkedActs(record, sends), act => whyNot(record, word, act))
  const asked = pressed ?? askedActs.find(act => act === link.act)
  const close = (): void => {
    setPressed(undefined)
    link.done()
  }
  const reload = (): void => {
    close()
    onReload()
  }
  const { primary, rest } = actsOf({ record, isBusy, sends, onEdit, onAsk: setPressed })
  return (
    <>
      <Queue queue={record.queue} pageOf={pageOf} />
      <PageActions primary={primary ?? next} actions={[...rest, ...more]} />
      <ActDialog
        asked={asked}
        page={pageOf(record.id)}
        record={record}
        name={name}
        word={word}
        parts={parts}
        catalogue={catalogue}
        sends={sends}
        onClose={close}
        onReload={reload}
      />
    </>
  )
}

/** The step that takes the record further, and the rest. */
function actsOf({
  record,
  isBusy,
  sends,
  onEdit,
  onAsk,
}: Pick<FleetActsProps, 'record' | 'isBusy' | 'sends' | 'onEdit'> & { onAsk: (act: Asked) => void }): {
  primary: RowAction | undefined
  rest: readonly RowAction[]
} {
  const { acts } = record
  const isWhole = Object.keys(record.missing).length === 0
  const step = (label: string, why: string, onClick: () => void): RowAction => ({
    label,
    disabled: isBusy,
    why: isWhole ? undefined : why,
    onClick,
  })
  const primary = acts.includes('verify')
    ? step(waitingOf(record).length > 1 ? '全部通过' : '通过', '资料不齐，不能通过', sends.approve)
    : acts.includes('submit')
      ? step('提交审核', '请先补全资料', sends.submit)
      : undefined
  const asks = (Object.keys(rare) as (keyof typeof rare)[]).filter(
    act => acts.includes(act) && (sends.retire !== undefined || (act !== 'retire' && act !== 'restore')),
  )
  return {
    primary,
    rest: [
      ...(acts.includes('edit') ? [{ label: '修改', disabled: isBusy, onClick: onEdit }] : []),
      ...(acts.includes('verify')
        ? [{ label: '驳回', danger: true, disabled: isBusy, onClick: () => onAsk('reject') }]
        : []),
      ...asks.map(act => ({
        label: rare[act],
        danger: act === 'blacklist' || act === 'retire',
        disabled: isBusy,
        onClick: () => onAsk(act),
      })),
    ],
  }
}

/** The number of records that wait for a verdict, and the way to the previous and the next. */
function Queue({ queue, pageOf }: { queue: FleetRecord['queue']; pageOf: (id: string) => string }) {
  const navigate = useNavigate()
  if (!queue || queue.waiting === 0) return null
  const wayTo = (id: string | undefined) => (id === undefined ? undefined : () => void navigate(pageOf(id)))
  return (
    <span className="ys-fleet-queue">
      <span className="ys-weak">待审核 {queue.waiting} 个</span>
      <PagerButtons unit="个" onPrevious={wayTo(queue.previous)} onNext={wayTo(queue.next)} />
    </span>
  )
}

interface ActDialogProps {
  asked: Asked | undefined
  /** Address of the record's page. */
  page: string
  record: FleetRecord
  name: string
  word: string
  parts: FleetActsProps['parts']
  catalogue: Catalogue
  sends: FleetSends
  onClose: () => void
  onReload: () => void
}

/** The dialog of the act asked for. */
function ActDialog({ asked, page, record, name, word, parts, catalogue, sends, onClose, onReload }: ActDialogProps) {
  return (
    <Suspense fallback={null}>
      {asked === 'reject' && (
        <RejectDialog
          about={{ record, act: asked, page }}
          title={`驳回 ${name}`}
          parts={partsOf(catalogue, waitingOf(record), parts)}
          isOffered={record.acts.includes('verify')}
          onSend={sends.reject}
          onClose={onClose}
          onReload={onReload}
        />
      )}
      {(asked === 'blacklist' || asked === 'unlist') && (
        <StandingDialog
          about={{ record, act: asked, page }}
          act={rare[asked]}
          name={name}
          isOffered={record.acts.includes(asked)}
          danger={asked === 'blacklist'}
          onSend={reason => sends.blacklist(asked === 'blacklist', reason)}
          onClose={onClose}
          onReload={onReload}
          text={
            asked === 'blacklist'
              ? `列入后${word}不能再${word === '收款人' ? '收款' : '派车'}，进行中的运单不受影响。`
              : `移出后${word}可以照常使用。`
          }
        />
      )}
      {(asked === 'retire' || asked === 'restore') && sends.retire && (
        <StandingDialog
          about={{ record, act: asked, page }}
          act={rare[asked]}
          name={name}
          isOffered={record.acts.includes(asked)}
          danger={asked === 'retire'}
          onSend={reason => sends.retire?.(asked === 'retire', reason) ?? Promise.resolve()}
          onClose={onClose}
          onReload={onReload}
          text={
            asked === 'retire' ? `停用后${word}不再出现在列表和派车中，其他承运商可以登记。` : `恢复后须重新提交审核。`
          }
        />
      )}
    </Suspense>
  )
}
