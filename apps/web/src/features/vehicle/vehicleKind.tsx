// Vehicles as their pages and peeks show them: what their certificates say, the documents, and how to change one.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { vehicleCertificates } from '@yunshu/domain/fleet/certificates'
import {
  blacklistVehicle,
  retireVehicle,
  submitVehicle,
  updateVehicle,
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
import { lazy } from 'react'
import type { FleetKind } from '../../parts/fleet/fleetKind.ts'
import { Facts, Section, type Fact } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { printLength } from './vehicleOptions.ts'

const VehicleDrawer = lazy(async () => ({ default: (await import('./VehicleDrawer.tsx')).VehicleDrawer }))
const invalidates = staleAfter('vehicle')
const pageOf = (id: string): string => screenUrl('VehicleDetails', { id })
const day = (value: number | undefined): string => (value === undefined ? '' : formatDate(value))

const nameOf = ({ plate }: VehicleDetails): string => plate
const lineOf = (it: VehicleDetails): string =>
  [
    it.carrierName,
    labelOf(vehicleTypes, it.typeCode) ?? it.typeCode,
    `核载\u00a0${printTons(it.tonnageG)}\u00a0吨`,
  ].join(' · ')
const waybillsUrl = (it: VehicleDetails): string =>
  `${screenUrl('WaybillList')}?plate=${encodeURIComponent(nameOf(it))}`
const calls = {
  submit: submitVehicle,
  verify: verifyVehicle,
  blacklist: blacklistVehicle,
  retire: retireVehicle,
  upload: uploadVehicleFiles,
}

/** Vehicles, for FleetDetailsPage and FleetPeek. */
export const vehicleKind: FleetKind<
  VehicleDetails,
  keyof typeof vehicleParts,
  keyof typeof vehicleCertificates,
  VehicleDocument
> = {
  word: '车辆',
  nameOf,
  calls,
  parts: vehicleParts,
  catalogue: vehicleCertificates,
  documents: vehicleDocuments,
  endOf: (it, kind) => <DocumentEnd vehicle={it} kind={kind} />,
  invalidates,
  pageOf,
  waybillsUrl,
  lineOf,
  facts: it => <VehicleSections vehicle={it} />,
  saidOf: saidOfPaper,
  edits: updateVehicle,
  drawer: (it, onClose) => <VehicleDrawer vehicle={it} onClose={onClose} />,
}

/** The facts of a vehicle that the photos of a certificate have to say too. */
function saidOfPaper(it: VehicleDetails, certificate: string): readonly Fact[] {
  if (certificate === 'licence')
    return [
      ['车牌号', `${it.plate}（${labelOf(plateColours, it.plateColor) ?? ''}）`],
      ['车辆类型', labelOf(vehicleTypes, it.typeCode) ?? it.typeCode],
      ['所有人', it.owner ?? ''],
      ['车辆识别代号', it.vin ?? ''],
      ['发动机号', it.engineNo ?? ''],
      ['核定载质量', `${printTons(it.tonnageG)} 吨`],
      ['总质量', `${printTons(it.grossG)} 吨`],
      ['使用性质', it.useCharacter ? useCharacters[it.useCharacter] : ''],
      ['注册日期', day(it.registerDate)],
      ['发证日期', day(it.issueDate)],
    ]
  return certificate === 'transportCert' ? [['道路运输证号', it.transportCertNo ?? '']] : []
}

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
