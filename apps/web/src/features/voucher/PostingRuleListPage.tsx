// Posting rules: their versions, the way to propose another, and a trial of the entries of an example.
import { countPostingVersions, listPostingVersions, type PostingVersionRow } from '@yunshu/contract/voucher/posting'
import { postingVersionStates } from '@yunshu/domain/voucher/postingRules'
import { Button } from 'antd'
import { useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { useAddressPart } from '../../lib/useAddressPart.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { MakeVersionDrawer } from './MakeVersionDrawer.tsx'
import { postingColumns } from './postingColumns.tsx'
import { PostingTrialDrawer } from './PostingTrialDrawer.tsx'
import { PostingVersionDrawer } from './PostingVersionDrawer.tsx'
import './voucher.css'

const rowKey = ({ id }: PostingVersionRow): string => id
const rowName = ({ versionNo }: PostingVersionRow): string => versionNo
const tabs = { field: 'state', machine: postingVersionStates, counts: countPostingVersions } as const
const query: readonly QueryField<typeof listPostingVersions>[] = [{ name: 'branchId', input: <BranchSelect /> }]
type Open = { readonly what: 'trial'; readonly id?: string } | { readonly what: 'make' }
const drawer = (id: string, onClose: () => void): ReactNode => <PostingVersionDrawer id={id} onClose={onClose} />

/** Screen PostingRuleList. */
export default function PostingRuleListPage() {
  const canMake = useCan('voucher.make')
  const [open, setOpen] = useState<Open>()
  const [, show] = useShownRow()
  // messages of earlier releases name the version so
  const [linked, setLinked] = useAddressPart('of')
  const close = (): void => setOpen(undefined)
  const actions = useCallback(
    ({ id, moves }: PostingVersionRow): readonly RowAction[] => [
      ...(moves.includes('confirm') ? [{ label: '复核', onClick: () => show(id) }] : []),
      { label: '试做分录', isAside: true, onClick: () => setOpen({ what: 'trial', id }) },
    ],
    [show],
  )
  return (
    <>
      <ListPage
        call={listPostingVersions}
        columns={postingColumns}
        rowKey={rowKey}
        rowName={rowName}
        drawer={drawer}
        query={query}
        tabs={tabs}
        actions={actions}
        primary={
          <>
            <Button onClick={() => setOpen({ what: 'trial' })}>试做分录</Button>
            {canMake && (
              <Button type="primary" onClick={() => setOpen({ what: 'make' })}>
                新建版本
              </Button>
            )}
          </>
        }
        empty="还没有版本，货主费用全部计入运输收入"
      />
      {open?.what === 'make' && (
        <Reopens by={() => setOpen({ what: 'make' })}>
          <MakeVersionDrawer onClose={close} />
        </Reopens>
      )}
      {linked !== undefined && drawer(linked, () => setLinked(undefined))}
      {open?.what === 'trial' && <PostingTrialDrawer versionId={open.id} onClose={close} />}
    </>
  )
}
