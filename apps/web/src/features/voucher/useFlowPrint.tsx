// The print of an account statement: its lines are read page after page first, and must lead to the closing balance.
import type { Input } from '@yunshu/contract/call'
import { flowPaperMost, listFlow, listFlowParties, sumFlow } from '@yunshu/contract/voucher/flow'
import { pageMax } from '@yunshu/contract/fields'
import { Modal } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { showError } from '../../lib/errors.ts'
import { readInSteps } from '../../lib/readInSteps.ts'
import { send } from '../../lib/send.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { usePrint } from '../../ui/PrintView.tsx'
import { FlowPrint, type FlowPaper } from './FlowPrint.tsx'

type Filter = Input<typeof sumFlow>

/** The lines of a statement to the last one, with its sums; undefined where money moved meanwhile or there are too many. */
async function readPaper(
  filter: Filter,
  whose: string,
  signal: AbortSignal,
  tell: (count: number) => void,
): Promise<FlowPaper | string> {
  const quiet = { quiet: true, signal } as const
  const sums = await send(sumFlow, filter, quiet)
  let count = 0
  const lines = await readInSteps(async cursor => {
    const page = await send(listFlow, { ...filter, limit: pageMax, ...(cursor === undefined ? {} : { cursor }) }, quiet)
    count += page.rows.length
    return count > flowPaperMost ? { rows: page.rows } : page
  }, tell)
  if (count > flowPaperMost) return `一次最多打印 ${flowPaperMost} 笔，请缩短日期，或导出为表格`
  if ((lines.at(-1)?.balance ?? sums.opening) !== sums.closing) return '读取时有新的发生额，请重新打印'
  return { account: filter.account, whose, from: filter.from, to: filter.to, lines, sums }
}

/** The company a statement is of: the chosen one, or the reader's own. */
async function nameOf({ partyId }: Filter, own: string): Promise<string> {
  if (partyId === undefined) return own
  const { rows } = await send(listFlowParties, { id: partyId }, { quiet: true })
  return rows.find(({ id }) => id === partyId)?.name ?? own
}

/** `print` prints the statement of a filter; draw `view` anywhere in the page. */
export function useFlowPrint(): { print: (filter: Filter) => void; isReading: boolean; view: ReactNode } {
  const { print: show, sheet } = usePrint()
  // the platform has no company of its own: it reads the branch it works for, or all of them
  const own = useSession(
    ({ info, selectBranchCompany }) =>
      info?.companyName ?? selectBranchCompany?.branchCompanyByName ?? info?.branchCompanyName ?? '全部分公司',
  )
  const [read, setRead] = useState<number>()
  const under = useRef<AbortController>(undefined)
  const print = async (filter: Filter): Promise<void> => {
    const { signal } = (under.current = new AbortController())
    setRead(0)
    try {
      const paper = await readPaper(filter, await nameOf(filter, own), signal, setRead)
      if (typeof paper === 'string') toast.warning(paper)
      else show(<FlowPrint paper={paper} />)
    } catch (error) {
      if (!signal.aborted) showError(error)
    } finally {
      setRead(undefined)
    }
  }
  return {
    print: filter => void print(filter),
    isReading: read !== undefined,
    view: (
      <>
        {read !== undefined && read > pageMax && (
          <Modal
            open
            title="正在准备打印"
            cancelText="取消"
            okButtonProps={{ hidden: true }}
            onCancel={() => under.current?.abort()}
          >
            <p aria-live="polite">已读取 {read} 笔</p>
          </Modal>
        )}
        {sheet}
      </>
    ),
  }
}
