// Buttons of a vehicle, driver or payee: handing in, the verdict, the blacklist, taking out of use, and the next that
// waits.
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import type { Catalogue } from '@yunshu/domain/fleet/certificates'
import { Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
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
}

type Asked = 'reject' | 'blacklist' | 'unlist' | 'retire' | 'restore'
const rare = { blacklist: '列入黑名单', unlist: '移出黑名单', retire: '停用', restore: '恢复' } as const

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
}: FleetActsProps) {
  const [asked, setAsked] = useState<Asked>()
  const { acts, queue } = record
  const isWhole = Object.keys(record.missing).length === 0
  const more = (Object.keys(rare) as (keyof typeof rare)[]).filter(
    act => acts.includes(act) && (sends.retire !== undefined || (act !== 'retire' && act !== 'restore')),
  )
  const close = (): void => setAsked(undefined)
  const reload = (): void => {
    close()
    onReload()
  }
  return (
    <>
      <Queue queue={queue} pageOf={pageOf} />
      {acts.includes('submit') && (
        <Button
          type="primary"
          loading={isBusy}
          disabled={!isWhole}
          title={isWhole ? undefined : '请先补全资料'}
          onClick={sends.submit}
        >
          提交审核
        </Button>
      )}
      {acts.includes('verify') && (
        <Button
          type="primary"
          loading={isBusy}
          disabled={!isWhole}
          title={isWhole ? undefined : '资料不齐，不能通过'}
          onClick={sends.approve}
        >
          {waitingOf(record).length > 1 ? '全部通过' : '通过'}
        </Button>
      )}
      {acts.includes('verify') && (
        <Button danger disabled={isBusy} onClick={() => setAsked('reject')}>
          驳回
        </Button>
      )}
      {acts.includes('edit') && (
        <Button disabled={isBusy} onClick={onEdit}>
          修改
        </Button>
      )}
      <RareActs acts={more} isBusy={isBusy} onAsk={setAsked} />
      <ActDialog
        asked={asked}
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

/** The number of records that wait for a verdict, and links to the previous and the next. */
function Queue({ queue, pageOf }: { queue: FleetRecord['queue']; pageOf: (id: string) => string }) {
  const navigate = useNavigate()
  return (
    <>
      {queue && queue.waiting > 0 && (
        <span className="ys-fleet-queue">
          <span className="ys-weak">待审核 {queue.waiting} 条</span>
          <Button
            size="small"
            disabled={queue.previous === undefined}
            onClick={() => {
              if (queue.previous !== undefined) void navigate(pageOf(queue.previous))
            }}
          >
            上一条
          </Button>
          <Button
            size="small"
            disabled={queue.next === undefined}
            onClick={() => {
              if (queue.next !== undefined) void navigate(pageOf(queue.next))
            }}
          >
            下一条
          </Button>
        </span>
      )}
    </>
  )
}

interface RareActsProps {
  acts: readonly (keyof typeof rare)[]
  isBusy: boolean
  onAsk: (act: Asked) => void
}

/** Acts that are rare: a button for one, a menu for more. */
function RareActs({ acts, isBusy, onAsk }: RareActsProps) {
  return (
    <>
      {acts.length === 1 &&
        acts.map(act => (
          <Button
            key={act}
            danger={act === 'blacklist' || act === 'retire'}
            disabled={isBusy}
            onClick={() => onAsk(act)}
          >
            {rare[act]}
          </Button>
        ))}
      {acts.length > 1 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: acts.map(act => ({
              key: act,
              label: rare[act],
              danger: act === 'blacklist' || act === 'retire',
              onClick: () => onAsk(act),
            })),
          }}
        >
          <Button disabled={isBusy}>更多</Button>
        </Dropdown>
      )}
    </>
  )
}

interface ActDialogProps {
  asked: Asked | undefined
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
function ActDialog({ asked, record, name, word, parts, catalogue, sends, onClose, onReload }: ActDialogProps) {
  return (
    <Suspense fallback={null}>
      {asked === 'reject' && (
        <RejectDialog
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
