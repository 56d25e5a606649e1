// Authorisations of drivers that this payee receives what they earn: with the signed letters, verified, revoked.
import type { Input } from '@yunshu/contract/call'
import { addPayeeAuth, movePayeeAuth, type PayeeAuth, type PayeeDetails } from '@yunshu/contract/fleet/payee'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { doneText } from '@yunshu/domain/states'
import { payeeAuthStates } from '@yunshu/domain/fleet/payee'
import { formatDate } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { failedAuths, orderedAuths } from './openAuths.ts'
import './payee.css'

const AuthDrawer = lazy(async () => ({ default: (await import('./AuthDrawer.tsx')).AuthDrawer }))
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

const columns: readonly Column<PayeeAuth>[] = [
  {
    key: 'driver',
    title: '司机',
    width: 90,
    card: 'title',
    render: row => (
      <a className="ys-link pe-whole" href={screenUrl('DriverDetails', { id: row.driverId })}>
        {row.driverName}
      </a>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 84,
    card: 'tag',
    render: row => <StatusTag machine={payeeAuthStates} state={row.state} />,
  },
  {
    key: 'term',
    title: '有效期',
    width: 104,
    render: row => (
      <>
        <div className="ys-figure pe-whole">{formatDate(row.validFrom)} 起</div>
        <div className="ys-figure pe-whole">{formatDate(row.validTo)} 止</div>
      </>
    ),
  },
  textColumn('scope', '授权范围', row => row.scope, { width: 76 }),
  {
    key: 'files',
    title: '委托书',
    cardTitle: '',
    width: 64,
    render: row =>
      row.files === undefined ? (
        <span className="ys-weak">无查看权限</span>
      ) : (
        <div className="pe-letter">
          <Suspense fallback={null}>
            <FilePhotos files={row.files} />
          </Suspense>
        </div>
      ),
  },
]
/** Only where there is one to read. */
const reasonColumn: Column<PayeeAuth> = { key: 'reason', title: '说明', width: 100, render: ({ reason }) => reason }
const rowKey = (row: PayeeAuth): string => row.id

/** A new authorisation, or another try of one that did not pass. */
export interface Asked {
  readonly again?: PayeeAuth
}

interface AuthSectionProps {
  payee: PayeeDetails
  /** The act that is asked for; the head of the page asks too. */
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
  onReload: () => void
}

export function AuthSection({ payee, asked, onAsk, onReload }: AuthSectionProps) {
  const canAdd = payee.acts.includes('edit')
  const moved = {
    invalidates: staleAfter('payee'),
    done: (_: unknown, { move }: Input<typeof movePayeeAuth>) => toast.success(doneText(payeeAuthStates.moves[move])),
  }
  const { run, isBusy } = useSend(movePayeeAuth, moved)
  const { submit } = useSend(movePayeeAuth, { ...moved, quiet: true })
  useReopening([() => onAsk({}), addPayeeAuth, { payeeId: payee.id }])
  const failed = useMemo(() => failedAuths(payee.auths), [payee.auths])
  const shown = useMemo(
    () => [
      ...columns,
      ...(payee.auths.some(({ reason }) => reason !== undefined) ? [reasonColumn] : []),
      actionsColumn(isBusy, {
        move: ({ id, version }, move) => void run({ id, version, move }),
        explain: ({ id, version }, move, reason) => submit({ id, version, move, reason }),
        reload: onReload,
        again: canAdd ? row => (failed.includes(row) ? () => onAsk({ again: row }) : undefined) : undefined,
      }),
    ],
    [isBusy, run, submit, onReload, onAsk, payee.auths, failed, canAdd],
  )
  return (
    <Section
      title="收款授权"
      extra={
        canAdd && (
          <Button size="small" onClick={() => onAsk({})}>
            添加授权
          </Button>
        )
      }
    >
      {payee.auths.length > 0 ? (
        <div className="pe-auths">
          <SimpleTable title="收款授权" rows={orderedAuths(payee.auths)} columns={shown} rowKey={rowKey} />
        </div>
      ) : (
        <p className="ys-weak">还没有司机授权该收款人代收运费{canAdd ? '，请添加授权并上传签字的委托书' : ''}</p>
      )}
      {asked && (
        <Suspense fallback={null}>
          <Reopens by={() => onAsk(asked)}>
            <AuthDrawer
              payee={payee}
              again={asked.again}
              onClose={() => {
                onAsk(undefined)
                onReload()
              }}
            />
          </Reopens>
        </Suspense>
      )}
    </Section>
  )
}

type AuthMove = 'approve' | 'reject' | 'revoke'

interface AuthSends {
  readonly move: (row: PayeeAuth, move: AuthMove) => void
  readonly explain: (row: PayeeAuth, move: AuthMove, reason: string) => Promise<unknown>
  readonly reload: () => void
  /** Asks again for one that did not pass. */
  readonly again: ((row: PayeeAuth) => (() => void) | undefined) | undefined
}

function actionsColumn(isBusy: boolean, sends: AuthSends): Column<PayeeAuth> {
  return {
    key: 'actions',
    title: '操作',
    width: 100,
    render: row => (
      <span className="ys-actions">
        {sends.again?.(row) && (
          <Button type="link" onClick={sends.again(row)}>
            重新提交
          </Button>
        )}
        <MoveButtons
          machine={payeeAuthStates}
          moves={row.moves}
          name={`${row.driverName}的收款授权`}
          busy={isBusy}
          isQuiet
          onMove={move => {
            if (move !== 'expire') sends.move(row, move)
          }}
          reasons={{
            about: move => ({ call: movePayeeAuth, fixed: { id: row.id, version: row.version }, part: move }),
            send: async (move, reason) => {
              if (move !== 'expire') await sends.explain(row, move, reason)
            },
            reload: sends.reload,
          }}
        />
      </span>
    ),
  }
}
