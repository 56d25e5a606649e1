// The trial balance in view as a file, and on paper.
import { listBranches } from '@yunshu/contract/session/session'
import { listTrialBalance } from '@yunshu/contract/voucher/trial'
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Button } from 'antd'
import { useIsPlatform, useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { useExport } from '../../ui/list/useExport.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { TrialPrint } from './TrialPrint.tsx'

interface TrialOutProps {
  period: string
  /** The branch the reader narrowed it to. */
  branchId: string | undefined
}

/** Both hold what the table shows. */
export function TrialOut({ period, branchId }: TrialOutProps) {
  const of = { period, ...(branchId === undefined ? {} : { branchId }) }
  const { data, isPlaceholderData } = useCall(getTrialBalance, of, { keepPrevious: true, quiet: true })
  const { ask, dialog } = useExport(listTrialBalance)
  const { print, sheet } = usePrint()
  const whose = useWhose(branchId)
  const rows = data?.rows ?? []
  const isEmpty = rows.length === 0 || isPlaceholderData
  return (
    <div className="ys-bar-primary">
      <Button disabled={isEmpty} onClick={() => print(<TrialPrint paper={{ period, whose, rows }} />)}>
        打印
      </Button>
      {ask && (
        <Button disabled={isEmpty} onClick={ask}>
          导出
        </Button>
      )}
      {sheet}
      {dialog({
        filter: of,
        said: [
          { names: [], label: '会计期间', text: periodText(period) },
          ...(branchId === undefined ? [] : [{ names: [], label: '分公司', text: whose }]),
        ],
        columns: [],
        chosen: [],
        total: String(rows.length),
      })}
    </div>
  )
}

/** The name of the company whose books are read: a branch of the house, all of them, or the reader's own. */
function useWhose(branchId: string | undefined): string {
  const isPlatform = useIsPlatform()
  const own = useSession(({ info }) => info?.companyName)
  const worksFor = useSession(
    ({ selectBranchCompany, info }) => selectBranchCompany?.branchCompanyByName ?? info?.branchCompanyName,
  )
  const { data } = useCall(listBranches, {}, { quiet: true, enabled: branchId !== undefined })
  if (branchId !== undefined) return data?.rows.find(({ id }) => id === branchId)?.name ?? ''
  return (isPlatform ? worksFor : own) ?? '全部分公司'
}
