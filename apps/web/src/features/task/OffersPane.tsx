// Goods the carrier can take now, with the dialog that takes them.
import { listOffers, type GoodsRow } from '@yunshu/contract/goods/goods'
import { useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { TakeDialog } from '../../parts/goods/TakeDialog.tsx'
import { goodsUrl, offerColumns } from './offerColumns.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'

const query = [
  { name: 'text', input: <TextInput placeholder="货源号、货物、地点" max={40} /> },
  { name: 'loadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'unloadRegion', input: <RegionPicker partial placeholder="全部" /> },
] satisfies QueryField<typeof listOffers>[]
const rowKey = (row: GoodsRow): string => row.id
const rowName = (row: GoodsRow): string => row.goodsNo
const open = (row: GoodsRow): string => goodsUrl(row.id)

export function OffersPane({ head }: { head: ReactNode }) {
  const canTake = useCan('goods.take')
  const [taking, setTaking] = useState<GoodsRow>()
  const actions = useCallback(
    (row: GoodsRow): readonly RowAction[] => (canTake ? [{ label: '接单', onClick: () => setTaking(row) }] : []),
    [canTake],
  )
  return (
    <>
      <ListPage
        call={listOffers}
        columns={offerColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        actions={actions}
        head={head}
        empty={<EmptyState text="暂时没有可接的货源，新货源发布后会在这里出现" />}
      />
      {taking && (
        <Reopens by={() => setTaking(taking)}>
          <TakeDialog key={taking.id} goods={taking} onClose={() => setTaking(undefined)} />
        </Reopens>
      )}
    </>
  )
}
