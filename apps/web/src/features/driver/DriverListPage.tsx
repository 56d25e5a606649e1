// Drivers of the fleet: their papers, until when these are good, and what they drive now.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { addDriver, countDrivers, listDrivers, type DriverRow } from '@yunshu/contract/fleet/driver'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { expiryStates, standings } from '@yunshu/domain/fleet/papers'
import { Button } from 'antd'
import { useNarrow } from '../../lib/useMobile.ts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useFleetEntry } from '../../parts/fleet/useFleetEntry.tsx'
import { lazyPeek } from '../../ui/list/lazyPeek.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { driverColumns } from './driverColumns.tsx'
import { classOptions } from './driverOptions.ts'

const DriverPeek = lazyPeek(async () => (await import('./DriverPeek.tsx')).DriverPeek)
const DriverDrawer = lazy(async () => ({ default: (await import('./DriverDrawer.tsx')).DriverDrawer }))

const DriverInvites = lazy(async () => ({ default: (await import('./DriverInvites.tsx')).DriverInvites }))

const query = [
  { name: 'text', input: <TextInput placeholder="姓名、手机号" max={200} /> },
  { name: 'expiry', input: <KeySelect table={expiryStates} /> },
  { name: 'licenceClass', input: <ChoiceSelect options={classOptions(undefined)} placeholder="全部" /> },
  { name: 'standing', input: <KeySelect table={standings} placeholder="使用中" /> },
] satisfies QueryField<typeof listDrivers>[]
const tabs = { field: 'paper', machine: paperStandings, counts: countDrivers } as const
const rowKey = (row: DriverRow): string => row.id
const rowName = (row: DriverRow): string => row.name
const pageOf = (id: string): string => screenUrl('DriverDetails', { id })
const open = (row: DriverRow): string => pageOf(row.id)
const peek = ({ id }: DriverRow, isAsked: boolean, pending: ReactNode) => (
  <DriverPeek id={id} isAsked={isAsked} pending={pending} />
)

/** Screen DriverList. */
export default function DriverListPage() {
  const [isInviting, setInviting] = useState(false)
  const isNarrow = useNarrow()
  const { head, more, dialogs } = useFleetEntry({
    permit: 'driver.edit',
    call: addDriver,
    word: '司机',
    kind: 'drivers',
    invalidates: staleAfter('driver'),
    pageOf,
    drawer: (onClose, onAdded) => <DriverDrawer driver={undefined} onClose={onClose} onAdded={onAdded} />,
  })
  return (
    <>
      <ListPage
        call={listDrivers}
        columns={driverColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有司机：登记并审核通过后才能派车"
        open={open}
        query={query}
        tabs={tabs}
        peek={peek}
        primary={
          <>
            {!isNarrow && <Button onClick={() => setInviting(true)}>自助登记</Button>}
            {head}
          </>
        }
        more={[...more, ...(isNarrow ? [{ label: '自助登记', onClick: () => setInviting(true) }] : [])]}
      />
      {dialogs}
      {isInviting && (
        <Suspense fallback={null}>
          <DriverInvites onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  )
}
