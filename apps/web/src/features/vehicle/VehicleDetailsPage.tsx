// One vehicle: what its certificates say, the documents, how it stands, and what it carried.
import { screenUrl } from '@yunshu/contract/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { vehicleCertificates } from '@yunshu/domain/fleet/certificates'
import {
  blacklistVehicle,
  getVehicle,
  retireVehicle,
  submitVehicle,
  uploadVehicleFiles,
  verifyVehicle,
  type VehicleDetails,
} from '@yunshu/contract/fleet/vehicle'
import { energyTypes, labelOf, plateColours } from '@yunshu/domain/codes'
import {
  isLight,
  useCharacters,
  vehicleDocuments,
  vehicleParts,
  type VehicleDocument,
} from '@yunshu/domain/fleet/papers'
import { formatDate } from '@yunshu/domain/figures/time'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { printTons } from '@yunshu/domain/figures/weight'
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
import { printLength } from './vehicleOptions.ts'

const VehicleDrawer = lazy(async () => ({ default: (await import('./VehicleDrawer.tsx')).VehicleDrawer }))
const invalidates = staleAfter('vehicle')
const pageOf = (id: string): string => screenUrl('VehicleDetails', { id })
const day = (value: number | undefined): string => (value === undefined ? '' : formatDate(value))

/** Screen VehicleDetails. */
export default function VehicleDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getVehicle, { id })
  const [isEditing, setEditing] = useState(false)
  const canSeeWaybills = useCan('waybill.view')
  const reload = (): void => {
    void answer.refetch()
  }
  const said = (text: string) => ({ invalidates, done: () => toast.success(text) })
  const hand = useSend(submitVehicle, said('已提交，等待平台审核'))
  const approve = useSend(verifyVehicle, said('已通过，已通知承运商'))
  const approveOne = useSend(verifyVehicle, said('该证件已通过'))
  const reject = useSend(verifyVehicle, { ...said('已驳回，已通知承运商'), quiet: true })
  const sendBack = (version: number, { certificate, reason, fields }: Rejection) =>
    reject.submit({
      id,
      version,
      verdict: 'reject',
      reason,
      fields: fields.filter(isPart),
      ...(isCertificate(certificate) ? { certificate } : {}),
    })
  const ban = useSend(blacklistVehicle, { ...said('操作成功'), quiet: true })
  const shelve = useSend(retireVehicle, { ...said('操作成功'), quiet: true })
  const upload = useSend(uploadVehicleFiles, { quiet: true, invalidates })
  return (
    <DetailPage
      answer={answer}
      title={it => `车辆 ${it.plate}`}
      tag={it => <FleetTags record={it} />}
      actions={it => (
        <FleetActs
          record={it}
          name={it.plate}
          word="车辆"
          parts={vehicleParts}
          catalogue={vehicleCertificates}
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
          <FleetNotes record={it} word="车辆" parts={vehicleParts} />
          <FleetCertificates
            record={it}
            catalogue={vehicleCertificates}
            parts={vehicleParts}
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
          <VehicleSections vehicle={it} />
          <FleetDocuments
            record={it}
            kinds={vehicleDocuments}
            note={kind => <DocumentEnd vehicle={it} kind={kind} />}
            isBusy={upload.isBusy}
            onReload={reload}
            onSend={(category, options) => upload.submit({ id, category }, options)}
          />
          <Section
            title="运单"
            extra={
              canSeeWaybills && (
                <a className="ys-link" href={`${screenUrl('WaybillList')}?plate=${encodeURIComponent(it.plate)}`}>
                  查看该车辆的运单
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
              <VehicleDrawer vehicle={it} onClose={() => setEditing(false)} />
            </Suspense>
          )}
        </>
      )}
    </DetailPage>
  )
}

const isCertificate = (key: string | undefined): key is keyof typeof vehicleCertificates =>
  key !== undefined && Object.hasOwn(vehicleCertificates, key)
const isPart = (text: string): text is keyof typeof vehicleParts => Object.hasOwn(vehicleParts, text)

function VehicleSections({ vehicle: it }: { vehicle: VehicleDetails }) {
  return (
    <>
      <Section title="车辆">
        <Facts
          items={[
            ['车牌号', it.plate],
            ['车牌颜色', labelOf(plateColours, it.plateColor)],
            ['车辆类型', labelOf(vehicleTypes, it.typeCode) ?? it.typeCode],
            ['能源类型', labelOf(energyTypes, it.energy)],
            ['核定载质量', `${printTons(it.tonnageG)} 吨`],
            ['总质量', `${printTons(it.grossG)} 吨`],
            ['车长', it.lengthDm === undefined ? '' : `${printLength(it.lengthDm)} 米`],
            ['轴数', it.axles === undefined ? '' : String(it.axles)],
            ['挂车号牌', it.trailerPlate ?? ''],
            ['定位终端', [it.terminalId, it.terminalProvider].filter(Boolean).join(' ')],
            ['承运商', it.carrierName],
            ['登记时间', <Time key="created" value={it.createdAt} />],
          ]}
        />
      </Section>
      <Section title="证件信息">
        <Facts
          items={[
            ['行驶证有效期', <Expiry key="licence" value={it.licenceExpiry} />],
            ['所有人', it.owner ?? ''],
            ['使用性质', it.useCharacter ? useCharacters[it.useCharacter] : ''],
            ['车辆识别代号', it.vin ?? ''],
            ['发动机号', it.engineNo ?? ''],
            ['发证机关', it.issuer ?? ''],
            ['注册日期', day(it.registerDate)],
            ['发证日期', day(it.issueDate)],
            ['道路运输证号', it.transportCertNo ?? (isLight(it.grossG) ? '4.5 吨及以下免办' : '')],
            ['道路运输证有效期', <Expiry key="cert" value={it.transportCertExpiry} />],
            ['年检有效期', <Expiry key="check" value={it.annualCheckExpiry} />],
            ['交强险有效期', <Expiry key="insurance" value={it.insuranceExpiry} />],
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
    </>
  )
}

function DocumentEnd({ vehicle, kind }: { vehicle: VehicleDetails; kind: VehicleDocument }) {
  const ends: Partial<Record<VehicleDocument, number | undefined>> = {
    licenceFront: vehicle.licenceExpiry,
    transportCert: vehicle.transportCertExpiry,
    annualCheck: vehicle.annualCheckExpiry,
    insurance: vehicle.insuranceExpiry,
  }
  const { [kind]: end } = ends
  return end === undefined ? null : (
    <>
      有效期至 <Expiry value={end} />
    </>
  )
}
