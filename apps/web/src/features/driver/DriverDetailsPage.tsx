// One driver: what his papers say, the documents, how he stands, who is paid for him, and what he drove.
import {
  blacklistDriver,
  getDriver,
  retireDriver,
  submitDriver,
  uploadDriverFiles,
  verifyDriver,
  type DriverDetails,
} from '@yunshu/contract/fleet/driver'
import { screenUrl } from '@yunshu/contract/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { driverCertificates } from '@yunshu/domain/fleet/certificates'
import {
  driverDocuments,
  driverParts,
  driverTaxKinds,
  needsQualification,
  type DriverDocument,
} from '@yunshu/domain/fleet/papers'
import { formatDate } from '@yunshu/domain/figures/time'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { FleetActs, type Rejection } from '../../parts/fleet/FleetActs.tsx'
import { FleetCertificates } from '../../parts/fleet/FleetCertificates.tsx'
import { FleetDocuments } from '../../parts/fleet/FleetDocuments.tsx'
import { FleetNotes } from '../../parts/fleet/FleetNotes.tsx'
import { FleetTags } from '../../parts/fleet/FleetTags.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { DriverPayees } from './DriverPayees.tsx'

const DriverDrawer = lazy(async () => ({ default: (await import('./DriverDrawer.tsx')).DriverDrawer }))
const invalidates = staleAfter('driver')
const pageOf = (id: string): string => screenUrl('DriverDetails', { id })

/** Screen DriverDetails. */
export default function DriverDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getDriver, { id })
  const [isEditing, setEditing] = useState(false)
  const canSeeWaybills = useCan('waybill.view')
  const canSeePayees = useCan('payee.view')
  const reload = (): void => {
    void answer.refetch()
  }
  const said = (text: string) => ({ invalidates, done: () => toast.success(text) })
  const hand = useSend(submitDriver, said('已提交，等待平台审核'))
  const approve = useSend(verifyDriver, said('已通过，已通知承运商'))
  const approveOne = useSend(verifyDriver, said('该证件已通过'))
  const reject = useSend(verifyDriver, { ...said('已驳回，已通知承运商'), quiet: true })
  const sendBack = (version: number, { certificate, reason, fields }: Rejection) =>
    reject.submit({
      id,
      version,
      verdict: 'reject',
      reason,
      fields: fields.filter(isPart),
      ...(isCertificate(certificate) ? { certificate } : {}),
    })
  const ban = useSend(blacklistDriver, { ...said('操作成功'), quiet: true })
  const shelve = useSend(retireDriver, { ...said('操作成功'), quiet: true })
  const upload = useSend(uploadDriverFiles, { quiet: true, invalidates })
  return (
    <DetailPage
      answer={answer}
      title={it => `司机 ${it.name}`}
      tag={it => <FleetTags record={it} />}
      actions={it => (
        <FleetActs
          record={it}
          name={it.name}
          word="司机"
          parts={driverParts}
          catalogue={driverCertificates}
          isBusy={hand.isBusy || approve.isBusy}
          pageOf={pageOf}
          onEdit={() => setEditing(true)}
          onReload={reload}
          sends={{
            submit: () => {
              void hand.run({ id, version: it.version })
            },
            approve: () => {
              void approve.run({ id, version: it.version, verdict: 'approve' })
            },
            reject: verdict => sendBack(it.version, verdict),
            blacklist: (isBlacklisted, reason) => ban.submit({ id, version: it.version, isBlacklisted, reason }),
            retire: (isRetired, reason) => shelve.submit({ id, version: it.version, isRetired, reason }),
          }}
        />
      )}
    >
      {it => (
        <>
          <FleetNotes record={it} word="司机" parts={driverParts} />
          <FleetCertificates
            record={it}
            catalogue={driverCertificates}
            parts={driverParts}
            isBusy={approveOne.isBusy}
            onReload={reload}
            onReject={verdict => sendBack(it.version, verdict)}
            onApprove={async ({ certificate }) =>
              approveOne.run({
                id,
                version: it.version,
                verdict: 'approve',
                ...(isCertificate(certificate) ? { certificate } : {}),
              })
            }
          />
          <DriverSections driver={it} />
          <FleetDocuments
            record={it}
            kinds={driverDocuments}
            note={kind => <DocumentEnd driver={it} kind={kind} />}
            isBusy={upload.isBusy}
            onReload={reload}
            onSend={(category, options) => upload.submit({ id, category }, options)}
          />
          {canSeePayees && <DriverPayees driver={it} />}
          <Section
            title="运单"
            extra={
              canSeeWaybills && (
                <a className="ys-link" href={`${screenUrl('WaybillList')}?driver=${encodeURIComponent(it.name)}`}>
                  查看该司机的运单
                </a>
              )
            }
          >
            <p className="ys-weak">
              {it.openWaybills > 0 ? `有 ${it.openWaybills} 张运单进行中` : '目前没有进行中的运单'}
            </p>
          </Section>
          <Section title="操作记录">
            <LogTimeline log={it.log} />
          </Section>
          {isEditing && (
            <Suspense fallback={null}>
              <DriverDrawer driver={it} onClose={() => setEditing(false)} />
            </Suspense>
          )}
        </>
      )}
    </DetailPage>
  )
}

const isCertificate = (key: string | undefined): key is keyof typeof driverCertificates =>
  key !== undefined && Object.hasOwn(driverCertificates, key)
const isPart = (text: string): text is keyof typeof driverParts => Object.hasOwn(driverParts, text)

function DriverSections({ driver: it }: { driver: DriverDetails }) {
  return (
    <Section title="司机与证件">
      <Facts
        items={[
          ['姓名', it.name],
          ['手机号', it.mobile],
          ['身份证号', it.idNo],
          ['身份证有效期', <Expiry key="idCard" value={it.idCardExpiry} />],
          ['驾驶证号', it.licenceNo ?? ''],
          ['准驾车型', it.licenceClass],
          ['驾驶证有效期起', it.licenceFrom === undefined ? '' : formatDate(it.licenceFrom)],
          ['驾驶证有效期止', <Expiry key="licence" value={it.licenceExpiry} />],
          ['驾驶证发证机关', it.licenceIssuer ?? ''],
          [
            '从业资格证号',
            it.qualificationNo ?? (needsQualification(it.licenceClass) ? '' : '只驾驶 4.5 吨及以下车辆免办'),
          ],
          ['从业资格证有效期', <Expiry key="qualification" value={it.qualificationExpiry} />],
          ['纳税人类型', it.taxKind ? driverTaxKinds[it.taxKind] : ''],
          ['税号', it.taxKind === 'BUSINESS' ? (it.taxNo ?? '') : it.taxKind === 'PERSON' ? '同身份证号' : ''],
          ['主管税务机关', it.taxOffice ?? ''],
          ['承运商', it.carrierName],
          ['登记时间', <Time key="created" value={it.createdAt} />],
          [
            '审核',
            it.verifiedAt === undefined ? undefined : (
              <span key="verified">
                {it.verifiedBy} <Time value={it.verifiedAt} />
              </span>
            ),
          ],
        ]}
      />
    </Section>
  )
}

function DocumentEnd({ driver, kind }: { driver: DriverDetails; kind: DriverDocument }) {
  const ends: Partial<Record<DriverDocument, number | undefined>> = {
    idBack: driver.idCardExpiry,
    licence: driver.licenceExpiry,
    qualification: driver.qualificationExpiry,
  }
  const { [kind]: end } = ends
  return end === undefined ? null : (
    <>
      有效期至 <Expiry value={end} />
    </>
  )
}
