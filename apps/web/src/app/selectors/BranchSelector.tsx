// Choosing the branch company the platform's people work for (SH-19); it narrows every call that follows.
import { listBranches } from '@yunshu/contract/session/session'
import { useState } from 'react'
import { queryClient } from '../../lib/queryClient.ts'
import { useSession } from '../../lib/session.ts'
import type { SelectedBranch } from '../../lib/standing.ts'
import { useCall } from '../../lib/useCall.ts'
import { Selector } from './Selector.tsx'

/** Open while the session says showBranchSelector. */
export default function BranchSelector() {
  const { selectBranchCompany, chooseBranch, showSelector } = useSession()
  const [typed, setTyped] = useState('')
  const { data, error, isFetching, refetch } = useCall(listBranches, {}, { quiet: true })
  const rows = (data?.rows ?? []).filter(({ name }) => name.includes(typed.trim()))
  const pick = (branch: SelectedBranch | undefined): void => {
    chooseBranch(branch)
    // everything shown so far was asked for another branch
    void queryClient.invalidateQueries()
  }
  return (
    <Selector
      title="选择分公司"
      hint="分公司名称"
      typed={typed}
      onType={setTyped}
      isLoading={isFetching}
      error={error}
      retry={() => {
        void refetch()
      }}
      chosen={selectBranchCompany?.branchCompanyById}
      rows={rows.map(({ id, name }) => ({ id, title: name, note: '' }))}
      close={() => showSelector(undefined)}
      clear={() => pick(undefined)}
      choose={id => {
        const row = rows.find(each => each.id === id)
        pick(row && { branchCompanyById: row.id, branchCompanyByName: row.name })
      }}
    />
  )
}
