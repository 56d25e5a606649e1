// Drivers as their pages and peeks show them: what their papers say, the documents, and how to change one.
import {
  blacklistDriver,
  retireDriver,
  submitDriver,
  updateDriver,
  uploadDriverFiles,
  verifyDriver,
  type DriverDetails,
} from '@yunshu/contract/fleet/driver'
import { screenUrl } from '@yunshu/contract/screens/screens'
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
import { lazy } from 'react'
import type { FleetKind } from '../../parts/fleet/fleetKind.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { Secret } from '../../ui/Secret.tsx'

const DriverDrawer = lazy(async () => ({ default: (await import('./DriverDrawer.tsx')).DriverDrawer }))
const invalidates = staleAfter('driver')
const pageOf = (id: string): string => screenUrl('DriverDetails', { id })

const nameOf = ({ name }: DriverDetails): string => name
const waybillsUrl = (it: DriverDetails): string =>
  `${screenUrl('WaybillList')}?driver=${encodeURIComponent(nameOf(it))}`
const calls = {
  submit: submitDriver,
  verify: verifyDriver,
  blacklist: blacklistDriver,
  retire: retireDriver,
  upload: uploadDriverFiles,
}

/** Drivers, for FleetDetailsPage and FleetPeek. */
export const driverKind: FleetKind<
  DriverDetails,
  keyof typeof driverParts,
  keyof typeof driverCertificates,
  DriverDocument
> = {
  word: '司机',
  nameOf,
  calls,
  parts: driverParts,
  catalogue: driverCertificates,
  documents: driverDocuments,
  // the certificates above say until when each is good
  endOf: () => null,
  invalidates,
  pageOf,
  waybillsUrl,
  lineOf: it =>
    [it.carrierName, it.licenceClass && `准驾 ${it.licenceClass}`, it.plate && `现驾 ${it.plate}`]
      .filter(Boolean)
      .join(' · '),
  people: it => [{ role: '司机', name: it.name, mobile: it.mobile }],
  facts: it => <DriverSections driver={it} />,
  edits: updateDriver,
  drawer: (it, onClose) => <DriverDrawer driver={it} onClose={onClose} />,
}

function DriverSections({ driver: it }: { driver: DriverDetails }) {
  const secret = (field: 'idNo' | 'licenceNo' | 'qualificationNo' | 'mobile', mask: string | undefined) => (
    <Secret of={{ kind: 'driver', id: it.id, field }} mask={mask} />
  )
  return (
    <Section title="司机与证件">
      <Facts
        items={[
          ['手机号', it.mobile.includes('*') ? secret('mobile', it.mobile) : <Phone key="mobile" value={it.mobile} />],
          ['身份证号', secret('idNo', it.idNo)],
          ['驾驶证号', secret('licenceNo', it.licenceNo)],
          ['准驾车型', it.licenceClass],
          ['驾驶证起始日期', it.licenceFrom === undefined ? '' : formatDate(it.licenceFrom)],
          ['驾驶证发证机关', it.licenceIssuer ?? ''],
          [
            '从业资格证号',
            it.qualificationNo !== undefined
              ? secret('qualificationNo', it.qualificationNo)
              : needsQualification(it.licenceClass)
                ? ''
                : '只驾驶 4.5 吨及以下车辆免办',
          ],
          ['纳税人类型', it.taxKind ? driverTaxKinds[it.taxKind] : ''],
          ['税号', it.taxKind === 'BUSINESS' ? (it.taxNo ?? '') : it.taxKind === 'PERSON' ? '同身份证号' : ''],
          ['主管税务机关', it.taxOffice ?? ''],
          ['登记时间', <Time key="created" value={it.createdAt} />],
        ]}
      />
    </Section>
  )
}
