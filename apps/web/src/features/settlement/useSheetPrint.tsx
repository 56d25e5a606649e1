// The print of a sheet: its lines are read in steps first, with a sign of how far they are.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { listSheetLines } from '@yunshu/contract/settlement/sheetLines'
import { Modal, Progress } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { isCalledOff, showError } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { usePaper } from '../../ui/usePaper.tsx'
import { readInSteps } from './readInSteps.ts'
import { SheetPrint } from './SheetPrint.tsx'

/** Lines of one step. */
const step = 1000

/** `print` prints a sheet; draw `paper` anywhere in the page. */
export function useSheetPrint(): { print: (sheet: SettlementDetail) => void; paper: ReactNode } {
  const { print: printCounted, sheet: paper } = usePaper('settlement')
  const [read, setRead] = useState<{ count: number; total: number }>()
  const under = useRef<AbortController>(undefined)
  const readAndPrint = async (sheet: SettlementDetail): Promise<void> => {
    const { settlementNum, lineCount: total } = sheet
    const { signal } = (under.current = new AbortController())
    setRead({ count: 0, total })
    try {
      const lines = await readInSteps(
        cursor =>
          send(
            listSheetLines,
            { settlementNum, limit: step, ...(cursor === undefined ? {} : { cursor }) },
            { quiet: true, signal },
          ),
        count => setRead({ count, total }),
      )
      if (lines.length === total) printCounted(sheet.id, <SheetPrint sheet={{ ...sheet, lines }} />)
      else toast.warning('结算单刚刚有变化，请重新打印')
    } catch (error) {
      if (!isCalledOff(error)) showError(error)
    } finally {
      setRead(undefined)
    }
  }
  return {
    print: sheet => {
      if (sheet.lineCount <= sheet.lines.length) printCounted(sheet.id, <SheetPrint sheet={sheet} />)
      else void readAndPrint(sheet)
    },
    paper: (
      <>
        {read && (
          <Modal
            open
            title="正在准备打印"
            cancelText="取消"
            okButtonProps={{ hidden: true }}
            onCancel={() => under.current?.abort()}
          >
            <Progress percent={Math.floor((read.count / read.total) * 100)} />
            <p>
              已读取 {read.count} 行，共 {read.total} 行
            </p>
          </Modal>
        )}
        {paper}
      </>
    ),
  }
}
