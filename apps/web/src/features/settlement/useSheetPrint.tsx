// The print of a sheet: its lines are read in steps first, with a sign of how far they are.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { Modal, Progress } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { showError } from '../../lib/errors.ts'
import { usePaper } from '../../ui/usePaper.tsx'
import { SheetPrint } from './SheetPrint.tsx'
import { readWholeSheet } from './wholeSheet.ts'

/** `print` prints a sheet; draw `paper` anywhere in the page. */
export function useSheetPrint(): { print: (sheet: SettlementDetail) => void; paper: ReactNode } {
  const { print, sheet: paper } = usePaper('settlement')
  const [read, setRead] = useState<{ count: number; total: number }>()
  const under = useRef<AbortController>(undefined)
  const readAndPrint = async (sheet: SettlementDetail): Promise<void> => {
    const { signal } = (under.current = new AbortController())
    try {
      const whole = await readWholeSheet(sheet, signal, count => setRead({ count, total: sheet.lineCount }))
      print(sheet.id, <SheetPrint sheet={whole} />)
    } catch (error) {
      showError(error)
    } finally {
      setRead(undefined)
    }
  }
  return {
    print: sheet => void readAndPrint(sheet),
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
