// The certificates of a vehicle, driver or payee: state, last day and judge of each, and the verdict of a verifier.
import type { CertificateView, FleetRecord } from '@yunshu/contract/fleet/fleet'
import { paperStandings, type Catalogue } from '@yunshu/domain/fleet/certificates'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Expiry } from './Expiry.tsx'
import type { Approval, Rejection } from './FleetActs.tsx'
import { partsOf } from './partsOf.ts'
import './fleet.css'
import { Reopens } from '../../ui/form/Reopens.tsx'

const RejectDialog = lazy(async () => ({ default: (await import('./RejectDialog.tsx')).RejectDialog }))
const ApproveDialog = lazy(async () => ({ default: (await import('./ApproveDialog.tsx')).ApproveDialog }))

interface FleetCertificatesProps {
  record: Pick<FleetRecord, 'id' | 'version' | 'certificates' | 'acts'>
  catalogue: Catalogue
  /** The names of the parts of its papers. */
  parts: Readonly<Record<string, string>>
  /**
   * Comparisons for the verifier, by certificate; where they are given, the verifier is asked how the check was done.
   */
  checks?: Readonly<Record<string, string>>
  /** The papers of a certificate, for the verifier: each is judged beside its photos. */
  photosOf?: ((key: string) => ReactNode) | undefined
  isBusy: boolean
  /** Both are quiet in a dialog: it shows refusals itself. */
  onApprove: (approval: Approval) => Promise<unknown>
  onReject: (rejection: Rejection) => Promise<unknown>
  onReload: () => void
}

/** The verdict a dialog asks about, and its certificate. */
interface Asked {
  act: 'approve' | 'reject'
  key: string
}

export function FleetCertificates({
  record,
  catalogue,
  parts,
  checks = {},
  photosOf,
  isBusy,
  onApprove,
  onReject,
  onReload,
}: FleetCertificatesProps) {
  const { certificates, acts } = record
  const [asked, setAsked] = useState<Asked>()
  const isJudge = acts.includes('verify')
  const of = certificates.find(({ key }) => key === asked?.key)
  const close = (): void => setAsked(undefined)
  const reload = (): void => {
    close()
    onReload()
  }
  return (
    <Section title="证件认证">
      <ul className={photosOf && isJudge ? 'ys-fleet-certificates is-judged' : 'ys-fleet-certificates'}>
        {certificates.map(one => (
          <Certificate
            key={one.key}
            one={one}
            parts={parts}
            check={checks[one.key]}
            photos={isJudge && one.isPending && photosOf?.(one.key)}
            isJudge={isJudge}
            isBusy={isBusy}
            onApprove={onApprove}
            onAsk={setAsked}
          />
        ))}
      </ul>
      <Reopens by={() => setAsked(asked)}>
        <Suspense fallback={null}>
          {asked?.act === 'reject' && of && (
            <RejectDialog
              about={{ record, act: 'reject', certificate: of.key }}
              title={`驳回${of.label}`}
              parts={partsOf(catalogue, [of.key], parts)}
              isOffered={isJudge && of.isPending}
              onSend={verdict => onReject({ ...verdict, certificate: of.key })}
              onClose={close}
              onReload={reload}
            />
          )}
          {asked?.act === 'approve' && of && (
            <ApproveDialog
              about={{ record, act: 'approve', certificate: of.key }}
              title={`${of.label}核验通过`}
              text={checks[of.key] ?? ''}
              isOffered={isJudge && of.isPending}
              onSend={reason => onApprove({ certificate: of.key, ...(reason === '' ? {} : { reason }) })}
              onClose={close}
              onReload={reload}
            />
          )}
        </Suspense>
      </Reopens>
    </Section>
  )
}

interface CertificateProps {
  one: CertificateView
  parts: FleetCertificatesProps['parts']
  check: string | undefined
  photos: ReactNode
  isJudge: boolean
  isBusy: boolean
  onApprove: FleetCertificatesProps['onApprove']
  onAsk: (asked: Asked) => void
}

function Certificate({ one, parts, check, photos, isJudge, isBusy, onApprove, onAsk }: CertificateProps) {
  return (
    <li aria-label={one.label}>
      <h3>
        {one.label}
        {isAsked(one) ? (
          <StatusTag machine={paperStandings} state={one.state} />
        ) : (
          <span className="ys-weak">选交，未提交</span>
        )}
      </h3>
      {one.expiry !== undefined && (
        <p>
          有效期至 <Expiry value={one.expiry} />
        </p>
      )}
      {check !== undefined && <p className="ys-weak">{check}</p>}
      {one.by !== undefined && (
        <p className="ys-weak">
          {one.by} {one.at !== undefined && <Time value={one.at} />}
        </p>
      )}
      {one.reason !== undefined && (
        <p className={one.state === 'rejected' ? 'ys-fault' : 'ys-weak'}>
          {one.state === 'rejected' ? '驳回原因' : '核验说明'}：{one.reason}
        </p>
      )}
      {one.fields.length > 0 && (
        <p className="ys-fault">需修改：{one.fields.map(field => parts[field] ?? field).join('、')}</p>
      )}
      {photos}
      {isJudge && one.isPending && (
        <p className="ys-fleet-verdict">
          <Button
            disabled={isBusy}
            aria-label={`${one.label}通过`}
            onClick={() => {
              if (check === undefined) void onApprove({ certificate: one.key })
              else onAsk({ act: 'approve', key: one.key })
            }}
          >
            通过
          </Button>
          <Button
            danger
            disabled={isBusy}
            aria-label={`${one.label}驳回`}
            onClick={() => onAsk({ act: 'reject', key: one.key })}
          >
            驳回
          </Button>
        </p>
      )}
    </li>
  )
}

/**
 * Whether anything is asked or given of a certificate; one that may be handed in and was not has no state worth a tag.
 */
const isAsked = ({ isNeeded, state, expiry }: CertificateView): boolean =>
  isNeeded || state !== 'unsubmitted' || expiry !== undefined
