// Drivers of the fleet: their papers, until when these are good, and what they drive now.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { countDrivers, listDrivers, type DriverRow } from '@yunshu/contract/fleet/driver'
import { screenUrl } from '@yunshu/contract/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { expiryStates, standings } from '@yunshu/domain/fleet/papers'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { driverColumns } from './driverColumns.tsx'
import { classOptions } from './driverOptions.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))
const DriverDrawer = lazy(async () => ({ default: (await import('./DriverDrawer.tsx')).DriverDrawer }))

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

/** Screen DriverList. */
export default function DriverListPage() {
  const canEdit = useOwnFleet('driver.edit')
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <ListPage
        call={listDrivers}
        columns={driverColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        head={
          canEdit && (
            <>
              <Button type="primary" onClick={() => setAdding(true)}>
                登记司机
              </Button>
              <Button onClick={() => setImporting(true)}>导入司机</Button>
            </>
          )
        }
      />
      {isAdding && (
        <Suspense fallback={null}>
          <DriverDrawer driver={undefined} onClose={() => setAdding(false)} onAdded={id => void navigate(pageOf(id))} />
        </Suspense>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog kind="drivers" invalidates={staleAfter('driver')} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
